import TestSupport
import Testing

@testable import UnicodeText

/// The expected results of the search kernels, computed byte by byte.
enum KernelOracle {
  static func lowered(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte + 32 : byte }

  /// Whether the needle is at `start`; false if it would extend past the end of the haystack.
  static func isAt(_ start: Int, _ needle: [UInt8], in hay: [UInt8], ignoringCase: Bool) -> Bool {
    guard start + needle.count <= hay.count else { return false }
    for index in needle.indices {
      let byte = hay[start + index]
      if (ignoringCase ? lowered(byte) : byte) != needle[index] { return false }
    }
    return true
  }

  static func first(
    _ needle: [UInt8], in hay: [UInt8], from start: Int = 0, ignoringCase: Bool = false
  ) -> Int? {
    var at = start
    while at + needle.count <= hay.count {
      if isAt(at, needle, in: hay, ignoringCase: ignoringCase) { return at }
      at += 1
    }
    return nil
  }

  /// The offsets of the non-overlapping occurrences, in ascending order.
  static func places(_ needle: [UInt8], in hay: [UInt8], from start: Int) -> [Int] {
    var result: [Int] = []
    var at = start
    while let place = first(needle, in: hay, from: at) {
      result.append(place)
      at = place + needle.count
    }
    return result
  }

  /// The offset of the first occurrence in each line.
  static func lines(
    _ needle: [UInt8], in hay: [UInt8], from start: Int = 0, ignoringCase: Bool, end: UInt8
  ) -> [Int] {
    var result: [Int] = []
    var at = start
    while at < hay.count {
      if isAt(at, needle, in: hay, ignoringCase: ignoringCase) {
        result.append(at)
        at += needle.count
        while at < hay.count && hay[at] != end { at += 1 }
      }
      at += 1
    }
    return result
  }
}

/// Tests of the kernels at each kernel level that the processor supports.
///
/// These suites run serially, because the kernel level is a process-wide setting.
@Suite(.serialized) struct KernelLevelTests {
  /// Calls `body` once for each supported kernel level, with that level in use.
  static func atEveryLevel(_ body: (Kernels.Level) throws -> Void) rethrows {
    let before = Kernels.level
    defer { _ = Kernels.use(before) }
    for level in Kernels.Level.allCases where Kernels.use(level) { try body(level) }
  }

  @Test func `an unsupported kernel level is rejected, and the current level stays`() {
    let before = Kernels.level
    var used: [Kernels.Level] = []
    for level in Kernels.Level.allCases {
      let isTaken = Kernels.use(level)
      #expect(isTaken == level.isSupported)
      #expect(Kernels.level == (isTaken ? level : used.last ?? before))
      if isTaken { used.append(level) }
    }
    #expect(used.contains(before))
    #expect(Kernels.use(before))
  }
}

/// Places text directly before or after inaccessible memory, so that reads out of bounds crash.
struct KernelEdges {
  let block: GuardedBlock

  /// Creates a block of memory for texts of up to `capacity` bytes; it has at least one page.
  init(capacity: Int = 1) throws { block = try #require(GuardedBlock(capacity: capacity)) }

  /// Calls `body` with the text at the end, then at the beginning, of the accessible memory.
  func lend(_ bytes: [UInt8], _ body: (Span<UInt8>) -> Void) {
    block.lend(bytes, atEnd: true, body)
    block.lend(bytes, atEnd: false, body)
  }
}

/// A random ascending pair of indices of a needle; (0, 0) if the needle has fewer than two bytes.
func randomPair(of length: Int, using dice: inout SeededGenerator) -> Kernels.RarePair {
  guard length > 1 else { return .init(first: 0, second: 0) }
  let first = Int.random(in: 0..<length - 1, using: &dice)
  return .init(first: first, second: Int.random(in: first + 1..<length, using: &dice))
}

extension Kernels {
  /// All offsets that `appendFirstPlaces` finds if each call requests at most `limit` offsets.
  static func firstPlaces(
    of needle: [UInt8], by pair: RarePair, ignoringCase: Bool, in hay: Span<UInt8>,
    from start: Int = 0, end: UInt8, limit: Int
  ) -> [Int] {
    var places = GrowableBuffer<Int>()
    var at = start
    while at < hay.count {
      at = appendFirstPlaces(
        of: needle.span, by: pair, ignoringCase: ignoringCase, in: hay, from: at,
        endingLinesWith: end, limit: limit, to: &places)
    }
    return places.array()
  }
}
