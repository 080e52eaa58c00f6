internal import UnicodeText

/// Finds where a text that is not folded may hold one of some folded needles, by the pivot of each.
///
/// The first bytes of whatever may stand for a pivot and what follows it are looked for at once; then the characters
/// around a candidate show whether it is no match, one for sure, or one that only folding the line can decide on.
struct PivotFilter: Sendable {
  /// More needles than this are not worth it.
  static let mostNeedles = 24

  private let needles: [RawNeedle]
  private let prints: Fingerprints

  /// Looks for any of the needles.
  ///
  /// With `leavesOutPlain` occurrences of the needle's own bytes are left out; the needle is up to three characters of
  /// ASCII.
  ///
  /// - Precondition: there is one, and there are not too many.
  init(_ needles: [RawNeedle], leavesOutPlain: Bool = false) {
    precondition(!needles.isEmpty && needles.count <= Self.mostNeedles)
    self.needles = needles
    let isNarrow = needles.allSatisfy { $0.isPlain && $0.pivot.upperBound + 1 >= $0.bytes.count }
    var prints = Fingerprints(width: isNarrow ? 2 : 3)
    let plan = Buckets(isSingle: needles.count == 1, leavesOutPlain: leavesOutPlain)
    for (index, needle) in needles.enumerated() { plan.add(needle, index, to: &prints) }
    self.prints = prints
  }

  /// What buckets are used for: those of many needles are shared.
  private struct Buckets {
    let isSingle: Bool
    let leavesOutPlain: Bool

    func add(_ needle: RawNeedle, _ index: Int, to prints: inout Fingerprints) {
      if needle.isPlain, !needle.isForVariants { addPlain(needle, index, to: &prints) }
      for scalar in needle.variants {
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

    /// Two-byte characters share a bucket by their lead, so that their second bytes stay apart.
    private func bucket(of bytes: [UInt8]) -> Int {
      if bytes.count > 2 { return isSingle && bytes.count == 3 ? 6 : 7 }
      return isSingle ? 3 + Int(bytes[0]) % 3 : 6
    }

    /// The pivot, followed by what may stand for the next two characters: two of ASCII, one, or none.
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
      // What begins a character beyond ASCII is completed by a mark.
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

  // MARK: Looking

  /// A place around which a line may hold a needle.
  struct Candidate {
    let place: Int

    /// Whether the line holds it for sure.
    let isCertain: Bool
  }

  /// Goes through the candidates of a text, ascending.
  struct Cursor {
    private var batch = Fingerprints.Batch()
    private var index = 0
    private var isAtEnd = false

    /// The next of the places that are too near to the end for all of a print.
    private var last = 0

    /// The next candidate from `start` on.
    ///
    /// - Complexity: O(*n*) in the bytes up to it.
    mutating func next(of filter: PivotFilter, in text: Span<UInt8>, from start: Int) -> Candidate?
    {
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
          last = max(0, text.count - filter.prints.width + 1)
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
    var verdict = RawNeedle.Verdict.none
    let needles = needles.span
    for index in needles.indices {
      verdict = max(verdict, needles[index].verdict(at: place, in: text))
    }
    return verdict == .none ? nil : Candidate(place: place, isCertain: verdict == .certain)
  }

  /// How many candidates there are in a sample.
  func candidates(in sample: Span<UInt8>) -> Int {
    var count = 0
    prints.scan(sample) { _, _ in
      count += 1
      return true
    }
    return count
  }
}
