/// A hash table from keys to numbers; the caller stores the keys and compares them.
///
/// This table replaces a dictionary. When a program creates its first dictionary with a given type
/// of key, the Swift runtime searches all conformances of the program (DECISIONS.md, 75). This
/// takes longer than building the automaton of a short pattern.
struct HashedNumbers {
  /// The slots of the table; 0 marks a free slot.
  ///
  /// The low half of a used slot is a number plus one. The high half of a used slot is 32 bits of
  /// the key's hash.
  private var slots: [UInt64] = []
  private var count = 0

  /// The number of the key for which `isEqual` is true; nil if the table has no such key.
  ///
  /// - Complexity: O(1) calls of `isEqual`, on average.
  func number(hash: UInt64, where isEqual: (UInt32) -> Bool) -> UInt32? {
    if slots.isEmpty { return nil }
    let mixed = Self.mix(hash)
    var slot = Int(mixed) & (slots.count - 1)
    while slots[slot] != 0 {
      let number = UInt32(truncatingIfNeeded: slots[slot]) - 1
      if slots[slot] >> 32 == mixed, isEqual(number) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Adds the number of a key that is not in the table.
  mutating func add(_ number: UInt32, hash: UInt64) {
    if 2 * count >= slots.count { grow() }
    insert(Self.mix(hash) << 32 | UInt64(number + 1))
    count += 1
  }

  private mutating func insert(_ entry: UInt64) {
    var slot = Int(entry >> 32) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = entry
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: max(16, 2 * old.count))
    for entry in old where entry != 0 { insert(entry) }
  }

  /// Mixes the hash into 32 bits; each of them depends on all bits of the hash.
  private static func mix(_ hash: UInt64) -> UInt64 {
    let product = hash.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    let folded = product.high ^ product.low
    return (folded ^ folded >> 32) & 0xFFFF_FFFF
  }
}
