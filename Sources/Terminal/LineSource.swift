/// What asking for a line came to.
public enum LineEvent: Equatable, Sendable {
  /// A whole line, without its line end; one that was typed over several rows or pasted may hold
  /// line feeds.
  case line(String)

  /// Ctrl-C: whatever was typed is dropped.
  case interrupted

  /// No more lines: the end of the file, or Ctrl-D on an empty line.
  case endOfInput

  /// The terminal is gone, or a hang-up signal came.
  case hangup

  /// A termination signal came.
  case terminate
}

/// Where a line comes from, for messages about it.
public struct LineLocation: Hashable, Sendable, CustomStringConvertible {
  /// The path as it was given, or `-` for standard input.
  public let source: String

  /// Counted from 1.
  public let line: Int

  /// In characters, counted from 1; nil where the whole line is meant.
  public let column: Int?

  public init(source: String, line: Int, column: Int? = nil) {
    self.source = source
    self.line = line
    self.column = column
  }

  public var description: String { "\(source):\(line)" + (column.map { ":\($0)" } ?? "") }
}

/// Something that gives commands and queries, one line at a time: the keyboard, standard input, a
/// script.
public protocol LineSource {
  /// Waits for the next line; `prompt` is shown by those that talk to a person.
  mutating func next(prompt: String) -> LineEvent

  /// Where the line that came last begins; nil for typed lines.
  var location: LineLocation? { get }

  /// The place of a byte of the line that came last, with its column; nil for typed lines.
  func location(ofOffset offset: Int) -> LineLocation?
}

extension LineSource {
  public var location: LineLocation? { nil }

  public func location(ofOffset offset: Int) -> LineLocation? { location }
}
