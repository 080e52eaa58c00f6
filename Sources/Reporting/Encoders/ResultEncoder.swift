public import UnicodeText

/// What an encoder needs to know of each row.
public enum RowNeeds: Sendable {
  /// Nothing: how many there are is enough.
  case none
  /// The stored record and its hits.
  case once
  /// As `once`, after a first pass over all rows that measures them.
  case twice
}

/// A way to write results.
///
/// Listed in `EncoderCatalog.all`.
public protocol ResultEncoder: Sendable {
  /// A lower-case word, the same in settings, options and messages.
  var name: String { get }

  /// One sentence for the help.
  var summary: String { get }

  /// The suffixes of files that get this format unasked, without the dot.
  var fileExtensions: [String] { get }

  /// Whether two texts of this format, one after the other, are a text of this format.
  var canAppend: Bool { get }

  var needs: RowNeeds { get }

  /// Whether it shows the number of a record.
  var needsRecordNumbers: Bool { get }

  /// Whether rows are shown with those around them.
  var showsContext: Bool { get }

  /// Whether it escapes control characters for a terminal itself, because it writes styles.
  var writesStyles: Bool { get }

  /// Writes the rows of one result.
  ///
  /// A writer is a value: copies of it may write batches of the rows on several threads.
  ///
  /// - Throws: `unknownField` when the options name a field that no corpus has.
  func makeWriter(_ schema: ResultSchema, _ options: EncodingOptions) throws(OutputError)
    -> any RowWriter
}

extension ResultEncoder {
  public var fileExtensions: [String] { [] }
  public var canAppend: Bool { true }
  public var needs: RowNeeds { .once }
  public var needsRecordNumbers: Bool { needs != .none }
  public var showsContext: Bool { false }
  public var writesStyles: Bool { false }
}

/// Writes rows one after the other to the end of a buffer, which is sent off between them.
public protocol RowWriter: Sendable {
  /// The cells that a spreadsheet might run, so far.
  var dangerousCells: Int { get }

  /// Sees a row before any is written; only if the encoder needs rows twice.
  mutating func measure(_ row: Row, _ record: Span<UInt8>)

  /// Writes what stands before the rows.
  mutating func open(_ bytes: inout GrowableBuffer<UInt8>)

  mutating func write(_ row: Row, _ record: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>)

  /// Writes what stands after the rows; `count` is their number, also where they were not needed.
  mutating func close(_ count: Int, _ bytes: inout GrowableBuffer<UInt8>)
}

extension RowWriter {
  public var dangerousCells: Int { 0 }
  public mutating func measure(_ row: Row, _ record: Span<UInt8>) {}
  public mutating func open(_ bytes: inout GrowableBuffer<UInt8>) {}
  public mutating func write(
    _ row: Row, _ record: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>
  ) {}
  public mutating func close(_ count: Int, _ bytes: inout GrowableBuffer<UInt8>) {}
}
