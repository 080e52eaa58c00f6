/// A hash table of positions, with linear probing.
///
/// The upper half of a 64-bit slot contains the hash of an element, and the lower half contains the
/// element's position plus one; an empty slot is zero. A lookup compares the stored hash first, so
/// it rarely reads an element that is not equal. The table can grow without hashing the elements
/// again. The upper bits of a hash choose its home slot, so the entries have the same order in a
/// larger table, and are written sequentially.
@frozen @usableFromInline
struct PositionIndex: Sendable {
  @usableFromInline var slots: SlotMemory

  /// The number of slots minus one; the number of slots is a power of two.
  @usableFromInline var mask: Int

  @usableFromInline var seed: HashSeed

  /// The maximum number of positions before the table doubles.
  ///
  /// The limit is less than the number of slots, so that at least one slot stays empty.
  @usableFromInline var limit: Int

  /// Whether long probes have caused a new seed since the table last doubled its size.
  @usableFromInline var isReseeded: Bool

  /// The number of hash bits that do not choose the home slot.
  @usableFromInline var shift: UInt8

  /// Creates an empty table with a capacity of `capacity` positions.
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
  /// The maximum number of positions that fit into 32 bits, with one value reserved for an empty
  /// slot.
  @usableFromInline static var maximumCount: Int { 1 << 32 - 2 }

  @inlinable @inline(__always)
  func home(_ hash: UInt32) -> Int { Int(truncatingIfNeeded: UInt64(hash) &>> UInt64(shift)) }

  @inlinable @inline(__always)
  static func hash(of entry: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: entry &>> 32) }

  /// The position in a non-empty entry.
  @inlinable @inline(__always)
  static func position(of entry: UInt64) -> Int {
    Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) &- 1
  }

  /// The slot of the first entry with this hash whose position satisfies `isMatch`, or the empty
  /// slot for a new entry.
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

  /// The probe length that random hashes almost never exceed, in tables of any size.
  @inlinable @inline(__always)
  static var longProbe: Int { 1024 }

  /// Whether a slot is so far from the home slot of its hash that the table should get a new seed.
  @inlinable @inline(__always)
  func isWorthReseeding(_ slot: Int, from hash: UInt32) -> Bool {
    (slot &- home(hash)) & mask > Self.longProbe && !isReseeded
  }

  /// Stores a position with its hash in an empty slot.
  ///
  /// - Precondition: The table is the only owner of its memory.
  @inlinable @inline(__always)
  func fill(_ slot: Int, hash: UInt32, position: Int) {
    slots[slot] = UInt64(hash) &<< 32 | UInt64(truncatingIfNeeded: position &+ 1)
  }
}
