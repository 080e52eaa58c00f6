internal import UnicodeText

/// Rejects most candidates of a needle by comparing up to eight bytes on each side of the pivot.
///
/// The comparison is valid only for text in which characters begin at the same offsets as in the
/// needle. All these characters must also belong to a block of letters without combining marks. In
/// such text, each character of the text corresponds to one character of the needle. `RawNeedle`
/// tests all other text.
struct PivotContext: Sendable {
  /// Eight bytes to compare.
  private struct Window: Sendable {
    /// The bits that show which bytes begin characters, and which block each character is in.
    var structureMask: UInt64 = 0
    var structure: UInt64 = 0
    /// The bits that have the same value in every unfolded character that folds to the needle's
    /// character.
    var mask: UInt64 = 0
    var bytes: UInt64 = 0

    /// Whether `text` has the needle's character bounds and blocks, but other characters.
    func rejects(_ text: UInt64) -> Bool {
      (text ^ structure) & structureMask == 0 && (text ^ bytes) & mask != 0
    }
  }

  /// One character of the needle.
  ///
  /// For each byte, the arrays hold the bits that show the character's bounds and block, and the
  /// bits that all variants of the character share.
  private struct Character {
    var structureMask: [UInt8]
    var structure: [UInt8]
    var mask: [UInt8]
    var bytes: [UInt8]
  }

  /// The bytes before the pivot.
  ///
  /// The value is `nil` if there is no character before the pivot, or if this character is not in a
  /// supported block.
  private let before: Window?
  /// The bytes after the pivot; nil if they contain fewer than two characters of supported blocks.
  private let after: Window?
  private let pivot: Character

  /// Creates the context of a needle; nil if no bytes around the pivot can be compared.
  init?(_ needle: RawNeedle) {
    let bytes = needle.bytes
    var spellings = Spellings(needle.folding)
    guard let pivot = spellings.character(at: needle.pivot.lowerBound, in: bytes) else {
      return nil
    }
    self.pivot = pivot
    var previous: [Character] = []
    var place = needle.pivot.lowerBound
    var count = 0
    while place > 0, count < 8 {
      var start = place - 1
      while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
      guard count + place - start <= 8, let next = spellings.character(at: start, in: bytes) else {
        break
      }
      previous.insert(next, at: 0)
      count += place - start
      place = start
    }
    before = previous.isEmpty ? nil : Self.window(previous, at: 8 - count)
    var following: [Character] = []
    place = needle.pivot.upperBound
    count = 0
    while place < bytes.count, let next = spellings.character(at: place, in: bytes) {
      guard count + next.bytes.count <= 8 else { break }
      following.append(next)
      count += next.bytes.count
      place += next.bytes.count
    }
    // Do not compare the last of these characters, because folding may change it if a combining
    // mark follows it in the text.
    if let last = following.indices.last {
      following[last].mask = following[last].mask.map { _ in 0 }
    }
    after = following.count < 2 ? nil : Self.window(following, at: 0)
    if before == nil, after == nil { return nil }
  }

  /// Whether the text around `place` rules out an occurrence of the needle with its pivot at
  /// `place`.
  func rejects(_ place: Int, in text: Span<UInt8>) -> Bool {
    for index in pivot.structure.indices {
      guard place + index < text.count,
        text[place + index] & pivot.structureMask[index] == pivot.structure[index]
      else { return false }
    }
    if let before, place >= 8, before.rejects(Self.word(at: place - 8, in: text)) { return true }
    let end = place + pivot.bytes.count
    guard let after, end + 8 <= text.count else { return false }
    return after.rejects(Self.word(at: end, in: text))
  }

  /// Eight bytes of the text as an integer; the first byte is in the lowest bits.
  @inline(__always) private static func word(at place: Int, in text: Span<UInt8>) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<8 { word |= UInt64(text[place + index]) << UInt64(8 * index) }
    return word
  }

  private static func window(_ characters: [Character], at place: Int) -> Window {
    var window = Window()
    func joined(_ bytes: (Character) -> [UInt8]) -> UInt64 {
      var word: UInt64 = 0
      for (index, byte) in characters.flatMap(bytes).enumerated() {
        word |= UInt64(byte) << UInt64(8 * (place + index))
      }
      return word
    }
    window.structureMask = joined(\.structureMask)
    window.structure = joined(\.structure)
    window.mask = joined(\.mask)
    window.bytes = joined(\.bytes)
    return window
  }

  /// Finds the unfolded characters that fold to a given character.
  private struct Spellings {
    private let folding: Folding

    /// For each block of characters, the unfolded characters that fold to each character; the key
    /// is the block's first lead byte.
    ///
    /// The scalars in `others` do not fold to a single scalar, so they are treated as if they
    /// folded to every character.
    private var blocks: [UInt8: (spellings: [UInt32: [UInt32]], others: [UInt32])] = [:]

    init(_ folding: Folding) { self.folding = folding }

    /// The character that begins at an offset of a needle; nil if its block is not supported.
    mutating func character(at place: Int, in bytes: [UInt8]) -> Character? {
      let byte = bytes[place]
      if byte < 0x80 {
        let isLetter = folding.ignoresCase && (0x61...0x7A).contains(byte)
        let mask: UInt8 = isLetter ? 0xDF : 0xFF
        return Character(structureMask: [0x80], structure: [0], mask: [mask], bytes: [byte & mask])
      }
      // The supported blocks are Latin from U+00C0, Greek from U+0380, and Cyrillic up to U+047F.
      // These ranges exclude the soft hyphen, which is before U+00C0, and the combining marks from
      // U+0300 and from U+0483.
      let leadMask: UInt8 = byte == 0xC3 ? 0xFF : 0xFE
      guard byte == 0xC3 || [0xC4, 0xC6, 0xCE, 0xD0].contains(byte & 0xFE) else { return nil }
      let scalar = UTF8Text.scalar(at: place, in: bytes.span).scalar
      let block = spellings(ofBlock: byte & leadMask, upTo: byte | ~leadMask)
      var leads: (all: UInt8, any: UInt8) = (0xFF, 0)
      var tails: (all: UInt8, any: UInt8) = (0xFF, 0)
      for other in [scalar] + (block.spellings[scalar] ?? []) + block.others {
        let (lead, tail) = (0xC0 | UInt8(other >> 6), 0x80 | UInt8(other & 63))
        leads = (leads.all & lead, leads.any | lead)
        tails = (tails.all & tail, tails.any | tail)
      }
      let masks = [leads, tails].map { ~($0.all ^ $0.any) }
      return Character(
        structureMask: [leadMask, 0xC0], structure: [byte & leadMask, 0x80], mask: masks,
        bytes: [leads.all & masks[0], tails.all & masks[1]])
    }

    private mutating func spellings(
      ofBlock first: UInt8, upTo last: UInt8
    ) -> (spellings: [UInt32: [UInt32]], others: [UInt32]) {
      if let known = blocks[first] { return known }
      var spellings: [UInt32: [UInt32]] = [:]
      var others: [UInt32] = []
      for scalar in UInt32(first & 0x1F) << 6..<(UInt32(last & 0x1F) + 1) << 6 {
        if let folded = FoldVariants.only(of: scalar, under: folding) {
          if folded != scalar { spellings[folded, default: []].append(scalar) }
        } else {
          others.append(scalar)
        }
      }
      blocks[first] = (spellings, others)
      return (spellings, others)
    }
  }
}
