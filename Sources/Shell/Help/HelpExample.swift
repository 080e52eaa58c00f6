/// Example lines and their outcome, shown in help and run by the tests.
struct HelpExample: Sendable {
  /// Where the lines of an example are typed.
  enum Place: Hashable, Sendable {
    /// The lines are typed at the prompt or in a script; a bundled corpus, if given, is loaded
    /// first.
    case session(BundledCorpus?)
    /// The lines are typed at the prompt, because they do not work in a script.
    case terminal(BundledCorpus?)
    /// The lines are typed in a shell.
    case shell
  }

  enum Outcome: Hashable, Sendable {
    /// The last result has this number of records.
    case records(Int)
    /// The output contains this text, and the exit code is 0.
    case writes(String)
    /// The lines end with this exit code, and the error message contains this text.
    case fails(Int32, String)
  }

  let place: Place
  let lines: [String]
  let outcome: Outcome
  var remark: String?

  /// Creates an example of session lines whose last result has `count` records.
  static func query(
    _ corpus: BundledCorpus, _ lines: String..., finds count: Int, _ remark: String? = nil
  ) -> HelpExample {
    HelpExample(
      place: .session(corpus), lines: lines, outcome: .records(count), remark: remark)
  }

  /// Creates an example of session lines whose output contains `text`.
  static func lines(
    _ corpus: BundledCorpus?, _ lines: String..., writes text: String, _ remark: String? = nil
  ) -> HelpExample {
    HelpExample(place: .session(corpus), lines: lines, outcome: .writes(text), remark: remark)
  }

  /// Creates an example of session lines whose last line fails.
  static func failure(
    _ corpus: BundledCorpus?, _ lines: String..., code: Int32, says text: String,
    _ remark: String? = nil
  ) -> HelpExample {
    HelpExample(place: .session(corpus), lines: lines, outcome: .fails(code, text), remark: remark)
  }

  /// Creates an example of session lines that need an interactive prompt.
  static func typed(
    _ corpus: BundledCorpus?, _ lines: String..., shows text: String, _ remark: String? = nil
  ) -> HelpExample {
    HelpExample(place: .terminal(corpus), lines: lines, outcome: .writes(text), remark: remark)
  }

  /// Creates an example of a shell line whose output contains `text`.
  static func shell(
    _ line: String, writes text: String, _ remark: String? = nil
  ) -> HelpExample {
    HelpExample(place: .shell, lines: [line], outcome: .writes(text), remark: remark)
  }

  /// Creates an example of a shell line that ends with a nonzero exit code.
  static func shell(
    _ line: String, code: Int32, says text: String = "", _ remark: String? = nil
  ) -> HelpExample {
    HelpExample(place: .shell, lines: [line], outcome: .fails(code, text), remark: remark)
  }

  /// Whether the example shows an error.
  var fails: Bool {
    if case .fails = outcome { true } else { false }
  }

  /// The explanation that help shows next to the lines.
  var explanation: String {
    let result =
      switch outcome {
      case .records(let count): count == 1 ? "1 record" : "\(count) records"
      case .writes: ""
      case .fails(let code, _): "exit code \(code)"
      }
    return [result, remark ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
  }
}
