import TestSupport
import Testing
import Threading
import UnicodeText

@testable import Corpora

@Suite struct NewlineSearchTests {
  @Test(arguments: [UInt64](1...20))
  func `several threads find the same newlines and possible matches as one`(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let start = generator.below(4)
    let count = 1 + generator.below(4_000)
    let newlines = Set((0..<generator.below(4)).map { _ in generator.below(count) })
    let matches = Set((0..<generator.below(3)).map { _ in generator.below(count) })
    let text = (0..<count).map { place in
      UInt8(ascii: newlines.contains(place) ? "\n" : matches.contains(place) ? "y" : "x")
    }
    let ranges = (0..<40).map { _ in
      let bounds = [generator.below(count + 1), generator.below(count + 1)].sorted()
      // Most ranges begin at a multiple of 64 bytes, and have 128 bytes or go to the end.
      if generator.oneIn(3) {
        return min(count, max(start, bounds[0]))..<min(count, max(start, bounds[1]))
      }
      let first = min(start + bounds[0] / 64 * 64, count)
      return first..<(generator.oneIn(2) ? count : min(count, first + 128))
    }
    let search = NewlineSearch(from: start, chunk: 64)
    let expected = ranges.map { range in
      let newline = range.first { newlines.contains($0) }
      let before = range.lowerBound..<(newline ?? range.upperBound)
      return NewlineSearch.Finding(
        newline: newline, mayMatch: before.contains { text[$0] == UInt8(ascii: "y") })
    }
    for _ in 0..<2 {
      let isComplete = Workers.run(
        ranges.count, threads: 4, isCancelled: { false },
        { index, _ in
          let found = search.first(in: ranges[index], of: text.span) { text, range in
            range.contains { text[$0] == UInt8(ascii: "y") }
          }
          #expect(found == expected[index])
        })
      #expect(isComplete)
    }
  }
}
