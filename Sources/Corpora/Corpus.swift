public import UnicodeText

/// The place of a record in its corpus, counted from 0. Shown to people from 1.
public struct RecordID: Hashable, Comparable, Sendable {
  public let rawValue: UInt64

  public init(_ rawValue: UInt64) { self.rawValue = rawValue }

  @inlinable public static func < (a: RecordID, b: RecordID) -> Bool { a.rawValue < b.rawValue }
}

/// A column of a corpus. A plain line has one, `text`.
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
/// A stored record is its fields in column order, each ended by `Separator.field` (0xFF); the values of an alias field
/// are parted by `Separator.value` (0xFE), shown and exported as a newline. A record may end before its last columns:
/// the missing cells are empty. All else is valid UTF-8, so a needle can never match across a cell, and one scan of a
/// whole segment needs no boundary checks.
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

/// Records of text end to end, at most 2 GiB.
package final class Segment: Sendable {
  package let text: FrozenBuffer<UInt8>

  /// Where each record begins in `text`, and one more: the end of the last. `starts.count == count + 1`.
  package let starts: FrozenBuffer<UInt32>

  /// The id of the first record.
  package let firstRecord: Int

  /// Whether all of `text` is ASCII, separators aside.
  package let isASCII: Bool

  /// The number of records.
  package var count: Int { starts.count - 1 }

  package init(
    text: FrozenBuffer<UInt8>, starts: FrozenBuffer<UInt32>, firstRecord: Int, isASCII: Bool
  ) {
    self.text = text
    self.starts = starts
    self.firstRecord = firstRecord
    self.isASCII = isASCII
  }
}

/// Where records come from.
package struct SourceMap: Sendable {
  /// The records of one source are consecutive.
  package struct Source: Sendable {
    package let path: String
    package let firstRecord: Int
  }
  package let sources: [Source]
}

/// A corpus's text under one folding: the same records, cells and separators, other bytes.
///
/// `segments[i]` holds the same records as the corpus's segment i; where folding changes nothing it is that segment itself.
package struct FoldedCorpus: Sendable {
  package let folding: Folding
  package let segments: [Segment]
}
