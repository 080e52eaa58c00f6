#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Predicts from small inputs whether a run on a large input would exceed the cut-off.
///
/// Times are assumed to grow at least linearly and at most quadratically. Probes, which are runs on
/// small inputs, are timed until the prediction is clear. Each probe is twice as large as the
/// previous probe.
struct CutoffPredictor {
  /// The size of the first probe.
  static let firstProbe = 1_000

  /// The minimum ratio of the two input sizes that an estimate of the growth uses.
  ///
  /// With a smaller ratio, a delay or a slower cache level can affect the times more than the
  /// growth does.
  static let minimumRatio = 4

  let cutoff: Double

  /// The minimum duration, in nanoseconds, of a run from which the time of a much larger size is
  /// predicted.
  ///
  /// The minimum is 1 % of the cut-off, but at least 10 ms, because a run of a few microseconds
  /// consists mostly of constant costs and delays.
  private let reliable: Double

  private struct Point {
    let size: Int
    var nanoseconds: Double
    /// Whether the probe was timed a second time, because another process can delay a single run.
    var isConfirmed = false
  }

  /// The sizes and times of all runs, by ascending size.
  private var points: [Point] = []

  init(cutoff: UInt64) {
    self.cutoff = Double(cutoff)
    // A run that exceeds the cut-off is reliable, even if the cut-off is shorter than 10 ms.
    reliable = min(max(10e6, self.cutoff / 100), self.cutoff)
  }

  /// Adds the time of a run on `size` elements; sizes must be ascending.
  mutating func add(size: Int, nanoseconds: UInt64) {
    points.append(Point(size: size, nanoseconds: max(Double(nanoseconds), 1)))
  }

  /// Predicts the time of a run on `size` elements, in nanoseconds.
  ///
  /// All probes together take at most about as long as a run on `size` elements, and at most about
  /// as long as the cut-off.
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
      let isNear = 2 * last.size >= size
      if predicted > cutoff && (isNear || last.nanoseconds >= reliable) {
        if last.isConfirmed { return predicted }
        guard let again = probe(last.size) else { return 0 }
        points[points.count - 1] = Point(
          size: last.size, nanoseconds: min(last.nanoseconds, max(Double(again), 1)),
          isConfirmed: true)
        continue
      }
      // If this value is true, the time does not exceed the cut-off even with quadratic growth.
      let isSafe = last.nanoseconds * growth * growth <= cutoff
      if isSafe || isNear { return predicted }
      guard let nanoseconds = probe(2 * last.size) else { return 0 }
      add(size: 2 * last.size, nanoseconds: nanoseconds)
    }
  }

  /// The estimated exponent of the growth of time with size, from 1 to 2.
  ///
  /// The exponent is 1 if the largest measured size is less than `minimumRatio` times the smallest.
  private var exponent: Double {
    guard let last = points.last,
      let other = points.last(where: { Self.minimumRatio * $0.size <= last.size })
    else { return 1 }
    let times = last.nanoseconds / other.nanoseconds
    let sizes = Double(last.size) / Double(other.size)
    return min(max(log(times) / log(sizes), 1), 2)
  }
}
