// The generic code is `@inlinable`, so that the compiler specializes it for the caller's element
// type. Two checks confirm the specialization. First, the symbol table of a release build has
// `generic specialization <Int> of UniqueArray.appendInBlocks` in the caller's module. Second, the
// contender `unique-array-unspecialized` times the code without specialization.

extension UniqueArray {
  /// Appends the element unless the array contains an equal element.
  ///
  /// - Returns: Whether the element was appended.
  /// - Complexity: O(1) on average, over many calls, if the hashes of elements differ.
  @inlinable @discardableResult
  public mutating func appendIfUnique(_ element: Element) -> Bool {
    if index != nil { return appendByHash(element) }
    if storage.contains(element) { return false }
    storage.append(element)
    if storage.count > Self.scanLimit { rebuildIndex(capacity: 2 * storage.count) }
    return true
  }

  @inlinable
  mutating func appendByHash(_ element: Element) -> Bool {
    guard let (hash, slot, isFound) = probe(for: element), !isFound else { return false }
    insert(element, hash, slot)
    if let limit = index?.limit, storage.count > limit { index?.grow(to: 2 * limit) }
    return true
  }

  /// Reserves capacity for `count` elements in total.
  ///
  /// - Complexity: O(*n*), where *n* is the number of elements, if the elements have to be moved.
  @inlinable
  public mutating func reserveCapacity(_ count: Int) {
    storage.reserveCapacity(count)
    guard count > Self.scanLimit else { return }
    if index == nil { rebuildIndex(capacity: count) } else { index?.grow(to: count) }
  }

  /// Looks up the element in the index.
  ///
  /// Returns the hash and the slot of the element, or the slot for inserting a missing element; nil
  /// if there is no index.
  @inlinable @inline(__always)
  func probe(for element: Element) -> (hash: UInt32, slot: Int, isFound: Bool)? {
    guard let index else { return nil }
    let hash = index.seed.hash(element)
    let (slot, isFound) = index.slot(of: hash) { storage[$0] == element }
    return (hash, slot, isFound)
  }

  /// Appends an element and stores its position in an empty slot.
  ///
  /// If the slot is far from the home slot of the hash, the index is rebuilt with a new seed. Long
  /// probes cause at most one new seed until the index doubles its size. Different elements with
  /// equal hashes therefore cause longer probes, but not endless rebuilding.
  @inlinable @inline(__always)
  mutating func insert(_ element: Element, _ hash: UInt32, _ slot: Int) {
    index?.slots.makeUnique()
    index?.fill(slot, hash: hash, position: storage.count)
    storage.append(element)
    if index?.isWorthReseeding(slot, from: hash) == true { reseedIndex() }
  }

  @inlinable @inline(never)
  mutating func reseedIndex() {
    rebuildIndex(capacity: Swift.max(index?.limit ?? 0, storage.count), isReseeded: true)
  }

  /// Builds an index of the elements with a new seed and the given capacity.
  @inlinable @inline(never)
  mutating func rebuildIndex(capacity: Int, isReseeded: Bool = false) {
    let salt = storage.count * 2 + (isReseeded ? 1 : 0)
    let index = PositionIndex(
      capacity: capacity, seed: HashSeed(salt: salt), isReseeded: isReseeded)
    for position in storage.indices {
      let hash = index.seed.hash(storage[position])
      let slot = index.slot(of: hash) { _ in false }.slot
      index.fill(slot, hash: hash, position: position)
    }
    self.index = index
  }
}
