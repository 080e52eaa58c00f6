internal import UnicodeText

/// The unfinished word at the end of a query, and the rules for replacing it with a token.
package struct PartialWord: Sendable {
  /// The UTF-8 byte range of the query that a token replaces.
  package let range: Range<Int>

  /// The word with its escapes resolved.
  package let text: String

  /// The field to search; `nil` if the query names no field.
  package var field: String?

  /// Whether the word can also be completed to a field name and a colon.
  package var allowsField = false

  /// The text to insert after the token if there is only one completion.
  package var suffix = " "

  /// The separators at which the corpus's text is split into the tokens that the query can find.
  var separators = TokenSeparators.standard

  /// Whether the query is matched against the original text, not against the folded text.
  ///
  /// Matching against the original text can still ignore case.
  var matchesLoadedText = false

  /// Whether the text before the word may make the search case-sensitive.
  var mayBeCaseSensitive = false

  private let writer: @Sendable (String) -> String?

  /// Creates a word.
  ///
  /// - Parameters:
  ///   - text: the word, with its escapes resolved.
  ///   - range: the UTF-8 byte range of the query that a token replaces.
  ///   - writer: returns the spelling of a token in a query, or `nil` if no query can express it.
  init(_ text: String, in range: Range<Int>, writer: @escaping @Sendable (String) -> String?) {
    self.text = text
    self.range = range
    self.writer = writer
  }

  /// The spelling of `token` in a query.
  ///
  /// The result is `nil` if no query can express the token, or if the spelling has characters that
  /// control a terminal.
  package func written(_ token: String) -> String? { writer(token) }

  /// The text after the last whitespace of `query`, for a syntax without special characters.
  ///
  /// Returns `nil` if there is no text after the last whitespace.
  static func afterLastBlank(of query: String) -> PartialWord? {
    let scalars = query.unicodeScalars
    let blank = scalars.lastIndex { Whitespace.isWhiteSpace($0.value) }
    let text = String(scalars[(blank.map { scalars.index(after: $0) } ?? scalars.startIndex)...])
    if text.isEmpty { return nil }
    let end = query.utf8.count
    return PartialWord(text, in: end - text.utf8.count..<end) { isPlain($0) ? $0 : nil }
  }

  /// Whether `token` can be inserted into the query line unchanged.
  ///
  /// The token must have no control characters and no invisible characters, and must not form a
  /// grapheme cluster with the text around it.
  static func isPlain(_ token: String) -> Bool {
    token.unicodeScalars.allSatisfy { !isActive($0) } && " \(token) ".count == token.count + 2
  }

  static func isActive(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    // The zero-width joiner and non-joiner occur in words and emoji.
    case .format: return scalar.value != 0x200C && scalar.value != 0x200D
    default: return false
    }
  }
}
