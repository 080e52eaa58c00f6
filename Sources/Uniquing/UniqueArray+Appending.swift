extension UniqueArray {
  /// Creates an array of the elements of a sequence, without those equal to an earlier one.
  ///
  /// - Complexity: O(*n*) on average, where *n* is the length of the sequence.
  @inlinable
  public init(_ sequence: some Sequence<Element>) {
    self.init()
    append(contentsOf: sequence)
  }

  /// Appends the element unless the array contains one equal to it.
  ///
  /// - Returns: whether the element was appended.
  /// - Complexity: O(1) on average, over many calls, if the hashes of elements differ.
  @inlinable @discardableResult
  public mutating func appendIfUnique(_ element: Element) -> Bool {
    guard let index else {
      if storage.contains(element) { return false }
      storage.append(element)
      if storage.count > Self.scanLimit { rebuildIndex(capacity: 2 * storage.count) }
      return true
    }
    let hash = index.seed.hash(element)
    let (slot, isFound) = index.slot(of: hash) { storage[$0] == element }
    if isFound { return false }
    insert(element, hash, slot)
    return true
  }

  /// Appends those elements of a sequence that are equal neither to one of the array nor to an earlier one.
  ///
  /// - Complexity: O(*n*) on average, where *n* is the length of the sequence.
  @inlinable
  public mutating func append(contentsOf sequence: some Sequence<Element>) {
    for element in sequence { appendIfUnique(element) }
  }

  /// Makes room for `count` elements in all.
  @inlinable
  public mutating func reserveCapacity(_ count: Int) {
    storage.reserveCapacity(count)
    guard count > Self.scanLimit else { return }
    if let index {
      if index.limit < count { self.index = PositionIndex(copying: index, capacity: count) }
    } else {
      rebuildIndex(capacity: count)
    }
  }

  @inlinable @inline(__always)
  mutating func insert(_ element: Element, _ hash: UInt32, _ slot: Int) {
    makeIndexUnique()
    index?.fill(slot, hash: hash, position: storage.count)
    storage.append(element)
    guard let index else { return }
    if storage.count >= index.limit {
      self.index = PositionIndex(copying: index, capacity: 2 * index.limit)
    } else if index.isFar(slot, from: hash), !index.isReseeded {
      rebuildIndex(capacity: index.limit, isReseeded: true)
    }
  }

  @inlinable @inline(__always)
  mutating func makeIndexUnique() {
    if !isKnownUniquelyReferenced(&index), let index {
      self.index = PositionIndex(copying: index, capacity: index.limit)
    }
  }

  /// Makes an index of the elements with a new seed.
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
