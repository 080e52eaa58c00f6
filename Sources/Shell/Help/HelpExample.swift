/// Lines as one would type them, and what comes of them: shown in help, and run by the tests, so that neither goes stale.
struct HelpExample: Sendable {
  /// Where the lines are typed.
  enum Place: Hashable, Sendable {
    /// At the prompt or in a script, with a bundled corpus loaded, or none.
    case session(BundledCorpus?)
    /// At the prompt only, where there is a person.
    case terminal(BundledCorpus?)
    /// In a shell.
    case shell
  }

  enum Outcome: Hashable, Sendable {
    /// The last result has so many records.
    case records(Int)
    /// This is written, among other things; the exit code is 0.
    case writes(String)
    /// It ends with this exit code, and says this.
    case fails(Int32, String)
  }

  let place: Place
  let lines: [String]
  let outcome: Outcome
  var remark: String?

  /// Lines of a session after which the last result has so many records.
  static func query(
    _ corpus: BundledCorpus, _ lines: String..., finds count: Int, _ remark: String? = nil
  ) -> HelpExample {
    HelpExample(
      place: .session(corpus), lines: lines, outcome: .records(count), remark: remark)
  }

  /// Lines of a session that write something.
  static func lines(
    _ corpus: BundledCorpus?, _ lines: String..., writes text: String, _ remark: String? = nil
  ) -> HelpExample {
    HelpExample(place: .session(corpus), lines: lines, outcome: .writes(text), remark: remark)
  }

  /// Lines of a session the last of which fails.
  static func failure(
    _ corpus: BundledCorpus?, _ lines: String..., code: Int32, says text: String,
    _ remark: String? = nil
  ) -> HelpExample {
    HelpExample(place: .session(corpus), lines: lines, outcome: .fails(code, text), remark: remark)
  }

  /// Lines that need a person at the prompt.
  static func typed(
    _ corpus: BundledCorpus?, _ lines: String..., shows text: String, _ remark: String? = nil
  ) -> HelpExample {
    HelpExample(place: .terminal(corpus), lines: lines, outcome: .writes(text), remark: remark)
  }

  /// A line of the shell that writes something.
  static func shell(
    _ line: String, writes text: String, _ remark: String? = nil
  ) -> HelpExample {
    HelpExample(place: .shell, lines: [line], outcome: .writes(text), remark: remark)
  }

  /// A line of the shell that ends with another exit code than 0.
  static func shell(
    _ line: String, code: Int32, says text: String = "", _ remark: String? = nil
  ) -> HelpExample {
    HelpExample(place: .shell, lines: [line], outcome: .fails(code, text), remark: remark)
  }

  /// Whether what is shown is an error.
  var fails: Bool {
    if case .fails = outcome { true } else { false }
  }

  /// What stands behind the lines in help.
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
