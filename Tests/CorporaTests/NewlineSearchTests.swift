import System
import TestSupport
import Testing
import Threading
import UnicodeText

@testable import Corpora

@Suite struct NewlineSearchTests {
  /// The first newline and the first match in a range of a text in memory; every `y` is a match.
  ///
  /// `willRead` is called with each range before it is read.
  private static func first(
    in range: Range<Int>, of text: [UInt8], _ search: NewlineSearch,
    willRead: @escaping (Range<Int>) -> Void = { _ in }
  ) -> NewlineSearch.Finding {
    var buffer = GrowableBuffer<UInt8>()
    let access = NewlineSearch.Access(
      read: { range, buffer in
        willRead(range)
        buffer.append(copying: text.span.extracting(range))
        return true
      }, mapping: nil, trials: ReadingTrials(), use: .never)
    return search.first(in: range, &buffer, access) { text, range, _ in
      range.contains { text[$0] == UInt8(ascii: "y") } ? .certain : .absent
    }
  }

  @Test(arguments: [UInt64](1...20))
  func `several threads find the same newlines and possible matches as a single thread`(
    _ seed: UInt64
  ) {
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
      // A third of the ranges are arbitrary. The other ranges begin at the start of a chunk of 64
      // bytes, and are 128 bytes long or extend to the end of the text.
      if generator.oneIn(3) {
        return min(count, max(start, bounds[0]))..<min(count, max(start, bounds[1]))
      }
      let first = min(start + bounds[0] / 64 * 64, count)
      return first..<(generator.oneIn(2) ? count : min(count, first + 128))
    }
    let search = NewlineSearch(of: start..<text.count, chunk: 64)
    let expected = ranges.map { range in
      let newline = range.first { newlines.contains($0) }
      let before = range.lowerBound..<(newline ?? range.upperBound)
      return NewlineSearch.Finding(
        newline: newline,
        match: before.contains { text[$0] == UInt8(ascii: "y") } ? .certain : .absent)
    }
    for (range, expected) in zip(ranges, expected) where range.lowerBound == start {
      // A single thread that reads from the start always finds out whether there is a match.
      let found = Self.first(in: range, of: text, NewlineSearch(of: start..<count, chunk: 64))
      #expect(found == expected)
    }
    for _ in 0..<2 {
      let isComplete = Workers.run(
        ranges.count, threads: 4, isCancelled: { false },
        { index, _ in
          let found = Self.first(in: ranges[index], of: text, search)
          #expect(found.newline == expected[index].newline)
          // The search skips the test for matches in a chunk that is probably in the same line as a
          // known match.
          #expect(found.match == expected[index].match || found.match == .possible)
          #expect(found.isRead)
        })
      #expect(isComplete)
    }
  }

  @Test func `a match after a newline that another thread finds is not in the line`() {
    let text =
      [UInt8](repeating: UInt8(ascii: "x"), count: 10) + Array("\n".utf8)
      + [UInt8](repeating: UInt8(ascii: "x"), count: 60) + Array("y".utf8)
      + [UInt8](repeating: UInt8(ascii: "x"), count: 120)
    let search = NewlineSearch(of: 0..<text.count, chunk: 64)
    let isTaken = Latch()
    let isPassed = Latch()
    Workers.run(
      helpers: 1,
      {
        // This thread takes the first chunk, and reads it once the other thread reaches the second
        // chunk.
        let found = Self.first(
          in: 0..<64, of: text, search,
          willRead: { _ in
            isTaken.signal()
            #expect(isPassed.wait(for: 1, milliseconds: 60_000))
          })
        #expect(found == NewlineSearch.Finding(newline: 10, match: .absent))
      },
      caller: {
        #expect(isTaken.wait(for: 1, milliseconds: 60_000))
        let found = Self.first(
          in: 0..<text.count, of: text, search,
          willRead: { if $0.upperBound == 128 { isPassed.signal() } })
        #expect(found == NewlineSearch.Finding(newline: 10, match: .absent))
      })
  }

  @Test func `a thread that waits for a chunk reads the next chunks of the line`() {
    let text = [UInt8](repeating: UInt8(ascii: "x"), count: 200)
    let search = NewlineSearch(of: 0..<text.count, chunk: 64)
    let isTaken = Latch()
    let isAhead = Latch()
    var ranges: [Range<Int>] = []
    Workers.run(
      helpers: 1,
      {
        // This thread takes the first chunk, and reads it once the other thread reaches the third
        // chunk.
        let found = Self.first(
          in: 0..<64, of: text, search,
          willRead: { _ in
            isTaken.signal()
            #expect(isAhead.wait(for: 1, milliseconds: 60_000))
          })
        #expect(found == NewlineSearch.Finding(newline: nil, match: .absent))
      },
      caller: {
        #expect(isTaken.wait(for: 1, milliseconds: 60_000))
        let found = Self.first(
          in: 0..<64, of: text, search,
          willRead: {
            ranges.append($0)
            if $0.upperBound == 192 { isAhead.signal() }
          })
        #expect(found == NewlineSearch.Finding(newline: nil, match: .absent))
      })
    // The other thread does not read the last chunk, because that chunk is incomplete.
    #expect(ranges.map(\.upperBound) == [128, 192])
  }
}
