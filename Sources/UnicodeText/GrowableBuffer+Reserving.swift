extension GrowableBuffer {
  /// Makes the memory for the next `count` elements resident, within the capacity.
  ///
  /// See `Memory.makeResident`.
  package func makeResident(_ count: Int) {
    // SAFETY: the unused part of the allocation follows the used one.
    unsafe Memory.makeResident(
      base + used, min(count, capacity - used), room: capacity - used)
  }

  /// Reserves capacity for `additional` more elements, unless the system refuses the memory.
  ///
  /// - Returns: false if it refused; nothing changed then.
  package mutating func reserveIfPossible(_ additional: Int) -> Bool {
    if capacity - count >= additional { return true }
    let (needed, overflow) = count.addingReportingOverflow(additional)
    if overflow { return false }
    // If the system refuses twice the capacity, it may still grant what is needed.
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
