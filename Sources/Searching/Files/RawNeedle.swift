internal import UnicodeText

/// A folded needle, and one of its characters, the pivot, by which text that is not folded shows where it may occur.
///
/// Whatever stands in the text for the pivot, it is the character itself, in either case if that is ignored, or one of
/// the few whose folding holds it. After a pivot of ASCII comes what may stand for the next character: nothing but
/// marks that are dropped can come between, and those are beyond ASCII.
struct RawNeedle: Sendable {
  let bytes: [UInt8]
  let folding: Folding

  /// The bytes of the pivot in the needle.
  let pivot: Range<Int>

  /// Whether occurrences of the needle's own bytes are not looked for, but those that the pivot's variants show.
  let isForVariants: Bool

  /// The scalars beyond ASCII that may stand for the pivot, in ascending order.
  let variants: [UInt32]

  /// Those of them, likewise ascending and none a mark, whose folding is a pivot beyond ASCII and nothing else.
  private let wholeVariants: [UInt32]

  /// Whether the needle's own bytes in a text are an occurrence, where nothing beyond ASCII is beside them.
  private let isStable: Bool

  /// Whether the pivot is of ASCII.
  var isPlain: Bool { bytes[pivot.lowerBound] < 0x80 }

  /// Looks for the needle by the character of ASCII at `place`.
  init(_ bytes: [UInt8], _ folding: Folding, at place: Int, forVariants: Bool = false) {
    self.bytes = bytes
    self.folding = folding
    isForVariants = forVariants
    pivot = place..<place + 1
    variants = FoldVariants.scalars(yielding: bytes[place], under: folding)
    wholeVariants = []
    isStable = Self.isStable(bytes, folding)
  }

  /// Looks for the needle by the character beyond ASCII that begins at `place`.
  ///
  /// `nil` if too many others may stand for it, or ill-formed bytes.
  init?(
    _ bytes: [UInt8], _ folding: Folding, beyondASCIIAt place: Int, forVariants: Bool = false
  ) {
    let (scalar, length) = UTF8Text.scalar(at: place, in: bytes.span)
    guard scalar != 0xFFFD,
      let scalars = FoldVariants.scalars(standingFor: scalar, under: folding), scalars.count < 200
    else { return nil }
    self.bytes = bytes
    self.folding = folding
    isForVariants = forVariants
    pivot = place..<place + length
    variants = scalars.filter { !forVariants || $0 != scalar }.sorted()
    let whole = Array(bytes[place..<place + length])
    wholeVariants = variants.filter { scalar in
      var text = GrowableBuffer<UInt8>(capacity: 4)
      text.append(scalar: scalar)
      return !Self.isMark(scalar) && Self.folded(text.array(), folding) == whole
    }
    isStable = Self.isStable(bytes, folding)
  }

  /// Needles that find, together, all occurrences in folded text that are not the needle's bytes in the text as it is.
  ///
  /// Under a folding that keeps diacritics. Something that becomes a part of such an occurrence is no character of the
  /// needle in either case, but a variant of one. `nil` for needles with marks, which may be put in another order, with
  /// Hangul, or with too many variants.
  static func others(than bytes: [UInt8], _ folding: Folding) -> [RawNeedle]? {
    precondition(!folding.ignoresDiacritics)
    guard bytes.count < 64, isStable(bytes, folding) else { return nil }
    var found: [RawNeedle] = []
    var place = 0
    while place < bytes.count {
      let (scalar, length) = UTF8Text.scalar(at: place, in: bytes.span)
      defer { place += length }
      if isMark(scalar) { return nil }
      let needle =
        scalar < 0x80
        ? RawNeedle(bytes, folding, at: place, forVariants: true)
        : RawNeedle(bytes, folding, beyondASCIIAt: place, forVariants: true)
      guard let needle else { return nil }
      if !needle.variants.isEmpty { found.append(needle) }
    }
    return found.count > PivotFilter.mostNeedles ? nil : found
  }

  private static func isMark(_ scalar: UInt32) -> Bool {
    ScalarProperties(of: scalar).kind == .mark
  }

  private static func folded(_ bytes: [UInt8], _ folding: Folding) -> [UInt8] {
    var folded = GrowableBuffer<UInt8>(capacity: bytes.count + 64)
    folding.fold(bytes.span, into: &folded)
    return folded.array()
  }

  /// Whether the folding of the needle is itself, and no mark begins it.
  static func isStable(_ bytes: [UInt8], _ folding: Folding) -> Bool {
    let first = UTF8Text.scalar(at: 0, in: bytes.span).scalar
    return !isMark(first) && folded(bytes, folding) == bytes
  }

  /// The byte in the other case, if case is ignored and it is a lower-case letter.
  func otherCase(of byte: UInt8) -> UInt8? {
    folding.ignoresCase && (0x61...0x7A).contains(byte) ? byte - 32 : nil
  }

  /// The character of ASCII that may begin what stands for the character at `index`; `nil` if none may.
  func plainStart(at index: Int) -> UInt8? {
    if bytes[index] < 0x80 { return bytes[index] }
    let first = FoldVariants.firstPart(of: UTF8Text.scalar(at: index, in: bytes.span).scalar)
    return first < 0x80 ? UInt8(first) : nil
  }
}

// MARK: Looking at a place

extension RawNeedle {
  enum Verdict: Comparable {
    case none, maybe, certain
  }

  /// Whether the needle may occur, in the folded text, around the place of its pivot.
  func verdict(at place: Int, in text: Span<UInt8>) -> Verdict {
    let byte = text[place]
    if byte < 0x80 {
      guard isPlain, !isForVariants, isSame(byte, bytes[pivot.lowerBound]) else { return .none }
      let verdict = around(place..<place + 1, in: text)
      return verdict == .maybe && isItself(at: place, in: text) ? .certain : verdict
    }
    if !isForVariants, isItself(at: place, in: text) { return .certain }
    let (scalar, length) = UTF8Text.scalar(at: place, in: text)
    guard Self.holds(variants, scalar) else { return .none }
    // One that becomes more than the pivot has the next character of the needle in it, perhaps, and a mark may belong
    // to what is before it.
    guard Self.holds(wholeVariants, scalar) else { return .maybe }
    return min(.maybe, around(place..<place + length, in: text))
  }

  @inline(__always) private func isSame(_ byte: UInt8, _ wanted: UInt8) -> Bool {
    byte == wanted || (folding.ignoresCase && byte &+ 32 == wanted && byte &- 0x41 < 26)
  }

  /// Whether a scalar is among some in ascending order.
  private static func holds(_ scalars: [UInt32], _ scalar: UInt32) -> Bool {
    var low = 0
    var high = scalars.count
    while low < high {
      let middle = (low + high) / 2
      if scalars[middle] < scalar { low = middle + 1 } else { high = middle }
    }
    return low < scalars.count && scalars[low] == scalar
  }

  /// Whether the rest of the needle is around its pivot, as far as that is of ASCII on both sides.
  private func around(_ place: Range<Int>, in text: Span<UInt8>) -> Verdict {
    var verdict = Verdict.certain
    var at = place.upperBound
    for index in pivot.upperBound..<bytes.count {
      guard at < text.count else { return .none }
      if text[at] >= 0x80 || bytes[index] >= 0x80 {
        // A character of ASCII in the needle's place of another one may only be completed by a mark.
        verdict = .maybe
        break
      }
      guard isSame(text[at], bytes[index]) else { return .none }
      at += 1
    }
    if verdict == .certain, !folding.ignoresDiacritics, at < text.count, text[at] >= 0x80 {
      verdict = .maybe
    }
    at = place.lowerBound
    for index in (0..<pivot.lowerBound).reversed() {
      guard at > 0 else { return .none }
      at -= 1
      if text[at] >= 0x80 || bytes[index] >= 0x80 {
        verdict = .maybe
        break
      }
      guard isSame(text[at], bytes[index]) else { return .none }
    }
    return verdict
  }

  /// Whether the needle's own bytes are around the place of its pivot, with ASCII beside them, and so occur for sure.
  func isItself(at place: Int, in text: Span<UInt8>) -> Bool {
    let start = place - pivot.lowerBound
    let end = start + bytes.count
    guard isStable, start >= 0, end <= text.count, start == 0 || text[start - 1] < 0x80,
      end == text.count || text[end] < 0x80
    else { return false }
    for index in bytes.indices where text[start + index] != bytes[index] { return false }
    return true
  }
}
