extension PositionIndex {
  /// Grows the table so that it can store at least `capacity` positions.
  @usableFromInline @inline(never)
  mutating func grow(to capacity: Int) {
    if capacity <= limit { return }
    let larger = PositionIndex(capacity: capacity, seed: seed)
    for number in 0...mask {
      let entry = slots[number]
      if entry == 0 { continue }
      var slot = larger.home(UInt32(truncatingIfNeeded: entry >> 32))
      while larger.slots[slot] != 0 { slot = (slot + 1) & larger.mask }
      larger.slots[slot] = entry
    }
    self = larger
  }

  /// Empties a slot, and moves later entries back so that probes from their home slots still find
  /// the entries.
  ///
  /// - Precondition: The table is the only owner of its memory.
  @usableFromInline
  func clear(_ slot: Int) {
    var gap = slot
    var next = (slot + 1) & mask
    while true {
      let entry = slots[next]
      if entry == 0 { break }
      let home = home(UInt32(truncatingIfNeeded: entry >> 32))
      if (next - home) & mask >= (next - gap) & mask {
        slots[gap] = entry
        gap = next
      }
      next = (next + 1) & mask
    }
    slots[gap] = 0
  }

  /// Decrements each position above `position`.
  ///
  /// - Precondition: The table is the only owner of its memory.
  @usableFromInline
  func lower(above position: Int) {
    let bound = UInt64(truncatingIfNeeded: position + 1)
    for number in 0...mask where slots[number] & 0xFFFF_FFFF > bound {
      slots[number] -= 1
    }
  }
}
