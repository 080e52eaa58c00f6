internal import UnicodeText

/// Finds the offsets at which unfolded text may contain folded needles, by searching for the pivot
/// of each needle.
///
/// A fingerprint is two or three bytes of text that may fold to a pivot and the characters after
/// it. All fingerprints are searched for in a single pass over the text. The characters around a
/// candidate usually show whether the candidate is an occurrence. If they do not, the line of the
/// candidate must be folded and tested.
///
/// In text of a single non-Latin script, nearly all characters have the same lead byte. The
/// fingerprint of a non-ASCII pivot therefore begins with the last byte of a character that folds
/// to exactly the pivot. Two bytes of the next character follow. With up to four needles, the
/// fingerprint is the last bytes of three characters if `PivotTriple` supports the needles.
final class PivotFilter: Sendable {
  /// The maximum number of needles that one filter searches for.
  static let maximumNeedles = 24

  private let needles: [RawNeedle]
  private let prints: Fingerprints

  /// Finds the spellings of the only needle; `nil` if the filter searches for pivots.
  private let spellings: SpellingFinder?

  /// Rejects most candidates; used only if there is a single needle and its pivot is not ASCII.
  private let context: PivotContext?

  /// Creates a filter that finds all of the needles.
  ///
  /// If `leavesOutPlain` is true, the filter skips occurrences that have the needle's own bytes in
  /// the text; the needle must then consist of one to three ASCII characters.
  ///
  /// - Precondition: `needles` has at least one and at most `maximumNeedles` elements.
  init(_ needles: [RawNeedle], leavesOutPlain: Bool = false) {
    precondition(!needles.isEmpty && needles.count <= Self.maximumNeedles)
    self.needles = needles
    if let triple = PivotTriple(needles) {
      prints = triple.fingerprints
    } else {
      let isNarrow = needles.allSatisfy { $0.isPlain && $0.pivot.upperBound + 1 >= $0.bytes.count }
      var prints = Fingerprints(width: isNarrow ? 2 : 3)
      let plan = Buckets(isSingle: needles.count == 1, leavesOutPlain: leavesOutPlain)
      for (index, needle) in needles.enumerated() { plan.add(needle, index, to: &prints) }
      self.prints = prints
    }
    context = needles.count == 1 && !needles[0].isPlain ? PivotContext(needles[0]) : nil
    spellings = nil
  }

  /// Creates a filter that searches for the whole needle; `nil` if its spellings in unfolded text
  /// are unknown or too many.
  init?(spellingsOf needle: RawNeedle, _ choice: borrowing PivotChoice) {
    guard let spellings = SpellingFinder(needle, choice) else { return nil }
    self.spellings = spellings
    needles = [needle]
    prints = Fingerprints(width: 1)
    context = nil
  }

  /// Assigns fingerprints to buckets; if there are many needles, they share buckets.
  private struct Buckets {
    let isSingle: Bool
    let leavesOutPlain: Bool

    func add(_ needle: RawNeedle, _ index: Int, to prints: inout Fingerprints) {
      if needle.isPlain, !needle.isForVariants { addPlain(needle, index, to: &prints) }
      let follower = needle.isPlain ? nil : needle.follower
      for scalar in needle.variants {
        if let follower, needle.isWhole(scalar) {
          addPair(scalar, follower, to: &prints)
          continue
        }
        var bytes = GrowableBuffer<UInt8>(capacity: 4)
        bytes.append(scalar: scalar)
        let bucket = bucket(of: bytes.array())
        for place in 0..<prints.width {
          if place < bytes.count {
            prints.add(bytes[place], at: place, to: bucket)
          } else {
            Self.add(0...0xFF, at: place, to: bucket, &prints)
          }
        }
      }
    }

    /// Adds the fingerprints of a non-ASCII pivot.
    ///
    /// A fingerprint is the last byte of a character that folds to exactly the pivot, followed by
    /// two bytes that may come next.
    ///
    /// Lead bytes with consecutive values are in different buckets. Otherwise, the lead byte of one
    /// fingerprint and the second byte of another would often be accepted together.
    private func addPair(
      _ scalar: UInt32, _ follower: RawNeedle.Follower, to prints: inout Fingerprints
    ) {
      var pivot = GrowableBuffer<UInt8>(capacity: 4)
      pivot.append(scalar: scalar)
      let last = pivot[pivot.count - 1]
      for other in follower.scalars {
        var bytes = GrowableBuffer<UInt8>(capacity: 4)
        bytes.append(scalar: other)
        let bucket = Int(bytes[0]) % 3
        prints.add(last, at: 0, to: bucket)
        prints.add(bytes[0], at: 1, to: bucket)
        prints.add(bytes[1], at: 2, to: bucket)
      }
      func add(_ next: [UInt8], _ second: ClosedRange<UInt8>, to bucket: Int) {
        prints.add(last, at: 0, to: bucket)
        for byte in next { prints.add(byte, at: 1, to: bucket) }
        Self.add(second, at: 2, to: bucket, &prints)
      }
      if !follower.ascii.isEmpty { add(follower.ascii, 0...0xFF, to: 5) }
      guard follower.mayBeDroppedMark else { return }
      // Add the lead bytes of the marks that folding drops. The lead bytes of Hebrew and Arabic
      // marks are also lead bytes of letters, so these lead bytes are added only with the second
      // bytes of marks.
      add([0xCC, 0xCD, 0xE1, 0xE2, 0xEF, 0xF3], 0...0xFF, to: 5)
      add([0xD6], 0x91...0xBF, to: 3)
      add([0xD7], 0x81...0x87, to: 4)
      add([0xD9], 0x8B...0xB0, to: 6)
    }

    /// Selects a bucket by the length of a character in bytes.
    ///
    /// If there is only one needle, the bucket also depends on the lead byte of a two-byte
    /// character. A bucket then rarely accepts the second byte of one character after the lead byte
    /// of another.
    private func bucket(of bytes: [UInt8]) -> Int {
      if bytes.count > 2 { return isSingle && bytes.count == 3 ? 6 : 7 }
      return isSingle ? 3 + Int(bytes[0]) % 3 : 6
    }

    /// Adds the fingerprints of an ASCII pivot, for text with two, one or no ASCII bytes after the
    /// pivot.
    private func addPlain(_ needle: RawNeedle, _ index: Int, to prints: inout Fingerprints) {
      let (two, one, none) = isSingle ? (0, 1, 2) : (index % 4, 4, 5)
      let next = needle.pivot.upperBound
      let pivot = needle.bytes[needle.pivot.lowerBound]
      if leavesOutPlain, needle.bytes.count == 1 { return }
      Self.add(pivot, of: needle, at: 0, to: none, &prints)
      guard next < needle.bytes.count else {
        for place in 1..<prints.width { Self.add(0...0xFF, at: place, to: none, &prints) }
        return
      }
      Self.add(0x80...0xFF, at: 1, to: none, &prints)
      if prints.width == 3 { Self.add(0...0xFF, at: 2, to: none, &prints) }
      guard let start = needle.plainStart(at: next) else { return }
      let isLast = next + 1 >= needle.bytes.count && needle.bytes[next] < 0x80
      if isLast || prints.width == 2 {
        if leavesOutPlain { return }
        Self.add(pivot, of: needle, at: 0, to: two, &prints)
        Self.add(start, of: needle, at: 1, to: two, &prints)
        if prints.width == 3 { Self.add(0...0xFF, at: 2, to: two, &prints) }
        return
      }
      Self.add(pivot, of: needle, at: 0, to: one, &prints)
      Self.add(start, of: needle, at: 1, to: one, &prints)
      Self.add(0x80...0xFF, at: 2, to: one, &prints)
      // An ASCII letter in the text matches a non-ASCII character of the needle only if a combining
      // mark follows the letter.
      if leavesOutPlain || needle.bytes[next] >= 0x80 { return }
      guard let second = needle.plainStart(at: next + 1) else { return }
      Self.add(pivot, of: needle, at: 0, to: two, &prints)
      Self.add(start, of: needle, at: 1, to: two, &prints)
      Self.add(second, of: needle, at: 2, to: two, &prints)
    }

    private static func add(
      _ byte: UInt8, of needle: RawNeedle, at place: Int, to bucket: Int,
      _ prints: inout Fingerprints
    ) {
      prints.add(byte, at: place, to: bucket)
      if let other = needle.otherCase(of: byte) { prints.add(other, at: place, to: bucket) }
    }

    private static func add(
      _ range: ClosedRange<UInt8>, at place: Int, to bucket: Int, _ prints: inout Fingerprints
    ) {
      for byte in range { prints.add(byte, at: place, to: bucket) }
    }
  }

  // MARK: Searching

  /// An offset in the text at which a needle may occur.
  struct Candidate {
    let place: Int

    /// Whether a needle is certain to occur at this offset.
    let isCertain: Bool
  }

  /// Returns the candidates of a text in ascending order.
  struct Cursor {
    private var batch = Fingerprints.Batch()
    private var index = 0
    private var isAtEnd = false

    /// The next offset to test near the end of the text, where fewer bytes remain than a
    /// fingerprint has.
    private var last = 0

    private var spellings = SpellingFinder.Cursor()

    /// Makes `next` find all candidates in the rest of the last candidate's line.
    ///
    /// Without this call, `next` may skip some of these candidates.
    mutating func continueInLine() { spellings.continueInLine() }

    /// The next candidate at or after `start`.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes up to the candidate.
    mutating func next(of filter: PivotFilter, in text: Span<UInt8>, from start: Int) -> Candidate?
    {
      if let finder = filter.spellings {
        return spellings.next(of: finder, in: text, from: start).map { found in
          // If the string is not an occurrence, return it as an uncertain candidate, so that its
          // line is tested. This is simpler than a search of the rest of the line, and takes linear
          // time even if a long line contains many such strings.
          let known = found.isPivot ? filter.candidate(at: found.offset, in: text) : nil
          return known ?? Candidate(place: found.offset, isCertain: false)
        }
      }
      while !isAtEnd {
        while index < batch.count {
          let place = batch.places[index]
          index += 1
          if place >= start, let found = filter.candidate(at: place, in: text) { return found }
        }
        index = 0
        batch.next = max(batch.next, min(start, text.count))
        if !filter.prints.fill(&batch, from: text) {
          isAtEnd = true
          last = max(0, text.count - filter.prints.reach + 1)
        }
      }
      last = max(last, start)
      while last < text.count {
        last += 1
        if let found = filter.candidate(at: last - 1, in: text) { return found }
      }
      return nil
    }
  }

  @inline(__always) private func candidate(at place: Int, in text: Span<UInt8>) -> Candidate? {
    // A fingerprint may begin with the last byte of a character, so find the character's start.
    let start = UTF8Text.start(ofScalarBefore: place + 1, in: text)
    if let context, context.rejects(start, in: text) { return nil }
    var verdict = RawNeedle.Verdict.none
    for index in needles.indices {
      verdict = max(verdict, needles[index].verdict(at: start, in: text))
      if verdict == .certain { break }
    }
    return verdict == .none ? nil : Candidate(place: place, isCertain: verdict == .certain)
  }

  /// The number of offsets that a search of a sample tests.
  ///
  /// A search for fingerprints tests each offset at which a fingerprint matches. A search for
  /// spellings tests each string and each mark that it finds.
  func candidates(in sample: Span<UInt8>) -> Int {
    if let spellings { return spellings.count(in: sample) }
    var count = 0
    prints.scan(sample) { _, _ in
      count += 1
      return true
    }
    return count
  }
}
