internal import UnicodeText

/// What scalars fold to, where that is one scalar: by a table below U+0600, and beyond it only those that stay the same.
enum SimpleFolds {
  private static let end: UInt32 = 0x600

  private static let exact = table(Folding(ignoresCase: false, ignoresDiacritics: false))
  private static let caseless = table(Folding(ignoresCase: true, ignoresDiacritics: false))
  private static let unmarked = table(Folding(ignoresCase: false, ignoresDiacritics: true))
  private static let both = table(Folding(ignoresCase: true, ignoresDiacritics: true))

  /// The folded scalars; 0 where there is none, or more than one.
  private static func table(_ folding: Folding) -> [UInt32] {
    var text = GrowableBuffer<UInt8>(capacity: 4)
    var folded = GrowableBuffer<UInt8>(capacity: 64)
    return (0..<end).map { scalar in
      text.truncate(to: 0)
      folded.truncate(to: 0)
      text.append(scalar: scalar)
      text.withSpan { folding.fold($0, into: &folded) }
      guard folded.count > 0 else { return 0 }
      let (first, length) = folded.withSpan { UTF8Text.scalar(at: 0, in: $0) }
      return length == folded.count ? first : 0
    }
  }

  /// The only scalar that `scalar` folds to; nil if there is none, or if that is not known here.
  static func scalar(for scalar: UInt32, _ folding: Folding) -> UInt32? {
    guard scalar < end else { return FoldVariants.isUnchanged(scalar) ? scalar : nil }
    let table =
      folding.ignoresCase
      ? folding.ignoresDiacritics ? both : caseless
      : folding.ignoresDiacritics ? unmarked : exact
    return table[Int(scalar)] == 0 ? nil : table[Int(scalar)]
  }
}
