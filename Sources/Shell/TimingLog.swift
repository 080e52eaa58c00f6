internal import Searching

/// The durations of the queries of a session.
struct TimingLog: Sendable {
  struct Entry: Sendable {
    let query: Query
    let scope: [String]
    let nanoseconds: UInt64

    /// Whether this entry and `other` have the same query and the same scope.
    func isRepeat(of other: Entry) -> Bool { query == other.query && scope == other.scope }
  }

  private(set) var entries: [Entry] = []

  /// The maximum number of entries; when the log is full, the older half is removed.
  static let capacity = 10_000

  mutating func append(_ entry: Entry) {
    if entries.count == Self.capacity { entries.removeFirst(Self.capacity / 2) }
    entries.append(entry)
  }

  /// The durations of the entries that satisfy `condition`, ascending.
  func durations(where condition: (Entry) -> Bool) -> [UInt64] {
    entries.filter(condition).map(\.nanoseconds).sorted()
  }

  /// The strategies of the entries, in order of first use.
  var strategies: [String] {
    entries.reduce(into: []) {
      if !$0.contains($1.query.strategy.name) { $0.append($1.query.strategy.name) }
    }
  }

  /// A percentile, computed by the nearest-rank method.
  ///
  /// At least `percent` % of all values are less than or equal to the result, and no smaller value
  /// has this property.
  ///
  /// - Precondition: `sorted` is ascending and not empty; `percent` is 1 to 100.
  static func percentile(_ percent: Int, of sorted: [UInt64]) -> UInt64 {
    sorted[max(0, (sorted.count * percent + 99) / 100 - 1)]
  }
}
