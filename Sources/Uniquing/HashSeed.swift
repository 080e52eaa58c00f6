/// The random parameters of a hash function; each hash table has different parameters.
///
/// Integers and ASCII strings are hashed by multiplying and folding, as in wyhash
/// (https://github.com/wangyi-fudan/wyhash). All other elements are hashed with the standard
/// library's `Hasher`, and the result is hashed like an integer.
@frozen @usableFromInline
struct HashSeed: Sendable {
  @usableFromInline let mask: UInt64

  /// A random odd number.
  @usableFromInline let multiplier: UInt64

  /// Creates a seed that differs between processes, like the seed of `Hasher`, and between values
  /// of `salt`.
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
  /// Hashes an element; equal elements have equal hashes.
  ///
  /// The compiler resolves the type comparisons when it specializes the method, so specialized code
  /// has only one branch.
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

  /// The hash of an integer.
  ///
  /// The first multiplication, with a constant, spreads consecutive integers evenly. The second
  /// multiplication, with a secret factor, protects against keys that are chosen to collide.
  @inlinable @inline(__always)
  func hash(_ value: UInt64) -> UInt32 {
    let spread = Self.fold(value ^ mask, 0x9E37_79B9_7F4A_7C15)
    return UInt32(truncatingIfNeeded: Self.fold(spread, multiplier) >> 32)
  }

  /// The exclusive or of the two halves of the 128-bit product of `a` and `b`.
  @inlinable @inline(__always)
  static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}
