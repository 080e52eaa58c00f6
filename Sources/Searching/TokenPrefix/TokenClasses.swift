internal import Corpora
internal import UnicodeText

/// Classifies bytes for splitting text into tokens.
///
/// Also reports whether splitting the folded text gives the same tokens as splitting the original
/// text.
struct TokenClasses: Sendable {
  static let inside: UInt8 = 0
  static let blank: UInt8 = 1
  static let separator: UInt8 = 2
  static let cellEnd: UInt8 = 3
  /// The class of bytes that can begin non-ASCII whitespace.
  static let lead: UInt8 = 4

  let separators: TokenSeparators

  /// The class of each byte; the table does not cover non-ASCII separators.
  let table: [UInt8]

  /// Whether the separators always split the folded text into the same tokens as the original text.
  ///
  /// The value is true if all separators are ASCII punctuation. Folding neither changes nor creates
  /// ASCII punctuation, with a few exceptions: U+037E becomes `;`, U+1FEF becomes the grave accent,
  /// and `<`, `=` and `>` compose with U+0338.
  let survivesFolding: Bool

  init(_ separators: TokenSeparators) {
    self.separators = separators
    var table = [UInt8](repeating: Self.inside, count: 256)
    for byte in 0x09...0x0D { table[byte] = Self.blank }
    table[0x20] = Self.blank
    for byte in [0xC2, 0xE1, 0xE2, 0xE3] { table[byte] = Self.lead }
    table[Int(Separator.value)] = Self.cellEnd
    table[Int(Separator.field)] = Self.cellEnd
    var survivesFolding = true
    for scalar in separators.characters {
      if scalar.isASCII { table[Int(scalar.value)] = Self.separator }
      let isWord = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      if !scalar.isASCII || isWord || ";`<=>".unicodeScalars.contains(scalar) {
        survivesFolding = false
      }
    }
    self.table = table
    self.survivesFolding = survivesFolding
  }

  /// The length of the non-ASCII whitespace at `offset`; 0 if there is none.
  @inline(__always) static func blankLength(at offset: Int, in text: Span<UInt8>) -> Int {
    let (scalar, length) = UTF8Text.scalar(at: offset, in: text)
    return Whitespace.isWhiteSpace(scalar) ? length : 0
  }

  /// Whether a token can begin at `offset` of a folded text; if `isName` is true, whether a full
  /// name can begin there.
  @inline(__always) func isStart(_ offset: Int, in text: Span<UInt8>, isName: Bool) -> Bool {
    guard offset > 0 else { return true }
    let before = text[offset - 1]
    switch table[Int(before)] {
    case Self.blank, Self.cellEnd: return true
    case Self.separator: return !isName
    default: break
    }
    guard before & 0xC0 == 0x80 else { return false }
    var lead = offset - 1
    while lead > 0, text[lead] & 0xC0 == 0x80 { lead -= 1 }
    return table[Int(text[lead])] == Self.lead && Self.blankLength(at: lead, in: text) > 0
  }

  /// Whether the folded `token` contains a separator.
  func part(_ token: [UInt8]) -> Bool {
    token.contains { table[Int($0)] == Self.separator }
  }
}
