/// What the text of a pattern shows without compiling it.
///
/// It reads escapes, classes and groups as RE2 does. RE2 itself reports the errors of a pattern.
struct PatternSyntax {
  /// Whether the pattern has `^`, `$`, `\A` or `\z`, which match the ends of a field.
  private(set) var hasAnchor = false

  /// The offset of the first `\C`; `nil` if there is none.
  private(set) var anyByte: Int?

  /// The literal letters, without escapes and classes.
  private(set) var literals = ""

  private let bytes: [UInt8]
  private var position = 0

  init(_ pattern: String) {
    bytes = Array(pattern.utf8)
    while position < bytes.count { readOne() }
  }

  private mutating func readOne() {
    switch bytes[position] {
    case UInt8(ascii: "\\"): readEscape()
    case UInt8(ascii: "["): skipClass()
    case UInt8(ascii: "("): skipGroupStart()
    case UInt8(ascii: "^"), UInt8(ascii: "$"):
      hasAnchor = true
      position += 1
    default: readLiteral()
    }
  }

  private mutating func readLiteral() {
    var end = position + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    literals += String(decoding: bytes[position..<end], as: UTF8.self)
    position = end
  }

  private mutating func readEscape() {
    guard position + 1 < bytes.count else {
      position += 1
      return
    }
    let letter = bytes[position + 1]
    switch letter {
    case UInt8(ascii: "Q"):
      position += 2
      while position < bytes.count, !stands("\\E", at: position) { readLiteral() }
      position += 2
    case UInt8(ascii: "C"):
      anyByte = anyByte ?? position
      position += 2
    case UInt8(ascii: "A"), UInt8(ascii: "z"):
      hasAnchor = true
      position += 2
    case UInt8(ascii: "p"), UInt8(ascii: "P"), UInt8(ascii: "x"):
      position += 2
      if position < bytes.count, bytes[position] == UInt8(ascii: "{") {
        skip(through: UInt8(ascii: "}"))
      } else {
        position += letter == UInt8(ascii: "x") ? 2 : 1
      }
    default:
      position += 2
      while position < bytes.count, bytes[position] & 0xC0 == 0x80 { position += 1 }
    }
  }

  private mutating func skipClass() {
    position += 1
    if position < bytes.count, bytes[position] == UInt8(ascii: "^") { position += 1 }
    var isFirst = true
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "]"), !isFirst {
        position += 1
        return
      }
      isFirst = false
      if byte == UInt8(ascii: "\\") {
        skipEscapeInClass()
      } else if stands("[:", at: position) {
        skip(through: UInt8(ascii: "]"))
      } else {
        position += 1
      }
    }
  }

  private mutating func skipEscapeInClass() {
    let isNamed =
      position + 2 < bytes.count && bytes[position + 2] == UInt8(ascii: "{")
      && [UInt8(ascii: "p"), UInt8(ascii: "P"), UInt8(ascii: "x")].contains(bytes[position + 1])
    position += 2
    if isNamed { skip(through: UInt8(ascii: "}")) }
  }

  /// Skips `(`, and the flags or the name after it.
  private mutating func skipGroupStart() {
    position += 1
    guard position < bytes.count, bytes[position] == UInt8(ascii: "?") else { return }
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: ")") { return }
      position += 1
      if byte == UInt8(ascii: ":") || byte == UInt8(ascii: ">") { return }
    }
  }

  private mutating func skip(through byte: UInt8) {
    while position < bytes.count, bytes[position] != byte { position += 1 }
    position += 1
  }

  private func stands(_ text: StaticString, at offset: Int) -> Bool {
    bytes.dropFirst(offset).starts(with: text.description.utf8)
  }
}
