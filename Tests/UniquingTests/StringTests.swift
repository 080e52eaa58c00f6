import Testing
import Uniquing

@Suite struct StringTests {
  @Test func `canonically equivalent strings are equal, as in a Set`() {
    let texts = [
      "é", "e\u{301}", "e", "E\u{301}", "\u{212B}", "Å", "A\u{30A}", "\u{1100}\u{1161}", "가", "ﬁ",
      "fi",
      "a name of e\u{301} that is long", "a name of é that is long", "a name of e that is long",
      "\u{37E}", ";", "\u{1FEF}", "`", "\u{2000}", "\u{2002}", "\0", "", "\u{212A}", "K",
    ]
    var set: Set<String> = []
    let expected = texts.filter { set.insert($0).inserted }
    var indexed = UniqueArray<String>()
    indexed.reserveCapacity(100)
    for text in texts { indexed.appendIfUnique(text) }
    #expect(indexed.elements.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    #expect(indexed.contains("\u{41}\u{30A}"))
    #expect(indexed.contains("\u{1100}\u{1161}"))
    let many = UniqueArray(Array(repeating: texts, count: 20).flatMap(\.self))
    #expect(many.elements == expected)
    #expect(many.invariantViolation == nil)
  }

  /// The hash function assumes that no other non-ASCII character is equal to an ASCII character.
  ///
  /// The test covers the first three planes, because no other plane contains characters with
  /// decompositions.
  @Test func `three non-ASCII characters are equal to an ASCII character`() {
    let ascii = (0..<128).map { String(Unicode.Scalar($0 as UInt8)) }
    let equal = (0x80...0x2FFFF as ClosedRange<UInt32>).lazy.compactMap(Unicode.Scalar.init)
      .filter { String($0) < "\u{80}" && ascii.contains(String($0)) }
    #expect(Array(equal) == ["\u{37E}", "\u{1FEF}", "\u{212A}"])
    for scalar in equal {
      let text = "a name of \(scalar) that is long"
      var array = UniqueArray(ascii)
      #expect(array.contains(String(scalar)))
      array.append(contentsOf: ascii.map { "a name of \($0) that is long" })
      #expect(array.contains(text))
      #expect(!array.contains(text + "é"))
    }
  }

  /// A hash function that ignores some bytes would be correct but slow, so the test checks that
  /// probe sequences are short.
  @Test func `strings that differ in one byte have different hashes, at all lengths`() {
    var texts: [String] = []
    for length in 1...80 {
      for position in 0..<length {
        var bytes = Array(repeating: UInt8(ascii: "a"), count: length)
        bytes[position] = UInt8(ascii: "b")
        texts.append(String(decoding: bytes, as: UTF8.self))
      }
    }
    let array = UniqueArray(texts + texts.reversed())
    #expect(array.elements == texts)
    #expect(array.longestProbe < 200)
    #expect(array.invariantViolation == nil)
  }

  @Test func `a string is found by an equal string in different storage`() {
    let texts = (0..<200).map { "\($0) " + String(repeating: "x", count: $0 % 40) }
    let array = UniqueArray(texts)
    for (position, text) in texts.enumerated() {
      var grown = ""
      grown.reserveCapacity(100)
      for character in text { grown.append(character) }
      #expect(array.firstIndex(of: grown) == position)
      #expect(array.firstIndex(of: String((text + "!").dropLast())) == position)
      #expect(!array.contains(text + "!"))
    }
  }

  @Test func `different elements of all integer types are distinguished`() {
    func check<Element: FixedWidthInteger>(_: Element.Type) {
      let elements = (0..<100).map { Element(truncatingIfNeeded: $0 &* 0x0101_0101_0101_0101) }
      let array = UniqueArray(elements + elements)
      #expect(array.elements == elements)
      #expect(array.invariantViolation == nil)
    }
    check(Int.self)
    check(UInt.self)
    check(Int64.self)
    check(UInt64.self)
    check(Int32.self)
    check(UInt32.self)
    check(UInt8.self)
  }
}
