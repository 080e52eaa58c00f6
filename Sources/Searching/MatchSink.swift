/// Collects the matching records of a scan, in ascending order.
package struct MatchSink: Sendable {
  /// Whether the scan should count hits as well as records.
  package let countsHits: Bool

  package private(set) var hitCount = 0

  /// The records for which the regex engine reached a limit before it could decide whether they
  /// match, in ascending order.
  private(set) var undecided: [Int] = []

  /// The ID of the first record of the current segment.
  package var firstRecord = 0

  private var builder: ResultSet.Builder
  private let limit: Int

  package init(records: Int, limit: Int?, countsHits: Bool) {
    self.builder = ResultSet.Builder(universe: records)
    self.limit = limit ?? .max
    self.countsHits = countsHits
  }

  /// Whether the sink contains the maximum number of records.
  package var isFull: Bool { builder.count >= limit }

  /// The number of records that can still be added before the sink is full.
  package var remainingCapacity: Int { limit - builder.count }

  /// Adds a record by its index in the segment.
  package mutating func add(_ record: Int) { builder.append(firstRecord + record) }

  /// Adds ascending records by their indexes in the segment; ignores records beyond the limit.
  package mutating func add(_ records: Span<UInt32>) {
    let taken =
      remainingCapacity >= records.count
      ? records : records.extracting(0..<max(0, remainingCapacity))
    builder.append(taken, from: firstRecord)
  }

  /// Adds an undecided record by its index in the segment.
  mutating func addUndecided(_ record: Int) { undecided.append(firstRecord + record) }

  package mutating func addHits(_ count: Int) { hitCount += count }

  package consuming func finish() -> ResultSet { builder.finish() }
}
