public import Corpora
internal import UnicodeText

/// A matching record, with the text and the hits of each field.
///
/// ```swift
/// for match in report.matches {
///   guard let title = match["title"] else { continue }
///   print(title.text, title.ranges.map { title.text[$0] })
/// }
/// ```
public struct Match: Sendable {
  private let batch: RowBatch
  private let row: Int

  init(_ batch: RowBatch, row: Int) {
    self.batch = batch
    self.row = row
  }

  /// The number of the record in its source, starting at 0.
  ///
  /// If record numbers were not requested, only the order of these numbers is meaningful.
  public var record: RecordID { RecordID(batch.rows[row].record) }

  /// The file that contains the record, and the line on which the record begins.
  public var location: RecordLocation {
    RecordLocation(source: batch.source(ofRow: row), line: batch.rows[row].line)
  }

  /// Whether the record matches only because a full name begins with the query.
  ///
  /// A full name is a run of text without whitespace. For strategies other than `prefix`, the value
  /// is always `false`.
  public var isFullName: Bool { batch.rows[row].isFullName }

  /// The fields of the record's source, in order.
  public var fields: [Field] { batch.fields }

  /// The text of a field and its hits; `nil` if the source has no such field.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the record.
  public subscript(field: String) -> MatchedText? {
    batch.fields.firstIndex { $0.name == field }.map(text(ofField:))
  }

  /// The text of the first field with a hit, or of the first field if no field has a hit.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the record.
  public var best: MatchedText {
    text(ofField: batch.hits(ofRow: row).first?.field ?? 0)
  }

  private func text(ofField field: Int) -> MatchedText {
    MatchedText(
      batch.fields.isEmpty ? "" : batch.text(ofRow: row, field: field),
      batch.hits(ofRow: row).lazy.filter { $0.field == field }.map(\.range))
  }
}

/// The text of one field of a match, and the ranges to highlight in it.
public struct MatchedText: Hashable, Sendable {
  /// The text of the field; newlines separate the values of an alias field.
  public let text: String

  /// The hits as ranges of UTF-8 bytes in `text`, in ascending order and without overlaps.
  public let utf8Ranges: [Range<Int>]

  init(_ text: String, _ ranges: some Sequence<Range<Int>>) {
    self.text = text
    utf8Ranges = ranges.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// The hits as ranges of string indices in `text`, in ascending order and without overlaps.
  ///
  /// - Complexity: O(*n*), where *n* is the number of hits.
  public var ranges: [Range<String.Index>] {
    let start = text.utf8.startIndex
    return utf8Ranges.map {
      text.utf8.index(
        start, offsetBy: $0.lowerBound)..<text.utf8.index(start, offsetBy: $0.upperBound)
    }
  }
}

extension RowBatch {
  /// The rows that match, in order, without the context rows.
  ///
  /// - Complexity: O(*n*), where *n* is the number of rows.
  public var matches: [Match] {
    rows.indices.filter { !rows[$0].isContext }.map { Match(self, row: $0) }
  }
}

extension SearchReport {
  /// The matching records, in order; each record is read when it is accessed.
  public var matches: Matches { Matches(self) }

  /// The matching records of a report.
  public struct Matches: RandomAccessCollection, Sendable {
    private let report: SearchReport

    init(_ report: SearchReport) { self.report = report }

    /// The index of the first match, 0.
    public var startIndex: Int { 0 }

    /// The number of matches.
    public var endIndex: Int { report.results.count }

    /// The match at an index, with its text and hits.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes of the record.
    public subscript(_ position: Int) -> Match {
      Match(report.batch(of: report.results[position]), row: 0)
    }
  }
}
