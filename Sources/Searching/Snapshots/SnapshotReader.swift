internal import Corpora
internal import Indexing
internal import System
internal import UnicodeText

/// Reads records of a snapshot from its files, and creates rows from the records.
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

  /// The number of the record that follows the last added record.
  private var next = 0

  private var snapshot: FileSnapshot { search.source.snapshot }

  init(_ search: SnapshotSearch, _ details: RowDetails, _ cancellation: Cancellation) {
    self.search = search
    self.details = details
    self.cancellation = cancellation
    hasContext = details.hasContext
  }

  // MARK: Choosing records

  /// Adds a row without context; rows without context can be added in any order.
  mutating func add(_ record: Int, isFound: Bool) throws(SearchError) {
    wanted.append(Wanted(record: record, isContext: false, showsHits: details.hits && isFound))
  }

  /// Adds a row and its context; `nextRow` is the record number of the next row.
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

  /// The location of a record that was read: the index of its corpus, and its number in that
  /// corpus.
  private struct Place {
    let corpus: Int
    let id: RecordID
  }

  /// Reads all added records, and returns their rows.
  ///
  /// - Throws: `failed` if a file has changed; `cancelled` if the caller cancels.
  func finish() throws(SearchError) -> RowBatch {
    let records = wanted.map(\.record).sorted()
    // The first corpus contains all lines; each piece of a file of records is another corpus.
    var lines = CandidateCorpus()
    var pieces: [Corpus] = []
    var places: [Place] = []
    places.reserveCapacity(records.count)
    var first = 0
    while first < records.count {
      let file = snapshot.files[snapshot.file(ofRecord: records[first])]
      var end = first + 1
      while end < records.count, records[end] < file.records.upperBound { end += 1 }
      if file.indexed.isLines {
        let count = lines.count
        try read(lines: records[first..<end], of: file, into: &lines)
        places += (count..<lines.count).map { Place(corpus: 0, id: RecordID(UInt64($0))) }
      } else {
        try read(records: records[first..<end], of: file) { piece, id in
          if let piece { pieces.append(piece) }
          places.append(Place(corpus: pieces.count, id: id))
        }
      }
      first = end
    }
    let corpora = [lines.finish(name: search.source.name)] + pieces
    return try rows(at: places, of: corpora, records)
  }

  /// The rows of all wanted records; `records` is ascending, and `records[i]` is stored at
  /// `places[i]`.
  private func rows(
    at places: [Place], of corpora: [Corpus], _ records: [Int]
  ) throws(SearchError) -> RowBatch {
    var corpora = corpora
    for index in corpora.indices {
      do throws(CorpusError) {
        corpora[index] = try corpora[index].arranged(by: snapshot.fields)
      } catch {
        throw .corpus(error)
      }
    }
    var builder = RowBatch.Builder(fields: snapshot.fields)
    for (index, wanted) in wanted.enumerated() {
      let isInPlace = records[index] == wanted.record
      let place = places[isInPlace ? index : Self.place(of: wanted.record, in: records)]
      let (corpus, id) = (corpora[place.corpus], place.id)
      let (source, line) = corpus.place(of: id)
      var row = RowBatch.Entry(
        record: UInt64(wanted.record), line: line,
        source: builder.place(ofSource: source.path, columns: source.columns),
        isContext: wanted.isContext)
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

  /// Opens a file, and calls `body` with its descriptor; the file must not have changed.
  ///
  /// - Throws: `failed` if the file changed before or during the call of `body`, and the errors of
  ///   `body`.
  private func withFile(
    _ file: FileSnapshot.File, _ body: (Int32) throws(SearchError) -> Void
  ) throws(SearchError) {
    guard let descriptor = try? Platform.open(file.path, for: .readingWithoutWaiting) else {
      throw Self.changed(file)
    }
    defer { Platform.close(descriptor) }
    func isUnchanged() -> Bool {
      (try? FileStatus(of: descriptor))?.stamp == file.indexed.stamp
    }
    guard isUnchanged() else { throw Self.changed(file) }
    try body(descriptor)
    guard isUnchanged() else { throw Self.changed(file) }
  }

  private static func changed(_ file: FileSnapshot.File) -> SearchError {
    .failed(source: file.name, reason: FileSnapshot.changeReason)
  }

  /// Reads lines of one file; the records must be in ascending order.
  private func read(
    lines records: ArraySlice<Int>, of file: FileSnapshot.File, into lines: inout CandidateCorpus
  ) throws(SearchError) {
    lines.begin(file.name)
    var block: CandidateBlocks.Run?
    var buffer = GrowableBuffer<UInt8>()
    // The current line: its index in the file, and the offset in `buffer` at which it begins.
    var (line, place) = (0, 0)
    try withFile(file) { descriptor throws(SearchError) in
      for record in records {
        try cancellation.check()
        let number = record - file.firstRecord
        if block?.contains(number) != true {
          let run = try self.block(with: number, of: file)
          block = run
          buffer.truncate(to: 0)
          guard buffer.reserveIfPossible(run.bytes.count + 64) else {
            throw .failed(
              source: file.name, reason: "there is not enough memory for the lines of the file")
          }
          var isRead = true
          buffer.append(upTo: run.bytes.count) {
            isRead = Platform.fill(&$0, from: descriptor, at: run.bytes.lowerBound)
          }
          guard isRead, buffer.count == run.bytes.count else { throw Self.changed(file) }
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
    }
  }

  /// Reads records of one file; the records must be in ascending order.
  ///
  /// For each record, `found` is called with the record's corpus and the record's number in that
  /// corpus. The corpus is `nil` if it is the same as in the previous call of `found`.
  private func read(
    records: ArraySlice<Int>, of file: FileSnapshot.File, _ found: (Corpus?, RecordID) -> Void
  ) throws(SearchError) {
    let files = search.source.files
    try withFile(file) { descriptor throws(SearchError) in
      var next = records.startIndex
      while next < records.endIndex {
        let before = next
        let run = try block(with: records[next] - file.firstRecord, of: file)
        let stream = RecordStream(
          reading: run, of: file.indexed, descriptor, named: file.name, files.choice,
          files.options, step: files.sizes.block)
        var first = file.firstRecord + run.firstLine
        let ending = stream.read(
          fields: snapshot.fields, isCancelled: { [cancellation] in cancellation.isCancelled }
        ) { piece in
          let end = first + piece.count
          var corpus: Corpus? = piece.corpus
          while next < records.endIndex, records[next] < end {
            found(corpus, RecordID(UInt64(records[next] - first)))
            corpus = nil
            next += 1
          }
          first = end
          return next < records.endIndex
        }
        try cancellation.check()
        if let error = ending.error {
          if case .readFailed = error.code { throw .corpus(error) }
          throw SnapshotPlan.failure(.damaged, file.name)
        }
        if next == before { throw SnapshotPlan.failure(.damaged, file.name) }
      }
    }
  }

  /// The block that contains a record; `record` is the number of the record in the file.
  private func block(
    with record: Int, of file: FileSnapshot.File
  ) throws(SearchError) -> CandidateBlocks.Run {
    do throws(IndexFault) {
      return try snapshot.indexes[file.index].block(withLine: record, of: file.indexed)
    } catch {
      throw SnapshotPlan.failure(error, file.name)
    }
  }
}
