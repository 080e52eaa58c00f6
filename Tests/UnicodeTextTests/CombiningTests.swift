import TestSupport
import Testing

@testable import UnicodeText

/// Tests how scalars that combine with preceding scalars are folded, using the Unicode database.
@Suite(.enabled(if: UnicodeDatabase.isPresent, UnicodeDatabase.absence)) struct CombiningTests {
  /// Marks of different combining classes (none, 10, 202, 216, 220, 230, 240), a letter, and a
  /// scalar that separates marks.
  private static let between: [[UInt32]] = [
    [], [0x05B0], [0x0327], [0x031B], [0x0323], [0x0301], [0x0345], [0x0344], [0x0301, 0x05B0],
    [0x0430], [0x034F],
  ]

  /// Folds the texts in one call, with a separator after each text, and compares each result with
  /// the oracle.
  private func expectEqual(_ texts: [[UInt32]], by folding: Folding) {
    let expected = texts.map { utf8(FoldingOracle.shared.fold($0, by: folding)) }
    let result = folding.folded(utf8(texts.flatMap { $0 + [separators[0]] }))
    let parts = result.split(separator: Separator.field, omittingEmptySubsequences: false)
    #expect(parts.count == texts.count + 1)
    for (index, part) in parts.dropLast().enumerated() where Array(part) != expected[index] {
      Issue.record("\(texts[index].map { String($0, radix: 16) }) with \(folding)")
      return
    }
  }

  @Test(arguments: allFoldings)
  func `all pairs that compose are folded correctly, with marks between and after them`(
    folding: Folding
  ) {
    var pairs = FoldingOracle.shared.pairs
    for lead in [UInt32](arrayLiteral: 0x1100, 0x1112) {
      for vowel in [UInt32](arrayLiteral: 0x1160, 0x1161, 0x1175, 0x1176) {
        pairs.append([lead, vowel])
      }
    }
    for syllable in [UInt32](arrayLiteral: 0xAC00, 0xAC01, 0xD788) {
      for tail in [UInt32](arrayLiteral: 0x11A7, 0x11A8, 0x11C2, 0x11C3) {
        pairs.append([syllable, tail])
      }
    }
    for first in Self.between {
      for second in Self.between {
        expectEqual(pairs.map { [$0[0]] + first + [$0[1]] + second }, by: folding)
      }
    }
  }

  @Test(arguments: allFoldings)
  func `long texts of letters and marks are folded correctly`(folding: Folding) {
    let oracle = FoldingOracle.shared
    let marks = oracle.marks
    var dice = SeededGenerator(seed: 21)
    let letters: [[UInt32]] = [
      Array(0x61...0x7A) + [0x20], [0xE2, 0xEA, 0xF4, 0x1B0, 0x1EAD], Array(0x3B1...0x3C9),
      Array(0x1100...0x1112) + Array(0x1161...0x1175) + Array(0x11A8...0x11C2),
      Array(0x5D0...0x5EA), Array(0x627...0x64A), Array(0x915...0x94C), Array(0xB95...0xBCC),
      Array(0x304B...0x30DB), [0x1D158, 0x11131, 0x11127],
    ]
    var texts: [[UInt32]] = []
    for _ in 0..<Effort.size(1500, thorough: 60_000) {
      let script = letters.randomElement(using: &dice) ?? []
      let density = Int.random(in: 1...9, using: &dice)
      texts.append(
        (0..<Int.random(in: 1...120, using: &dice)).compactMap { _ in
          let isMark = Int.random(in: 0..<10, using: &dice) < density
          return (isMark ? marks : script).randomElement(using: &dice)
        })
    }
    expectEqual(texts, by: folding)
  }
}
