import Corpora
import TestSupport
import Testing
import UnicodeText

@testable import Searching

@Suite struct LineFilterTests {
  /// Letters with and without case and diacritics, combining marks, letters that fold to two letters, and letters whose
  /// case variants are in other blocks.
  static let alphabets = [
    [
      "a", "и", "Й", "\u{306}", "Ф", "ф", "é", "ς", "ß", "\u{1E9E}", "漢", "\u{AC00}", "-",
      "\u{212A}",
    ],
    [
      "i", "İ", "ı", "\u{307}", "ﬁ", "f", "ſ", "Σ", "\u{345}", "ᾳ", "α", "か", "\u{3099}",
      "\u{10428}",
    ],
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
  func `all lines of a small alphabet are found, and no other line is certain`(
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
        var asked = 0
        let count = filter.count(in: text.span) { line in
          asked += 1
          return starts[line.lowerBound].map(matching.contains) ?? false
        }
        #expect(count == matching.count, "\(word.debugDescription) \(folding) \(asked) asked")
        var picked: Set<Int> = []
        filter.pick(in: text.span) { line in
          if let index = starts[line.lowerBound] { picked.insert(index) }
        }
        #expect(picked.isSuperset(of: matching), "\(word.debugDescription) \(folding)")
      }
    }
  }

  @Test func `most lines in another script are decided without folding`() {
    let folding = Folding(ignoresCase: true, ignoresDiacritics: false)
    let text = Array("«Файл»… — ФАй\nФайл найден\nфай л\nФАЙЛЫ\nфайл\u{306}\nнет файла\n".utf8)
    let filter = LineFilter(
      .substring(folding.fold("ФАЙЛ")), folding, isSufficient: true,
      sample: GrowableBuffer<UInt8>(capacity: 1))
    var asked: [String] = []
    let count = filter?.count(in: text.span) { line in
      asked.append(String(decoding: text[line], as: UTF8.self))
      return false
    }
    #expect(count == 4)
    #expect(asked == ["файл\u{306}\n"])
  }

  @Test(arguments: alphabets, [0, 1, 2, 3])
  func `pieces of a line show what the whole line shows`(letters: [String], mode: Int) throws {
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
      var found = MatchLikelihood.nowhere
      for start in stride(from: 4, to: text.count, by: size) {
        let end = min(start + size, text.count)
        let piece = filter.match(
          in: text.span.extracting(0..<end), start..<end, isLast: !hasEnd && end == text.count
        ) { part in
          matches(String(decoding: part.indices.map { part[$0] }, as: UTF8.self))
        }
        found = max(found, piece)
      }
      if found != .perhaps { decided += 1 }
      #expect(
        found == .perhaps || (found == .surely) == matches(line),
        "\(word) \(folding) round \(round)")
    }
    #expect(decided > 0)
  }
}
