package import UnicodeText

/// The place of a record in its corpus, counted from 0.
///
/// Shown to people from 1.
public struct RecordID: Hashable, Comparable, Sendable {
  public let rawValue: UInt64

  public init(_ rawValue: UInt64) { self.rawValue = rawValue }

  @inlinable public static func < (a: RecordID, b: RecordID) -> Bool { a.rawValue < b.rawValue }
}

/// Where a record begins in what was loaded.
public struct RecordLocation: Hashable, Sendable {
  /// The path as it was given, `-` for standard input.
  public let source: String

  /// The line of the source, from 1.
  public let line: Int

  public init(source: String, line: Int) {
    self.source = source
    self.line = line
  }
}

/// A column of a corpus.
///
/// A plain line has one, `text`.
public struct Field: Hashable, Sendable {
  public let name: String

  /// Whether each value is a representation: another name of the whole record.
  public let isAlias: Bool

  public init(_ name: String, isAlias: Bool = false) {
    self.name = name
    self.isAlias = isAlias
  }
}

/// An ordered list of records, held end to end in immutable UTF-8 segments.
///
/// A stored record is its fields in column order, each ended by `Separator.field` (0xFF); the values
/// of an alias field are parted by `Separator.value` (0xFE), shown and exported as a newline. A
/// record has at least one byte and may end before its last columns: the missing cells are empty.
/// All else is valid UTF-8, so a needle can never match across a cell, and one scan of a whole
/// segment needs no boundary checks.
///
///     let corpus = Corpus(name: "releases", fields: [Field("name"), Field("version")],
///       rows: [["El Capitan", "10.11"], ["Sierra", "10.12"]])
///     corpus.text(of: RecordID(1), field: 0)  // "Sierra"
public struct Corpus: Sendable {
  public let name: String

  /// The columns, in order of appearance.
  public let fields: [Field]

  /// Runs of records; a record never crosses from one to the next.
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

/// A corpus's text under one folding: the same records, cells and separators, other bytes.
///
/// `segments[i]` holds the same records as the corpus's segment i; where folding changes nothing it
/// is that segment itself.
package struct FoldedCorpus: Sendable {
  package let folding: Folding
  package let segments: [Segment]
}
