import TestSupport

/// A session with the built binary, written down: what was typed to the shell, and all that came back.
///
///     A few words of what this is about.
///
///     + notes.txt                   a file in the folder where it all happens, made beforehand
///     | first line
///     $ searchbench search first    a line of the shell
///     < typed                       its standard input
///     > notes.txt:1:1:first line    its standard output
///     ! searchbench: ...            its standard error
///     = 0                           its exit code
///
/// A backslash, a control or an invisible character stands as `\\` or `\x1B`, one byte each; a lone backslash ends a
/// line that had no end. Every other line is a comment.
struct Transcript {
  /// A line of the shell and what came of it.
  struct Step: Equatable {
    var command: String
    var input: [UInt8] = []
    var output: [UInt8] = []
    var error: [UInt8] = []
    var status: Int32 = 0
  }

  /// A part of the text, kept as it is when it is recorded anew.
  enum Part {
    case comment(String)
    case file(name: String, content: [UInt8])
    case step(Step)
  }

  private(set) var parts: [Part] = []

  /// Reads a transcript.
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

  /// The transcript with what comes back now.
  ///
  /// - Throws: What `run` throws.
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

  /// The transcript as it is written down.
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
  /// The step as it is written down.
  var text: String {
    "$ \(command)\n" + EscapedLines.text(of: input, mark: "< ")
      + EscapedLines.text(of: output, mark: "> ") + EscapedLines.text(of: error, mark: "! ")
      + "= \(status)\n"
  }
}
