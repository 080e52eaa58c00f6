internal import UnicodeText

/// The word at the end of a query for which tokens of a corpus are to be had, and how one is written in its place.
public struct PartialWord: Sendable {
  /// The bytes of the query (in UTF-8) that a token replaces.
  public let range: Range<Int>

  /// What stands there as the query means it: without escapes.
  public let text: String

  /// The field that the word is looked for in; `nil` if that is not said.
  public var field: String?

  /// Whether a field of the corpus and a colon may stand here instead.
  public var allowsField = false

  /// What follows the word once it is the only choice.
  public var suffix = " "

  /// Where the text is split into the tokens that the query can have.
  var separators = TokenSeparators.standard

  /// Whether the word is looked for in the text as it was loaded, but for its case.
  var isVerbatim = false

  /// Whether what stands before the word may make case count.
  var mayMindCase = false

  private let writer: @Sendable (String) -> String?

  /// Creates a word; `writer` makes of a token what a query says for it, or `nil` if none can.
  init(_ text: String, in range: Range<Int>, writer: @escaping @Sendable (String) -> String?) {
    self.text = text
    self.range = range
    self.writer = writer
  }

  /// What a query says for `token`; `nil` if it cannot, or not without characters that act on a terminal.
  public func written(_ token: String) -> String? { writer(token) }

  /// What follows the last blank of `query`, in which nothing is special; `nil` if nothing does.
  static func afterLastBlank(of query: String) -> PartialWord? {
    let scalars = query.unicodeScalars
    let blank = scalars.lastIndex { Blanks.isWhiteSpace($0.value) }
    let text = String(scalars[(blank.map { scalars.index(after: $0) } ?? scalars.startIndex)...])
    if text.isEmpty { return nil }
    let end = query.utf8.count
    return PartialWord(text, in: end - text.utf8.count..<end) { isPlain($0) ? $0 : nil }
  }

  /// Whether `token` can stand in a line as it is: it holds nothing that acts on a terminal or is not seen, and forms no
  /// character with what stands before or behind it.
  static func isPlain(_ token: String) -> Bool {
    token.unicodeScalars.allSatisfy { !isActive($0) } && " \(token) ".count == token.count + 2
  }

  static func isActive(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    // Joiners are part of words and of emoji.
    case .format: return scalar.value != 0x200C && scalar.value != 0x200D
    default: return false
    }
  }
}
