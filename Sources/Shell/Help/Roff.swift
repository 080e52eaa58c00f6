/// Text of a manual page, in the macros of `man(7)`.
struct Roff {
  private(set) var text = ""
  private var isBelowHeading = false

  /// `.TH`: what stands at the head and foot of the page.
  mutating func title(_ name: String, date: String, version: String, manual: String) {
    text += #".TH "\#(name)" 1 "\#(date)" "\#(version)" "\#(manual)""# + "\n"
    // Names of options and commands are not to be hyphenated or pulled apart.
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

  /// Filled text, after a blank line.
  mutating func paragraph(_ words: String) {
    beginParagraph()
    text += Self.filled(words)
  }

  private mutating func beginParagraph() {
    if !isBelowHeading { text += ".PP\n" }
    isBelowHeading = false
  }

  /// Filled text that follows a heading or a term.
  mutating func words(_ words: String) {
    if !words.isEmpty { text += Self.filled(words) }
    isBelowHeading = false
  }

  /// Begins a new line before what follows.
  mutating func lineBreak() { text += ".br\n" }

  /// A term in bold, whatever signs are in it, and what it means, indented.
  mutating func term(_ term: String, _ meaning: String) {
    isBelowHeading = false
    text += ".TP\n\\fB" + Self.escaped(term) + "\\fR\n"
    text += meaning.isEmpty ? "\\&\n" : Self.filled(meaning)
  }

  /// Lines that stay as they are, less indented than text, for they may be 80 columns wide.
  mutating func verbatim(_ lines: [String]) {
    beginParagraph()
    text += ".in 2n\n.nf\n"
    for line in lines { text += Self.line(line) + "\n" }
    text += ".fi\n.in\n"
  }

  /// Text as help has it: paragraphs parted by empty lines; those with columns stay as they are.
  mutating func prose(_ body: String) {
    for paragraph in body.split(separator: "\n\n") {
      let lines = paragraph.split(separator: "\n").map(String.init)
      if lines.contains(where: { $0.contains("  ") }) {
        verbatim(lines)
      } else {
        self.paragraph(lines.joined(separator: " "))
      }
    }
  }

  /// Words in short lines, which are filled when the page is shown.
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

  /// A line of text: nothing in it is a request, and every sign means itself.
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

  /// At least four hexadecimal digits.
  private static func code(of sign: Unicode.Scalar) -> String {
    let digits = String(sign.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
