import Testing

@testable import UnicodeText

@Suite struct FoldVariantsTests {
  /// All non-ASCII scalars.
  private static let scalars: [ClosedRange<UInt32>] = [0x80...0xD7FF, 0xE000...0x10FFFF]

  /// All non-ASCII scalars, each followed by a newline so that no two scalars combine.
  private static var text: GrowableBuffer<UInt8> {
    var text = GrowableBuffer<UInt8>(capacity: 6 << 20)
    for range in scalars {
      for scalar in range {
        text.append(scalar: scalar)
        text.append(0x0A)
      }
    }
    return text
  }

  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func `the table contains every scalar that folds to ASCII`(_ ignores: (Bool, Bool)) {
    let folding = Folding(ignoresCase: ignores.0, ignoresDiacritics: ignores.1)
    var folded = GrowableBuffer<UInt8>(capacity: 6 << 20)
    Self.text.withSpan { folding.fold($0, into: &folded) }
    var yielding = [[UInt32]](repeating: [], count: 128)
    var scalar: UInt32 = 0x80
    folded.withSpan { folded in
      var start = 0
      while let end = Kernels.firstIndex(of: 0x0A, in: folded, from: start) {
        for index in start..<end where folded[index] < 0x80 {
          let byte = Int(folded[index])
          if yielding[byte].last != scalar { yielding[byte].append(scalar) }
        }
        start = end + 1
        scalar = scalar == 0xD7FF ? 0xE000 : scalar + 1
      }
    }
    // Folding does not change the newline after each scalar, so the loop has counted every scalar.
    #expect(scalar == 0x110000)
    for byte in UInt8(0)..<0x80 {
      #expect(
        FoldVariants.scalars(yielding: byte, under: folding) == yielding[Int(byte)], "\(byte)")
    }
  }

  @Test func `folding changes no scalar outside the listed ranges`() {
    let known = (FoldVariants.changing + [ScalarRange(0xAC00, 0xD7A3)])
      .sorted { $0.lowerBound < $1.lowerBound }
    var start: UInt32 = 0x80
    for range in known + [ScalarRange(0x110000, 0x110000)] {
      for scalar in start..<max(start, range.lowerBound)
      where !(0xD800...0xDFFF).contains(scalar) {
        var count = 0
        var isSame = true
        ScalarMapping.decompose(scalar) { piece in
          ScalarMapping.foldCase(piece) {
            count += 1
            isSame = isSame && $0 == scalar
          }
        }
        if count != 1 || !isSame { Issue.record("U+\(String(scalar, radix: 16))") }
      }
      start = range.upperBound + 1
    }
  }

  @Test func `the listed marks are exactly those that folding drops`() {
    var dropped: [ScalarRange] = []
    for scalar in UInt32(0)..<0x110000 where ScalarProperties(of: scalar).isDroppedMark {
      let last = dropped.last.flatMap { $0.upperBound + 1 == scalar ? dropped.removeLast() : nil }
      dropped.append(ScalarRange(last?.lowerBound ?? scalar, scalar))
    }
    #expect(dropped == FoldVariants.droppedMarks)
  }

  @Test func `letters have the expected folding variants`() {
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

  @Test(arguments: [true, false])
  func `the scalars that hold a part are those whose decomposition or case folding contains it`(
    ignoresCase: Bool
  ) {
    let folding = Folding(ignoresCase: ignoresCase, ignoresDiacritics: false)
    var holding: [UInt32: [UInt32]] = [:]
    for range in Self.scalars {
      for scalar in range where !(0xAC00...0xD7A3).contains(scalar) {
        var parts: Set<UInt32> = []
        ScalarMapping.decompose(scalar) { piece in
          parts.insert(piece)
          guard ignoresCase else { return }
          ScalarMapping.foldCase(piece) { folded in
            ScalarMapping.decompose(folded) { parts.insert($0) }
          }
        }
        for part in parts where part >= 0x80 { holding[part, default: []].append(scalar) }
      }
    }
    for (part, scalars) in holding where !(0x1100...0x11FF).contains(part) {
      // Many scalars occur in the folded text of no other scalar; test only some of these scalars.
      if scalars == [part], part % 97 != 0 { continue }
      let found = FoldVariants.scalars(holding: part, under: folding)?.sorted()
      if found != scalars { Issue.record("U+\(String(part, radix: 16)): \(found ?? [])") }
    }
  }

  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func `a scalar that is listed as folding to a single scalar does so`(_ ignores: (Bool, Bool)) {
    let folding = Folding(ignoresCase: ignores.0, ignoresDiacritics: ignores.1)
    var text = GrowableBuffer<UInt8>(capacity: 8)
    var folded = GrowableBuffer<UInt8>(capacity: 64)
    var found = 0
    for range in [0...0xD7FF, 0xE000...0x1FFFF, 0x2F800...0x2FA1F, 0xE0000...0xE01FF] {
      for scalar in range.map(UInt32.init) {
        guard let only = FoldVariants.only(of: scalar, under: folding) else { continue }
        found += 1
        text.truncate(to: 0)
        folded.truncate(to: 0)
        // Put a letter before the scalar; the letter must not affect the result.
        text.append(UInt8(ascii: "a"))
        text.append(scalar: scalar)
        text.withSpan { folding.fold($0, into: &folded) }
        let (second, length) = folded.withSpan { UTF8Text.scalar(at: 1, in: $0) }
        if second != only || length + 1 != folded.count {
          Issue.record(
            "U+\(String(scalar, radix: 16)) folds to more than U+\(String(only, radix: 16))")
        }
      }
    }
    #expect(found > 120_000)
    #expect(FoldVariants.only(of: 0x439, under: folding) == (ignores.1 ? 0x438 : 0x439))
    #expect(FoldVariants.only(of: 0x301, under: folding) == nil)
    #expect(FoldVariants.only(of: 0x110000, under: folding) == nil)
  }
}
