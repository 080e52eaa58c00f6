internal import Corpora
internal import Indexing
internal import System
internal import UnicodeText

/// Reads records of a snapshot from its files, and makes rows of them.
struct SnapshotReader {
  private let search: SnapshotSearch
  private let details: RowDetails
  private let hasContext: Bool
  private let cancellation: Cancellation

  private struct Wanted {
    let record: Int
    let isContext: Bool
    let showsHits: Bool
  }

  private var wanted: [Wanted] = []

  /// The record after the last record that was added.
  private var next = 0

  private var snapshot: FileSnapshot { search.source.snapshot }

  init(_ search: SnapshotSearch, _ details: RowDetails, _ cancellation: Cancellation) {
    self.search = search
    self.details = details
    self.cancellation = cancellation
    hasContext = details.hasContext
  }

  // MARK: Choosing records

  /// Adds a row without context; such rows can be added in any order.
  mutating func add(_ record: Int, isFound: Bool) throws(SearchError) {
    wanted.append(Wanted(record: record, isContext: false, showsHits: details.hits && isFound))
  }

  /// Adds a row, and its context up to the next row, whose record is `nextRow`.
  mutating func add(_ record: Int, before nextRow: Int, isFound: Bool) throws(SearchError) {
    if !hasContext { return try add(record, isFound: isFound) }
    let file = snapshot.files[snapshot.file(ofRecord: record)].records
    addContext(max(next, file.lowerBound, record - details.before)..<max(next, record))
    try add(record, isFound: isFound)
    next = record + 1
    let end = min(nextRow, record + 1 + details.after, file.upperBound)
    addContext(next..<max(next, end))
    next = max(next, end)
  }

  private mutating func addContext(_ records: Range<Int>) {
    for record in records {
      wanted.append(Wanted(record: record, isContext: true, showsHits: false))
    }
  }

  // MARK: Reading

  /// The rows.
  ///
  /// - Throws: `failed` if a file has changed; `cancelled` if the caller cancels.
  func finish() throws(SearchError) -> RowBatch {
    let records = wanted.map(\.record).sorted()
    var lines = CandidateCorpus()
    var first = 0
    while first < records.count {
      let file = snapshot.files[snapshot.file(ofRecord: records[first])]
      var end = first + 1
      while end < records.count, records[end] < file.records.upperBound { end += 1 }
      try read(records[first..<end], of: file, into: &lines)
      first = end
    }
    let corpus = lines.finish(name: search.source.name)
    var builder = RowBatch.Builder(fields: [Field("text")])
    for (index, wanted) in wanted.enumerated() {
      let isInPlace = records[index] == wanted.record
      let place = isInPlace ? index : Self.place(of: wanted.record, in: records)
      let id = RecordID(UInt64(place))
      let location = corpus.location(of: id)
      var row = RowBatch.Entry(
        record: UInt64(wanted.record), line: location.line,
        source: builder.place(ofSource: location.source), isContext: wanted.isContext)
      corpus.withRecord(id) { bytes in
        guard wanted.showsHits else { return builder.append(row, bytes) }
        let (hits, isByFullName) = search.matcher.markedHits(in: bytes)
        row.isFullName = isByFullName
        let columns = corpus.fileColumns(details.fileColumns, of: hits, in: id)
        builder.append(row, bytes, hits: hits, fileColumns: columns)
      }
    }
    return builder.finish()
  }

  /// The index of a record in an ascending list that contains it.
  private static func place(of record: Int, in records: [Int]) -> Int {
    var (low, high) = (0, records.count)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if records[middle] <= record { low = middle } else { high = middle }
    }
    return low
  }

  /// Reads lines of one file; the records must be in ascending order.
  private func read(
    _ records: ArraySlice<Int>, of file: FileSnapshot.File, into lines: inout CandidateCorpus
  ) throws(SearchError) {
    let changed = SearchError.failed(source: file.name, reason: FileSnapshot.changeReason)
    guard let descriptor = try? Platform.open(file.path, for: .readingWithoutWaiting) else {
      throw changed
    }
    defer { Platform.close(descriptor) }
    func isUnchanged() -> Bool {
      (try? FileStatus(of: descriptor))?.stamp == file.indexed.stamp
    }
    guard isUnchanged() else { throw changed }
    lines.begin(file.name)
    var block: CandidateBlocks.Run?
    var buffer = GrowableBuffer<UInt8>()
    // The number of a line in the block, and the offset at which the line begins.
    var (line, place) = (0, 0)
    for record in records {
      try cancellation.check()
      let number = record - file.firstRecord
      if block.map({ $0.firstLine <= number && number < $0.firstLine + $0.lines }) != true {
        let run = try self.block(withLine: number, of: file)
        block = run
        buffer.truncate(to: 0)
        guard buffer.reserveIfPossible(run.bytes.count + 64) else {
          throw .failed(source: file.name, reason: "there is not enough memory for its lines")
        }
        var isRead = true
        buffer.append(upTo: run.bytes.count) {
          isRead = Platform.fill(&$0, from: descriptor, at: run.bytes.lowerBound)
        }
        guard isRead, buffer.count == run.bytes.count else { throw changed }
        (line, place) = (run.firstLine, 0)
      }
      do throws(CorpusError) {
        try buffer.withSpan { text throws(CorpusError) in
          while line < number, place < text.count {
            place = LineBounds.end(after: place, in: text)
            line += 1
          }
          let end = place < text.count ? LineBounds.end(after: place, in: text) : place
          try lines.append(text.extracting(place..<end), number: number + 1)
        }
      } catch {
        throw .corpus(error)
      }
    }
    guard isUnchanged() else { throw changed }
  }

  private func block(
    withLine line: Int, of file: FileSnapshot.File
  ) throws(SearchError) -> CandidateBlocks.Run {
    do throws(IndexFault) {
      return try snapshot.indexes[file.index].block(withLine: line, of: file.indexed)
    } catch {
      throw SnapshotPlan.failure(error, file.name)
    }
  }
}
