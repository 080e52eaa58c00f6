internal import Corpora
internal import UnicodeText

/// Finds the lines of raw text in which a query may match.
///
/// The filter finds every matching line, and may also find other lines. An occurrence of a needle
/// is certain if the text around it is ASCII; otherwise, the line must be folded and tested.
struct LineFilter: LineScanner {
  /// Finds the needle's exact bytes in raw text; `nil` if `pivots` finds all occurrences.
  private let raw: RawOccurrences?

  /// Finds all occurrences of the needles, or only the occurrences that `raw` does not find.
  ///
  /// The value is `nil` if `raw` finds all occurrences.
  private let pivots: PivotFilter?

  /// Finds all occurrences of the needle in ASCII text; used only if there is a single needle.
  private let plain: RawOccurrences?

  /// Whether every line that is certain to contain a needle is also certain to match.
  let canCount: Bool

  /// The needles, to show in explanations.
  private let needles: [String]

  /// The length of the longest needle in bytes.
  let longest: Int

  /// The number of candidates in the sample: the offsets at which a needle may occur.
  let candidates: Int

  /// The needles are rare if the sample has at most one candidate per `rareness` bytes.
  private static let rareness = 512

  /// Whether a sample of `size` bytes has so few candidates that this filter is the fastest method.
  ///
  /// With more candidates, other methods are faster, because they take less time for each
  /// candidate.
  func isRare(inSampleOf size: Int) -> Bool { candidates * Self.rareness <= size }

  /// If the sample has at most one candidate per `fewness` bytes, the text is searched only for the
  /// pivot, one character of the needle.
  ///
  /// Testing so few candidates takes less time than a second search of the text.
  private static let fewness = 2048

  /// Creates a filter; `nil` if every line has to be tested.
  ///
  /// - Parameters:
  ///   - requirement: a requirement that every matching line meets.
  ///   - folding: the folding of the requirement.
  ///   - isSufficient: whether every line that meets the requirement matches.
  ///   - sample: some of the text.
  init?(
    _ requirement: Requirement, _ folding: Folding, isSufficient: Bool,
    sample: consuming GrowableBuffer<UInt8>
  ) {
    self.init(requirement, isSufficient: isSufficient, PivotChoice(folding, sample: sample))
  }

  /// Creates a filter with pivots from `choice`, which several filters can share.
  init?(_ requirement: Requirement, isSufficient: Bool, _ choice: borrowing PivotChoice) {
    let folding = choice.folding
    guard let (needles, candidates) = choice.needles(for: requirement) else { return nil }
    canCount = isSufficient && requirement.isSubstrings
    self.candidates = candidates
    self.needles = needles.map { String(decoding: $0.bytes, as: UTF8.self) }
    longest = needles.reduce(0) { max($0, $1.bytes.count) }
    let single = needles.count == 1 ? needles[0].bytes : []
    let occurrences = single.isEmpty ? nil : RawOccurrences(choice.needle(single), folding)
    let isPlain = single.allSatisfy { $0 < 0x80 }
    plain = isPlain ? occurrences : nil
    let hasVariants = single.contains {
      $0 >= 0x80 || !FoldVariants.scalars(yielding: $0, under: folding).isEmpty
    }
    if let occurrences, !hasVariants, !folding.ignoresDiacritics {
      raw = occurrences
      pivots = nil
    } else if let occurrences, candidates * Self.fewness > choice.sampleSize,
      let others = choice.others(than: single), others.cost < candidates
    {
      raw = occurrences
      pivots = others.filter
    } else if needles.count == 1, !isPlain,
      let filter = Self.spellings(of: needles[0], insteadOf: candidates, choice)
    {
      raw = nil
      pivots = filter
    } else {
      raw = nil
      pivots = PivotFilter(needles)
    }
  }

  /// A filter for the spellings of a needle.
  ///
  /// Returns `nil` if the spellings are unknown, or if a search for the needle's pivot is faster.
  /// `candidates` is the number of candidates that the pivot has in the sample.
  private static func spellings(
    of needle: RawNeedle, insteadOf candidates: Int, _ choice: borrowing PivotChoice
  ) -> PivotFilter? {
    let size = choice.sampleSize
    // If diacritics are ignored, the filter also searches for the marks that folding drops. This
    // search takes as long as testing `lost` candidates.
    let lost = choice.folding.ignoresDiacritics ? size / markSearch : -1
    guard candidates > lost, let filter = PivotFilter(spellingsOf: needle, choice) else {
      return nil
    }
    let found = choice.countCandidates(of: filter)
    return found * rareness <= size && (lost < 0 || candidates - found > lost) ? filter : nil
  }

  /// The number of bytes that can be searched for marks in the time that it takes to test one
  /// candidate.
  private static let markSearch = 1024

  var summary: String { "lines with \(names)" }

  /// The needles, in quotes.
  var names: String { needles.map { "\"\($0)\"" }.joined(separator: " or ") }

  /// The finders for a text of lines: only `plain` if it exists and the text is ASCII, otherwise
  /// `raw` and `pivots`.
  func finders(for text: Span<UInt8>) -> (raw: RawOccurrences?, pivots: PivotFilter?) {
    finders(isASCII: pivots != nil && plain != nil && Kernels.asciiPrefix(of: text) == text.count)
  }

  private func finders(isASCII: Bool) -> (raw: RawOccurrences?, pivots: PivotFilter?) {
    if isASCII, pivots != nil, let plain { return (plain, nil) }
    return (raw, pivots)
  }

  /// Appends the candidates in a text of whole lines, in ascending order.
  ///
  /// Each line that contains a needle has at least one candidate.
  ///
  /// A candidate is an offset in the text, shifted left by one bit; the lowest bit is 1 if a needle
  /// is certain to occur at the offset.
  func appendCandidates(
    in text: Span<UInt8>, isASCII: Bool, to places: inout GrowableBuffer<Int>
  ) {
    let (raw, pivots) = finders(isASCII: isASCII)
    var cursor = PivotFilter.Cursor()
    var likely: PivotFilter.Candidate?
    if let pivots { likely = cursor.next(of: pivots, in: text, from: 0) }
    func takeLikely(_ places: inout GrowableBuffer<Int>, before end: Int) {
      while let pivots, let found = likely, found.place < end {
        places.append(found.place << 1 | (found.isCertain ? 1 : 0))
        likely = cursor.next(of: pivots, in: text, from: found.place + 1)
      }
    }
    if let raw {
      var batch = GrowableBuffer<Int>(capacity: 512)
      var from = 0
      while from < text.count {
        batch.truncate(to: 0)
        from = raw.appendLines(in: text, from: from, to: &batch)
        for index in 0..<batch.count {
          let place = batch[index]
          takeLikely(&places, before: place)
          places.append(place << 1 | (raw.isCertain(at: place, in: text) ? 1 : 0))
        }
      }
    }
    takeLikely(&places, before: .max)
  }

  /// Calls `body` with the bounds of each line that may match, in ascending order.
  ///
  /// `text` must consist of whole lines; the last line may lack its line end.
  func pick(in text: Span<UInt8>, _ body: (_ line: Range<Int>, _ isCertain: Bool) -> Void) {
    let (raw, pivots) = finders(for: text)
    if let raw, pivots == nil { return pick(by: raw, in: text, body) }
    var rawCursor = RawOccurrences.Cursor()
    var pivotCursor = PivotFilter.Cursor()
    var known: Int?
    if let raw { known = rawCursor.next(of: raw, in: text, from: 0) }
    var likely: PivotFilter.Candidate?
    if let pivots { likely = pivotCursor.next(of: pivots, in: text, from: 0) }
    var first = 0
    while let place = Self.lowest(known, likely?.place) {
      let line = LineBounds.line(at: place, in: text, from: first)
      let holdsNeedle =
        place == known
        ? raw?.isCertain(at: place, in: text) ?? false : likely?.isCertain ?? false
      body(line, canCount && holdsNeedle)
      first = line.upperBound
      if let raw, let place = known, place < first {
        known = rawCursor.next(of: raw, in: text, from: first)
      }
      if let pivots, let found = likely, found.place < first {
        likely = pivotCursor.next(of: pivots, in: text, from: first)
      }
    }
  }

  /// Calls `body` with the bounds of each line in which `raw` finds an occurrence.
  private func pick(
    by raw: RawOccurrences, in text: Span<UInt8>,
    _ body: (_ line: Range<Int>, _ isCertain: Bool) -> Void
  ) {
    var places = GrowableBuffer<Int>(capacity: 512)
    var from = 0
    var first = 0
    while from < text.count {
      places.truncate(to: 0)
      from = raw.appendLines(in: text, from: from, to: &places)
      for index in 0..<places.count {
        let line = LineBounds.line(at: places[index], in: text, from: first)
        body(line, canCount && raw.isCertain(at: places[index], in: text))
        first = line.upperBound
      }
    }
  }

  private static func lowest(_ one: Int?, _ other: Int?) -> Int? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  /// Counts the lines that match; `isMatch` tests lines that may contain a needle.
  ///
  /// `text` must consist of whole lines; the last line may lack its line end.
  func count(in text: Span<UInt8>, _ isMatch: (_ line: Range<Int>) -> Bool) -> Int {
    let (raw, pivots) = finders(for: text)
    var counter = LineCounter()
    var cursor = PivotFilter.Cursor()
    guard let raw else {
      guard let pivots else { return 0 }
      while let found = cursor.next(of: pivots, in: text, from: counter.end) {
        counter.count(found.place, found.isCertain, in: text, isMatch)
      }
      return counter.count
    }
    var places = GrowableBuffer<Int>(capacity: 512)
    var from = 0
    var likely: PivotFilter.Candidate?
    if let pivots { likely = cursor.next(of: pivots, in: text, from: 0) }
    while from < text.count {
      places.truncate(to: 0)
      from = raw.appendLines(in: text, from: from, to: &places)
      for index in 0..<places.count {
        let place = places[index]
        while let pivots, let found = likely, found.place < place {
          counter.count(found.place, found.isCertain, in: text, isMatch)
          likely = cursor.next(of: pivots, in: text, from: max(found.place + 1, counter.end))
        }
        counter.countLine(of: place, raw.isCertain(at: place, in: text), in: text, isMatch)
      }
    }
    while let pivots, let found = likely {
      counter.count(found.place, found.isCertain, in: text, isMatch)
      likely = cursor.next(of: pivots, in: text, from: max(found.place + 1, counter.end))
    }
    return counter.count
  }
}

extension Requirement {
  /// Whether the requirement is only that a text contains a given string, or one of several
  /// strings.
  fileprivate var isSubstrings: Bool {
    switch self {
    case .substring: true
    case .any(let parts): parts.allSatisfy { if case .substring = $0 { true } else { false } }
    case .nothing, .tokenPrefix, .all: false
    }
  }
}
