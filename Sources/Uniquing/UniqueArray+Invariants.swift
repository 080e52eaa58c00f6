extension UniqueArray {
  /// A sentence about a broken invariant; nil if all invariants hold.
  ///
  /// - Complexity: O(*n*) on average, where *n* is the count of the array.
  package var invariantViolation: String? {
    guard let index else {
      return storage.count > Self.scanLimit ? "\(storage.count) elements have no index" : nil
    }
    if storage.count > index.limit { return "\(storage.count) elements are beyond the limit" }
    let used = (0...index.mask).count { index.slots[$0] != 0 }
    if used != storage.count { return "\(used) slots are used by \(storage.count) elements" }
    for (position, element) in storage.enumerated() {
      let hash = index.seed.hash(element)
      if !index.slot(of: hash, where: { $0 == position }).isFound {
        return "the element at position \(position) is not in the index"
      }
      if firstIndex(of: element) != position {
        return "the element at position \(position) is equal to one before it"
      }
    }
    return nil
  }

  /// The maximum distance of an entry from its home slot; zero without an index.
  package var longestProbe: Int {
    guard let index else { return 0 }
    return (0...index.mask).lazy.filter { index.slots[$0] != 0 }.map { slot in
      (slot - index.home(PositionIndex.hash(of: index.slots[slot]))) & index.mask
    }.max() ?? 0
  }

  /// Whether long probes have caused a new seed since the index last doubled its size.
  package var isReseeded: Bool { index?.isReseeded ?? false }

  /// The number of slots of the index; zero without an index.
  package var slotCount: Int { index.map { $0.mask + 1 } ?? 0 }
}
