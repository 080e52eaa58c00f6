/// The slots of a hash table in plain memory, with copy-on-write.
///
/// It is a type of its own so that the table needs no unsafe code. An array instead would check its owner and its count
/// at each step of a probe.
@safe @frozen @usableFromInline
struct SlotMemory {
  // SAFETY: `slots` points to as many initialized slots as `owner` was created with, and is valid as long as `owner`. A
  // table keeps its slot numbers below that count, a power of two, by masking.
  @usableFromInline var slots: UnsafeMutablePointer<UInt64>

  @usableFromInline var owner: Owner

  /// Creates `count` slots, all zero.
  init(count: Int) {
    self.owner = Owner(count: count)
    unsafe self.slots = owner.slots
    unsafe slots.initialize(repeating: 0, count: count)
  }

  /// The slot with this number, which must be below the count.
  ///
  /// - Precondition: To write, this must be the only owner of the memory.
  @inlinable
  subscript(slot: Int) -> UInt64 {
    @inline(__always) get { unsafe slots[slot] }
    @inline(__always) nonmutating set { unsafe slots[slot] = newValue }
  }

  /// Copies the memory unless this is its only owner.
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

  /// Frees the slots when the last reference goes away.
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

// Sendable because it is only written while it is the only owner of its memory, like an array.
extension SlotMemory: @unchecked Sendable {}
