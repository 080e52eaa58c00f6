internal import UnicodeText

/// A token of the classic grammar.
struct ClassicToken {
  enum Kind {
    case open
    case close
    case bang
    case not
    case and
    case or
    /// A word or phrase, as an index in `ClassicLexer.texts`.
    case text(Int)
  }
  var kind: Kind
  let offset: Int

  var isNegation: Bool {
    switch kind {
    case .bang, .not: true
    default: false
    }
  }

  /// The text of the token, which is used if the parser reads the token as a word.
  func text(from texts: [String]) -> String {
    switch kind {
    case .open: "("
    case .close: ")"
    case .bang: "!"
    case .not: "NOT"
    case .and: "AND"
    case .or: "OR"
    case .text(let index): texts[index]
    }
  }
}

/// Splits a query of the classic grammar into tokens.
///
/// - Complexity: O(*n*).
struct ClassicLexer {
  private let reader: ClusterReader
  private var position = 0
  private(set) var tokens: [ClassicToken] = []
  private(set) var texts: [String] = []

  init(_ query: String) {
    reader = ClusterReader(query)
    while position < reader.bytes.count {
      if isBlank(at: position) {
        position = reader.end(ofClusterAt: position)
      } else {
        readToken()
      }
    }
  }

  private func isBlank(at offset: Int) -> Bool {
    if let byte = reader.ascii(at: offset) { return byte == 0x20 || byte == 0x09 }
    if reader.bytes[offset] < 0x80 { return false }
    let scalars = reader.scalars(ofClusterAt: offset)
    guard let first = scalars.first, scalars.count == 1 else { return false }
    return Whitespace.isClassicWhitespace(first.value)
  }

  private mutating func readToken() {
    let start = position
    switch reader.ascii(at: start) {
    case UInt8(ascii: "("): take(.open, length: 1)
    case UInt8(ascii: ")"): take(.close, length: 1)
    case UInt8(ascii: "\""):
      if start + 1 == reader.bytes.count {
        readWord()
      } else {
        readPhrase()
      }
    case UInt8(ascii: "!") where start + 1 < reader.bytes.count && !isBlank(at: start + 1):
      take(.bang, length: 1)
    case UInt8(ascii: "N") where isKeyword("NOT"): take(.not, length: 3)
    case UInt8(ascii: "A") where isKeyword("AND"): take(.and, length: 3)
    case UInt8(ascii: "O") where isKeyword("OR"): take(.or, length: 2)
    default: readWord()
    }
  }

  private func isKeyword(_ word: String) -> Bool {
    let end = position + word.utf8.count
    return reader.hasKeyword(word, at: position) && end < reader.bytes.count && isBlank(at: end)
  }

  private mutating func take(_ kind: ClassicToken.Kind, length: Int) {
    tokens.append(ClassicToken(kind: kind, offset: position))
    position += length
  }

  private mutating func take(_ text: [UInt8], from start: Int) {
    tokens.append(ClassicToken(kind: .text(texts.count), offset: start))
    texts.append(String(decoding: text, as: UTF8.self))
  }

  private mutating func readWord() {
    let start = position
    var text: [UInt8] = []
    while position < reader.bytes.count {
      let character = reader.ascii(at: position)
      var end = reader.end(ofClusterAt: position)
      if character == UInt8(ascii: "\\"), end < reader.bytes.count {
        position = end
        end = reader.end(ofClusterAt: position)
      } else if position > start {
        if character == UInt8(ascii: "(") || character == UInt8(ascii: ")")
          || character == UInt8(ascii: "\"") || isBlank(at: position)
        {
          break
        }
      }
      text += reader.bytes[position..<end]
      position = end
    }
    take(text, from: start)
  }

  private mutating func readPhrase() {
    let start = position
    var text: [UInt8] = []
    position += 1
    while position < reader.bytes.count {
      let character = reader.ascii(at: position)
      if character == UInt8(ascii: "\"") {
        position += 1
        break
      }
      if character == UInt8(ascii: "\\"), reader.ascii(at: position + 1) == UInt8(ascii: "\"") {
        position += 1
      }
      let end = reader.end(ofClusterAt: position)
      text += reader.bytes[position..<end]
      position = end
    }
    take(text, from: start)
  }
}
