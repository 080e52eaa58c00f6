internal import UnicodeText

/// Finds the strings of `NeedleSpellings`, at most one in each line, and the marks that folding
/// drops.
final class SpellingFinder: Sendable {
  private let finder: PatternStringFinder
  private let unusual: [UInt32]
  private let pivot: Int
  private let length: Int

  /// Finds the marks that folding drops; `nil` if folding drops none.
  private let marks: Fingerprints?

  /// The pairs of adjacent characters of the needle, between which the text may have marks.
  private let pairs: [(first: UInt32, second: UInt32)]

  private let folding: Folding

  /// Creates a finder; `nil` if the spellings of the needle are unknown or too many.
  init?(_ needle: RawNeedle, _ choice: borrowing PivotChoice) {
    guard let spellings = NeedleSpellings(needle) else { return nil }
    finder = PatternStringFinder(
      PatternStrings(spellings.texts), unitsEndWith: UInt8(ascii: "\n"), choice.textSample)
    unusual = spellings.unusual
    pivot = needle.pivot.lowerBound
    length = needle.bytes.count
    folding = needle.folding
    marks = folding.ignoresDiacritics ? .droppedMarks : nil
    pairs = Self.pairs(of: needle.bytes)
  }

  private static func pairs(of bytes: [UInt8]) -> [(first: UInt32, second: UInt32)] {
    var pairs: [(first: UInt32, second: UInt32)] = []
    var (first, place) = UTF8Text.scalar(at: 0, in: bytes.span)
    while place < bytes.count {
      let (second, length) = UTF8Text.scalar(at: place, in: bytes.span)
      pairs.append((first, second))
      first = second
      place += length
    }
    return pairs
  }

  /// An offset that must be tested, because the needle may occur there.
  struct Place {
    let offset: Int

    /// Whether the first string of `NeedleSpellings` was found; the needle's pivot is then at the
    /// offset.
    let isPivot: Bool

    /// Means that no further offset has to be tested.
    fileprivate static let none = Place(offset: .max, isPivot: false)
  }

  /// Finds the offsets of a text that must be tested, in ascending order.
  struct Cursor {
    private var found = FoundPlaces()
    private var index = 0
    private var next = 0
    private var string = Place(offset: -1, isPivot: false)

    private var marks = Fingerprints.Batch()
    private var markIndex = 0
    private var mark = Place(offset: -1, isPivot: false)

    /// Whether `next` last returned the offset of a mark.
    private var isAtMark = false

    /// The next offset to test, at or after `start`; after a string is found, the rest of its line
    /// is skipped.
    mutating func next(
      of spellings: SpellingFinder, in text: Span<UInt8>, from start: Int
    ) -> Place? {
      if string.offset < start { string = nextString(of: spellings, in: text, from: start) }
      if mark.offset < start { mark = nextMark(of: spellings, in: text, from: start) }
      isAtMark = mark.offset < string.offset
      let place = isAtMark ? mark : string
      return place.offset == .max ? nil : place
    }

    /// Makes `next` also search the rest of the line that contains the last returned offset.
    mutating func continueInLine() {
      if isAtMark { return }
      found.count = 0
      next = 0
      string = Place(offset: -1, isPivot: false)
    }

    private mutating func nextString(
      of spellings: SpellingFinder, in text: Span<UInt8>, from start: Int
    ) -> Place {
      while true {
        while index < found.count {
          let last = found.places[index]
          index += 1
          let unusual = spellings.unusual(endingAt: last, in: text)
          let offset = unusual ?? last + 1 - spellings.length + spellings.pivot
          if offset >= start { return Place(offset: offset, isPivot: unusual == nil) }
        }
        next = max(next, start - spellings.pivot)
        if next >= text.count { return .none }
        index = 0
        spellings.finder.find(in: text, from: &next, into: &found)
      }
    }

    private mutating func nextMark(
      of spellings: SpellingFinder, in text: Span<UInt8>, from start: Int
    ) -> Place {
      guard let prints = spellings.marks else { return .none }
      while true {
        while markIndex < marks.count {
          let offset = marks.places[markIndex]
          markIndex += 1
          if offset >= start, spellings.mayBeInNeedle(offset, in: text) {
            return Place(offset: offset, isPivot: false)
          }
        }
        marks.next = max(marks.next, min(start, text.count))
        markIndex = 0
        if !prints.fill(&marks, from: text) { return .none }
      }
    }
  }

  /// The start of the character in `unusual` that has its last byte at `last`; `nil` if another
  /// character ends there.
  private func unusual(endingAt last: Int, in text: Span<UInt8>) -> Int? {
    if unusual.isEmpty { return nil }
    let start = UTF8Text.start(ofScalarBefore: last + 1, in: text)
    let (scalar, length) = UTF8Text.scalar(at: start, in: text)
    return start + length == last + 1 && unusual.contains(scalar) ? start : nil
  }

  /// Whether the character at `offset` is a mark that folding drops, and that may be between two
  /// characters of the needle.
  private func mayBeInNeedle(_ offset: Int, in text: Span<UInt8>) -> Bool {
    guard Self.isDroppedMark(UTF8Text.scalar(at: offset, in: text).scalar) else { return false }
    guard let first = neighbor(of: offset, in: text, goesBack: true),
      let second = neighbor(of: offset, in: text, goesBack: false)
    else { return true }
    return pairs.contains { $0.first == first && $0.second == second }
  }

  /// The maximum number of marks to skip when looking for a neighbor.
  private static let longestRun = 8

  /// The folded form of the nearest character before or after a mark; dropped marks are skipped.
  ///
  /// The result is LF at the start or end of the text, and nil if the folded form is unknown.
  private func neighbor(of mark: Int, in text: Span<UInt8>, goesBack: Bool) -> UInt32? {
    var place = mark
    for _ in 0..<Self.longestRun {
      if goesBack {
        if place == 0 { return 0x0A }
        place = UTF8Text.start(ofScalarBefore: place, in: text)
      } else if place >= text.count {
        return 0x0A
      }
      guard let (scalar, length) = FoldBoundary.scalar(at: place, in: text) else { return nil }
      if !Self.isDroppedMark(scalar) { return FoldVariants.only(of: scalar, under: folding) }
      if !goesBack { place += length }
    }
    return nil
  }

  private static func isDroppedMark(_ scalar: UInt32) -> Bool {
    ScalarProperties(of: scalar).isDroppedMark
  }

  /// The number of candidates in `sample` that a search would test: possible spellings of the
  /// needle, and marks that folding drops.
  func count(in sample: Span<UInt8>) -> Int {
    var count = 0
    marks?.scan(sample) { _, _ in
      count += 1
      return true
    }
    var cursor = Cursor()
    var start = 0
    while let place = cursor.next(of: self, in: sample, from: start) {
      count += 1
      start = place.offset + 1
    }
    return count
  }
}

extension Fingerprints {
  /// Finds the first two bytes of every mark that folding drops.
  ///
  /// A bucket tests each nibble of the two bytes separately, so it also accepts bytes that combine
  /// nibbles of different marks. The marks are divided among the buckets so that no bucket accepts
  /// the bytes of a frequent letter.
  static let droppedMarks: Fingerprints = {
    var prints = Fingerprints(width: 2)
    for marks in FoldVariants.droppedMarks {
      for scalar in marks.lowerBound...marks.upperBound {
        let bytes = NeedleSpellings.encoded(scalar)
        let bucket =
          switch bytes[0] {
          case 0xCC, 0xCD: 0
          case 0xD6: 1
          case 0xD7: 2
          case 0xD9: bytes[1] < 0x90 ? 3 : 4
          case 0xE1: bytes[1] < 0xB0 ? 5 : 6
          case 0xF3: 6
          default: 7
          }
        prints.add(bytes[0], at: 0, to: bucket)
        prints.add(bytes[1], at: 1, to: bucket)
      }
    }
    return prints
  }()
}
