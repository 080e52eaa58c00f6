/// A token of a boolean query in the classic grammar.
enum ExpressionToken: Equatable {
  case open
  case close
  case bang
  case not
  case and
  case or
  case text(String)

  /// The text to search for if the parser treats this token as a phrase.
  var text: String {
    switch self {
    case .open: "("
    case .close: ")"
    case .bang: "!"
    case .not: "NOT"
    case .and: "AND"
    case .or: "OR"
    case .text(let text): text
    }
  }
}

/// Splits a boolean query in the classic grammar into tokens, character by character.
struct ExpressionLexer {
  private static let keywords: [(word: [Character], token: ExpressionToken)] = [
    (["N", "O", "T"], .not), (["A", "N", "D"], .and), (["O", "R"], .or),
  ]

  private let query: [Character]
  private var position = 0

  /// The tokens of a query.
  static func tokens(of query: String) -> [ExpressionToken] {
    var lexer = ExpressionLexer(query: Array(query))
    var tokens: [ExpressionToken] = []
    while let token = lexer.next() { tokens.append(token) }
    return tokens
  }

  private init(query: [Character]) { self.query = query }

  private mutating func next() -> ExpressionToken? {
    while position < query.count, isBlank(at: position) { position += 1 }
    guard position < query.count else { return nil }
    let isLast = position + 1 == query.count
    switch query[position] {
    case "(": return take(.open)
    case ")": return take(.close)
    case "\"" where !isLast: return phrase()
    case "!" where !isLast && !isBlank(at: position + 1): return take(.bang)
    default: break
    }
    for (word, token) in Self.keywords {
      let end = position + word.count
      if end < query.count, isBlank(at: end), query[position..<end].elementsEqual(word) {
        return take(token, length: word.count)
      }
    }
    return word()
  }

  private mutating func take(_ token: ExpressionToken, length: Int = 1) -> ExpressionToken {
    position += length
    return token
  }

  /// Whether the character is whitespace, which includes U+200B but no newlines.
  private func isBlank(at place: Int) -> Bool {
    let scalars = query[place].unicodeScalars
    guard let scalar = scalars.first, scalars.count == 1 else { return false }
    switch scalar.value {
    case 0x20, 0x09, 0xA0, 0x1680, 0x2000...0x200B, 0x202F, 0x205F, 0x3000: return true
    default: return false
    }
  }

  /// Reads up to whitespace, a parenthesis or a quote; a backslash escapes the next character.
  private mutating func word() -> ExpressionToken {
    let start = position
    var text = ""
    while position < query.count {
      if query[position] == "\\", position + 1 < query.count {
        position += 1
      } else if position > start, isBlank(at: position) || "()\"".contains(query[position]) {
        break
      }
      text.append(query[position])
      position += 1
    }
    return .text(text)
  }

  /// Reads up to a quote or the end; a backslash escapes a quote.
  private mutating func phrase() -> ExpressionToken {
    var text = ""
    position += 1
    while position < query.count, query[position] != "\"" {
      if query[position] == "\\", position + 1 < query.count, query[position + 1] == "\"" {
        position += 1
      }
      text.append(query[position])
      position += 1
    }
    position += 1
    return .text(text)
  }
}
