/// A hash table of positions, by linear probing.
///
/// A slot of 64 bits holds the hash of an element in its upper half and one more than its position in the lower; zero
/// is an empty slot. So most elements that differ are told apart without looking at them, and the table doubles by its
/// own bits: the home of a hash is given by its upper bits, so entries move to the larger table in order, without jumps.
///
/// This file holds the unsafe code of the module's storage: a table is one plain block of memory because the checks of
/// an array inside the probing loop cost a third of its time.
@safe @usableFromInline
final class PositionIndex {
  // SAFETY: `slots` points at `mask + 1` initialised slots until the end of this object's life; each slot number that
  // is read or written is at most `mask`. There is always an empty slot, because `limit <= mask`.
  @usableFromInline let slots: UnsafeMutablePointer<UInt64>

  /// One less than the number of slots, a power of two.
  @usableFromInline let mask: Int

  /// The number of bits of a hash that do not choose the home.
  @usableFromInline let shift: UInt32

  /// The number of positions from which on the table should double.
  @usableFromInline let limit: Int

  @usableFromInline let seed: HashSeed

  /// Whether the seed was made because the probes of another were long, since the last doubling.
  @usableFromInline let isReseeded: Bool

  /// Creates an empty table with room for `capacity` positions.
  @usableFromInline
  init(capacity: Int, seed: HashSeed, isReseeded: Bool = false) {
    precondition(
      capacity <= Self.maximumCount, "a unique array holds at most \(Self.maximumCount) elements")
    var bits = 5
    while bits < 32, Self.limit(bits) < capacity { bits += 1 }
    self.mask = 1 << bits - 1
    self.shift = UInt32(32 - bits)
    self.limit = Self.limit(bits)
    self.seed = seed
    self.isReseeded = isReseeded
    unsafe self.slots = .allocate(capacity: mask + 1)
    unsafe slots.initialize(repeating: 0, count: mask + 1)
  }

  /// Creates a table with the same positions as `other`, with room for `capacity`.
  @usableFromInline
  convenience init(copying other: PositionIndex, capacity: Int) {
    self.init(
      capacity: max(capacity, other.limit), seed: other.seed,
      isReseeded: capacity <= other.limit && other.isReseeded)
    if mask == other.mask {
      unsafe slots.update(from: other.slots, count: mask + 1)
      return
    }
    for number in 0...other.mask {
      let entry = unsafe other.slots[number]
      if entry != 0 { insert(entry) }
    }
  }

  deinit { unsafe slots.deallocate() }

  private static func limit(_ bits: Int) -> Int {
    bits == 32 ? maximumCount : (1 << bits) / 10 * 7
  }

  private func insert(_ entry: UInt64) {
    var slot = home(UInt32(truncatingIfNeeded: entry >> 32))
    while unsafe slots[slot] != 0 { slot = (slot + 1) & mask }
    unsafe slots[slot] = entry
  }
}

// Mutated only through a reference known to be the only one.
extension PositionIndex: @unchecked Sendable {}

extension PositionIndex {
  /// The most positions that 32 bits can tell apart, with one pattern for an empty slot.
  @usableFromInline static var maximumCount: Int { 1 << 32 - 2 }

  @inlinable @inline(__always)
  func home(_ hash: UInt32) -> Int { Int(truncatingIfNeeded: UInt64(hash) &>> UInt64(shift)) }

  /// The position in the slot, nil if it is empty.
  @inlinable @inline(__always)
  func position(in slot: Int) -> Int? {
    let entry = unsafe slots[slot]
    return entry == 0 ? nil : Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) &- 1
  }

  /// The slot of the first position with the hash for which `isMatch` holds, or the empty slot where it would be.
  @inlinable @inline(__always)
  func slot(of hash: UInt32, where isMatch: (_ position: Int) -> Bool) -> (slot: Int, isFound: Bool)
  {
    var slot = home(hash)
    while true {
      let entry = unsafe slots[slot]
      if entry == 0 { return (slot, false) }
      if UInt32(truncatingIfNeeded: entry &>> 32) == hash,
        isMatch(Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) &- 1)
      {
        return (slot, true)
      }
      slot = (slot &+ 1) & mask
    }
  }

  /// Puts a position with its hash in an empty slot.
  @inlinable @inline(__always)
  func fill(_ slot: Int, hash: UInt32, position: Int) {
    unsafe slots[slot] = UInt64(hash) &<< 32 | UInt64(truncatingIfNeeded: position &+ 1)
  }

  /// Whether a slot is so far from the home of its hash that another seed is worth trying.
  @inlinable @inline(__always)
  func isFar(_ slot: Int, from hash: UInt32) -> Bool {
    (slot &- home(hash)) & mask > 512
  }

  /// Empties a slot and closes the gap: each entry stays reachable from its home.
  @usableFromInline
  func clear(_ slot: Int) {
    var gap = slot
    var next = (slot + 1) & mask
    while true {
      let entry = unsafe slots[next]
      if entry == 0 { break }
      let home = home(UInt32(truncatingIfNeeded: entry >> 32))
      if (next - home) & mask >= (next - gap) & mask {
        unsafe slots[gap] = entry
        gap = next
      }
      next = (next + 1) & mask
    }
    unsafe slots[gap] = 0
  }

  /// Lowers by one each position above the given one.
  @usableFromInline
  func close(_ position: Int) {
    let bound = UInt64(truncatingIfNeeded: position + 1)
    for number in 0...mask where unsafe slots[number] & 0xFFFF_FFFF > bound {
      unsafe slots[number] -= 1
    }
  }

  /// Empties all slots.
  @usableFromInline
  func clearAll() {
    unsafe slots.update(repeating: 0, count: mask + 1)
  }
}
