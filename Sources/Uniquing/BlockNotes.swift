/// What the passes over a block of elements tell each other.
@frozen @usableFromInline
struct BlockNotes {
  /// So many reads are under way at once at most; more elements would not stay in the nearest cache.
  @inlinable @inline(__always)
  static var length: Int { 64 }

  @usableFromInline var hashes = [UInt32](repeating: 0, count: Self.length)

  /// The entry that each element found at its home.
  @usableFromInline var homes = [UInt64](repeating: 0, count: Self.length)

  /// The numbers in the block of the elements not yet known to be equal to an earlier one.
  @usableFromInline var others = [Int](repeating: 0, count: Self.length)

  @usableFromInline var otherCount = 0

  /// Whether a probe was so long that another seed should be tried.
  @usableFromInline var isWorthReseeding = false

  @usableFromInline init() {}
}
