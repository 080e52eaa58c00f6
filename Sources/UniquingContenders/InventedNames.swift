internal import Basics

/// Generates names from syllables; each number has a different name.
///
/// The first word encodes the permuted number as four syllables of 7 bits. A syllable is a
/// consonant, one or two vowels, and an optional final consonant. Two adjacent consonants are
/// therefore in different syllables. A word can be parsed in only one way, so different numbers
/// have different names.
struct InventedNames {
  private static let onsets = Array("bdfghjklmnprstvw".utf8)
  private static let vowels = ["a", "e", "i", "o", "u", "ai", "ou", "ei"].map { Array($0.utf8) }
  private static let codas = Array("nrsl".utf8)
  private static let shelves = ["catalog", "collections", "manuscripts", "photographs"]

  let seed: UInt64
  let sharingPrefixes: Bool

  /// The name for a number.
  ///
  /// - Precondition: `number` is in 0..<2^28.
  func name(_ number: Int) -> String {
    precondition((0..<1 << 28).contains(number), "the number of a name must be from 0 to 2^28 - 1")
    var generator = SplitMix64(seed: seed ^ SplitMix64.mix(UInt64(number) &+ 1))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(96)
    if sharingPrefixes { appendAddress(to: &bytes, &generator) }
    var digits = mixed(UInt64(number))
    for _ in 0..<4 {
      appendSyllable(Int(digits & 127), to: &bytes, &generator)
      digits >>= 7
    }
    // Three of four names have a second word.
    if generator.next(below: 4) > 0 {
      bytes.append(sharingPrefixes ? UInt8(ascii: "-") : UInt8(ascii: " "))
      for _ in 0...generator.next(below: 3) {
        appendSyllable(generator.next(below: 128), to: &bytes, &generator)
      }
    }
    if !sharingPrefixes, bytes.count > 24 { bytes.removeLast(bytes.count - 24) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func appendAddress(to bytes: inout [UInt8], _ generator: inout SplitMix64) {
    let shelf = Self.shelves[generator.next(below: Self.shelves.count)]
    bytes += "https://library.example.org/\(shelf)/".utf8
    var roomGenerator = SplitMix64(seed: UInt64(generator.next(below: 64)))
    for _ in 0..<3 { appendSyllable(roomGenerator.next(below: 128), to: &bytes, &roomGenerator) }
    bytes.append(UInt8(ascii: "/"))
  }

  private func appendSyllable(
    _ digit: Int, to bytes: inout [UInt8], _ generator: inout SplitMix64
  ) {
    bytes.append(Self.onsets[digit >> 3])
    bytes += Self.vowels[digit & 7]
    if generator.next(below: 4) == 0 {
      bytes.append(Self.codas[generator.next(below: Self.codas.count)])
    }
  }

  /// Permutes the numbers below 2^28.
  ///
  /// Each step is invertible: a multiplication by an odd factor, or an exclusive or with a shifted
  /// value.
  private func mixed(_ number: UInt64) -> UInt64 {
    let bound: UInt64 = 1 << 28 - 1
    var mixed = (number ^ seed) & bound
    mixed = mixed &* 0x9E3_779B & bound
    mixed ^= mixed >> 15
    mixed = mixed &* 0x5EB_CA6B & bound
    return mixed ^ mixed >> 13
  }
}
