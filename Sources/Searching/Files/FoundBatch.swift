package import Corpora

/// A small corpus of the records that a search found; the records are not yet converted to rows.
///
/// Batches are in the order of output. If files are searched with context, a batch also contains
/// the context records, which do not match.
package struct FoundBatch: Sendable {
  private enum Content: Sendable {
    case files(FileFindingsBatch)
    case rows(RowBatch)
  }

  private let content: Content

  /// The records, with the columns of the source.
  package let corpus: Corpus

  /// The records that match.
  package let matches: ResultSet

  /// Whether the records are lines of text, which are never malformed.
  package let areLines: Bool

  /// The approximate memory of the batch, in bytes.
  package let memoryBytes: Int

  init(_ files: FileFindingsBatch) {
    content = .files(files)
    corpus = files.found.corpus
    matches = files.found.matches
    areLines = files.found.areLines
    memoryBytes = files.findings.memoryBytes + 1024
  }

  /// Creates a batch from the rows of a source that is not a `FileSource`; all rows match.
  ///
  /// - Throws: `recordTooLarge`, and errors for field names that a corpus cannot have.
  init(_ rows: RowBatch) throws(CorpusError) {
    var collector = try RecordCollector(fields: rows.fields)
    for (index, row) in rows.rows.enumerated() {
      collector.begin(source: rows.sources[row.source])
      rows.withRecord(index) { collector.append(storedCells: $0) }
      try collector.endRecord(line: row.line)
    }
    content = .rows(rows)
    corpus = collector.takeRecords()
    matches = .all(of: corpus.count)
    areLines = false
    memoryBytes = corpus.textBytes + rows.memoryBytes + 1024
  }

  /// Computes the numbers that records have in the source; the records must be passed in ascending
  /// order.
  package var numbers: Numbers { Numbers(self) }

  /// Computes record numbers and line numbers; the records must be passed in ascending order.
  package struct Numbers: Sendable {
    private var places: PartPlaces?
    private let batch: FoundBatch

    fileprivate init(_ batch: FoundBatch) {
      self.batch = batch
      if case .files(let files) = batch.content { places = files.places }
    }

    /// The number of a record in the source, starting at 0, and the record's line number.
    package mutating func place(of id: RecordID) -> (record: UInt64, line: Int) {
      if case .rows(let rows) = batch.content {
        let row = rows.rows[Int(id.rawValue)]
        return (row.record, row.line)
      }
      let corpus = batch.corpus
      let line = corpus.location(of: id).line
      return places?.numbers(of: id, line, in: corpus) ?? (0, line)
    }
  }

  /// The hits in a matching record; empty if the search is inverted.
  ///
  /// - Complexity: The cost of matching the record.
  package func hits(in id: RecordID) -> [Hit] {
    switch content {
    case .files(let files): files.hits(in: id)
    case .rows(let rows): Array(rows.hits(ofRow: Int(id.rawValue)))
    }
  }

  /// The rows of the records in `kept`; if files were searched with context, also the context rows.
  ///
  /// - Precondition: `kept` is a subset of `matches`.
  /// - Complexity: O(*n*), where *n* is the number of bytes of the rows, plus the cost of finding
  ///   the hits.
  package func rows(keeping kept: ResultSet) -> RowBatch {
    switch content {
    case .files(let files): files.rows(keeping: kept)
    case .rows(let rows): rows.with(kept.map { rows.rows[Int($0.rawValue)] })
    }
  }
}

/// The findings of a file search task, with the data needed to convert them to rows.
struct FileFindingsBatch: Sendable {
  let findings: FileFindings
  let found: FoundRows
  private let base: FileNumbering.Base
  private let query: FileQuery
  private let matchers: FieldMatchers

  init(
    _ findings: FileFindings, _ found: FoundRows, _ base: FileNumbering.Base, _ query: FileQuery,
    _ matchers: FieldMatchers, _ fields: [Field]
  ) {
    self.findings = findings
    self.base = base
    self.query = query
    self.matchers = matchers
    if found.corpus.fields != fields, let arranged = try? found.corpus.arranged(by: fields) {
      self.found = FoundRows(
        corpus: arranged, matches: found.matches, areLines: found.areLines, numbers: found.numbers)
    } else {
      self.found = found
    }
  }

  var places: PartPlaces { PartPlaces(findings.parts, base, found) }

  func hits(in id: RecordID) -> [Hit] {
    let corpus = found.corpus
    guard !query.isInverted, let matcher = matchers.matcher(for: corpus.fields) else { return [] }
    return corpus.withRecord(id) { matcher.markedHits(in: $0).hits }
  }

  func rows(keeping kept: ResultSet) -> RowBatch {
    let rows = FoundRows(
      corpus: found.corpus, matches: kept, areLines: found.areLines, numbers: found.numbers)
    return RowMaker(findings, rows, base, query, matchers, found.corpus.fields).batch()
  }
}
