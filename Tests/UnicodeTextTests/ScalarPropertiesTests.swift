import TestSupport
import Testing

@testable import UnicodeText

@Suite struct ScalarPropertiesTests {
  @Test func `whitespace is as in Unicode's PropList.txt`() throws {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      if Whitespace.isWhiteSpace(value) != scalar.properties.isWhitespace {
        Issue.record("U+\(String(value, radix: 16))")
      }
    }
  }

  @Test func `whitespace of the classic grammar is that of the published lexer`() {
    let blanks = (UInt32(0)...0x10FFFF).filter { Whitespace.isClassicWhitespace($0) }
    let spaces = Array(UInt32(0x2000)...0x200B)
    #expect(blanks == [0x09, 0x20, 0xA0, 0x1680] + spaces + [0x202F, 0x205F, 0x3000])
  }

  @Test(arguments: [
    ("  a b\n", "a b"), ("", ""), (" \u{3000}\u{85}", ""), ("a", "a"), ("\u{200B}a", "\u{200B}a"),
  ])
  func `trimming removes whitespace at both ends`(text: String, expected: String) {
    #expect(Whitespace.trimmed(text) == expected[...])
  }

  @Test(.enabled(if: UnicodeDatabase.isPresent, UnicodeDatabase.absence))
  func `scalar kinds and combining classes agree with the Unicode database`() throws {
    let kinds: [String: ScalarProperties.Kind] = [
      "Lu": .upper, "Lt": .upper, "Ll": .lower, "Lo": .letter, "Lm": .letter, "Nd": .digit,
      "Mn": .mark, "Mc": .mark, "Me": .mark,
    ]
    let lines = UnicodeDatabase.lines(of: "UnicodeData.txt")
    try #require(lines.count > 30_000)
    for fields in lines where fields.count > 5 {
      let scalar = try #require(UInt32(fields[0], radix: 16))
      let properties = ScalarProperties(of: scalar)
      #expect(properties.kind == kinds[fields[2]] ?? .other, "U+\(fields[0])")
      #expect(properties.combiningClass == UInt8(fields[3]), "U+\(fields[0])")
    }
    #expect(ScalarProperties(of: 0x11_0000).kind == .other)
  }

  @Test(.enabled(if: UnicodeDatabase.has("EastAsianWidth.txt"), UnicodeDatabase.absence))
  func `wide characters agree with the Unicode database`() throws {
    let lines = UnicodeDatabase.lines(of: "EastAsianWidth.txt")
    try #require(lines.count > 2_000)
    for fields in lines {
      let range = try #require(UnicodeDatabase.range(fields[0]))
      for scalar in range where ["W", "F"].contains(fields[1]) {
        let width = ScalarProperties(of: scalar).width
        #expect(width == 2 || ScalarProperties(of: scalar).kind == .mark, "U+\(fields[0])")
      }
      if ["Na", "H"].contains(fields[1]) {
        #expect(ScalarProperties(of: range.lowerBound).width <= 1)
      }
    }
  }

  @Test(
    arguments: [
      ("a", "Latin"), ("я", "Cyrillic"), ("λ", "Greek"), ("漢", "Han"), ("か", "Hiragana"),
      ("1", "Common"), ("\u{301}", "Inherited"), ("\u{378}", "Unknown"), ("ᮃ", "Sundanese"),
    ] as [(Unicode.Scalar, String)])
  func `characters have the expected scripts`(scalar: Unicode.Scalar, name: String) {
    #expect(ScriptName.name(ScriptName.number(of: scalar.value)) == name)
  }

  @Test func `a number without a script has the name of the unknown script`() {
    #expect(ScriptName.name(255) == "Unknown")
    #expect(ScriptName.number(of: 0x11_0000) == 0)
  }
}
