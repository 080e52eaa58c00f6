#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Tells from runs on small inputs whether a run on a large one would take too long.
///
/// The time is taken to grow at least linearly and, as long as it was not seen to grow faster, at most with the square:
/// one probe after the other, each of twice the size, is timed until that decides.
struct CutoffPredictor {
  /// The size of the first probe.
  static let firstProbe = 1_000

  /// From this time on, in nanoseconds, the growth between two probes is believed.
  static let believable = 10e6

  let cutoff: Double

  private struct Point {
    let size: Int
    var nanoseconds: Double
    /// Timed twice: one run may have been held up by something else.
    var isConfirmed = false
  }

  /// By ascending size.
  private var points: [Point] = []

  init(cutoff: UInt64) { self.cutoff = Double(cutoff) }

  /// Learns from a run that was made anyway; sizes ascend.
  mutating func add(size: Int, nanoseconds: UInt64) {
    points.append(Point(size: size, nanoseconds: max(Double(nanoseconds), 1)))
  }

  /// The nanoseconds that a run of `size` would take.
  ///
  /// The probes take about as long as a run of `size`, or as the cut-off, together.
  ///
  /// - Parameters:
  ///   - size: As large as any size before, or larger.
  ///   - probe: Runs the workload once with the first so many elements, and tells its nanoseconds; nil to give up.
  /// - Returns: A guess; 0 if the probe gave up, or where the size is no larger than the first probe.
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
      let isBelievable = last.nanoseconds >= Self.believable || 2 * last.size >= size
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

  /// The power of the size with which the time grew between the last two points; at least 1.
  private var exponent: Double {
    guard let last = points.last, let other = points.dropLast().last else { return 1 }
    let times = last.nanoseconds / other.nanoseconds
    let sizes = Double(last.size) / Double(other.size)
    return sizes > 1 && times > 1 ? max(1, log(times) / log(sizes)) : 1
  }
}
