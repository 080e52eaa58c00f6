internal import UnicodeText

/// The SHA-256 digest (FIPS 180-4) of bytes, computed incrementally.
///
///     var digest = SHA256()
///     digest.update(bytes.span)
///     SHA256.hexadecimal(digest.finalized())
package struct SHA256: Sendable {
  /// Whether to use the processor's SHA instructions if they are available.
  private let usesInstructions: Bool

  private var state: SIMD8<UInt32> = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A,
    0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]

  /// The bytes of the last block while it is incomplete.
  private var pending: [UInt8] = []
  private var length: UInt64 = 0

  package init() { self.init(usesInstructions: true) }

  /// Creates a digest; tests clear `usesInstructions` to run the portable code.
  init(usesInstructions: Bool) { self.usesInstructions = usesInstructions }

  /// The first eight bytes of the SHA-256 of `bytes`, as a big-endian number.
  package static func shortDigest(of bytes: [UInt8]) -> UInt64 {
    var digest = SHA256()
    digest.update(bytes.span)
    return digest.finalized().prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The first eight bytes of the SHA-256 of `numbers`, each encoded as eight bytes in
  /// little-endian order.
  package static func shortDigest(ofNumbers numbers: [UInt64]) -> UInt64 {
    shortDigest(
      of: numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
      })
  }

  /// Adds `bytes` to the digest.
  ///
  /// - Complexity: O(*n*)
  package mutating func update(_ bytes: Span<UInt8>) {
    length += UInt64(bytes.count)
    var start = 0
    if !pending.isEmpty {
      start = min(64 - pending.count, bytes.count)
      for index in 0..<start { pending.append(bytes[index]) }
      if pending.count < 64 { return }
      let block = pending
      compressAll(block.span, from: 0)
      pending.removeAll(keepingCapacity: true)
    }
    start = compressAll(bytes, from: start)
    for index in start..<bytes.count { pending.append(bytes[index]) }
  }

  /// The 32 bytes of the digest of all bytes added so far.
  package func finalized() -> [UInt8] {
    var last = self
    let bits = length &* 8
    let zeros = (119 - Int(length % 64)) % 64
    var padding: [UInt8] = [0x80] + [UInt8](repeating: 0, count: zeros)
    for shift in stride(from: 56, through: 0, by: -8) {
      padding.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    last.update(padding.span)
    var digest: [UInt8] = []
    for index in 0..<8 {
      for shift in stride(from: UInt32(24), through: 0, by: -8) {
        digest.append(UInt8(truncatingIfNeeded: last.state[index] >> shift))
      }
    }
    return digest
  }

  /// `digest` in lower-case hexadecimal digits.
  package static func hexadecimal(_ digest: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  /// Adds the complete blocks of `bytes` from `start` on to the digest, and returns the end offset
  /// of the last block.
  @discardableResult
  private mutating func compressAll(_ bytes: Span<UInt8>, from start: Int) -> Int {
    let end = start + (bytes.count - start) / 64 * 64
    if start == end { return end }
    let blocks = bytes.extracting(start..<end)
    if usesInstructions, Kernels.compressSHA256(blocks, into: &state, Self.constants) { return end }
    for at in stride(from: start, to: end, by: 64) { compress(bytes, at: at) }
    return end
  }

  private mutating func compress(_ bytes: Span<UInt8>, at start: Int) {
    // The last sixteen words of the message schedule, in a ring buffer.
    var words: InlineArray<16, UInt32> = .init(repeating: 0)
    let block = bytes.extracting(start..<start + 64)
    for index in 0..<16 {
      let at = index * 4
      let high = UInt32(block[at]) << 24 | UInt32(block[at + 1]) << 16
      words[index] = high | UInt32(block[at + 2]) << 8 | UInt32(block[at + 3])
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    let constants = Self.constants
    for round in 0..<64 {
      if round >= 16 {
        let early = words[(round + 1) & 15]
        let late = words[(round + 14) & 15]
        let first = Self.rotate(early, 7) ^ Self.rotate(early, 18) ^ (early >> 3)
        let second = Self.rotate(late, 17) ^ Self.rotate(late, 19) ^ (late >> 10)
        words[round & 15] &+= first &+ words[(round + 9) & 15] &+ second
      }
      let mixed = Self.rotate(e, 6) ^ Self.rotate(e, 11) ^ Self.rotate(e, 25)
      let choice = g ^ (e & (f ^ g))
      let first = h &+ mixed &+ choice &+ constants[round] &+ words[round & 15]
      let turned = Self.rotate(a, 2) ^ Self.rotate(a, 13) ^ Self.rotate(a, 22)
      let second = turned &+ ((a & b) ^ (a & c) ^ (b & c))
      h = g
      g = f
      f = e
      e = d &+ first
      d = c
      c = b
      b = a
      a = first &+ second
    }
    state = state &+ SIMD8(a, b, c, d, e, f, g, h)
  }

  @inline(__always) private static func rotate(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word &>> bits | word &<< (32 &- bits)
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: InlineArray<64, UInt32> = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
