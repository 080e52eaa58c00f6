extension GrowableBuffer {
  /// Has the memory made ready that the next `count` elements will be the first to use, as far as there is room.
  package func clearAhead(_ count: Int) {
    // SAFETY: what is left of the block follows what is used.
    unsafe Memory.clearAhead(
      base + used, min(count, capacity - used), room: capacity - used)
  }

  /// Makes room for `additional` more elements, unless the system has no memory for them.
  ///
  /// - Returns: false if it was refused; then nothing changed.
  public mutating func reserveIfPossible(_ additional: Int) -> Bool {
    if capacity - count >= additional { return true }
    let (needed, overflow) = count.addingReportingOverflow(additional)
    if overflow { return false }
    // Where doubling is refused, what is needed may still be granted.
    for wanted in [max(needed, capacity * 2), needed] {
      if let moved = unsafe Memory.reallocateIfPossible(base, from: capacity, to: wanted) {
        unsafe base = moved
        capacity = wanted
        return true
      }
    }
    return false
  }
}
