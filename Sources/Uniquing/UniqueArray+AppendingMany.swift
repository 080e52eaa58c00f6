extension UniqueArray {
  /// Creates an array of the unique elements of a sequence, in the order of their first occurrence.
  ///
  /// - Complexity: O(*n*) on average, where *n* is the length of the sequence.
  @inlinable
  public init(_ sequence: some Sequence<Element>) {
    self.storage = []
    self.index = nil
    append(contentsOf: sequence)
  }

  /// Appends the elements of a sequence that are not in the array yet.
  ///
  /// Elements in contiguous storage, such as the storage of an array, are appended in blocks, which
  /// is faster than appending them one by one.
  ///
  /// - Complexity: O(*n*) on average, where *n* is the length of the sequence.
  @inlinable
  public mutating func append(contentsOf sequence: some Sequence<Element>) {
    // SAFETY: The buffer is valid during this call, and each index is in its range.
    let isDone: Void? = sequence.withContiguousStorageIfAvailable { elements in
      unsafe append(contentsOf: elements)
    }
    if isDone != nil { return }
    for element in sequence { appendIfUnique(element) }
  }

  @inlinable @inline(__always)
  mutating func append(contentsOf elements: UnsafeBufferPointer<Element>) {
    let countBefore = storage.count
    if index == nil {
      storage.reserveCapacity(Swift.min(countBefore + elements.count, Self.scanLimit))
    }
    var next = 0
    while next < elements.count,
      index == nil || elements.count &- next < BlockNotes.length
    {
      unsafe appendIfUnique(elements[next])
      next &+= 1
    }
    if next < elements.count {
      unsafe appendInBlocks(elements, from: next, countBefore: countBefore)
    }
  }

  /// Appends elements in blocks, so that the memory accesses of a block overlap.
  ///
  /// The first pass over a block hashes the elements and reads the home slot of each element. The
  /// second pass drops the elements that are already in their home slots. The third pass probes the
  /// table for the remaining elements. Finally, all new elements are appended together.
  @inlinable @inline(never)
  mutating func appendInBlocks(
    _ elements: UnsafeBufferPointer<Element>, from start: Int, countBefore: Int
  ) {
    var notes = BlockNotes()
    for next in stride(from: start, to: elements.count, by: BlockNotes.length) {
      let block = unsafe UnsafeBufferPointer(
        rebasing: elements[next..<Swift.min(next + BlockNotes.length, elements.count)])
      reserveCapacity(
        forBlock: block.count, remaining: elements.count - next, seen: next,
        kept: storage.count - countBefore)
      unsafe readHomes(of: block, &notes)
      unsafe dropFound(of: block, &notes)
      unsafe placeOthers(of: block, &notes)
      for other in 0..<notes.otherCount { unsafe storage.append(block[notes.others[other]]) }
      if notes.isWorthReseeding { reseedIndex() }
    }
  }

  @inlinable @inline(__always)
  func readHomes(of block: UnsafeBufferPointer<Element>, _ notes: inout BlockNotes) {
    guard let index else { return }
    for i in 0..<block.count {
      let hash = unsafe index.seed.hash(block[i])
      notes.hashes[i] = hash
      notes.homes[i] = index.slots[index.home(hash)]
    }
  }

  @inlinable @inline(__always)
  func dropFound(of block: UnsafeBufferPointer<Element>, _ notes: inout BlockNotes) {
    notes.otherCount = 0
    for i in 0..<block.count {
      let entry = notes.homes[i]
      let isFound =
        unsafe PositionIndex.hash(of: entry) == notes.hashes[i] && entry != 0
        && storage[PositionIndex.position(of: entry)] == block[i]
      notes.others[notes.otherCount] = i
      notes.otherCount &+= isFound ? 0 : 1
    }
  }

  /// Stores the future positions of the new elements in the index, and removes duplicates from
  /// `notes.others`.
  @inlinable @inline(__always)
  func placeOthers(of block: UnsafeBufferPointer<Element>, _ notes: inout BlockNotes) {
    guard let index else { return }
    let count = storage.count
    var placed = 0
    notes.isWorthReseeding = false
    for other in 0..<notes.otherCount {
      let i = notes.others[other]
      let hash = notes.hashes[i]
      let (slot, isFound) = index.slot(of: hash) { position in
        unsafe position < count
          ? storage[position] == block[i] : block[notes.others[position - count]] == block[i]
      }
      if isFound { continue }
      index.fill(slot, hash: hash, position: count &+ placed)
      notes.others[placed] = i
      placed &+= 1
      if index.isWorthReseeding(slot, from: hash) { notes.isWorthReseeding = true }
    }
    notes.otherCount = placed
  }

  /// Reserves capacity for a block of `length` elements, and for the estimated number of unique
  /// elements that the `remaining` elements contain.
  ///
  /// The estimate assumes that `kept` of the `seen` elements were unique. Each call increases the
  /// capacity at most 16-fold, because the input can start with many unique elements and then
  /// contain only duplicates.
  @inlinable
  mutating func reserveCapacity(forBlock length: Int, remaining: Int, seen: Int, kept: Int) {
    index?.slots.makeUnique()
    guard let limit = index?.limit, storage.count + length > limit else { return }
    let likely = Double(remaining) * Double(kept) / Double(Swift.max(seen, 1))
    let capacity = Swift.min(storage.count + Int(likely * 0.75), 16 * limit)
    index?.grow(to: Swift.max(capacity, storage.count + length))
    if let limit = index?.limit {
      storage.reserveCapacity(Swift.min(limit, storage.count + remaining))
    }
  }
}

extension UniqueArray {
  /// Calls `body` with the elements.
  ///
  /// - Complexity: The same as `body`.
  @inlinable
  public func withContiguousStorageIfAvailable<R>(
    _ body: (UnsafeBufferPointer<Element>) throws -> R
  ) rethrows -> R? {
    unsafe try storage.withContiguousStorageIfAvailable(body)
  }
}
