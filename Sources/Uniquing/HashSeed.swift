/// A random choice among hash functions, made anew for each index.
///
/// Integers and ASCII strings are hashed by multiplying and folding, as wyhash does
/// (https://github.com/wangyi-fudan/wyhash); all else by the standard library's `Hasher`, whose result is folded.
@frozen @usableFromInline
struct HashSeed: Sendable {
  @usableFromInline let mask: UInt64

  /// An odd number.
  @usableFromInline let multiplier: UInt64

  /// Makes a seed that differs between processes, as the seed of `Hasher` does, and between uses of `salt`.
  @usableFromInline
  init(salt: Int) {
    var hasher = Hasher()
    hasher.combine(salt)
    self.mask = UInt64(bitPattern: Int64(hasher.finalize()))
    hasher = Hasher()
    hasher.combine(mask)
    self.multiplier = UInt64(bitPattern: Int64(hasher.finalize())) | 1
  }
}

extension HashSeed {
  /// Equal elements have equal hashes.
  ///
  /// The comparisons of types are decided when the generic is specialised, which leaves one branch.
  @inlinable @inline(__always)
  func hash<Element: Hashable>(_ element: Element) -> UInt32 {
    if Element.self == Int.self, let value = element as? Int {
      return hash(UInt64(truncatingIfNeeded: value))
    }
    if Element.self == String.self, let value = element as? String { return hash(value) }
    if Element.self == UInt64.self, let value = element as? UInt64 { return hash(value) }
    if Element.self == Int64.self, let value = element as? Int64 {
      return hash(UInt64(truncatingIfNeeded: value))
    }
    if Element.self == UInt32.self, let value = element as? UInt32 { return hash(UInt64(value)) }
    if Element.self == Int32.self, let value = element as? Int32 {
      return hash(UInt64(truncatingIfNeeded: value))
    }
    return hash(UInt64(truncatingIfNeeded: element.hashValue))
  }

  /// The hash of a whole number.
  ///
  /// The first constant spreads runs of neighbours evenly; the second, which is secret, protects from keys chosen to
  /// collide.
  @inlinable @inline(__always)
  func hash(_ value: UInt64) -> UInt32 {
    let spread = Self.fold(value ^ mask, 0x9E37_79B9_7F4A_7C15)
    return UInt32(truncatingIfNeeded: Self.fold(spread, multiplier) >> 32)
  }

  /// Both halves of a product, one upon the other.
  @inlinable @inline(__always)
  static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}
