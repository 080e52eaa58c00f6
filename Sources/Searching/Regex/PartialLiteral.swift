internal import UnicodeText

/// Finds the literal characters at the end of a pattern.
///
/// Only characters that stand for themselves count. Letters and digits after a backslash, classes and braces do not.
struct PartialLiteral {
  private let bytes: [UInt8]
  private var position = 0

  /// Where the current run of literals begins.
  private var start = 0
  /// The text of the current run of literals.
  private var text: [UInt8] = []

  /// Whether the pattern sets flags.
  private var hasFlags = false

  private static let special = Array(#"\.+*?()|[]{}^$"#.utf8)

  /// The literal word at the end of `pattern`; `nil` if it does not end in one.
  static func word(atEndOf pattern: String) -> PartialWord? {
    var literal = PartialLiteral(bytes: Array(pattern.utf8))
    while literal.position < literal.bytes.count {
      // An unfinished element has no literal at its end.
      guard literal.readOne() else { return nil }
    }
    if literal.text.isEmpty { return nil }
    var word = PartialWord(
      String(decoding: literal.text, as: UTF8.self), in: literal.start..<literal.bytes.count,
      writer: { escaped($0) })
    word.matchesLoadedText = true
    word.mayBeCaseSensitive = literal.hasFlags
    // A space would become part of the pattern.
    word.suffix = ""
    return word
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// A pattern that matches exactly `token`.
  static func escaped(_ token: String) -> String {
    var result = String.UnicodeScalarView()
    let joins = !PartialWord.isPlain(token)
    for (index, scalar) in token.unicodeScalars.enumerated() {
      if PartialWord.isActive(scalar) || joins && index == 0 && !scalar.isASCII {
        result.append(
          contentsOf: "\\x{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
        continue
      }
      if scalar.isASCII, special.contains(UInt8(scalar.value)) { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }

  /// Reads one element; returns `false` if it is unfinished.
  private mutating func readOne() -> Bool {
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: "\\"): return readEscape()
    case UInt8(ascii: "["): return skipClass()
    case UInt8(ascii: "{"): return skip(through: UInt8(ascii: "}"), from: position)
    case UInt8(ascii: "("): return skipGroupStart()
    case _ where Self.special.contains(byte): breakRun(at: position + 1)
    default:
      let length = bytes.scalarLength(at: position)
      let scalar = String(decoding: bytes[position..<position + length], as: UTF8.self)
      if scalar.unicodeScalars.allSatisfy({ Blanks.isWhiteSpace($0.value) }) {
        breakRun(at: position + length)
      } else {
        take(position..<position + length, from: position)
      }
    }
    return true
  }

  private mutating func take(_ range: Range<Int>, from start: Int) {
    if text.isEmpty { self.start = start }
    text += bytes[range]
    position = range.upperBound
  }

  private mutating func breakRun(at next: Int) {
    text = []
    position = next
  }

  private mutating func readEscape() -> Bool {
    guard position + 1 < bytes.count else { return false }
    let letter = bytes[position + 1]
    let isWord =
      letter == UInt8(ascii: "_") || (0x30...0x39).contains(letter)
      || (0x41...0x5A).contains(letter & 0xDF)
    if letter < 0x80, !isWord {
      take(position + 1..<position + 2, from: position)
      return true
    }
    switch letter {
    case UInt8(ascii: "Q"):
      var end = position + 2
      while end + 1 < bytes.count, bytes[end] != 0x5C || bytes[end + 1] != UInt8(ascii: "E") {
        end += 1
      }
      breakRun(at: end + 2)
      return position <= bytes.count
    case UInt8(ascii: "p"), UInt8(ascii: "P"), UInt8(ascii: "x"):
      if position + 2 < bytes.count, bytes[position + 2] == UInt8(ascii: "{") {
        return skip(through: UInt8(ascii: "}"), from: position + 2)
      }
      breakRun(at: position + (letter == UInt8(ascii: "x") ? 4 : 3))
      return position <= bytes.count
    default:
      breakRun(at: position + 2)
      if (0x30...0x39).contains(letter) {
        while position < bytes.count, (0x30...0x37).contains(bytes[position]) { position += 1 }
      }
      return true
    }
  }

  private mutating func skipClass() -> Bool {
    var end = position + 1
    if end < bytes.count, bytes[end] == UInt8(ascii: "^") { end += 1 }
    var isFirst = true
    while end < bytes.count, isFirst || bytes[end] != UInt8(ascii: "]") {
      isFirst = false
      if bytes[end] == 0x5C {
        end += 2
      } else if bytes[end] == UInt8(ascii: "["), end + 1 < bytes.count,
        bytes[end + 1] == UInt8(ascii: ":")
      {
        while end < bytes.count, bytes[end] != UInt8(ascii: "]") { end += 1 }
        end += 1
      } else {
        end += 1
      }
    }
    breakRun(at: end + 1)
    return position <= bytes.count
  }

  /// Skips `(`, and the flags or the name after it.
  private mutating func skipGroupStart() -> Bool {
    var end = position + 1
    guard end < bytes.count, bytes[end] == UInt8(ascii: "?") else {
      breakRun(at: end)
      return true
    }
    let opening = end
    while end < bytes.count, !":)>".utf8.contains(bytes[end]) { end += 1 }
    let isName = opening + 1 < bytes.count && bytes[opening + 1] == UInt8(ascii: "P")
    if !isName, end > opening + 1 { hasFlags = true }
    breakRun(at: end + 1)
    return position <= bytes.count
  }

  private mutating func skip(through byte: UInt8, from start: Int) -> Bool {
    guard let end = bytes[start...].firstIndex(of: byte) else { return false }
    breakRun(at: end + 1)
    return true
  }
}

extension [UInt8] {
  /// The length of the scalar that begins at `offset`, in bytes.
  fileprivate func scalarLength(at offset: Int) -> Int {
    var end = offset + 1
    while end < count, self[end] & 0xC0 == 0x80 { end += 1 }
    return end - offset
  }
}
