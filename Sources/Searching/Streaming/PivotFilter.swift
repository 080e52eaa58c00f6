internal import Corpora
internal import UnicodeText

/// Finds where a text that is not folded may hold a folded needle, by one of the needle's characters: the pivot.
///
/// Whatever stands in the text for the pivot, it is the character itself, in either case if that is ignored, or one of
/// the few whose folding holds it. Behind a pivot of ASCII stands the next character of the needle, or something beyond
/// ASCII. All of that is looked for at once by its first bytes; the characters around a candidate then show whether it is
/// no match, one for sure, or one that only folding the line can decide on.
struct PivotFilter: Sendable {
  private let needle: [UInt8]
  private let ignoresCase: Bool
  private let ignoresDiacritics: Bool

  /// The bytes of the pivot in the needle.
  private let pivot: Range<Int>
  private let prints: Fingerprints

  /// Those of them that fold to the pivot, a character beyond ASCII that is no mark, and to nothing else.
  private let wholes: Set<UInt32>

  /// The buckets whose candidates begin with an ASCII pivot.
  private static let plainBuckets: UInt8 = 0b111

  /// The scalars beyond ASCII that may stand for the pivot, in ascending order.
  private let variants: [UInt32]

  /// `nil` if the characters that the needle could be found by are too many.
  init?(_ needle: [UInt8], _ folding: Folding, _ histogram: ByteHistogram) {
    self.needle = needle
    ignoresCase = folding.ignoresCase
    ignoresDiacritics = folding.ignoresDiacritics
    if let place = Self.asciiPivot(of: needle, folding, histogram) {
      pivot = place..<place + 1
      variants = FoldVariants.scalars(yielding: needle[place], under: folding)
      wholes = []
    } else {
      guard let start = needle.firstIndex(where: { $0 >= 0x80 }) else { return nil }
      let (scalar, length) = UTF8Text.scalar(at: start, in: needle.span)
      pivot = start..<start + length
      let part = FoldVariants.lastPart(of: scalar)
      guard let scalars = FoldVariants.scalars(holding: part, under: folding),
        scalars.count < 200
      else { return nil }
      variants = scalars.sorted()
      let whole = Array(needle[start..<start + length])
      let isMark = ScalarProperties(of: scalar).kind == .mark
      wholes = isMark ? [] : Set(scalars.filter { Self.folded($0, folding) == whole })
    }
    prints = Self.prints(of: needle, pivot, variants, ignoresCase)
  }

  /// The place of a character of ASCII with another one behind it that few candidates are to be expected for.
  private static func asciiPivot(
    of needle: [UInt8], _ folding: Folding, _ histogram: ByteHistogram
  ) -> Int? {
    let counts = histogram.counts.map { Double($0) + 0.5 }
    let total = counts.reduce(0, +)
    let wide = counts[0x80...].reduce(0, +) / total
    func share(_ byte: UInt8) -> Double {
      let other = folding.ignoresCase ? otherCase(of: byte) : nil
      return (counts[Int(byte)] + (other.map { counts[Int($0)] } ?? 0)) / total
    }
    var best: (place: Int, cost: Double)?
    for place in needle.indices.dropLast() where needle[place] < 0x80 && needle[place + 1] < 0x80 {
      let leads = Set(
        FoldVariants.scalars(yielding: needle[place], under: folding).map { Self.bytes(of: $0)[0] })
      let cost =
        share(needle[place]) * (share(needle[place + 1]) + wide)
        + leads.reduce(0) { $0 + counts[Int($1)] / total } / 4
      if cost < best?.cost ?? .infinity { best = (place, cost) }
    }
    return best?.place
  }

  private static func otherCase(of byte: UInt8) -> UInt8? {
    (0x61...0x7A).contains(byte) ? byte - 32 : nil
  }

  private static func folded(_ scalar: UInt32, _ folding: Folding) -> [UInt8] {
    var folded = GrowableBuffer<UInt8>(capacity: 16)
    folding.fold(bytes(of: scalar).span, into: &folded)
    return folded.array()
  }

  private static func bytes(of scalar: UInt32) -> [UInt8] {
    var buffer = GrowableBuffer<UInt8>(capacity: 4)
    buffer.append(scalar: scalar)
    return buffer.array()
  }

  private static func prints(
    of needle: [UInt8], _ pivot: Range<Int>, _ variants: [UInt32], _ ignoresCase: Bool
  ) -> Fingerprints {
    let isPlain = needle[pivot.lowerBound] < 0x80
    let next = pivot.upperBound
    let width = next + 1 < needle.count || !isPlain ? 3 : 2
    var prints = Fingerprints(width: width)
    func add(_ byte: UInt8, at place: Int, to bucket: Int) {
      prints.add(byte, at: place, to: bucket)
      if ignoresCase, let other = otherCase(of: byte) { prints.add(other, at: place, to: bucket) }
    }
    func addAll(_ range: ClosedRange<UInt8>, at place: Int, to bucket: Int) {
      for byte in range { prints.add(byte, at: place, to: bucket) }
    }
    if isPlain {
      for bucket in 0...2 { add(needle[pivot.lowerBound], at: 0, to: bucket) }
      for bucket in 0...1 { add(needle[next], at: 1, to: bucket) }
      addAll(0x80...0xFF, at: 1, to: 2)
      if width == 3 {
        if needle[next + 1] < 0x80 {
          add(needle[next + 1], at: 2, to: 0)
        } else {
          addAll(0...0xFF, at: 2, to: 0)
        }
        addAll(0x80...0xFF, at: 2, to: 1)
        addAll(0...0xFF, at: 2, to: 2)
      }
    }
    for scalar in variants {
      let bytes = Self.bytes(of: scalar)
      // Two-byte characters share a bucket by their lead, so that their second bytes stay apart.
      let bucket = bytes.count == 2 ? 3 + Int(bytes[0]) % 3 : bytes.count == 3 ? 6 : 7
      for place in 0..<width {
        if place < bytes.count {
          prints.add(bytes[place], at: place, to: bucket)
        } else {
          addAll(0...0xFF, at: place, to: bucket)
        }
      }
    }
    return prints
  }

  // MARK: Looking

  private enum Verdict {
    case none, maybe, certain
  }

  /// See `LineFilter.pick`.
  func pick(_ lines: Range<Int>, of text: Span<UInt8>, _ body: (LineFilter.Line) -> Bool) {
    var open: LineFilter.Line?
    var goesOn = true
    // A place of three bytes may begin less than that before the end; lines end in a newline, which no needle holds.
    prints.scan(text, from: lines.lowerBound) { place, buckets in
      if let line = open, place < line.bounds.upperBound, line.isCertain { return true }
      let verdict = verdict(at: place, buckets, in: text)
      if verdict == .none { return true }
      if let line = open {
        if place < line.bounds.upperBound {
          if verdict == .certain { open?.isCertain = true }
          return true
        }
        goesOn = body(line)
        open = nil
        if !goesOn { return false }
      }
      let bounds = LineBounds.line(at: place, in: text, from: lines.lowerBound)
      open = LineFilter.Line(bounds: bounds, isCertain: verdict == .certain)
      return true
    }
    if goesOn, let open { _ = body(open) }
  }

  private func verdict(at place: Int, _ buckets: UInt8, in text: Span<UInt8>) -> Verdict {
    let byte = text[place]
    if byte < 0x80 {
      guard needle[pivot.lowerBound] < 0x80, isSame(byte, needle[pivot.lowerBound]) else {
        return .none
      }
      return around(place..<place + 1, in: text)
    }
    let (scalar, length) = UTF8Text.scalar(at: place, in: text)
    guard isVariant(scalar) else { return .none }
    // A character that is the pivot by itself, whole, stands apart from those before it; a mark does not.
    if !wholes.contains(scalar) || length != pivot.count {
      return .maybe
    }
    return around(place..<place + length, in: text) == .none ? .none : .maybe
  }

  private func isSame(_ byte: UInt8, _ wanted: UInt8) -> Bool {
    byte == wanted || (ignoresCase && Self.otherCase(of: wanted) == byte)
  }

  private func isVariant(_ scalar: UInt32) -> Bool {
    var low = 0
    var high = variants.count
    while low < high {
      let middle = (low + high) / 2
      if variants[middle] < scalar { low = middle + 1 } else { high = middle }
    }
    return low < variants.count && variants[low] == scalar
  }

  /// Whether the rest of the needle stands around its pivot, as far as that is of ASCII on both sides.
  private func around(_ place: Range<Int>, in text: Span<UInt8>) -> Verdict {
    var verdict = Verdict.certain
    var at = place.upperBound
    for index in pivot.upperBound..<needle.count {
      guard at < text.count else { return .none }
      if text[at] >= 0x80 || needle[index] >= 0x80 {
        // A character of ASCII in the needle's place of another one may only be completed by a mark.
        verdict = .maybe
        break
      }
      guard isSame(text[at], needle[index]) else { return .none }
      at += 1
    }
    if verdict == .certain, !ignoresDiacritics, at < text.count, text[at] >= 0x80 {
      verdict = .maybe
    }
    at = place.lowerBound
    for index in (0..<pivot.lowerBound).reversed() {
      guard at > 0 else { return .none }
      at -= 1
      if text[at] >= 0x80 || needle[index] >= 0x80 { return .maybe }
      guard isSame(text[at], needle[index]) else { return .none }
    }
    return verdict
  }
}
