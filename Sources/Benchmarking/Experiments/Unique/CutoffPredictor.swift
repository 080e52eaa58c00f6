#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Predicts from small inputs whether a run on a large input would exceed the cut-off.
///
/// Times are assumed to grow at least linearly, and at most quadratically unless faster growth was
/// measured. Probes of doubling size are timed until the prediction is clear.
struct CutoffPredictor {
  /// The size of the first probe.
  static let firstProbe = 1_000

  /// The minimum time of a probe, in nanoseconds, for its growth to be considered reliable.
  static let reliableNanoseconds = 10e6

  let cutoff: Double

  private struct Point {
    let size: Int
    var nanoseconds: Double
    /// Whether the probe was timed twice, because another process can delay a single run.
    var isConfirmed = false
  }

  /// The measured points, by ascending size.
  private var points: [Point] = []

  init(cutoff: UInt64) { self.cutoff = Double(cutoff) }

  /// Adds the time of a run that was not a probe; sizes must be ascending.
  mutating func add(size: Int, nanoseconds: UInt64) {
    points.append(Point(size: size, nanoseconds: max(Double(nanoseconds), 1)))
  }

  /// Predicts the nanoseconds of a run of `size`.
  ///
  /// All probes together take at most about as long as a run of `size`, or as the cut-off.
  ///
  /// - Parameters:
  ///   - size: A size at least as large as every earlier size.
  ///   - probe: Runs the workload once on the given number of elements from the start of the input,
  ///     and returns the nanoseconds; nil to stop.
  /// - Returns: The predicted time; 0 if `probe` returned nil, or if there is no earlier time and
  ///   `size` is at most `firstProbe`.
  mutating func time(at size: Int, probe: (Int) -> UInt64?) -> Double {
    while true {
      guard let last = points.last else {
        if Self.firstProbe >= size { return 0 }
        guard let nanoseconds = probe(Self.firstProbe) else { return 0 }
        add(size: Self.firstProbe, nanoseconds: nanoseconds)
        continue
      }
      let growth = Double(size) / Double(last.size)
      let predicted = last.nanoseconds * pow(growth, exponent)
      let isBelievable = last.nanoseconds >= Self.reliableNanoseconds || 2 * last.size >= size
      if predicted > cutoff && (isBelievable || last.nanoseconds * growth > cutoff) {
        if last.isConfirmed { return predicted }
        guard let again = probe(last.size) else { return 0 }
        points[points.count - 1] = Point(
          size: last.size, nanoseconds: min(last.nanoseconds, max(Double(again), 1)),
          isConfirmed: true)
        continue
      }
      let isSafe = last.nanoseconds * growth * growth <= cutoff
      if isSafe || 2 * last.size >= size { return predicted }
      guard let nanoseconds = probe(2 * last.size) else { return 0 }
      add(size: 2 * last.size, nanoseconds: nanoseconds)
    }
  }

  /// The exponent of the growth between the last two points; at least 1.
  private var exponent: Double {
    guard let last = points.last, let other = points.dropLast().last else { return 1 }
    let times = last.nanoseconds / other.nanoseconds
    let sizes = Double(last.size) / Double(other.size)
    return sizes > 1 && times > 1 ? max(1, log(times) / log(sizes)) : 1
  }
}
