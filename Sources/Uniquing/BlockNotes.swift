/// Temporary data that is shared by all passes over a block of elements.
@frozen @usableFromInline
struct BlockNotes {
  /// The number of elements in a block; the data of a larger block would not fit into the
  /// first-level cache.
  @inlinable @inline(__always)
  static var length: Int { 64 }

  @usableFromInline var hashes = [UInt32](repeating: 0, count: Self.length)

  /// For each element of the block, the hash table's entry at the element's home slot.
  @usableFromInline var homes = [UInt64](repeating: 0, count: Self.length)

  /// The indices, within the block, of the elements that are not yet known to be duplicates.
  @usableFromInline var others = [Int](repeating: 0, count: Self.length)

  @usableFromInline var otherCount = 0

  /// Whether the index should be rebuilt with a new seed, because a probe was too long.
  @usableFromInline var isWorthReseeding = false

  @usableFromInline init() {}
}
