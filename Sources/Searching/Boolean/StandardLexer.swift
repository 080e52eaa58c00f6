internal import UnicodeText

/// A token of the standard grammar.
struct StandardToken {
  enum Kind: Equatable {
    case open
    case close
    case not
    case and
    case or
    case phrase
    case word
    /// A word that ends in an unescaped star.
    case prefix
    /// A field name and its colon.
    case field
  }
  let kind: Kind
  /// The text of the token: an operator as typed, an unescaped text, or the name of a field.
  let text: String
  let range: Range<Int>
}

/// Splits a query of the standard grammar into tokens.
///
/// - Complexity: O(*n*), because only the first bytes of a word are searched for a field name.
struct StandardLexer {
  private let reader: ClusterReader
  private let fields: Set<String>

  /// The maximum length of a text that can be a field name, in bytes.
  ///
  /// The typed name can have more bytes than the field's name, because the typed name may be
  /// decomposed while the field's name is composed.
  private let longestName: Int
  private var position = 0
  private(set) var tokens: [StandardToken] = []

  /// Splits `query` into tokens; `fields` are the names that may come before a colon.
  ///
  /// - Throws: `unclosedQuote`.
  init(_ query: String, fields: Set<String>) throws(QueryError) {
    reader = ClusterReader(query)
    self.fields = fields
    longestName = fields.isEmpty ? 0 : 16 + 4 * (fields.lazy.map(\.utf8.count).max() ?? 0)
    while position < reader.bytes.count {
      if isBlank(at: position) {
        position = reader.end(ofClusterAt: position)
        continue
      }
      switch reader.ascii(at: position) {
      case UInt8(ascii: "("): take(.open, "(", to: position + 1)
      case UInt8(ascii: ")"): take(.close, ")", to: position + 1)
      case UInt8(ascii: "!"): take(.not, "!", to: position + 1)
      case UInt8(ascii: "\""): try readPhrase()
      default: readWord()
      }
    }
  }

  private func isBlank(at offset: Int) -> Bool {
    if let byte = reader.ascii(at: offset) { return byte == 0x20 || (0x09...0x0D).contains(byte) }
    return reader.scalars(ofClusterAt: offset).allSatisfy { Whitespace.isWhiteSpace($0.value) }
  }

  private mutating func take(_ kind: StandardToken.Kind, _ text: String, to end: Int) {
    tokens.append(StandardToken(kind: kind, text: text, range: position..<end))
    position = end
  }

  private mutating func readPhrase() throws(QueryError) {
    var text: [UInt8] = []
    var offset = position + 1
    while offset < reader.bytes.count {
      let character = reader.ascii(at: offset)
      var end = reader.end(ofClusterAt: offset)
      if character == UInt8(ascii: "\"") {
        take(.phrase, String(decoding: text, as: UTF8.self), to: end)
        return
      }
      if character == UInt8(ascii: "\\"), end < reader.bytes.count {
        offset = end
        end = reader.end(ofClusterAt: offset)
      }
      text += reader.bytes[offset..<end]
      offset = end
    }
    throw QueryError(.unclosedQuote, at: position, length: 1)
  }

  private mutating func readWord() {
    var text: [UInt8] = []
    /// The unescaped colons after possible field names.
    ///
    /// `length` is the number of bytes of `text` before the colon; `end` is the offset in the query
    /// after the colon.
    var colons: [(length: Int, end: Int)] = []
    var hasEscape = false
    /// Whether a backslash precedes a character without a special meaning; such a word is not a
    /// field name.
    var isLiteral = false
    var endsWithBareStar = false
    var offset = position
    while offset < reader.bytes.count, !endsWord(at: offset) {
      if text.count > longestName, !colons.isEmpty {
        // If the word begins with a field name, end the word here. The text after the field name
        // is read later, as the next token.
        if takeField(text, colons) { return }
        colons = []
      }
      let character = reader.ascii(at: offset)
      var end = reader.end(ofClusterAt: offset)
      endsWithBareStar = character == UInt8(ascii: "*")
      if character == UInt8(ascii: "\\"), end < reader.bytes.count {
        hasEscape = true
        offset = end
        end = reader.end(ofClusterAt: offset)
        isLiteral = isLiteral || !hasMeaning(at: offset)
      } else if character == UInt8(ascii: ":"), text.count <= longestName, !isLiteral {
        colons.append((text.count, end))
      }
      text += reader.bytes[offset..<end]
      offset = end
    }
    if takeField(text, colons) { return }
    let word = String(decoding: text, as: UTF8.self)
    if !hasEscape, let kind = keyword(word), isSeparated(position..<offset) {
      take(kind, word, to: offset)
    } else if endsWithBareStar, text.count > 1 {
      take(.prefix, String(decoding: text.dropLast(), as: UTF8.self), to: offset)
    } else {
      take(.word, word, to: offset)
    }
  }

  /// Reads the longest field name at the start of `text`; returns `false` if there is no such name.
  private mutating func takeField(_ text: [UInt8], _ colons: [(length: Int, end: Int)]) -> Bool {
    for colon in colons.reversed() {
      let name = String(decoding: text[..<colon.length], as: UTF8.self)
      if fields.contains(name) {
        take(.field, name, to: colon.end)
        return true
      }
    }
    return false
  }

  /// Whether a character has a special meaning in a word if no backslash precedes it.
  private func hasMeaning(at offset: Int) -> Bool {
    switch reader.ascii(at: offset) {
    case UInt8(ascii: "\\"), UInt8(ascii: ":"), UInt8(ascii: "!"), UInt8(ascii: "*"): true
    default: endsWord(at: offset)
    }
  }

  private func endsWord(at offset: Int) -> Bool {
    switch reader.ascii(at: offset) {
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\""): true
    default: isBlank(at: offset)
    }
  }

  private func keyword(_ word: String) -> StandardToken.Kind? {
    switch word {
    case "AND": .and
    case "OR": .or
    case "NOT": .not
    default: nil
    }
  }

  /// Whether each side of a word is next to whitespace, a parenthesis, or an end of the query.
  private func isSeparated(_ range: Range<Int>) -> Bool {
    if range.upperBound < reader.bytes.count,
      reader.ascii(at: range.upperBound) == UInt8(ascii: "\"")
    {
      return false
    }
    guard let last = tokens.last, last.range.upperBound == range.lowerBound else { return true }
    return last.kind == .open || last.kind == .close
  }
}
