import TestSupport
import Testing
import Threading
import UnicodeText

@testable import Corpora

@Suite struct NewlineSearchTests {
  @Test(arguments: [UInt64](1...20))
  func `several threads find the same newlines as one`(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let start = generator.below(4)
    let count = 1 + generator.below(4_000)
    let newlines = Set((0..<generator.below(4)).map { _ in generator.below(count) })
    let text = (0..<count).map { newlines.contains($0) ? UInt8(ascii: "\n") : UInt8(ascii: "x") }
    let ranges = (0..<40).map { _ in
      let bounds = [generator.below(count + 1), generator.below(count + 1)].sorted()
      // Most ranges begin at a multiple of 64 bytes, and have 128 bytes or go to the end.
      if generator.oneIn(3) { return bounds[0]..<bounds[1] }
      let first = min(start + bounds[0] / 64 * 64, count)
      return first..<(generator.oneIn(2) ? count : min(count, first + 128))
    }
    let search = NewlineSearch(from: start, chunk: 64)
    let expected = ranges.map { range in range.first { newlines.contains($0) } }
    for _ in 0..<2 {
      let isComplete = Workers.run(
        ranges.count, threads: 4, isCancelled: { false },
        { index, _ in
          let found = search.first(in: ranges[index], of: text.span)
          #expect(found == expected[index])
        })
      #expect(isComplete)
    }
  }
}
