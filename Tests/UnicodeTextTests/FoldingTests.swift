import TestSupport
import Testing

@testable import UnicodeText

@Suite struct FoldingTests {
  private let standard = Folding(ignoresCase: true, ignoresDiacritics: true)

  private func folded(_ text: String, _ folding: Folding? = nil) -> String {
    String(decoding: (folding ?? standard).fold(text), as: UTF8.self)
  }

  @Test(arguments: [
    ("é", "e"), ("й", "и"), ("ё", "е"), ("أ", "ا"), ("ß", "ss"), ("ﬁ", "fi"), ("ς", "σ"),
    ("İ", "i"), ("ı", "ı"), ("Ø", "ø"), ("Ł", "ł"), ("Æ", "æ"), ("Ａ", "ａ"), ("か\u{3099}", "が"),
    ("한", "한"), ("\u{1112}\u{1161}\u{11AB}", "한"), ("\u{0301}", ""), ("❤\u{FE0F}", "❤"),
    ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"), ("ﬀ STRAẞE", "ff strasse"), ("ᾴ", "α"), ("กิน", "กิน"),
  ])
  func `the folding examples of the specification are correct`(text: String, expected: String) {
    #expect(folded(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test func `folding without options only composes text`() {
    let plain = Folding(ignoresCase: false, ignoresDiacritics: false)
    #expect(
      folded("E\u{0301}É \u{212B}", plain).unicodeScalars.elementsEqual("ÉÉ Å".unicodeScalars))
  }

  @Test func `folding keeps separators and does not combine text across them`() {
    let bytes = utf8([0x304B, separators[0], 0x3099, 0x65, separators[1], 0x301, 0x41])
    for folding in allFoldings {
      let parts = bytes.split(omittingEmptySubsequences: false) { $0 >= 0xFE }
      let apart = parts.map { folding.folded(Array($0)) }
      #expect(folding.folded(bytes) == apart[0] + [0xFF] + apart[1] + [0xFE] + apart[2])
    }
  }

  @Test func `ASCII text of any length is folded completely`() {
    for count in 0...200 {
      let text = (0..<count).map { UInt8(0x20 + $0 * 7 % 95) }
      let lower = text.map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 32 : $0 }
      #expect(standard.folded(text) == lower)
      #expect(Folding(ignoresCase: false, ignoresDiacritics: true).folded(text) == text)
    }
  }

  @Test func `folded text can be longer, and a run of marks can exceed the buffer`() {
    let folding = Folding(ignoresCase: true, ignoresDiacritics: false)
    // U+0149 folds to two letters with 1.5 times as many bytes; U+1F82 decomposes to four scalars.
    #expect(folding.folded(utf8(Array(repeating: 0x149, count: 5000))).count == 15_000)
    let iota = folding.folded(utf8(Array(repeating: 0x1F82, count: 3000)))
    #expect(iota == utf8(Array(repeating: [0x1F02, 0x3B9], count: 3000).flatMap(\.self)))
    let growing = Array(repeating: UInt32(0x149), count: 200)
    let marks = Array(repeating: UInt32(0x0E48), count: 5000)
    let text = growing + [0x0E01] + marks + [0x41]
    let expected = utf8(growing.flatMap { _ in [0x2BC, 0x6E] } + [0x0E01] + marks + [0x61])
    #expect(folding.folded(utf8(text)) == expected)
  }

  @Test func `output is appended to the existing text`() {
    var output = GrowableBuffer<UInt8>()
    output.append(0x78)
    standard.fold("É".utf8.span, into: &output)
    #expect(output.array() == Array("xe".utf8))
  }

  @Test func `a long run of marks is reordered`() {
    let marks = (0..<5000).map { UInt32($0 % 2 == 0 ? 0x0301 : 0x0323) }
    let text = utf8([0x65] + marks + [0x66])
    let folding = Folding(ignoresCase: true, ignoresDiacritics: false)
    let expected = utf8([0x1EB9] + marks.filter { $0 == 0x0323 }.dropFirst())
    let result = folding.folded(text)
    #expect(result.starts(with: expected))
    #expect(result.suffix(1) == [0x66])
    // The letter and one mark have three bytes together, and they compose to a letter of three
    // bytes.
    #expect(result.count == text.count)
    #expect(standard.folded(text) == Array("ef".utf8))
  }

  @Test(.enabled(if: UnicodeDatabase.isPresent, UnicodeDatabase.absence), arguments: allFoldings)
  func `each single scalar folds as in the Unicode database`(folding: Folding) {
    let oracle = FoldingOracle.shared
    var text: [UInt32] = []
    var expected: [UInt32] = []
    for plane in UInt32(0)...0x10 {
      for value in plane << 16..<(plane + 1) << 16 where Unicode.Scalar(value) != nil {
        text += [value, separators[0]]
        expected += oracle.fold([value], by: folding)
        expected.append(separators[0])
      }
      #expect(folding.folded(utf8(text)) == utf8(expected), "in plane \(plane)")
      text.removeAll(keepingCapacity: true)
      expected.removeAll(keepingCapacity: true)
    }
  }

  @Test(.enabled(if: UnicodeDatabase.isPresent, UnicodeDatabase.absence), arguments: allFoldings)
  func `random sequences fold as in the Unicode database`(folding: Folding) {
    let oracle = FoldingOracle.shared
    var dice = SeededGenerator(seed: 15)
    let texts = RandomTexts(remarkable: oracle.remarkable)
    for _ in 0..<6000 {
      let text = texts.next(using: &dice)
      let expected = text.split(separator: separators[0], omittingEmptySubsequences: false)
        .map { oracle.fold(Array($0), by: folding) }.joined(separator: [separators[0]])
      let result = folding.folded(utf8(text))
      #expect(result == utf8(Array(expected)), "\(text.map { String($0, radix: 16) })")
    }
  }

  @Test(.enabled(if: UnicodeDatabase.isPresent, UnicodeDatabase.absence), arguments: allFoldings)
  func `folding folded text again changes nothing`(folding: Folding) {
    var dice = SeededGenerator(seed: 16)
    let texts = RandomTexts(remarkable: FoldingOracle.shared.remarkable)
    let composed = Folding(ignoresCase: false, ignoresDiacritics: false)
    for _ in 0..<2000 {
      let once = folding.folded(utf8(texts.next(using: &dice)))
      #expect(composed.folded(once) == once)
    }
  }

  @Test func `the version of the folded form changes with the folding of any scalar`() {
    // If this test fails because the folded form was changed on purpose, increment
    // `Folding.version`, so that stored folded text is not used, and change both numbers here.
    var text = GrowableBuffer<UInt8>()
    for value in 1..<0x11_0000 {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      text.append(scalar: scalar.value)
      text.append(UInt8(ascii: "\n"))
    }
    var hash: UInt64 = 14_695_981_039_346_656_037
    for (ignoresCase, ignoresDiacritics) in [(true, true), (true, false), (false, true)] {
      let folding = Folding(ignoresCase: ignoresCase, ignoresDiacritics: ignoresDiacritics)
      var folded = GrowableBuffer<UInt8>()
      text.withSpan { folding.fold($0, into: &folded) }
      folded.withSpan {
        for index in $0.indices { hash = (hash ^ UInt64($0[index])) &* 1_099_511_628_211 }
      }
    }
    #expect(Folding.version == 1)
    #expect(hash == 8_907_498_084_676_219_745)
  }
}

/// Generates short random texts with many scalars whose folding depends on their neighbors.
struct RandomTexts {
  private let groups: [[UInt32]]

  init(remarkable: [UInt32]) {
    groups = [
      remarkable,
      Array(0x41...0x7A),
      Array(0x0300...0x036F),
      Array(0x1100...0x1112) + Array(0x1161...0x1175) + Array(0x11A8...0x11C2),
      [0xAC00, 0xAC01, 0xAC1C, 0xD788],
      Array(0x304B...0x3050) + [0x3099, 0x309A],
      [0x0345, 0x03B1, 0x0391, 0x1FB3, 0x1F80, 0x0314, 0x0327, 0x0323],
      [0x0915, 0x093C, 0x094D, 0x0958, 0x09C7, 0x09BE, 0x0E38, 0x0E48, 0x0F71, 0x0F72],
      [0x034F, 0xFE0F, 0xE0100, 0x200D, 0x05B0, 0x064B, 0x0653, 0x0627, 0x1D158, 0x1D165],
      [separators[0]],
      [0x20],
    ]
  }

  func next(using dice: inout SeededGenerator) -> [UInt32] {
    (0..<Int.random(in: 1...9, using: &dice)).compactMap { _ in
      groups.randomElement(using: &dice)?.randomElement(using: &dice)
    }
  }
}
