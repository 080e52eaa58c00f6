/// The slots of a hash table, in manually allocated memory with copy-on-write.
///
/// A separate type keeps unsafe code out of the table. An array would check uniqueness and bounds
/// at each step of a probe.
@safe @frozen @usableFromInline
struct SlotMemory {
  // SAFETY: `slots` points to the initialized slots that `owner` allocated, and is valid as long as
  // `owner` lives. A table masks its slot numbers to keep them below the slot count, which is a
  // power of two.
  @usableFromInline var slots: UnsafeMutablePointer<UInt64>

  @usableFromInline var owner: Owner

  /// Creates `count` slots, all zero.
  init(count: Int) {
    self.owner = Owner(count: count)
    unsafe self.slots = owner.slots
    unsafe slots.initialize(repeating: 0, count: count)
  }

  /// The slot with the given number, which must be below the slot count.
  ///
  /// - Precondition: A write requires that this value is the only owner of the memory.
  @inlinable
  subscript(slot: Int) -> UInt64 {
    @inline(__always) get { unsafe slots[slot] }
    @inline(__always) nonmutating set { unsafe slots[slot] = newValue }
  }

  /// Copies the memory unless this value is its only owner.
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

  /// Allocates the slots, and frees them when the last reference is released.
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

// Like an array, this type is Sendable, because memory is written only while it has a single owner.
extension SlotMemory: @unchecked Sendable {}
