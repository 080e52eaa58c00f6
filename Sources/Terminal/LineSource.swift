/// The result of reading a line.
package enum LineEvent: Equatable, Sendable {
  /// A complete line without its line end; a pasted line, or a line typed over several rows, can
  /// contain newlines.
  case line(String)

  /// The user typed Ctrl-C, which discards the typed text.
  case interrupted

  /// There are no more lines: the file ended, or the user typed Ctrl-D on an empty line.
  case endOfInput

  /// The terminal was closed, or SIGHUP arrived.
  case hangup

  /// SIGTERM arrived.
  case terminate
}

/// The location of a line, for messages.
package struct LineLocation: Hashable, Sendable, CustomStringConvertible {
  /// The path as the user gave it, or `-` for standard input.
  package let source: String

  /// The line number, from 1.
  package let line: Int

  /// The column in characters, from 1; nil for the whole line.
  package let column: Int?

  package init(source: String, line: Int, column: Int? = nil) {
    self.source = source
    self.line = line
    self.column = column
  }

  package var description: String { "\(source):\(line)" + (column.map { ":\($0)" } ?? "") }
}

/// A source of lines that contain commands and queries, such as the keyboard, standard input or a
/// script.
package protocol LineSource {
  /// Waits for the next line; interactive sources show `prompt`.
  mutating func next(prompt: String) -> LineEvent

  /// The location of the start of the line that was read last; nil for typed lines.
  var location: LineLocation? { get }

  /// The location of a byte of the line that was read last, with its column; nil for typed lines.
  func location(ofOffset offset: Int) -> LineLocation?
}

extension LineSource {
  package var location: LineLocation? { nil }

  package func location(ofOffset offset: Int) -> LineLocation? { location }
}
