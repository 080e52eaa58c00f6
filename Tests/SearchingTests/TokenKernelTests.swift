import TestSupport
import Testing

@testable import UnicodeText

/// Tests the kernels and types that token indexes are built from.
@Suite struct TokenKernelTests {
  private func list(_ records: [UInt32], width: Int) -> Kernels.PostingList {
    var bytes = GrowableBuffer<UInt8>()
    for record in records {
      for place in 0..<width { bytes.append(UInt8(truncatingIfNeeded: record >> (8 * place))) }
    }
    return Kernels.PostingList(bytes: bytes.freeze(), width: width)
  }

  @Test(arguments: 1...4)
  func `posting lists of any width return their records`(width: Int) {
    var generator = SeededGenerator(seed: UInt64(width))
    let maximum = width == 4 ? UInt32.max : UInt32(1) << UInt32(8 * width) - 1
    for count in [0, 1, 2, 63, 500] {
      var records = (0..<count).map { _ in UInt32.random(in: 0...maximum, using: &generator) }
      if count > 1 { records[0] = maximum }
      let list = list(records, width: width)
      #expect(list.count == count)
      #expect(list[0..<count] == records)
      #expect(list[count / 2..<count] == Array(records[(count / 2)...]))
    }
  }

  @Test func `bits of a bitmap are set, joined, counted and listed`() {
    var generator = SeededGenerator(seed: 7)
    for words in [0, 1, 2, 9, 130] {
      for _ in 0..<20 {
        let size = UInt32(words * 64)
        let draw = { (count: Int) in
          Set(
            (0..<(words == 0 ? 0 : count)).map { _ in UInt32.random(in: 0..<size, using: &generator)
            })
        }
        let (a, b) = (draw(generator.below(200)), draw(generator.below(200)))
        func bits(_ records: Set<UInt32>) -> [UInt64] {
          var bits = [UInt64](repeating: 0, count: words)
          var span = bits.mutableSpan
          let list = list(records.sorted(), width: 3)
          list.mark(0..<list.count, in: &span)
          return bits
        }
        #expect(Kernels.count(bits(a).span) == a.count)
        #expect(Kernels.list(bits(a).span, count: a.count) == a.sorted())
        var both = bits(a)
        var span = both.mutableSpan
        Kernels.formIntersection(&span, bits(b).span)
        #expect(both == bits(a.intersection(b)))
        var either = bits(a)
        span = either.mutableSpan
        Kernels.formUnion(&span, bits(b).span)
        #expect(either == bits(a.union(b)))
        var kept = a.sorted()
        Kernels.keep(&kept, in: bits(b).span)
        #expect(kept == a.intersection(b).sorted())
      }
    }
  }

  @Test func `records are written to posting lists and bitmaps`() {
    // The list of token 0 starts at position 0 and has two records. The bitmap of token 1 starts at
    // word 2 and is two words long. The list of token 2 starts at position 2 and has three records.
    var cursors: [UInt64] = [0, Kernels.bitmapCursor(2), 2]
    var lists = [UInt8](repeating: 0, count: 5 * 2)
    var bitmaps = [UInt64](repeating: 0, count: 4)
    let ids: [UInt32] = [0, 1, 2, 1, 2, 2, 1, 0]
    let ends: [UInt32] = [3, 3, 5, 6, 8]
    unsafe cursors.withUnsafeMutableBufferPointer { cursors in
      unsafe lists.withUnsafeMutableBufferPointer { lists in
        unsafe bitmaps.withUnsafeMutableBufferPointer { bitmaps in
          guard let a = cursors.baseAddress, let b = lists.baseAddress, let c = bitmaps.baseAddress
          else { return }
          // SAFETY: with these cursors, the kernel writes five entries of `lists` and two words of
          // `bitmaps`, which have space for them.
          unsafe Kernels.place(
            ids.span, endingAt: ends.span, from: 62, by: a, lists: b, width: 2, bitmaps: c)
        }
      }
    }
    #expect(lists == [62, 0, 66, 0, 62, 0, 64, 0, 65, 0])
    #expect(bitmaps == [0, 0, 1 << 62, 0b101])
    #expect(cursors == [2, Kernels.bitmapCursor(2), 5])
  }

  /// Tests random records with many tokens, whose lengths range from 0 to more than the token
  /// limit.
  @Test func `distinct tokens are numbered, and their records are counted`() {
    var generator = SeededGenerator(seed: 8)
    for round in 0..<40 {
      var text: [UInt8] = []
      var starts: [UInt32] = [0]
      var records: [[[UInt8]]] = []
      for _ in 0..<generator.below(60) {
        var tokens: [[UInt8]] = []
        for _ in 0..<generator.below(12) {
          let letters: [UInt8] = [0x61, 0x62, 0, 0x80 + 0x43]
          let length = generator.oneIn(3) ? generator.below(80) : generator.below(10)
          let token = (0..<length).map { _ in generator.pick(letters.dropLast(round % 2)) }
          text += token + [0x20]
          if !token.isEmpty { tokens.append(Array(token.prefix(Vocabulary.tokenLimit))) }
        }
        text.append(Separator.field)
        starts.append(UInt32(text.count))
        records.append(tokens)
      }
      // Replace 0xC3, which begins a two-byte scalar, because the text must be valid UTF-8.
      text = text.map { $0 == 0xC3 ? 0x63 : $0 }
      records = records.map { $0.map { $0.map { $0 == 0xC3 ? 0x63 : $0 } } }
      check(text, starts, records)
    }
  }

  private func check(_ text: [UInt8], _ starts: [UInt32], _ records: [[[UInt8]]]) {
    var vocabulary = Vocabulary(capacity: 1)
    var notes = RecordNotes()
    var reported = 0
    let isComplete = vocabulary.note(
      text.span, startingAt: starts.span, from: 1000, by: Tokenizer(.standard), into: &notes,
      step: 16
    ) {
      reported += $0
      return true
    }
    #expect(isComplete && reported == text.count)
    var numbers: [[UInt8]: UInt32] = [:]
    var counts: [[UInt8]: UInt32] = [:]
    var ids: [UInt32] = []
    var ends: [UInt32] = []
    for tokens in records {
      var seen: Set<[UInt8]> = []
      for token in tokens where seen.insert(token).inserted {
        let number = UInt32(numbers.count)
        ids.append(numbers[token] ?? number)
        if numbers[token] == nil { numbers[token] = number }
        counts[token, default: 0] += 1
      }
      ends.append(UInt32(ids.count))
    }
    #expect(vocabulary.count == numbers.count)
    #expect(notes.ids.withSpan { [UInt32](copying: $0) } == ids)
    #expect(notes.ends.withSpan { [UInt32](copying: $0) } == ends)
    let sorted = vocabulary.sorted()
    let wanted = numbers.keys.sorted { $0.lexicographicallyPrecedes($1) }
    #expect(sorted.count == wanted.count)
    for (index, token) in wanted.enumerated() {
      #expect(sorted.withToken(index) { [UInt8](copying: $0) } == token)
      #expect(sorted.ids[index] == numbers[token])
      #expect(sorted.records[index] == counts[token])
      for other in [index - 1, index, index + 1] where wanted.indices.contains(other) {
        #expect(sorted.compare(index, with: sorted, other).signum() == (index - other).signum())
      }
    }
  }

  @Test func `counting tokens ends when it is canceled`() {
    let text = [UInt8](repeating: 0x61, count: 4000).enumerated().map {
      $0.offset % 3 == 2 ? 0x20 : $0.element
    }
    let starts = [0, UInt32(text.count)]
    var vocabulary = Vocabulary()
    var notes = RecordNotes()
    let isComplete = vocabulary.note(
      text.span, startingAt: starts.span, from: 0, by: Tokenizer(.standard), into: &notes, step: 1
    ) { _ in false }
    #expect(!isComplete)
  }

  private func mayJoin(_ text: String) -> Bool { ForwardJoiners.mayOccur(in: text.utf8.span) }

  @Test func `scalars that form a cluster with a following full stop are recognized`() {
    var joined = 0
    for value in UInt32(0x80)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      var text = String.UnicodeScalarView()
      text.append(scalar)
      text.append(".")
      let isJoined = String(text).count == 1
      if isJoined {
        joined += 1
        #expect(mayJoin(String(text)), "\(value)")
      }
    }
    #expect(joined > 5)
    for text in ["plain", "Größe, ελληνικά, русский, हिन्दी, 漢字, 👩‍👧, عربي"] {
      #expect(!mayJoin(text))
    }
  }
}
