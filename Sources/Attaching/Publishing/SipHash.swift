internal import UnicodeText

/// SipHash-2-4 with a key of zeros, which ClickHouse calls `sipHash64`.
///
/// Aumasson, Bernstein: SipHash: a fast short-input PRF (2012).
enum SipHash {
  /// The hash of `bytes`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  static func hash(_ bytes: Span<UInt8>) -> UInt64 {
    var state = State()
    var at = 0
    while at + 8 <= bytes.count {
      var word: UInt64 = 0
      for index in 0..<8 { word |= UInt64(bytes[at + index]) << UInt64(8 * index) }
      state.add(word)
      at += 8
    }
    var last = UInt64(truncatingIfNeeded: bytes.count) << 56
    for index in at..<bytes.count { last |= UInt64(bytes[index]) << UInt64(8 * (index - at)) }
    state.add(last)
    return state.finish()
  }

  private struct State {
    private var v0: UInt64 = 0x736f_6d65_7073_6575
    private var v1: UInt64 = 0x646f_7261_6e64_6f6d
    private var v2: UInt64 = 0x6c79_6765_6e65_7261
    private var v3: UInt64 = 0x7465_6462_7974_6573

    @inline(__always) mutating func add(_ word: UInt64) {
      v3 ^= word
      round()
      round()
      v0 ^= word
    }

    mutating func finish() -> UInt64 {
      v2 ^= 0xFF
      for _ in 0..<4 { round() }
      return v0 ^ v1 ^ v2 ^ v3
    }

    @inline(__always) private mutating func round() {
      v0 = v0 &+ v1
      v1 = Self.rotated(v1, 13) ^ v0
      v0 = Self.rotated(v0, 32)
      v2 = v2 &+ v3
      v3 = Self.rotated(v3, 16) ^ v2
      v0 = v0 &+ v3
      v3 = Self.rotated(v3, 21) ^ v0
      v2 = v2 &+ v1
      v1 = Self.rotated(v1, 17) ^ v2
      v2 = Self.rotated(v2, 32)
    }

    @inline(__always) private static func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 {
      word << bits | word >> (64 - bits)
    }
  }
}
