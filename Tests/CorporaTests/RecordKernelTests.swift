import CKernels
import TestSupport
import Testing
import UnicodeText

/// Compares two implementations of turning lines into records: a loop over bytes, and the kernel at
/// each level that this machine supports.
@Suite struct RecordKernelTests {
  private struct Made: Equatable {
    var text: [UInt8]
    var starts: [UInt32]
    var traits: UInt32
  }

  private func made(_ text: [UInt8], base: UInt32) -> Made {
    var text = text
    var starts = [UInt32](repeating: 0, count: text.count + 2)
    let lines = unsafe ck_make_records(&text, text.count, base, &starts)
    return Made(text: text, starts: Array(starts[0..<lines.count]), traits: lines.traits)
  }

  private func naive(_ text: [UInt8], base: UInt32) -> Made {
    var made = Made(text: text, starts: [], traits: 0)
    for (place, byte) in text.enumerated() {
      if byte >= 0x80 { made.traits |= UInt32(ck_has_non_ascii) }
      if byte != 10 { continue }
      made.text[place] = 0xFF
      made.starts.append(base + UInt32(place) + 1)
      if place > 0 && text[place - 1] == 13 { made.traits |= UInt32(ck_has_returns) }
    }
    if String(validating: text, as: UTF8.self) == nil { made.traits |= UInt32(ck_ill_formed) }
    return made
  }

  /// Whether the kernel agrees with the naive loop.
  ///
  /// If the text is ill-formed, the kernel and the loop must both report this, and nothing else is
  /// compared.
  private func agrees(_ text: [UInt8], base: UInt32 = 0) -> Bool {
    let (found, expected) = (made(text, base: base), naive(text, base: base))
    let isSpoilt = UInt32(ck_ill_formed)
    if expected.traits & isSpoilt != 0 { return found.traits & isSpoilt != 0 }
    return found == expected
  }

  private func onEachLevel(_ body: (Kernels.Level) -> Void) {
    let usual = Kernels.level
    for level in Kernels.Level.allCases where Kernels.use(level) { body(level) }
    _ = Kernels.use(usual)
  }

  @Test func `lines of every length up to 300 end at the right offset`() {
    onEachLevel { level in
      for length in 0...300 {
        var text = [UInt8](repeating: 0x61, count: length)
        #expect(agrees(text, base: 7), "\(level), \(length)")
        for place in text.indices where place % 7 == 3 || place > length - 3 { text[place] = 10 }
        #expect(agrees(text, base: 1 << 30), "\(level), \(length)")
        #expect(agrees([UInt8](repeating: 10, count: length)), "\(level), \(length)")
      }
    }
  }

  @Test func `random text is split as by a loop over bytes`() {
    var numbers = SeededGenerator(seed: 91)
    let pieces: [[UInt8]] = [
      [0x61], [0x62, 0x20], [10], [13, 10], [13], Array("é".utf8), Array("漢".utf8),
      Array("😀".utf8), [0x7F],
    ]
    let wrong: [UInt8] = [0xFF, 0xFE, 0x80, 0xC3, 0xE6, 0xF0, 0xC0, 0xED]
    for round in 0..<400 {
      var text: [UInt8] = []
      for _ in 0..<numbers.below(round % 10 == 0 ? 6_000 : 400) {
        text += pieces[numbers.below(round % 3 == 0 ? 4 : pieces.count)]
      }
      if round % 4 == 1 && !text.isEmpty {
        text[numbers.below(text.count)] = wrong[numbers.below(8)]
      }
      onEachLevel { #expect(agrees(text), "\($0), round \(round)") }
    }
  }

  /// Sequences of two, three and four bytes at the limits of well-formed UTF-8.
  private static let sequences: [[UInt8]] = {
    let limits: [UInt8] = [
      0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC,
      0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF7, 0xF8, 0xFD, 0xFE, 0xFF,
    ]
    var all: [[UInt8]] = []
    for a in 0..<256 { for b in limits { all.append([UInt8(a), b]) } }
    let leads = limits.filter { $0 >= 0xC0 }
    let followers: [UInt8] = [0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2]
    for a in leads {
      for b in followers {
        for c in followers {
          all.append([a, b, c])
          for d in followers { all.append([a, b, c, d]) }
        }
      }
    }
    return all
  }()

  @Test(arguments: [0, 61, 63, 4_093, 4_095])
  func `ill-formed sequences are found at any position`(place: Int) {
    let before = [UInt8](repeating: 0x61, count: place)
    let suffix = [UInt8](repeating: 0x62, count: 70)
    for sequence in Self.sequences {
      let isWrong = String(validating: sequence, as: UTF8.self) == nil
      let (last, inside) = (before + sequence, before + sequence + suffix)
      onEachLevel { level in
        if tellsIllFormed(last) != isWrong || tellsIllFormed(inside) != isWrong {
          Issue.record("\(level), \(sequence) at \(place)")
        }
      }
    }
  }

  private func tellsIllFormed(_ text: [UInt8]) -> Bool {
    var text = text
    return unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: text.count + 2) {
      let lines = unsafe ck_make_records(&text, text.count, 0, $0.baseAddress)
      return lines.traits & UInt32(ck_ill_formed) != 0
    }
  }

  @Test func `carriage returns are dropped only at the ends of records`() {
    let text = Array("\r\rab\r\r\n\r\n\n\rx\n\r\ny\r".utf8)
    var made = made(text, base: 5)
    var starts = made.starts
    var bytes = made.text.mutableSpan
    var ends = starts.mutableSpan
    let left = Kernels.dropReturns(from: &bytes, endingAt: &ends, base: 5)
    let end: [UInt8] = [0xFF]
    let expected = Array("\r\rab\r".utf8) + end + end + end + Array("\rx".utf8) + end + end
    #expect(Array(made.text[0..<left]) == expected + Array("y\r".utf8))
    #expect(starts == [11, 12, 13, 16, 17])
  }
}
