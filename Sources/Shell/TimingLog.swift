internal import Searching

/// How long the queries of a session took.
struct TimingLog: Sendable {
  struct Entry: Sendable {
    let query: Query
    let scope: [String]
    let nanoseconds: UInt64

    /// Whether `other` asked the same.
    func isRepeat(of other: Entry) -> Bool { query == other.query && scope == other.scope }
  }

  private(set) var entries: [Entry] = []

  /// At most this many are kept; the oldest go first.
  static let capacity = 10_000

  mutating func append(_ entry: Entry) {
    if entries.count == Self.capacity { entries.removeFirst(Self.capacity / 2) }
    entries.append(entry)
  }

  /// The durations of the entries that satisfy `condition`, ascending.
  func durations(where condition: (Entry) -> Bool) -> [UInt64] {
    entries.filter(condition).map(\.nanoseconds).sorted()
  }

  /// The strategies used, in order of first use.
  var strategies: [String] {
    entries.reduce(into: []) {
      if !$0.contains($1.query.strategy.name) { $0.append($1.query.strategy.name) }
    }
  }

  /// The nearest-rank percentile.
  ///
  /// It is the smallest value such that at least `percent` % of all values are not above it.
  ///
  /// - Precondition: `sorted` is ascending and not empty; `percent` is 1 to 100.
  static func percentile(_ percent: Int, of sorted: [UInt64]) -> UInt64 {
    sorted[max(0, (sorted.count * percent + 99) / 100 - 1)]
  }
}
