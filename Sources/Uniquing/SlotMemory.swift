/// The slots of a hash table in one block of plain memory, shared by copies until one of them is written.
///
/// It is apart from the table so that all code of the table is checked. An array in its place costs a look at its owner
/// and its count at each step of a probe.
@safe @frozen @usableFromInline
struct SlotMemory {
  // SAFETY: `slots` points at as many initialised slots as `owner` was made with, and lives as long as `owner`. A table
  // keeps its slot numbers below that count, a power of two, by masking.
  @usableFromInline var slots: UnsafeMutablePointer<UInt64>

  @usableFromInline var owner: Owner

  /// Makes `count` slots, all zero.
  init(count: Int) {
    self.owner = Owner(count: count)
    unsafe self.slots = owner.slots
    unsafe slots.initialize(repeating: 0, count: count)
  }

  /// A slot below the count.
  ///
  /// - Precondition: to write it, this is the only value with its memory.
  @inlinable
  subscript(slot: Int) -> UInt64 {
    @inline(__always) get { unsafe slots[slot] }
    @inline(__always) nonmutating set { unsafe slots[slot] = newValue }
  }

  /// Makes this the only value with its memory.
  @inlinable @inline(__always)
  mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&owner) { copy() }
  }

  @usableFromInline @inline(never)
  mutating func copy() {
    let copy = Owner(count: owner.count)
    unsafe copy.slots.initialize(from: slots, count: owner.count)
    unsafe slots = copy.slots
    owner = copy
  }

  /// Frees the slots with the last value that refers to them.
  @safe @usableFromInline
  final class Owner {
    let count: Int
    let slots: UnsafeMutablePointer<UInt64>

    init(count: Int) {
      self.count = count
      unsafe self.slots = .allocate(capacity: count)
    }

    deinit { unsafe slots.deallocate() }
  }
}

// Written only while it is the only value with its memory, as an array is.
extension SlotMemory: @unchecked Sendable {}
