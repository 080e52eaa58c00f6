internal import Basics

/// Writes a manual page with the macros of `man(7)`.
struct Roff {
  private(set) var text = ""
  private var isBelowHeading = false

  /// Adds the macro `.TH`, which defines the header and footer of the page.
  mutating func title(_ name: String, date: String, version: String, manual: String) {
    text += #".TH "\#(name)" 1 "\#(date)" "\#(version)" "\#(manual)""# + "\n"
    // Turn off hyphenation and justification, which would break the names of options and commands.
    text += ".nh\n.ad l\n"
  }

  mutating func section(_ title: String) {
    text += ".SH " + Self.argument(title.uppercased()) + "\n"
    isBelowHeading = true
  }

  mutating func subsection(_ title: String) {
    text += ".SS " + Self.argument(title) + "\n"
    isBelowHeading = true
  }

  /// Adds a paragraph, which `man` wraps to the width of the page.
  mutating func paragraph(_ words: String) {
    beginParagraph()
    text += Self.filled(words)
  }

  private mutating func beginParagraph() {
    if !isBelowHeading { text += ".PP\n" }
    isBelowHeading = false
  }

  /// Adds text, which `man` wraps, directly after a heading or a term.
  mutating func words(_ words: String) {
    if !words.isEmpty { text += Self.filled(words) }
    isBelowHeading = false
  }

  /// Adds a line break.
  mutating func lineBreak() { text += ".br\n" }

  /// Adds a term in bold, and its meaning, which is indented.
  mutating func term(_ term: String, _ meaning: String) {
    isBelowHeading = false
    text += ".TP\n\\fB" + Self.escaped(term) + "\\fR\n"
    text += meaning.isEmpty ? "\\&\n" : Self.filled(meaning)
  }

  /// Adds lines that `man` does not wrap.
  ///
  /// Unwrapped lines are indented less than other text, because they can be 80 columns wide.
  mutating func verbatim(_ lines: [String]) {
    beginParagraph()
    text += ".in 2n\n.nf\n"
    for line in lines { text += Self.line(line) + "\n" }
    text += ".fi\n.in\n"
  }

  /// Adds a help text, whose paragraphs are separated by empty lines.
  ///
  /// Paragraphs with aligned columns are not wrapped.
  mutating func prose(_ body: String) {
    for paragraph in body.pieces(separatedBy: "\n\n") where !paragraph.isEmpty {
      let lines = paragraph.split(separator: "\n").map(String.init)
      if lines.contains(where: { $0.hasOccurrence(of: "  ") }) {
        verbatim(lines)
      } else {
        self.paragraph(lines.joined(separator: " "))
      }
    }
  }

  /// Breaks the words into short source lines, which `man` joins and wraps when it shows the page.
  private static func filled(_ words: String) -> String {
    var lines: [String] = []
    for word in words.split(whereSeparator: \.isWhitespace) {
      if let last = lines.last, escaped(last).utf8.count + escaped(String(word)).utf8.count < 78 {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines.map { line($0) + "\n" }.joined()
  }

  /// A line of text, escaped so that roff never parses it as a request.
  static func line(_ words: String) -> String {
    let line = escaped(words)
    return line.hasPrefix(".") || line.hasPrefix("'") || line.hasPrefix("\\(aq")
      ? "\\&" + line : line
  }

  private static func argument(_ words: String) -> String { "\"" + escaped(words) + "\"" }

  private static func escaped(_ words: String) -> String {
    words.unicodeScalars.map { sign in
      switch sign {
      case "\\": "\\e"
      case "-": "\\-"
      case "'": "\\(aq"
      case "`": "\\(ga"
      case "^": "\\(ha"
      case "~": "\\(ti"
      case "\"": "\\(dq"
      case "\n": " "
      case "\u{20}"..."\u{7E}": String(sign)
      default: "\\[u\(code(of: sign))]"
      }
    }.joined()
  }

  /// The scalar's number in hexadecimal, with at least four digits.
  private static func code(of sign: Unicode.Scalar) -> String {
    let digits = String(sign.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
