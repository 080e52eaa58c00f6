internal import Basics
import UnicodeText

/// Pronounceable made-up words, all different; words of one and two syllables come first.
struct Vocabulary: ~Copyable {
  private var text = GrowableBuffer<UInt8>()
  private var ends = GrowableBuffer<UInt32>()

  /// Generates `count` words; all calls generate the same words.
  init(count: Int) {
    var numbers = SplitMix64(seed: 0x5EA2_C4BE_4C4B_0A2D)
    var taken: Set<[UInt8]> = []
    taken.reserveCapacity(count)
    while ends.count < count {
      let word = Self.word(syllables: Self.syllables(at: ends.count, &numbers), &numbers)
      if !taken.insert(word).inserted { continue }
      text.append(copying: word.span)
      ends.append(UInt32(text.count))
    }
  }

  /// Appends the word at `index` to `output`.
  func append(_ index: Int, to output: inout GrowableBuffer<UInt8>) {
    let start = index == 0 ? 0 : Int(ends[index - 1])
    let end = Int(ends[index])
    text.withSpan { output.append(copying: $0.extracting(start..<end)) }
  }

  private static func syllables(at rank: Int, _ numbers: inout SplitMix64) -> Int {
    switch rank {
    case ..<100: 1
    case ..<3_000: 2
    case ..<30_000: 2 + numbers.next(below: 2)
    default: 3 + numbers.next(below: 2)
    }
  }

  private static let onsets = [
    "b", "br", "c", "ch", "cl", "d", "dr", "f", "g", "gr", "h", "j", "k", "l", "m", "n", "p", "pl",
    "qu", "r", "s", "sh", "st", "t", "tr", "v", "w", "z",
  ].map { Array($0.utf8) }
  private static let vowels = ["a", "e", "i", "o", "u", "ea", "io", "y"].map { Array($0.utf8) }
  private static let codas = ["", "", "", "n", "r", "s", "t", "l", "ng", "ck", "m"].map {
    Array($0.utf8)
  }

  private static func word(
    syllables: Int, _ numbers: inout SplitMix64
  ) -> [UInt8] {
    var word: [UInt8] = []
    for _ in 0..<syllables {
      word += onsets[numbers.next(below: onsets.count)]
      word += vowels[numbers.next(below: vowels.count)]
    }
    return word + codas[numbers.next(below: codas.count)]
  }
}
