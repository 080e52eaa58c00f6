package import System

/// The lines of a script file, of a script in memory, or of `-c` options.
package struct ScriptLines: LineSource {
  private let source: String
  private var lines: ArraySlice<String>
  private var lineNumber: Int

  /// Creates a line source from `lines`; in its locations, the source name is `source`, and the
  /// first line has the number `first`.
  package init(_ lines: [String], source: String, first: Int = 1) {
    self.source = source
    self.lines = lines[...]
    lineNumber = first - 1
  }

  /// Reads the lines of the file at `path`, skipping a first line that starts with `#!`.
  ///
  /// - Throws: `SystemError` if the file cannot be read.
  package init(path: String) throws(SystemError) {
    var input = StandardInput(text: try Platform.contents(of: path, isInterruptible: true))
    var lines: [String] = []
    while case .line(let line) = input.next(prompt: "") { lines.append(line) }
    self.init(lines, source: path)
    if lines.first?.hasPrefix("#!") == true { skip() }
  }

  private mutating func skip() {
    lines = lines.dropFirst()
    lineNumber += 1
  }

  package var location: LineLocation? { LineLocation(source: source, line: lineNumber) }

  package mutating func next(prompt: String) -> LineEvent {
    if let event = Signals.pendingEvent { return event }
    guard let line = lines.first else { return .endOfInput }
    skip()
    return .line(line)
  }
}
