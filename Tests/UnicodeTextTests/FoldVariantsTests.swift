import Testing

@testable import UnicodeText

@Suite struct FoldVariantsTests {
  private static var scalars: some Sequence<UInt32> {
    (UInt32(0x80)...0x10FFFF).lazy.filter { !(0xD800...0xDFFF).contains($0) }
  }

  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func `no scalar out of the ranges yields ASCII`(_ ignores: (Bool, Bool)) {
    let folding = Folding(ignoresCase: ignores.0, ignoresDiacritics: ignores.1)
    var text = GrowableBuffer<UInt8>()
    var folded = GrowableBuffer<UInt8>()
    for scalar in Self.scalars
    where !FoldVariants.yieldingASCII.contains(where: { $0.contains(scalar) }) {
      text.truncate(to: 0)
      text.append(scalar: scalar)
      folded.truncate(to: 0)
      text.withSpan { folding.fold($0, into: &folded) }
      let holdsASCII = folded.withSpan { bytes in bytes.indices.contains { bytes[$0] < 0x80 } }
      #expect(!holdsASCII, "U+\(String(scalar, radix: 16))")
    }
  }

  @Test func `no scalar out of the ranges is changed`() {
    for scalar in Self.scalars
    where !FoldVariants.changing.contains(where: { $0.contains(scalar) })
      && !(0xAC00...0xD7A3).contains(scalar)
    {
      var parts: [UInt32] = []
      ScalarMapping.decompose(scalar) { piece in
        ScalarMapping.foldCase(piece) { parts.append($0) }
      }
      #expect(parts == [scalar], "U+\(String(scalar, radix: 16))")
    }
  }

  @Test func `variants of letters`() {
    let all = Folding(ignoresCase: true, ignoresDiacritics: true)
    let case1 = Folding(ignoresCase: true, ignoresDiacritics: false)
    let k = FoldVariants.scalars(yielding: UInt8(ascii: "k"), under: all)
    #expect(k.contains(0x212A) && k.contains(0x137) && k.contains(0x1E30))
    #expect(FoldVariants.scalars(yielding: UInt8(ascii: "k"), under: case1) == [0x212A])
    let s = FoldVariants.scalars(yielding: UInt8(ascii: "s"), under: case1)
    #expect(s.contains(0xDF) && s.contains(0x17F) && s.contains(0xFB06) && !s.contains(0x15B))
    let exact = Folding(ignoresCase: false, ignoresDiacritics: false)
    #expect(FoldVariants.scalars(yielding: UInt8(ascii: "q"), under: exact) == [])
    #expect(FoldVariants.lastPart(of: 0xFC) == 0x308)
    let marked = FoldVariants.scalars(holding: 0x308, under: exact) ?? []
    #expect(marked.contains(0x308) && marked.contains(0xFC) && marked.contains(0xDC))
    #expect(FoldVariants.scalars(holding: 0x436, under: case1)?.sorted().prefix(1) == [0x416])
    #expect(FoldVariants.scalars(holding: 0xAC00, under: exact) == nil)
  }
}
