package import UnicodeText

/// The index of a record in its corpus, from 0.
///
/// User interfaces number records from 1.
public struct RecordID: Hashable, Comparable, Sendable {
  /// The index of the record, from 0.
  public let rawValue: UInt64

  /// Creates the ID of the record with the index `rawValue`.
  public init(_ rawValue: UInt64) { self.rawValue = rawValue }

  @inlinable public static func < (a: RecordID, b: RecordID) -> Bool { a.rawValue < b.rawValue }
}

/// The source and line where a record begins.
public struct RecordLocation: Hashable, Sendable {
  /// The path as the caller gave it, or `-` for standard input.
  public let source: String

  /// The line number in the source, from 1.
  public let line: Int

  /// Creates the location of a record.
  public init(source: String, line: Int) {
    self.source = source
    self.line = line
  }
}

/// A column of a corpus.
///
/// A corpus of plain lines has one column, `text`.
public struct Field: Hashable, Sendable {
  /// The name, such as the name of a CSV column.
  public let name: String

  /// Whether each value is an alternative name of its record.
  public let isAlias: Bool

  /// Creates a column with the given name.
  public init(_ name: String, isAlias: Bool = false) {
    self.name = name
    self.isAlias = isAlias
  }
}

/// An immutable, ordered list of records, stored back to back in UTF-8 segments.
///
/// A stored record consists of its fields in column order, each followed by `Separator.field`
/// (0xFF). The values of an alias field are separated by `Separator.value` (0xFE), which is shown
/// and exported as a newline. A record has at least one byte. If a record ends before its last
/// columns, the missing cells are empty. All other bytes are valid UTF-8, and the bytes of
/// separators never occur in UTF-8. Therefore, a match cannot extend beyond a cell, and a scan of a
/// whole segment needs no boundary checks.
///
///     let corpus = Corpus(name: "releases", fields: [Field("name"), Field("version")],
///       rows: [["El Capitan", "10.11"], ["Sierra", "10.12"]])
///     corpus.text(of: RecordID(1), field: 0)  // "Sierra"
public struct Corpus: Sendable {
  /// The name of the corpus; results show it next to each record.
  public let name: String

  /// The columns, in the order in which the cells of a record are stored.
  public let fields: [Field]

  /// The segments in record order; no record spans two segments.
  package let segments: [Segment]

  package let sources: SourceMap

  /// The number of records.
  public let count: Int

  package init(name: String, fields: [Field], segments: [Segment], sources: SourceMap) {
    self.name = name
    self.fields = fields
    self.segments = segments
    self.sources = sources
    self.count = segments.reduce(0) { $0 + $1.count }
  }
}

/// The text of a corpus after folding, with the same records, cells and separators.
///
/// `segments[i]` contains the same records as segment *i* of the corpus. If folding does not change
/// a segment, the corpus and the folded corpus share the segment.
package struct FoldedCorpus: Sendable {
  package let folding: Folding
  package let segments: [Segment]

  package init(folding: Folding, segments: [Segment]) {
    self.folding = folding
    self.segments = segments
  }
}
