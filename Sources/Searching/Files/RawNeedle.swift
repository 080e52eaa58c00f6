internal import Basics
internal import UnicodeText

/// A folded needle with its pivot, which is the character that is searched for in unfolded text.
///
/// In unfolded text, the pivot appears as itself (in either case if case is ignored) or as a
/// variant. A variant is one of the few scalars whose folding contains the pivot. In an occurrence,
/// an ASCII pivot is followed by text that may fold to the needle's next character. Only marks that
/// folding drops can be between the pivot and this text, and marks are not ASCII.
final class RawNeedle: Sendable {
  let bytes: [UInt8]
  let folding: Folding

  /// The bytes of the pivot, as a range of `bytes`.
  let pivot: Range<Int>

  /// Whether to find only occurrences in which the pivot appears as a variant.
  let isForVariants: Bool

  /// The variants: non-ASCII scalars that may fold to the pivot, in ascending order.
  let variants: [UInt32]

  /// The variants that fold to exactly the pivot and are not marks, in ascending order.
  ///
  /// The list is empty for an ASCII pivot.
  private let wholeVariants: [UInt32]

  /// Whether the needle's own bytes are always an occurrence if they are between two ASCII
  /// characters of unfolded text.
  let isStable: Bool

  /// Whether the pivot is ASCII.
  var isPlain: Bool { bytes[pivot.lowerBound] < 0x80 }

  /// Creates a needle whose pivot is the ASCII character at `place`.
  init(_ bytes: [UInt8], _ folding: Folding, at place: Int, forVariants: Bool = false) {
    self.bytes = bytes
    self.folding = folding
    isForVariants = forVariants
    pivot = place..<place + 1
    variants = FoldVariants.scalars(yielding: bytes[place], under: folding)
    wholeVariants = []
    isStable = Self.isStable(bytes, folding)
  }

  /// Creates a needle whose pivot is the non-ASCII character that begins at `place`.
  ///
  /// Returns `nil` if the pivot has too many variants, or if ill-formed bytes may fold to the
  /// pivot.
  init?(
    _ bytes: [UInt8], _ folding: Folding, nonASCIIAt place: Int, forVariants: Bool = false
  ) {
    let (scalar, length) = UTF8Text.scalar(at: place, in: bytes.span)
    guard scalar != 0xFFFD,
      let scalars = FoldVariants.scalars(standingFor: scalar, under: folding), scalars.count < 200
    else { return nil }
    self.bytes = bytes
    self.folding = folding
    isForVariants = forVariants
    pivot = place..<place + length
    let whole = Array(bytes[place..<place + length])
    // If diacritics are kept, a letter with a mark never folds to the base letter, because
    // composition restores the mark.
    variants = scalars.filter { other in
      guard forVariants, !folding.ignoresDiacritics, !Self.isMark(other) else { return true }
      var text = GrowableBuffer<UInt8>(capacity: 4)
      text.append(scalar: other)
      return other != scalar && Self.folded(text.array(), folding)[...].firstRange(of: whole) != nil
    }.sorted()
    wholeVariants = variants.filter { scalar in
      var text = GrowableBuffer<UInt8>(capacity: 4)
      text.append(scalar: scalar)
      return !Self.isMark(scalar) && Self.folded(text.array(), folding) == whole
    }
    isStable = Self.isStable(bytes, folding)
  }

  /// Needles that together find every occurrence in raw text that differs from the needle in more
  /// than ASCII case.
  ///
  /// The folding must keep diacritics. An occurrence that differs in more than ASCII case contains
  /// at least one variant that is not the needle's own character.
  ///
  /// - Returns: one needle for each character that has variants. The result is `nil` if the needle
  ///   contains Hangul or marks (which may be reordered), or has too many variants.
  static func others(than bytes: [UInt8], _ folding: Folding) -> [RawNeedle]? {
    precondition(!folding.ignoresDiacritics)
    guard bytes.count <= longestWithOthers, isStable(bytes, folding) else { return nil }
    var found: [RawNeedle] = []
    var place = 0
    while place < bytes.count {
      let (scalar, length) = UTF8Text.scalar(at: place, in: bytes.span)
      defer { place += length }
      if isMark(scalar) { return nil }
      let needle =
        scalar < 0x80
        ? RawNeedle(bytes, folding, at: place, forVariants: true)
        : RawNeedle(bytes, folding, nonASCIIAt: place, forVariants: true)
      guard let needle else { return nil }
      if !needle.variants.isEmpty { found.append(needle) }
      if found.count > PivotFilter.maximumNeedles { return nil }
    }
    return found
  }

  /// The non-ASCII characters that may fold to a character of one of the ASCII needles.
  ///
  /// If an occurrence in raw text differs from its needle in more than ASCII case, the occurrence
  /// contains at least one of these characters.
  ///
  /// The folding must keep diacritics; the needles must be folded.
  ///
  /// - Complexity: about 700 table lookups for each different byte of the needles.
  static func variants(ofASCII needles: [[UInt8]], _ folding: Folding) -> Set<UInt32> {
    precondition(!folding.ignoresDiacritics)
    let bytes = needles.reduce(into: Set<UInt8>()) { $0.formUnion($1) }
    return bytes.reduce(into: []) {
      $0.formUnion(FoldVariants.scalars(yielding: $1, under: folding))
    }
  }

  /// The maximum length, in bytes, of a needle for which `others` returns needles.
  private static let longestWithOthers = 256

  private static func isMark(_ scalar: UInt32) -> Bool {
    ScalarProperties(of: scalar).kind == .mark
  }

  static func folded(_ bytes: [UInt8], _ folding: Folding) -> [UInt8] {
    var folded = GrowableBuffer<UInt8>(capacity: bytes.count + 64)
    folding.fold(bytes.span, into: &folded)
    return folded.array()
  }

  /// Whether the needle folds to itself and does not begin with a mark.
  static func isStable(_ bytes: [UInt8], _ folding: Folding) -> Bool {
    let first = UTF8Text.scalar(at: 0, in: bytes.span).scalar
    return !isMark(first) && folded(bytes, folding) == bytes
  }

  /// Whether `scalar` folds to exactly the non-ASCII pivot, whatever comes before it in the text.
  func isWhole(_ scalar: UInt32) -> Bool { Self.holds(wholeVariants, scalar) }

  /// The unfolded characters that can directly follow a character that folds to exactly the pivot.
  struct Follower {
    /// The non-ASCII scalars that can follow the pivot.
    var scalars: [UInt32]
    var ascii: [UInt8] = []
    /// Whether a combining mark that folding drops may follow the pivot.
    let mayBeDroppedMark: Bool
  }

  /// The unfolded characters that can directly follow a character that folds to exactly the pivot.
  ///
  /// The result is nil if these characters are unknown, or if the pivot ends the needle.
  ///
  /// - Complexity: about 18,000 table lookups.
  var follower: Follower? {
    let bytes = bytes
    let place = pivot.upperBound
    guard place < bytes.count else { return nil }
    let next = UTF8Text.scalar(at: place, in: bytes.span).scalar
    // If the needle's next character is a mark, the text may have the marks in another order.
    if next == 0xFFFD || FoldBoundary.mayJoin(next) { return nil }
    let scalars =
      next < 0x80
      ? FoldVariants.scalars(yielding: UInt8(next), under: folding)
      : FoldVariants.scalars(holding: FoldVariants.firstPart(of: next), under: folding)
    guard let scalars, scalars.count < 200 else { return nil }
    var follower = Follower(
      scalars: scalars.filter { $0 >= 0x80 }, mayBeDroppedMark: folding.ignoresDiacritics)
    if let plain = plainStart(at: place) {
      follower.ascii = [plain] + (otherCase(of: plain).map { [$0] } ?? [])
    }
    return follower
  }

  /// The upper-case form of an ASCII lower-case letter if case is ignored; `nil` for other bytes.
  func otherCase(of byte: UInt8) -> UInt8? {
    folding.ignoresCase && (0x61...0x7A).contains(byte) ? byte - 32 : nil
  }

  /// The ASCII character that can be the first of a text that folds to the needle's character at
  /// `index`.
  ///
  /// Returns `nil` if no such text begins with an ASCII character.
  func plainStart(at index: Int) -> UInt8? {
    if bytes[index] < 0x80 { return bytes[index] }
    let bytes = bytes
    let first = FoldVariants.firstPart(of: UTF8Text.scalar(at: index, in: bytes.span).scalar)
    return first < 0x80 ? UInt8(first) : nil
  }
}

// MARK: Testing a candidate

extension RawNeedle {
  enum Verdict: Comparable {
    case none, maybe, certain
  }

  /// Tests whether the needle may occur in the folded form of `text`.
  ///
  /// `place` is the offset of the pivot in the unfolded text.
  func verdict(at place: Int, in text: Span<UInt8>) -> Verdict {
    let byte = text[place]
    if byte < 0x80 {
      guard isPlain, !isForVariants, isSame(byte, bytes[pivot.lowerBound]) else { return .none }
      let verdict = around(place..<place + 1, in: text)
      return verdict == .maybe && isOwnBytes(at: place, in: text) ? .certain : verdict
    }
    if !isForVariants, isOwnBytes(at: place, in: text) { return .certain }
    let (scalar, length) = UTF8Text.scalar(at: place, in: text)
    guard Self.holds(variants, scalar) else { return .none }
    // A variant in `variants` but not in `wholeVariants` does not make an occurrence certain. If a
    // scalar folds to the pivot and other characters, the other characters may include the needle's
    // next character. A variant that is a mark may combine with the character before it.
    guard Self.holds(wholeVariants, scalar) else { return .maybe }
    let around = around(place..<place + length, in: text)
    return FoldBoundary.mayJoin(at: place + length, in: text) ? min(.maybe, around) : around
  }

  @inline(__always) private func isSame(_ byte: UInt8, _ wanted: UInt8) -> Bool {
    byte == wanted || (folding.ignoresCase && byte &+ 32 == wanted && byte &- 0x41 < 26)
  }

  /// Whether a sorted array of scalars contains a scalar.
  private static func holds(_ scalars: [UInt32], _ scalar: UInt32) -> Bool {
    var low = 0
    var high = scalars.count
    while low < high {
      let middle = (low + high) / 2
      if scalars[middle] < scalar { low = middle + 1 } else { high = middle }
    }
    return low < scalars.count && scalars[low] == scalar
  }

  /// Compares the rest of the needle with the text around the pivot, up to the first character that
  /// must be folded before it can be compared.
  private func around(_ place: Range<Int>, in text: Span<UInt8>) -> Verdict {
    let after = compare(from: place.upperBound, in: text)
    if after == .none { return .none }
    return min(after, compareBackwards(from: place.lowerBound, in: text))
  }

  private func compare(from start: Int, in text: Span<UInt8>) -> Verdict {
    let bytes = bytes
    var at = start
    var index = pivot.upperBound
    while index < bytes.count {
      guard at < text.count else { return .none }
      if text[at] < 0x80, bytes[index] < 0x80 {
        guard isSame(text[at], bytes[index]) else { return .none }
        at += 1
        index += 1
        continue
      }
      let (wanted, width) = UTF8Text.scalar(at: index, in: bytes.span)
      guard let (scalar, length) = FoldBoundary.scalar(at: at, in: text),
        let folded = FoldVariants.only(of: scalar, under: folding), !FoldBoundary.mayJoin(scalar),
        !FoldBoundary.mayJoin(at: at + length, in: text)
      else { return .maybe }
      guard folded == wanted else { return .none }
      at += length
      index += width
    }
    return !folding.ignoresDiacritics && FoldBoundary.mayJoin(at: at, in: text) ? .maybe : .certain
  }

  private func compareBackwards(from end: Int, in text: Span<UInt8>) -> Verdict {
    let bytes = bytes
    var at = end
    var index = pivot.lowerBound
    while index > 0 {
      guard at > 0 else { return .none }
      if text[at - 1] < 0x80, bytes[index - 1] < 0x80 {
        guard isSame(text[at - 1], bytes[index - 1]) else { return .none }
        at -= 1
        index -= 1
        continue
      }
      let start = UTF8Text.start(ofScalarBefore: at, in: text)
      index = UTF8Text.start(ofScalarBefore: index, in: bytes.span)
      guard let (scalar, length) = FoldBoundary.scalar(at: start, in: text), start + length == at,
        let folded = FoldVariants.only(of: scalar, under: folding), !FoldBoundary.mayJoin(scalar)
      else { return .maybe }
      guard folded == UTF8Text.scalar(at: index, in: bytes.span).scalar else { return .none }
      at = start
    }
    return .certain
  }

  /// Whether the needle is certain to occur with its pivot at `place`.
  ///
  /// The needle is certain to occur if its own bytes are at this position in the text, and no
  /// adjacent character may combine with these bytes.
  func isOwnBytes(at place: Int, in text: Span<UInt8>) -> Bool {
    let start = place - pivot.lowerBound
    let end = start + bytes.count
    guard isStable, start >= 0, end <= text.count, !FoldBoundary.mayJoin(at: end, in: text),
      start == 0 || text[start - 1] < 0x80 || !FoldBoundary.mayJoin(at: start, in: text)
    else { return false }
    for index in bytes.indices where text[start + index] != bytes[index] { return false }
    return true
  }
}

/// Decides whether folding may join a character with the preceding character.
enum FoldBoundary {
  /// Whether the character at `place` may combine with the preceding character.
  ///
  /// Returns false if `place` is the end of the text.
  static func mayJoin(at place: Int, in text: Span<UInt8>) -> Bool {
    if place >= text.count || text[place] < 0x80 { return false }
    return scalar(at: place, in: text).map { mayJoin($0.scalar) } ?? true
  }

  /// The scalar at `place` of raw text; nil if the bytes are ill-formed.
  static func scalar(at place: Int, in text: Span<UInt8>) -> (scalar: UInt32, length: Int)? {
    let found = UTF8Text.scalar(at: place, in: text)
    // Two bytes in these ranges are always well-formed.
    if found.length == 2, (0xC2...0xDF).contains(text[place]), text[place + 1] & 0xC0 == 0x80 {
      return found
    }
    let bytes = text.extracting(place..<place + found.length)
    return Kernels.validPrefix(of: bytes) == found.length ? found : nil
  }

  /// Whether a scalar is a mark or Hangul, and so may combine with the preceding character.
  static func mayJoin(_ scalar: UInt32) -> Bool {
    if scalar < 0x300 { return false }
    return ScalarProperties(of: scalar).mayCombine || (0x1100...0x11FF).contains(scalar)
      || (0xAC00...0xD7A3).contains(scalar)
  }
}
