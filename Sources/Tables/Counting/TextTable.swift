internal import UnicodeText

/// A set of distinct strings, numbered from 0 in order of appearance.
///
/// The set is a hash table with open addressing, and stores all strings in one byte buffer. The
/// hash seed is random, so that malicious input cannot cause collisions.
package struct TextTable: ~Copyable {
  /// For each slot of the hash table, the string's number plus 1; 0 if the slot is free.
  private var slots: [UInt32]
  private var hashes: [UInt64] = []
  private var ends = [0]
  private var bytes = GrowableBuffer<UInt8>()
  private let seed: UInt64

  package init() {
    slots = [UInt32](repeating: 0, count: 64)
    seed = .random(in: .min ... .max)
  }

  /// The number of distinct strings.
  package var count: Int { hashes.count }

  /// Returns the number of a string, after adding the string if it is new.
  ///
  /// - Complexity: O(*n*), amortized, where *n* is the number of bytes.
  package mutating func number(of text: Span<UInt8>) -> Int {
    let hash = hash(text)
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash >> 20) & mask
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if hashes[number] == hash, equals(text, number) { return number }
      slot = (slot + 1) & mask
    }
    let number = hashes.count
    slots[slot] = UInt32(number + 1)
    hashes.append(hash)
    bytes.append(copying: text)
    ends.append(bytes.count)
    if hashes.count * 2 > slots.count { grow() }
    return number
  }

  /// Calls `body` with the bytes of the string that has this number.
  package func withText<R>(_ number: Int, _ body: (Span<UInt8>) -> R) -> R {
    bytes.withSpan { body($0.extracting(ends[number]..<ends[number + 1])) }
  }

  /// The string that has this number.
  package func text(_ number: Int) -> String { withText(number) { String(decoding: $0) } }

  /// For each string, its position among all strings sorted by their bytes.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of strings.
  package func places(isDescending: Bool) -> [Int] {
    var places = [Int](repeating: 0, count: count)
    for (place, number) in sorted().enumerated() {
      places[number] = isDescending ? count - 1 - place : place
    }
    return places
  }

  /// The numbers of all strings, in the byte order of the strings.
  package func sorted() -> [Int] {
    bytes.withSpan { bytes in
      (0..<count).sorted { a, b in
        let left = ends[a]..<ends[a + 1]
        let right = ends[b]..<ends[b + 1]
        for offset in 0..<min(left.count, right.count) {
          let (x, y) = (bytes[left.lowerBound + offset], bytes[right.lowerBound + offset])
          if x != y { return x < y }
        }
        return left.count < right.count
      }
    }
  }

  private func equals(_ text: Span<UInt8>, _ number: Int) -> Bool {
    let start = ends[number]
    guard ends[number + 1] - start == text.count else { return false }
    return bytes.withSpan { bytes in
      for index in text.indices where bytes[start + index] != text[index] { return false }
      return true
    }
  }

  private func hash(_ text: Span<UInt8>) -> UInt64 {
    var hash = seed ^ UInt64(text.count)
    for index in text.indices { hash = (hash ^ UInt64(text[index])) &* 0x0000_0100_0000_01B3 }
    return (hash ^ hash >> 29) &* 0x9E37_79B9_7F4A_7C15
  }

  private mutating func grow() {
    var larger = [UInt32](repeating: 0, count: slots.count * 2)
    let mask = larger.count - 1
    for (number, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash >> 20) & mask
      while larger[slot] != 0 { slot = (slot + 1) & mask }
      larger[slot] = UInt32(number + 1)
    }
    slots = larger
  }
}
