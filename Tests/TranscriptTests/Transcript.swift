import TestSupport

/// A recorded shell session with the built binary: commands, input and output.
///
///     A comment that describes the session.
///
///     + notes.txt                   a file to create in the working folder before the session
///     | first line
///     $ searchbench search first    a shell command
///     < typed                       its standard input
///     > notes.txt:1:1:first line    its standard output
///     ! searchbench: ...            its standard error
///     = 0                           its exit code
///
/// Backslashes are escaped as `\\`, and each byte of a control character or invisible character is
/// escaped, as in `\x1B`. A backslash at the end of a line means that the line has no newline. All
/// other lines are comments.
struct Transcript {
  /// A shell command and its results.
  struct Step: Equatable {
    var command: String
    var input: [UInt8] = []
    var output: [UInt8] = []
    var error: [UInt8] = []
    var status: Int32 = 0
  }

  /// A comment, a file or a step of the transcript.
  ///
  /// Recording the transcript again changes only the steps.
  enum Part {
    case comment(String)
    case file(name: String, content: [UInt8])
    case step(Step)
  }

  private(set) var parts: [Part] = []

  /// Parses a transcript.
  init(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    for line in lines { read(line) }
  }

  private mutating func read(_ line: String) {
    let rest = String(decoding: line.utf8.dropFirst(2), as: UTF8.self)
    switch (line.first, parts.last) {
    case ("+", _): parts.append(.file(name: rest, content: []))
    case ("$", _): parts.append(.step(Step(command: rest)))
    case ("|", .file(let name, let content)):
      replaceLast(by: .file(name: name, content: content + EscapedLines.bytes(of: rest)))
    case (let mark?, .step(var step)) where "<>!=".contains(mark):
      switch mark {
      case "<": step.input += EscapedLines.bytes(of: rest)
      case ">": step.output += EscapedLines.bytes(of: rest)
      case "!": step.error += EscapedLines.bytes(of: rest)
      default: step.status = Int32(rest) ?? -1
      }
      replaceLast(by: .step(step))
    default: parts.append(.comment(line))
    }
  }

  private mutating func replaceLast(by part: Part) { parts[parts.count - 1] = part }

  /// Runs the commands, and returns the transcript with their current results.
  ///
  /// - Throws: The errors of the closure `run`.
  func rerun(_ run: (Step) throws -> BinaryUnderTest.Result) throws -> Transcript {
    var new = self
    for (index, part) in parts.enumerated() {
      guard case .step(var step) = part else { continue }
      let result = try run(step)
      step.output = result.outputBytes
      step.error = result.errorBytes
      step.status = result.exitStatus
      new.parts[index] = .step(step)
    }
    return new
  }

  var steps: [Step] {
    parts.compactMap { part in
      if case .step(let step) = part { step } else { nil }
    }
  }

  /// The text of the transcript file.
  var text: String {
    parts.map { part in
      switch part {
      case .comment(let line): line + "\n"
      case .file(let name, let content): "+ \(name)\n" + EscapedLines.text(of: content, mark: "| ")
      case .step(let step): step.text
      }
    }.joined()
  }
}

extension Transcript.Step {
  /// The text of the step in the transcript file.
  var text: String {
    "$ \(command)\n" + EscapedLines.text(of: input, mark: "< ")
      + EscapedLines.text(of: output, mark: "> ") + EscapedLines.text(of: error, mark: "! ")
      + "= \(status)\n"
  }
}
