/// The latencies of the most recent key presses.
///
/// A latency is the time from a key press until its page of results is drawn.
struct LiveLatency {
  /// The maximum number of latencies to keep.
  static let capacity = 10_000

  /// The latencies in nanoseconds, ascending.
  private var sorted: [UInt64] = []

  /// The latencies in the order of the key presses: a ring buffer that starts at `oldest`.
  private var recent: [UInt64] = []
  private var oldest = 0

  /// The latency of the latest key press; nil before the first key press.
  private(set) var last: UInt64?

  /// Adds the latency of a key; removes the oldest latency if there are already `capacity`
  /// latencies.
  ///
  /// - Complexity: O(`capacity`): at most 80 KB of memory is moved.
  mutating func append(_ nanoseconds: UInt64) {
    last = nanoseconds
    if recent.count < Self.capacity {
      recent.append(nanoseconds)
    } else {
      sorted.remove(at: place(of: recent[oldest]))
      recent[oldest] = nanoseconds
      oldest = (oldest + 1) % Self.capacity
    }
    sorted.insert(nanoseconds, at: place(of: nanoseconds))
  }

  /// The index of the first value that is not less than `value`.
  private func place(of value: UInt64) -> Int {
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The 99th percentile of the latencies; nil if there are no latencies yet.
  var p99: UInt64? { sorted.isEmpty ? nil : TimingLog.percentile(99, of: sorted) }
}
