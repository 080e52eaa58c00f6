internal import CKernels

/// Finds the scalars that fold to a given scalar.
///
/// A search of unfolded text must find all of these scalars.
package enum FoldVariants {
  /// Ranges that contain all scalars that case folding or decomposition changes, except Hangul
  /// syllables.
  ///
  /// A test checks this list against every scalar.
  package static let changing: [ScalarRange] = [
    ScalarRange(0xB5, 0x587), ScalarRange(0x622, 0x6D3), ScalarRange(0x929, 0xDDE),
    ScalarRange(0xF43, 0xFB9), ScalarRange(0x1026, 0x10FF), ScalarRange(0x13A0, 0x13FD),
    ScalarRange(0x1B06, 0x1CBF), ScalarRange(0x1E00, 0x1FFF), ScalarRange(0x2000, 0x232A),
    ScalarRange(0x24B6, 0x24E9), ScalarRange(0x2ADC, 0x2CF2), ScalarRange(0x304C, 0x30FE),
    ScalarRange(0xA640, 0xA7F5), ScalarRange(0xAB70, 0xABBF), ScalarRange(0xF900, 0xFB4E),
    ScalarRange(0xFF21, 0xFF3A), ScalarRange(0x10400, 0x104D3), ScalarRange(0x10570, 0x105BB),
    ScalarRange(0x10C80, 0x10CB2), ScalarRange(0x1109A, 0x114BE), ScalarRange(0x115BA, 0x11938),
    ScalarRange(0x16E40, 0x16E5F), ScalarRange(0x1D15E, 0x1D1C0), ScalarRange(0x1E900, 0x1E921),
    ScalarRange(0x2F800, 0x2FA1D),
  ]

  /// The ranges of the marks that folding drops if diacritics are ignored, in ascending order.
  ///
  /// A test checks this list against every scalar.
  package static let droppedMarks: [ScalarRange] = [
    ScalarRange(0x300, 0x36F), ScalarRange(0x591, 0x5BD), ScalarRange(0x5BF, 0x5BF),
    ScalarRange(0x5C1, 0x5C2), ScalarRange(0x5C4, 0x5C5), ScalarRange(0x5C7, 0x5C7),
    ScalarRange(0x64B, 0x65F), ScalarRange(0x670, 0x670), ScalarRange(0x1AB0, 0x1AFF),
    ScalarRange(0x1DC0, 0x1DFF), ScalarRange(0x20D0, 0x20F0), ScalarRange(0xFE00, 0xFE0F),
    ScalarRange(0xFE20, 0xFE2F), ScalarRange(0xE0100, 0xE01EF),
  ]

  /// The non-ASCII scalars that fold to text that contains the given ASCII character, in ascending
  /// order.
  ///
  /// - Complexity: about 700 table lookups.
  package static func scalars(yielding character: UInt8, under folding: Folding) -> [UInt32] {
    Kernels.foldSources(of: character, under: folding)
  }

  /// The single scalar that `scalar` always folds to; nil if there is no such scalar.
  ///
  /// The result is nil if `scalar` folds to no scalar or to several scalars, or if its folding
  /// depends on the preceding text.
  package static func only(of scalar: UInt32, under folding: Folding) -> UInt32? {
    let folded = ck_fold_scalar(scalar, folding.mode)
    return folded == 0 ? nil : folded
  }

  /// The first scalar of the full decomposition of `scalar`.
  package static func firstPart(of scalar: UInt32) -> UInt32 {
    var first: UInt32?
    ScalarMapping.decompose(scalar) { first = first ?? $0 }
    return first ?? scalar
  }

  /// The last scalar of the full decomposition of `scalar`.
  ///
  /// Every text that is canonically equivalent to `scalar` contains at least one scalar whose own
  /// decomposition includes the result.
  package static func lastPart(of scalar: UInt32) -> UInt32 {
    var last = scalar
    ScalarMapping.decompose(scalar) { last = $0 }
    return last
  }

  /// The non-ASCII scalars that can fold to a character or to a part of its decomposition.
  ///
  /// Returns `nil` for Hangul. If the character has marks, the result contains only marks and
  /// scalars that have the same base letter as the character.
  ///
  /// - Complexity: the same as for `scalars(holding:under:)`.
  package static func scalars(standingFor character: UInt32, under folding: Folding) -> [UInt32]? {
    let last = lastPart(of: character)
    guard let scalars = scalars(holding: last, under: folding) else { return nil }
    if last == character { return scalars }
    let base = firstPart(of: character)
    return scalars.filter { scalar in
      let first = firstPart(of: scalar)
      if first == base || ScalarProperties(of: first).kind == .mark { return true }
      guard folding.ignoresCase else { return false }
      var folded: [UInt32] = []
      ScalarMapping.foldCase(first) { folded.append($0) }
      return folded.count != 1 || firstPart(of: folded[0]) == base
    }
  }

  /// The scalars whose decomposition contains `part`; `nil` for Hangul.
  ///
  /// If case is ignored, the result also contains the scalars whose decomposed case folding
  /// contains `part`.
  ///
  /// - Complexity: about 6,000 comparisons; the first call also needs about 18,000 table lookups.
  package static func scalars(holding part: UInt32, under folding: Folding) -> [UInt32]? {
    if (0x1100...0x11FF).contains(part) || (0xAC00...0xD7A3).contains(part) { return nil }
    let changed = folding.ignoresCase ? partsWithoutCase : parts
    var found: [UInt32] = []
    var isChanged = false
    for index in changed.parts.indices {
      if changed.parts[index] == part { found.append(changed.scalars[index]) }
      isChanged = isChanged || changed.scalars[index] == part
    }
    if !isChanged { found.append(part) }
    return found
  }

  private typealias Parts = (parts: [UInt32], scalars: [UInt32])

  /// The parts of the scalars in `changing`, for a folding that does not ignore case.
  private static let parts: Parts = changedParts(ignoringCase: false)
  private static let partsWithoutCase: Parts = changedParts(ignoringCase: true)

  private static func changedParts(ignoringCase ignoresCase: Bool) -> Parts {
    changing.reduce(into: ([], [])) { all, range in
      let some = Kernels.changedParts(in: range, ignoringCase: ignoresCase)
      all.parts += some.parts
      all.scalars += some.scalars
    }
  }
}
