/// Splits the text of a pattern into tokens by RE2's rules.
///
/// Any text can be split, including a pattern that RE2 rejects or that the user is still typing.
struct PatternTokens: Sequence, IteratorProtocol {
  enum Kind: Equatable {
    /// A scalar that is matched literally.
    case literal
    /// A backslash and the ASCII character that it makes literal: punctuation, a space or a control
    /// character.
    case escapedLiteral
    /// A quotation `\Q...\E`; `content` has only the characters between `\Q` and `\E`.
    case quotation
    /// Any other escape, such as `\d`, `\x{41}` or `\pL`, with the letter after the backslash.
    case escape(UInt8)
    /// A class in brackets.
    case brackets
    /// `(`, with the flags or the name after it.
    case groupStart(setsFlags: Bool)
    /// A repetition in braces, such as `{2,3}`.
    case counts
    /// One of `. ^ $ | ) * + ?`.
    case sign(UInt8)
  }

  struct Token: Equatable {
    let kind: Kind
    /// The bytes of the token.
    let range: Range<Int>
    /// For a literal or a quotation, the range of the bytes that are matched literally; for any
    /// other token, an empty range.
    var content = 0..<0
    /// Whether the token is complete; false only for the last token of an unfinished pattern.
    var isFinished = true
  }

  let bytes: [UInt8]
  private var position = 0

  /// The offset of the last `:]`.
  ///
  /// No named class can begin after the last `:]`. A named class that begins before the last `:]`
  /// always has an end.
  private let lastClassEnd: Int

  init(_ pattern: String) {
    bytes = Array(pattern.utf8)
    var last = bytes.count - 2
    while last >= 0, bytes[last] != UInt8(ascii: ":") || bytes[last + 1] != UInt8(ascii: "]") {
      last -= 1
    }
    lastClassEnd = last
  }

  mutating func next() -> Token? {
    guard position < bytes.count else { return nil }
    let token = readOne()
    position = token.range.upperBound
    return token
  }

  private func readOne() -> Token {
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: "\\"): return readEscape()
    case UInt8(ascii: "["): return readBrackets()
    case UInt8(ascii: "("): return readGroupStart()
    case UInt8(ascii: "{"): return readCounts()
    case _ where ".^$|)*+?".utf8.contains(byte): return token(.sign(byte), to: position + 1)
    default: return literal(.literal, at: position)
    }
  }

  /// The token that ends at `end`; the token is unfinished if the pattern ends before `end`.
  private func token(_ kind: Kind, to end: Int) -> Token {
    Token(
      kind: kind, range: position..<Swift.min(end, bytes.count), isFinished: end <= bytes.count)
  }

  private func literal(_ kind: Kind, at start: Int) -> Token {
    var end = start + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return Token(kind: kind, range: position..<end, content: start..<end)
  }

  /// The token that ends with the first `closing` byte at or after `start`.
  private func token(_ kind: Kind, through closing: UInt8, from start: Int) -> Token {
    let end = bytes[Swift.min(start, bytes.count)...].firstIndex(of: closing)
    return token(kind, to: end.map { $0 + 1 } ?? bytes.count + 1)
  }

  private func readEscape() -> Token {
    guard position + 1 < bytes.count else { return token(.escape(0), to: position + 2) }
    let letter = bytes[position + 1]
    switch letter {
    case UInt8(ascii: "Q"): return readQuotation()
    case UInt8(ascii: "p"), UInt8(ascii: "P"), UInt8(ascii: "x"):
      if position + 2 < bytes.count, bytes[position + 2] == UInt8(ascii: "{") {
        return token(.escape(letter), through: UInt8(ascii: "}"), from: position + 2)
      }
      return token(.escape(letter), to: position + (letter == UInt8(ascii: "x") ? 4 : 3))
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      let digits = bytes[(position + 1)...].prefix(3).prefix { (0x30...0x37).contains($0) }
      return token(.escape(letter), to: digits.endIndex)
    case 0x01...0x2F, 0x3A...0x40, 0x5B...0x5E, 0x60, 0x7B...0x7F:
      return literal(.escapedLiteral, at: position + 1)
    default:
      // Only ASCII letters have a meaning after a backslash; the token of any other escape includes
      // all bytes of the escaped scalar.
      return token(.escape(letter), to: literal(.literal, at: position + 1).range.upperBound)
    }
  }

  private func readQuotation() -> Token {
    let start = position + 2
    var end = start
    while end < bytes.count, !isAt(end, UInt8(ascii: "\\"), UInt8(ascii: "E")) { end += 1 }
    var quotation = token(.quotation, to: end + 2)
    quotation.content = start..<end
    return quotation
  }

  private func readBrackets() -> Token {
    var end = position + 1
    if end < bytes.count, bytes[end] == UInt8(ascii: "^") { end += 1 }
    var isFirst = true
    while end < bytes.count, isFirst || bytes[end] != UInt8(ascii: "]") {
      isFirst = false
      if isAt(end, UInt8(ascii: "["), UInt8(ascii: ":")), let close = endOfPosixClass(at: end) {
        end = close
        continue
      }
      let isClass =
        end + 1 < bytes.count && bytes[end] == UInt8(ascii: "\\")
        && "dDsSwWpP".utf8.contains(bytes[end + 1])
      end = endOfMember(at: end)
      // At the end of a range, `[` is a member of the class, even if `:` follows it.
      if !isClass, end + 1 < bytes.count, bytes[end] == UInt8(ascii: "-"),
        bytes[end + 1] != UInt8(ascii: "]")
      {
        end = endOfMember(at: end + 1)
      }
    }
    return token(.brackets, to: end + 1)
  }

  /// The end of a character or an escape in brackets.
  private func endOfMember(at start: Int) -> Int {
    guard bytes[start] == UInt8(ascii: "\\") else { return start + 1 }
    guard start + 2 < bytes.count, bytes[start + 2] == UInt8(ascii: "{"),
      "pPx".utf8.contains(bytes[start + 1])
    else { return start + 2 }
    return bytes[start...].firstIndex(of: UInt8(ascii: "}")).map { $0 + 1 } ?? bytes.count
  }

  /// The end of `[:name:]`; nil if `:]` is missing, so that `[` is a member of the class.
  private func endOfPosixClass(at start: Int) -> Int? {
    var end = start + 2
    guard end <= lastClassEnd else { return nil }
    while !isAt(end, UInt8(ascii: ":"), UInt8(ascii: "]")) { end += 1 }
    return end + 2
  }

  private func readGroupStart() -> Token {
    let opening = position + 1
    guard opening < bytes.count, bytes[opening] == UInt8(ascii: "?") else {
      return token(.groupStart(setsFlags: false), to: opening)
    }
    var end = opening
    while end < bytes.count, !":)>".utf8.contains(bytes[end]) { end += 1 }
    let isName = isAt(opening, UInt8(ascii: "?"), UInt8(ascii: "P"))
    let setsFlags = !isName && end > opening + 1
    return token(.groupStart(setsFlags: setsFlags), to: end + 1)
  }

  /// Reads `{n}`, `{n,}` or `{n,m}`; in any other text, the brace is a literal.
  private func readCounts() -> Token {
    var end = position + 1
    func skipDigits() -> Bool {
      let start = end
      while end < bytes.count, (0x30...0x39).contains(bytes[end]) { end += 1 }
      return end > start || end == bytes.count
    }
    guard skipDigits() else { return literal(.literal, at: position) }
    if end < bytes.count, bytes[end] == UInt8(ascii: ",") {
      end += 1
      _ = skipDigits()
    }
    if end < bytes.count, bytes[end] != UInt8(ascii: "}") { return literal(.literal, at: position) }
    return token(.counts, to: end + 1)
  }

  private func isAt(_ offset: Int, _ first: UInt8, _ second: UInt8) -> Bool {
    offset + 1 < bytes.count && bytes[offset] == first && bytes[offset + 1] == second
  }
}
