/// A bitmap of record numbers, with running counts that speed up finding the *n*-th set bit.
struct Bitmap: Hashable, Sendable {
  /// The number of words in a block; each block has one running count.
  private static let blockSize = 8

  let words: [UInt64]

  /// The number of set bits before each block of words.
  private let ranks: [Int]

  /// The number of set bits.
  let count: Int

  init(_ words: [UInt64]) {
    self.words = words
    var ranks: [Int] = []
    ranks.reserveCapacity(words.count / Self.blockSize + 1)
    var total = 0
    for (index, word) in words.enumerated() {
      if index % Self.blockSize == 0 { ranks.append(total) }
      total += word.nonzeroBitCount
    }
    self.ranks = ranks
    self.count = total
  }

  /// An array of zero words, large enough for `universe` bits.
  static func words(for universe: Int) -> [UInt64] {
    [UInt64](repeating: 0, count: (universe + 63) / 64)
  }

  func contains(_ bit: Int) -> Bool { words[bit >> 6] & 1 << UInt64(bit & 63) != 0 }

  /// The first set bit at or after `start`.
  func first(from start: Int) -> Int? {
    var index = start >> 6
    guard index < words.count else { return nil }
    var word = words[index] & ~0 << UInt64(start & 63)
    while word == 0 {
      index += 1
      guard index < words.count else { return nil }
      word = words[index]
    }
    return index << 6 + word.trailingZeroBitCount
  }

  /// The first unset bit at or after `start`, or the number of bits if there is none.
  func firstGap(from start: Int) -> Int {
    var index = start >> 6
    guard index < words.count else { return start }
    var word = ~words[index] & ~0 << UInt64(start & 63)
    while word == 0 {
      index += 1
      guard index < words.count else { return index << 6 }
      word = ~words[index]
    }
    return index << 6 + word.trailingZeroBitCount
  }

  /// The number of set bits before `bit`.
  func rank(of bit: Int) -> Int {
    let word = bit >> 6
    var rank = ranks[word / Self.blockSize]
    for index in word / Self.blockSize * Self.blockSize..<word {
      rank += words[index].nonzeroBitCount
    }
    return rank + (words[word] & (1 << UInt64(bit & 63) - 1)).nonzeroBitCount
  }

  /// The position of the set bit that has `rank` set bits before it.
  ///
  /// - Complexity: O(log *n*).
  func select(_ rank: Int) -> Int {
    var low = 0
    var high = ranks.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if ranks[middle] <= rank { low = middle } else { high = middle }
    }
    var left = rank - ranks[low]
    var index = low * Self.blockSize
    while left >= words[index].nonzeroBitCount {
      left -= words[index].nonzeroBitCount
      index += 1
    }
    var word = words[index]
    for _ in 0..<left { word &= word - 1 }
    return index << 6 + word.trailingZeroBitCount
  }
}
