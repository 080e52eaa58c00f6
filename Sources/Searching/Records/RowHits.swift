/// The hits of several records, in the order of the records.
package struct RowHits: Sendable {
  /// The hits of all records.
  package internal(set) var hits: [Hit] = []

  /// The index of each record's first hit in `hits`, followed by the total number of hits.
  package private(set) var starts: [Int] = [0]

  /// The indices of the records that match only because a full name (a run of text without
  /// whitespace) begins with the query.
  package private(set) var fullNames: [Int] = []

  package init() {}

  /// Creates the hits of `count` records that have no hits.
  init(none count: Int) { starts = [Int](repeating: 0, count: count + 1) }

  /// Ends the current record; its hits must already be in `hits`.
  mutating func endRecord(isFullName: Bool = false) {
    if isFullName { fullNames.append(starts.count - 1) }
    starts.append(hits.count)
  }
}

extension Matcher {
  /// Calls `appendHits(in:isFirstEnough:to:)` for each record, and collects the hits of all
  /// records.
  func appendHitsOneByOne(
    inEach records: Span<Range<Int>>, of text: Span<UInt8>, isFirstEnough: Bool,
    to found: inout RowHits
  ) {
    for index in records.indices {
      var isFullName = false
      if !records[index].isEmpty {
        isFullName = appendHits(
          in: text.extracting(records[index]), isFirstEnough: isFirstEnough, to: &found.hits)
      }
      found.endRecord(isFullName: isFullName)
    }
  }
}
