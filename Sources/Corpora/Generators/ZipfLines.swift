internal import Basics
import UnicodeText

/// Lines of 6 to 12 words from a vocabulary of 100,000 words.
///
/// The *n*th most frequent word is *n* times rarer than the most frequent word.
struct ZipfLines: ~Copyable {
  private static let wordCount = 100_000

  private var numbers: SplitMix64
  private let words = Vocabulary(count: wordCount)
  private let ranks = AliasTable(weights: (1...wordCount).map { 1 / Double($0) })

  init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  mutating func appendLine(to output: inout GrowableBuffer<UInt8>) {
    let count = 6 + numbers.next(below: 7)
    for place in 0..<count {
      if place > 0 { output.append(UInt8(ascii: " ")) }
      words.append(ranks.draw(numbers.next()), to: &output)
    }
    output.append(UInt8(ascii: "\n"))
  }
}

/// Draws weighted random indices in constant time (Vose's alias method).
///
/// The method uses only sums, products and quotients of doubles, so every machine draws the same
/// indices.
struct AliasTable: ~Copyable {
  struct Slot: BitwiseCopyable {
    /// A random 32-bit number below `threshold` selects the index of this slot; any other number
    /// selects `alias`.
    var threshold: UInt64
    var alias: Int
  }

  private var slots = GrowableBuffer<Slot>()

  /// - Precondition: no weight is negative, and at least one is positive.
  init(weights: [Double]) {
    let mean = weights.reduce(0, +) / Double(weights.count)
    var shares = weights.map { $0 / mean }
    var small = shares.indices.filter { shares[$0] < 1 }
    var large = shares.indices.filter { shares[$0] >= 1 }
    for index in shares.indices { slots.append(Slot(threshold: 1 << 32, alias: index)) }
    while let less = small.popLast(), let more = large.last {
      slots[less] = Slot(threshold: UInt64(shares[less] * 4_294_967_296), alias: more)
      shares[more] -= 1 - shares[less]
      if shares[more] < 1 {
        large.removeLast()
        small.append(more)
      }
    }
  }

  /// The index that the random `number` selects.
  func draw(_ number: UInt64) -> Int {
    let place = Int(((number >> 32) * UInt64(slots.count)) >> 32)
    let slot = slots[place]
    return number & 0xFFFF_FFFF < slot.threshold ? place : slot.alias
  }
}
