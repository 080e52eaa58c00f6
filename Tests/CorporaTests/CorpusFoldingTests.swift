import TestSupport
import Testing
import UnicodeText

@testable import Corpora

/// Checks that folding a corpus gives the same text as folding each record separately.
@Suite struct CorpusFoldingTests {
  private static let foldings = [
    Folding(ignoresCase: true, ignoresDiacritics: true),
    Folding(ignoresCase: true, ignoresDiacritics: false),
    Folding(ignoresCase: false, ignoresDiacritics: true),
    Folding(ignoresCase: false, ignoresDiacritics: false),
  ]

  private func records(of segments: [Segment]) -> [[UInt8]] {
    segments.flatMap { segment in
      (0..<segment.count).map { index in
        segment.text.withSpan(of: segment.bounds(of: index)) { record in
          record.indices.map { record[$0] }
        }
      }
    }
  }

  private func folded(_ record: [UInt8], by folding: Folding) -> [UInt8] {
    var output = GrowableBuffer<UInt8>()
    folding.fold(record.span, into: &output)
    return output.array()
  }

  private func isRight(_ corpus: Corpus, _ folding: Folding, threads: Int, step: Int) -> Bool {
    let found = corpus.folded(folding, threads: threads, step: step, isCancelled: { false })
    guard let found else { return false }
    let expected = records(of: corpus.segments).map { folded($0, by: folding) }
    let isSame = records(of: found.segments) == expected
    let areFlagsRight = found.segments.allSatisfy { segment in
      segment.isASCII == segment.text.withSpan { UTF8Text.isASCII($0) }
        && segment.text.count == Int(segment.starts[segment.count])
    }
    let areShared = zip(corpus.segments, found.segments).allSatisfy { a, b in
      let isEqual =
        a.text.withSpan { a in b.text.withSpan { Kernels.areEqual(a, $0) } }
      return isEqual == (a === b)
    }
    return isSame && areFlagsRight && areShared
  }

  private static let cells = [
    "", "a", "ABC", "plain text", "É", "e\u{301}", "\u{301}", "Straße", "漢字", "İ", "ŉ",
    String(repeating: "A Long RUN of ASCII ", count: 8), "A\u{323}\u{301}\u{302}", "한국", "Ⱥ", "ΑΣ",
    "Ж", "ﬃ", "\u{344}", "x\u{10FFFF}", "nichts",
  ]

  @Test(arguments: [0, 1, 2])
  func `folding random records together equals folding each separately`(kind: Int) {
    var generator = SeededGenerator(seed: 300 + UInt64(kind))
    let cells = kind == 0 ? ["", "abc", "x y"] : kind == 1 ? ["", "aBc", "X y"] : Self.cells
    for _ in 0..<40 {
      let rows = (0..<generator.below(60)).map { _ in
        (0...generator.below(3)).map { _ in
          (0..<generator.below(4)).map { _ in generator.pick(cells) }.joined()
        }
      }
      let fields = ["a", "b", "c"].map { Field($0) }
      let corpus = Corpus(
        name: "x", fields: fields, rows: rows, source: "-", limit: 200 + generator.below(2_000))
      for folding in Self.foldings {
        for threads in [1, 3] {
          let step = 1 + generator.below(100)
          #expect(isRight(corpus, folding, threads: threads, step: step))
        }
      }
    }
  }

  @Test func `a text that folding makes as long as possible is folded`() {
    // Folding turns two bytes into three, which is the largest possible growth.
    let rows = (0..<400).map { _ in [String(repeating: "Ⱥ\u{344}", count: 40)] }
    let corpus = Corpus(name: "x", fields: [Field("text")], rows: rows)
    for threads in [1, 4] {
      #expect(isRight(corpus, Self.foldings[0], threads: threads, step: 300))
      #expect(isRight(corpus, Self.foldings[1], threads: threads, step: 1 << 18))
    }
  }

  @Test func `folding several megabytes gives the same result with any number of threads`() {
    var generator = SeededGenerator(seed: 310)
    let some = (0..<500).map { _ in
      [(0..<5).map { _ in generator.pick(Self.cells) + " some words " }.joined()]
    }
    let rows = (0..<100).flatMap { _ in some }
    let corpus = Corpus(name: "x", fields: [Field("text")], rows: rows)
    #expect(corpus.textBytes > 5 << 20)
    let folding = Self.foldings[0]
    let one = corpus.folded(folding, threads: 1, isCancelled: { false })?.segments[0]
    let several = corpus.folded(folding, threads: 3, isCancelled: { false })?.segments[0]
    guard let one, let several else {
      Issue.record("it was not folded")
      return
    }
    let isSameText =
      one.text.withSpan { a in several.text.withSpan { Kernels.areEqual(a, $0) } }
    let areSameStarts = one.starts.withSpan { a in
      several.starts.withSpan { b in
        a.count == b.count && a.indices.allSatisfy { a[$0] == b[$0] }
      }
    }
    #expect(isSameText && areSameStarts)
    let expected = some.map { folded(Array($0[0].utf8) + [Separator.field], by: folding) }
    let length = expected.reduce(0) { $0 + $1.count }
    for (index, record) in expected.enumerated() {
      for last in [index, 500 * 99 + index] {
        let isRight = one.text.withSpan(of: one.bounds(of: last)) { found in
          found.count == record.count && found.indices.allSatisfy { found[$0] == record[$0] }
        }
        guard isRight else {
          Issue.record("record \(last)")
          return
        }
      }
    }
    #expect(one.text.count == 100 * length)
  }

  // If several threads fold, the test cancels folding only at one of the first checks, because the
  // threads can finish before a later check.
  @Test(arguments: [(0, 1), (1, 1), (2, 1), (7, 1), (0, 3), (1, 3)])
  func `folding can be canceled`(checks: Int, threads: Int) {
    for cell in ["UPPER", "Éa"] {
      let rows = (0..<400).map { _ in [cell] }
      let corpus = Corpus(name: "x", fields: [Field("text")], rows: rows)
      let countdown = Countdown(checks)
      let folding = Self.foldings[0]
      #expect(
        corpus.folded(folding, threads: threads, step: 8, isCancelled: { countdown.isOver() })
          == nil)
    }
  }
}
