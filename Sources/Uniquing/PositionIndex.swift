/// A hash table of positions, by linear probing.
///
/// A slot of 64 bits holds the hash of an element in its upper half and one more than its position in the lower; zero
/// is an empty slot. So most elements that differ are told apart without looking at them, and the table doubles by its
/// own bits: the home of a hash is given by its upper bits, so entries move to the larger table in order, without jumps.
@frozen @usableFromInline
struct PositionIndex: Sendable {
  @usableFromInline var slots: SlotMemory

  /// One less than the number of slots, a power of two.
  @usableFromInline var mask: Int

  @usableFromInline var seed: HashSeed

  /// The number of positions from which on the table should double; below the number of slots, so that one is empty.
  @usableFromInline var limit: Int

  /// Whether the seed was made because the probes of another were long, since the last doubling.
  @usableFromInline var isReseeded: Bool

  /// The number of bits of a hash that do not choose the home.
  @usableFromInline var shift: UInt8

  /// Creates an empty table with room for `capacity` positions.
  @usableFromInline
  init(capacity: Int, seed: HashSeed, isReseeded: Bool = false) {
    precondition(
      capacity <= Self.maximumCount, "a unique array holds at most \(Self.maximumCount) elements")
    var bits = 5
    while bits < 32, Self.limit(bits) < capacity { bits += 1 }
    self.mask = 1 << bits - 1
    self.shift = UInt8(32 - bits)
    self.limit = Self.limit(bits)
    self.seed = seed
    self.isReseeded = isReseeded
    self.slots = SlotMemory(count: mask + 1)
  }

  private static func limit(_ bits: Int) -> Int {
    bits == 32 ? maximumCount : (1 << bits) / 5 * 4
  }
}

extension PositionIndex {
  /// The most positions that 32 bits can tell apart, with one pattern for an empty slot.
  @usableFromInline static var maximumCount: Int { 1 << 32 - 2 }

  @inlinable @inline(__always)
  func home(_ hash: UInt32) -> Int { Int(truncatingIfNeeded: UInt64(hash) &>> UInt64(shift)) }

  @inlinable @inline(__always)
  static func hash(of entry: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: entry &>> 32) }

  /// The position in an entry that is not empty.
  @inlinable @inline(__always)
  static func position(of entry: UInt64) -> Int {
    Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) &- 1
  }

  /// The slot of the first position with the hash for which `isMatch` holds, or the empty slot where it would be.
  @inlinable @inline(__always)
  func slot(
    of hash: UInt32, where isMatch: (_ position: Int) -> Bool
  ) -> (slot: Int, isFound: Bool) {
    var slot = home(hash)
    while true {
      let entry = slots[slot]
      if entry == 0 { return (slot, false) }
      if Self.hash(of: entry) == hash, isMatch(Self.position(of: entry)) { return (slot, true) }
      slot = (slot &+ 1) & mask
    }
  }

  /// Probes longer than this are not to be expected of random hashes, in tables of any size.
  @inlinable @inline(__always)
  static var longProbe: Int { 1024 }

  /// Whether a slot is so far from the home of its hash that another seed should be tried.
  @inlinable @inline(__always)
  func isWorthReseeding(_ slot: Int, from hash: UInt32) -> Bool {
    (slot &- home(hash)) & mask > Self.longProbe && !isReseeded
  }

  /// Puts a position with its hash in an empty slot.
  ///
  /// - Precondition: the table is the only one with its memory.
  @inlinable @inline(__always)
  func fill(_ slot: Int, hash: UInt32, position: Int) {
    slots[slot] = UInt64(hash) &<< 32 | UInt64(truncatingIfNeeded: position &+ 1)
  }
}
