/// A 64-bit hash of an item's attributes, which shows whether the attributes have changed since the
/// item was indexed.
///
/// The hash is the same on every machine and in every process. The hash is not secure against
/// deliberate collisions. A collision's only effect is that a changed item is not indexed again.
struct Fingerprint: Equatable {
  private var state: UInt64 = 0x6A09_E667_F3BC_C908

  var value: Int { Int(bitPattern: UInt(truncatingIfNeeded: state ^ state >> 29)) }

  private mutating func mix(_ word: UInt64) {
    state = (state ^ word) &* 0x9E37_79B9_7F4A_7C15
    state ^= state >> 32
  }

  /// Adds the bytes of an attribute to the hash; `tag` distinguishes attributes with equal bytes.
  mutating func add(_ tag: UInt64, _ bytes: Span<UInt8>) {
    mix(tag << 48 ^ UInt64(bytes.count))
    var index = 0
    while index + 8 <= bytes.count {
      var word: UInt64 = 0
      for place in 0..<8 { word |= UInt64(bytes[index + place]) << UInt64(8 * place) }
      mix(word)
      index += 8
    }
    var rest: UInt64 = 0
    while index < bytes.count {
      rest = rest << 8 | UInt64(bytes[index])
      index += 1
    }
    mix(rest)
  }
}
