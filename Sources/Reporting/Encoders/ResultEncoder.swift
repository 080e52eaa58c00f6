package import Searching
package import UnicodeText

/// The row data that an encoder needs.
package enum RowNeeds: Sendable {
  /// The encoder needs only the number of rows.
  case none
  /// The encoder needs each stored record and its hits, in a single pass.
  case once
  /// The encoder needs each stored record and its hits, in two passes: the first pass measures all
  /// rows, and the second pass writes all rows.
  case twice
}

/// Which hits of each row an encoder needs.
package enum HitNeeds: Sendable {
  case none
  case first
  case all
}

/// An output format for results.
///
/// All encoders are listed in `EncoderCatalog.all`.
package protocol ResultEncoder: Sendable {
  /// A lower-case name, used in settings, options and messages.
  var name: String { get }

  /// A phrase that describes the output, for the help topic `formats`.
  var summary: String { get }

  /// The file extensions that select this format by default, without the dot.
  var fileExtensions: [String] { get }

  /// Whether concatenating two outputs of this format gives a valid output of this format.
  var canAppend: Bool { get }

  var needs: RowNeeds { get }

  /// The number of lines that a row takes, without context lines; a value of several lines takes
  /// more.
  func linesPerRow(_ schema: ResultSchema, _ options: EncodingOptions) -> Int

  /// Whether the output contains record numbers.
  var needsRecordNumbers: Bool { get }

  /// Which hits of each row the output depends on.
  func neededHits(_ options: EncodingOptions) -> HitNeeds

  /// For which hits of each row the output contains the column in the file's line.
  func fileColumns(_ options: EncodingOptions) -> RowDetails.FileColumns

  /// Whether the output can contain context lines around a row.
  var showsContext: Bool { get }

  /// Whether the encoder escapes control characters for a terminal itself, because it writes
  /// styles.
  var writesStyles: Bool { get }

  /// Whether the output is JSON.
  var isJSON: Bool { get }

  /// Creates a writer for the rows of one result.
  ///
  /// A writer is a value, so several threads can write batches of rows with copies of the writer.
  ///
  /// - Throws: `unknownField` if the options name a field that no corpus has.
  func makeWriter(_ schema: ResultSchema, _ options: EncodingOptions) throws(OutputError)
    -> any RowWriter

  /// Creates a writer for rows of values in `columns`; by default, the writer aligns the columns.
  func makeValueWriter(_ columns: [String], _ options: EncodingOptions) -> any ValueRowWriter
}

extension ResultEncoder {
  package func makeValueWriter(
    _ columns: [String], _ options: EncodingOptions
  ) -> any ValueRowWriter { TableValues(columns, options) }

  package var fileExtensions: [String] { [] }
  package var canAppend: Bool { true }
  package var needs: RowNeeds { .once }
  package func linesPerRow(_ schema: ResultSchema, _ options: EncodingOptions) -> Int { 1 }
  package var needsRecordNumbers: Bool { needs != .none }
  package func neededHits(_ options: EncodingOptions) -> HitNeeds { .all }
  package func fileColumns(_ options: EncodingOptions) -> RowDetails.FileColumns { .none }
  package var showsContext: Bool { false }
  package var writesStyles: Bool { false }
  package var isJSON: Bool { false }
}

/// Appends encoded rows to a buffer; the caller can empty the buffer after each row.
package protocol RowWriter: Sendable {
  /// The number of cells so far that a spreadsheet might interpret as formulas.
  var dangerousCells: Int { get }

  /// Measures a row; if the encoder needs two passes, this method is called for all rows before
  /// `open`.
  mutating func measure(_ row: Row, _ record: Span<UInt8>)

  /// Writes the output that precedes the rows, such as a header.
  mutating func open(_ bytes: inout GrowableBuffer<UInt8>)

  mutating func write(_ row: Row, _ record: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>)

  /// Writes all rows of a batch in one call; returns `false` if the rows must be written one by
  /// one.
  ///
  /// For short rows, one call per row would take most of the time.
  mutating func write(allOf batch: RowBatch, _ bytes: inout GrowableBuffer<UInt8>) -> Bool

  /// Writes the output after the rows; `count` is the number of rows, including rows that were not
  /// passed to the writer.
  mutating func close(_ count: Int, _ bytes: inout GrowableBuffer<UInt8>)
}

extension RowWriter {
  package var dangerousCells: Int { 0 }
  package mutating func measure(_ row: Row, _ record: Span<UInt8>) {}
  package mutating func open(_ bytes: inout GrowableBuffer<UInt8>) {}
  package mutating func write(
    _ row: Row, _ record: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>
  ) {}
  package mutating func write(
    allOf batch: RowBatch, _ bytes: inout GrowableBuffer<UInt8>
  ) -> Bool { false }
  package mutating func close(_ count: Int, _ bytes: inout GrowableBuffer<UInt8>) {}
}
