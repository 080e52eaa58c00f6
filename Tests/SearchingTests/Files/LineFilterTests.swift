import Corpora
import TestSupport
import Testing
import UnicodeText

@testable import Searching

@Suite struct LineFilterTests {
  /// Letters and combining marks, many of which are difficult to filter.
  ///
  /// Some letters fold to two letters. Some have case variants in other Unicode blocks or of other
  /// lengths. Some consist of one byte from each of the two cases of another letter.
  static let alphabets = [
    [
      "a", "и", "Й", "\u{306}", "Ф", "ф", "é", "ς", "ß", "\u{1E9E}", "漢", "\u{AC00}", "-",
      "\u{212A}",
    ],
    [
      "i", "İ", "ı", "\u{307}", "ﬁ", "f", "ſ", "Σ", "\u{345}", "ᾳ", "α", "か", "\u{3099}",
      "\u{10428}",
    ],
    ["р", "Р", "Ѐ", "Ѡ", "Ё", "е", "\u{308}", "ь", "Ь", "в", "\u{1C80}", "文", "k", "0"],
  ]

  static func words(of letters: [String], upTo length: Int) -> [String] {
    var all: [String] = []
    var last = [""]
    for _ in 0..<length {
      last = last.flatMap { word in letters.map { word + $0 } }
      all += last
    }
    return all
  }

  @Test(arguments: alphabets, [0, 1, 2, 3])
  func `all matching lines over a small alphabet are found, and no other line is counted`(
    letters: [String], mode: Int
  ) {
    let folding = Folding(ignoresCase: mode & 1 != 0, ignoresDiacritics: mode & 2 != 0)
    let lines = Self.words(of: letters, upTo: 3)
    let folded = lines.map { folding.fold($0) }
    let text = Array(lines.joined(separator: "\n").utf8)
    var starts: [Int: Int] = [:]
    var start = 0
    for (index, line) in lines.enumerated() {
      starts[start] = index
      start += line.utf8.count + 1
    }
    for word in Self.words(of: letters, upTo: 2) {
      let needle = folding.fold(word)
      if needle.isEmpty { continue }
      let matching = Set(lines.indices.filter { folded[$0].firstRange(of: needle) != nil })
      for sample in [[], text] {
        var bytes = GrowableBuffer<UInt8>(capacity: sample.count)
        for byte in sample { bytes.append(byte) }
        let filter = LineFilter(
          .substring(needle), folding, isSufficient: true, sample: bytes)
        guard let filter else { continue }
        var tested = 0
        let count = filter.count(in: text.span) { line in
          tested += 1
          return starts[line.lowerBound].map(matching.contains) ?? false
        }
        #expect(count == matching.count, "\(word.debugDescription) \(folding) \(tested) tested")
        var picked: Set<Int> = []
        filter.pick(in: text.span) { line, isCertain in
          guard let index = starts[line.lowerBound] else { return }
          picked.insert(index)
          #expect(!isCertain || matching.contains(index), "\(word.debugDescription) \(folding)")
        }
        #expect(picked.isSuperset(of: matching), "\(word.debugDescription) \(folding)")
      }
    }
  }

  /// Non-ASCII words, and characters to insert into these words; folding combines, removes or
  /// changes the characters.
  static let longWords = [
    (
      words: ["файлы", "менима", "йод ёлка"],
      insertions: ["\u{306}", "\u{308}", "\u{AD}", "\u{483}"]
    ),
    (
      words: ["συντελε", "άνεμος", "ΐαμα λόγος"],
      insertions: ["\u{301}", "\u{345}", "\u{AD}", "\u{308}"]
    ),
    (
      words: ["éàçüöñ", "straße è", "ǆevad ñ"],
      insertions: ["\u{300}", "\u{327}", "\u{AD}", "ß", "ŉ"]
    ),
    (
      words: ["длинном", "საქართველო", "հայերեն լ"],
      insertions: ["\u{1C81}", "\u{306}", "\u{AD}", "Ა", "և"]
    ),
  ]

  /// The canonical decompositions of the letters in `longWords`.
  private static let decompositions: [UInt32: [UInt32]] = [
    0x439: [0x438, 0x306], 0x451: [0x435, 0x308], 0x3AC: [0x3B1, 0x301],
    0x390: [0x3B9, 0x308, 0x301], 0x3CC: [0x3BF, 0x301], 0xE9: [0x65, 0x301], 0xE0: [0x61, 0x300],
    0xE7: [0x63, 0x327], 0xFC: [0x75, 0x308], 0xF6: [0x6F, 0x308], 0xF1: [0x6E, 0x303],
    0xE8: [0x65, 0x300],
  ]

  /// The canonical decomposition of a letter.
  private func decomposed(_ letter: Character) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in letter.unicodeScalars {
      let parts = Self.decompositions[scalar.value] ?? [scalar.value]
      for part in parts.compactMap(Unicode.Scalar.init) { scalars.append(part) }
    }
    return String(scalars)
  }

  @Test(arguments: longWords.indices, [0, 1, 2, 3])
  func `long non-ASCII needles are found in every spelling, and not in similar words`(
    _ index: Int, _ mode: Int
  ) {
    let (words, insertions) = Self.longWords[index]
    let folding = Folding(ignoresCase: mode & 1 != 0, ignoresDiacritics: mode & 2 != 0)
    var random = SeededGenerator(seed: UInt64(index * 4 + mode))
    let letters =
      words.flatMap { $0.map(String.init) } + ["И", "ё", "Ώ", "ς", "ÿ", "Ÿ", "a", "."]
      + ["\u{1C81}", "\u{1C82}"]
    for word in words {
      var lines: [String] = []
      for _ in 0..<Effort.size(300, thorough: 20_000) {
        var spelling = word.map { letter in
          switch random.below(8) {
          case 0: letter.uppercased()
          case 1: decomposed(letter)
          case 2 where random.oneIn(3): String(letter) + random.pick(insertions)
          case 3 where random.oneIn(3): random.pick(letters)
          default: String(letter)
          }
        }
        if random.oneIn(6) { spelling.swapAt(0, spelling.count - 1) }
        let around = [
          "", "  ", random.pick(letters), String(repeating: random.pick(letters), count: 9),
        ]
        lines.append(random.pick(around) + spelling.joined() + random.pick(around))
      }
      let needle = folding.fold(word)
      let text = Array(lines.joined(separator: "\n").utf8)
      var matching: Set<Int> = []
      var start = 0
      for line in lines {
        if folding.fold(line).firstRange(of: needle) != nil { matching.insert(start) }
        start += line.utf8.count + 1
      }
      for sampled in [text, []] {
        var sample = GrowableBuffer<UInt8>(capacity: text.count)
        for byte in sampled { sample.append(byte) }
        guard
          let filter = LineFilter(.substring(needle), folding, isSufficient: true, sample: sample)
        else { continue }
        let count = filter.count(in: text.span) { matching.contains($0.lowerBound) }
        #expect(count == matching.count, "\(word) \(folding)")
        #expect(matching.count > 10, "\(word) \(folding)")
      }
    }
  }

  @Test(arguments: longWords.indices, [0, 1, 2, 3])
  func `the spellings of a needle are found in every matching line`(_ index: Int, _ mode: Int) {
    let (words, insertions) = Self.longWords[index]
    let folding = Folding(ignoresCase: mode & 1 != 0, ignoresDiacritics: mode & 2 != 0)
    var random = SeededGenerator(seed: UInt64(index * 4 + mode))
    let marks = FoldVariants.droppedMarks.flatMap { [$0.lowerBound, $0.upperBound] }
      .compactMap(Unicode.Scalar.init).map { String($0) }
    var searched = 0
    for word in words {
      let needle = folding.fold(word)
      guard let first = RawNeedle(needle, folding, nonASCIIAt: 0),
        let filter = PivotFilter(
          spellingsOf: first, PivotChoice(folding, sample: GrowableBuffer<UInt8>()))
      else { continue }
      searched += 1
      let lines = (0..<Effort.size(400, thorough: 20_000)).map { _ in
        let spelling = word.map { letter in
          switch random.below(6) {
          case 0: letter.uppercased()
          case 1: decomposed(letter)
          case 2 where random.oneIn(3): String(letter) + random.pick(insertions)
          case 3 where random.oneIn(3): String(letter) + random.pick(marks)
          case 4 where random.oneIn(5): random.pick(insertions)
          default: String(letter)
          }
        }
        return random.pick(["", " ", "Ж", "é"]) + spelling.joined() + random.pick(["", "x", "ж"])
      }
      let text = Array(lines.joined(separator: "\n").utf8)
      var cursor = PivotFilter.Cursor()
      var start = 0
      for line in lines {
        let end = start + line.utf8.count
        let matches = folding.fold(line).firstRange(of: needle) != nil
        let candidate = cursor.next(of: filter, in: text.span, from: start)
        let isHere = candidate.map { $0.place < end } ?? false
        #expect(isHere || !matches, "\(line) \(folding)")
        #expect(!isHere || candidate?.isCertain == false || matches, "\(line) \(folding)")
        start = end + 1
      }
    }
    #expect(index == 2 || searched > 0)
  }

  @Test(arguments: [0, 1, 2, 3], [40, 300])
  func `a long needle is found by a character far from its start`(mode: Int, count: Int) throws {
    let folding = Folding(ignoresCase: mode & 1 != 0, ignoresDiacritics: mode & 2 != 0)
    var random = SeededGenerator(seed: UInt64(mode * 1_000 + count))
    func line(_ count: Int, _ end: String) -> String { String(repeating: "字 ", count: count) + end }
    let needle = folding.fold(line(count, "漢ж"))
    let lines = (0..<200).map { _ in
      line(
        count - 2 + random.below(5),
        random.pick(["漢ж", "漢Ж", "漢", "ж", "", "漢ж\u{301}", "漢 ж", "\u{301}漢жx"]))
    }
    let text = Array(lines.joined(separator: "\n").utf8)
    var matching: Set<Int> = []
    var start = 0
    for line in lines {
      if folding.fold(line).firstRange(of: needle) != nil { matching.insert(start) }
      start += line.utf8.count + 1
    }
    var sample = GrowableBuffer<UInt8>(capacity: text.count)
    for byte in text { sample.append(byte) }
    let made = LineFilter(.substring(needle), folding, isSufficient: true, sample: sample)
    let filter = try #require(made)
    #expect(filter.count(in: text.span) { matching.contains($0.lowerBound) } == matching.count)
    #expect(matching.count > 10)
    // The filter uses only the first 512 bytes of a needle; in the shorter needle, these include
    // the rare characters.
    if count == 40 { #expect(filter.candidates <= 2 * lines.count) }
  }

  @Test func `most lines in a non-Latin script are decided without folding`() {
    let folding = Folding(ignoresCase: true, ignoresDiacritics: false)
    let text = Array("«Файл»… — ФАй\nФайл найден\nфай л\nФАЙЛЫ\nфайл\u{306}\nнет файла\n".utf8)
    let filter = LineFilter(
      .substring(folding.fold("ФАЙЛ")), folding, isSufficient: true,
      sample: GrowableBuffer<UInt8>(capacity: 1))
    var tested: [String] = []
    let count = filter?.count(in: text.span) { line in
      tested.append(String(decoding: text[line], as: UTF8.self))
      return false
    }
    #expect(count == 4)
    #expect(tested == ["файл\u{306}\n"])
  }

  @Test func `a line with many strings that are no occurrences has one candidate`() throws {
    let folding = Folding(ignoresCase: true, ignoresDiacritics: false)
    let made = LineFilter(
      .substring(folding.fold("рр")), folding, isSufficient: true, sample: GrowableBuffer<UInt8>())
    let filter = try #require(made)
    // U+0400 has the first byte of `Р` and the second byte of `р`.
    let text = Array((String(repeating: "Ѐр", count: 1_000) + "\n").utf8)
    var places = GrowableBuffer<Int>()
    filter.appendCandidates(in: text.span, isASCII: false, to: &places)
    #expect(places.count == 1)
    #expect(filter.count(in: text.span) { _ in false } == 0)
  }

  @Test(arguments: alphabets, [0, 1, 2, 3])
  func `filtering a line in pieces agrees with filtering the whole line`(
    letters: [String], mode: Int
  ) throws {
    let folding = Folding(ignoresCase: mode & 1 != 0, ignoresDiacritics: mode & 2 != 0)
    var random = SeededGenerator(seed: UInt64(mode) * 31 + UInt64(letters.count))
    var decided = 0
    for round in 0..<Effort.size(60, thorough: 3_000) {
      let word = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        letters.randomElement(using: &random) ?? ""
      }
      let needle = folding.fold(word.joined())
      let isRare = round % 2 == 0
      let line = (0..<Int.random(in: 1...3_000, using: &random)).map { _ -> String in
        let isFiller = Int.random(in: 0..<200, using: &random) > (isRare ? 0 : 40)
        return isFiller
          ? ["q", " ", "Z", "é"][Int.random(in: 0..<4, using: &random)]
          : (letters.randomElement(using: &random) ?? "")
      }.joined()
      if needle.isEmpty || line.contains("\n") { continue }
      guard
        let filter = LineFilter(
          .substring(needle), folding, isSufficient: true, sample: GrowableBuffer<UInt8>())
      else { continue }
      let matches = { (text: String) in folding.fold(text).firstRange(of: needle) != nil }
      let hasEnd = round % 3 == 0
      let text = Array(("aá\n" + line + (hasEnd ? "\n" : "")).utf8)
      let size = Int.random(in: 100...6_000, using: &random)
      var found = MatchLikelihood.absent
      for start in stride(from: 4, to: text.count, by: size) {
        let end = min(start + size, text.count)
        let piece = filter.match(
          in: text.span.extracting(0..<end), start..<end, isLast: !hasEnd && end == text.count
        ) { part in
          matches(String(decoding: part.indices.map { part[$0] }, as: UTF8.self))
        }
        found = max(found, piece)
      }
      if found != .possible { decided += 1 }
      #expect(
        found == .possible || (found == .certain) == matches(line),
        "\(word) \(folding) round \(round)")
    }
    #expect(decided > 0)
  }
}
