internal import Basics
internal import UnicodeText

/// Strings that match the occurrences of a needle in unfolded text; each element of a string is a
/// set of bytes.
///
/// The first string is as long as the needle. It matches every occurrence in which each character
/// has as many bytes as the needle's character. The other strings match single characters. These
/// characters fold to a character of the needle but have another length in bytes (such as the
/// Kelvin sign for `k`), or they fold to several characters.
///
/// No string matches an occurrence that contains a mark that folding drops. The strings may also
/// match text that is not an occurrence.
struct NeedleSpellings {
  let texts: [PatternStrings.Text]

  /// The characters that the strings after the first one match, in ascending order.
  let unusual: [UInt32]

  /// The maximum number of strings.
  private static let maximumTexts = 24

  /// Creates the strings of a needle; `nil` if there are too many, or if unfolded text can spell a
  /// character of the needle with several characters.
  ///
  /// - Complexity: about 18,000 table lookups for each character.
  init?(_ needle: RawNeedle) {
    guard needle.isStable, !needle.isForVariants, needle.bytes.count <= PatternStrings.longest
    else { return nil }
    let bytes = needle.bytes
    var usual: PatternStrings.Text = []
    var unusual: [UInt32] = []
    var place = 0
    while place < bytes.count {
      let (scalar, length) = UTF8Text.scalar(at: place, in: bytes.span)
      var sets = bytes[place..<place + length].map { ByteSet($0) }
      if scalar < 0x80, let other = needle.otherCase(of: UInt8(scalar)) { sets[0].insert(other) }
      guard let others = needle.others(than: scalar) else { return nil }
      for other in others {
        let spelling = Self.encoded(other)
        if spelling.count == length,
          RawNeedle.folded(spelling, needle.folding) == Self.encoded(scalar)
        {
          for index in 0..<length { sets[index].insert(spelling[index]) }
        } else if !unusual.contains(other) {
          unusual.append(other)
        }
      }
      usual += Self.text(sets)
      place += length
    }
    self.unusual = unusual.sorted()
    texts = [usual] + Self.texts(of: self.unusual)
    if texts.count > Self.maximumTexts { return nil }
  }

  /// Strings that match the given characters; characters that differ only in their last byte share
  /// one string.
  private static func texts(of scalars: [UInt32]) -> [PatternStrings.Text] {
    var texts: [[ByteSet]] = []
    for scalar in scalars {
      let bytes = encoded(scalar)
      let start = bytes.dropLast().map { ByteSet($0) }
      let last = bytes.count - 1
      if let same = texts.indices.last, texts[same].dropLast().elementsEqual(start) {
        texts[same][last].insert(bytes[last])
      } else {
        texts.append(start + [ByteSet(bytes[last])])
      }
    }
    return texts.map(text)
  }

  private static func text(_ sets: [ByteSet]) -> PatternStrings.Text {
    sets.map { .init(set: $0, kind: .text) }
  }

  /// The UTF-8 encoding of a scalar.
  static func encoded(_ scalar: UInt32) -> [UInt8] {
    var text = GrowableBuffer<UInt8>(capacity: 4)
    text.append(scalar: scalar)
    return text.array()
  }
}

extension RawNeedle {
  /// The non-ASCII scalars, other than `scalar`, whose folding contains `scalar`.
  ///
  /// The result is nil if unfolded text can spell `scalar` with several characters.
  fileprivate func others(than scalar: UInt32) -> [UInt32]? {
    if scalar < 0x80 { return FoldVariants.scalars(yielding: UInt8(scalar), under: folding) }
    guard scalar != 0xFFFD, !FoldBoundary.mayJoin(scalar),
      FoldVariants.firstPart(of: scalar) == scalar, FoldVariants.lastPart(of: scalar) == scalar,
      let scalars = FoldVariants.scalars(standingFor: scalar, under: folding)
    else { return nil }
    let whole = NeedleSpellings.encoded(scalar)
    let others = scalars.filter { other in
      other != scalar
        && Self.folded(NeedleSpellings.encoded(other), folding)[...].firstRange(of: whole) != nil
    }
    return others.contains { FoldBoundary.mayJoin($0) } ? nil : others
  }
}
