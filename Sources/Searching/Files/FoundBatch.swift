package import Corpora

/// Some records that a file search found, before rows are made of them.
///
/// Batches are in the order of output. A batch with context also has records that do not match.
package struct FoundBatch: Sendable {
  private let findings: FileFindings
  private let found: FoundRows
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

  /// The records, with the columns of all files.
  package var corpus: Corpus { found.corpus }

  /// The records that match.
  package var matches: ResultSet { found.matches }

  /// The approximate bytes of memory that the batch takes.
  package var memoryBytes: Int { findings.memoryBytes + 1024 }

  /// Whether the records are lines of text, which are never malformed.
  package var areLines: Bool { found.areLines }

  /// The numbers of the records in the source; they are asked for in ascending order.
  package var numbers: Numbers { Numbers(self) }

  /// Computes the number and the line of records in ascending order.
  package struct Numbers: Sendable {
    private var places: PartPlaces
    private let corpus: Corpus

    fileprivate init(_ batch: FoundBatch) {
      corpus = batch.corpus
      places = PartPlaces(batch.findings.parts, batch.base, batch.found)
    }

    /// The number of a record in the source, from 0, and its line.
    package mutating func place(of id: RecordID) -> (record: UInt64, line: Int) {
      places.numbers(of: id, corpus.location(of: id).line, in: corpus)
    }
  }

  /// The hits in a record that matches; none if the search is inverted.
  ///
  /// - Complexity: That of matching the record.
  package func hits(in id: RecordID) -> [Hit] {
    guard !query.isInverted, let matcher = matchers.matcher(for: corpus.fields) else { return [] }
    return corpus.withRecord(id) { matcher.markedHits(in: $0).hits }
  }

  /// The rows of the records in `kept`, with their context if it was requested.
  ///
  /// - Precondition: `kept` is a subset of `matches`.
  /// - Complexity: O(*n*), where *n* is the number of bytes of the rows, plus finding the hits.
  package func rows(keeping kept: ResultSet) -> RowBatch {
    let rows = FoundRows(
      corpus: found.corpus, matches: kept, areLines: found.areLines, numbers: found.numbers)
    return RowMaker(findings, rows, base, query, matchers, found.corpus.fields).batch()
  }
}
