package import JSON
internal import UnicodeText

/// Writes rows of values, such as the result of an SQL query, in an output format.
///
/// The output formats are the same as for search results, but there are no columns for the record
/// and its hits. The format `hits` writes a table.
package struct ValueRows {
  private let options: EncodingOptions
  private let output: any Output
  private var writer: any ValueRowWriter

  /// The number of rows written.
  package private(set) var count = 0

  /// The number of cells that a spreadsheet might run as formulas.
  package var dangerousCells: Int { writer.dangerousCells }

  /// Begins the output.
  ///
  /// - Parameters:
  ///   - format: the name of an output format.
  ///   - columns: the names of the columns.
  ///   - options: whether to write a header, which line ends to write, and the terminal style.
  ///   - output: the destination of the rows.
  /// - Throws: `unknownFormat`, and the errors of `output`.
  package init(
    format: String, columns: [String], _ options: EncodingOptions, to output: any Output
  ) throws(OutputError) {
    self.options = options
    self.output = output
    writer = try EncoderCatalog.named(format).makeValueWriter(columns, options)
    try send(writer.open())
  }

  /// Writes a row.
  ///
  /// - Throws: the errors of the output.
  package mutating func write(_ row: [JSON]) throws(OutputError) {
    count += 1
    try send(writer.write(row, index: count - 1))
  }

  /// Ends the output.
  ///
  /// - Throws: the errors of the output.
  package mutating func finish() throws(OutputError) { try send(writer.close(count)) }

  /// Sends text to the output; if the output is a terminal, control characters are escaped.
  private func send(_ text: String) throws(OutputError) {
    if text.isEmpty { return }
    let isSafe = writer.escapesControls || options.terminal?.isRaw ?? true
    try output.write(isSafe ? text : ControlEscapes.escapedLines(text))
  }
}

/// Formats rows of values as text in an output format.
package protocol ValueRowWriter {
  var dangerousCells: Int { get }

  /// Whether the writer itself escapes the control characters in values.
  var escapesControls: Bool { get }

  mutating func open() -> String
  mutating func write(_ row: [JSON], index: Int) -> String
  mutating func close(_ count: Int) -> String
}

extension ValueRowWriter {
  package var dangerousCells: Int { 0 }
  package var escapesControls: Bool { false }
  package mutating func open() -> String { "" }
  package mutating func close(_ count: Int) -> String { "" }
}

/// Writes only the number of rows, or nothing if `isShown` is false.
struct CountedValues: ValueRowWriter {
  let isShown: Bool

  package mutating func write(_ row: [JSON], index: Int) -> String { "" }
  package mutating func close(_ count: Int) -> String { isShown ? "\(count)\n" : "" }
}
