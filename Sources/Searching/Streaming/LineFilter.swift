internal import Corpora
internal import UnicodeText

/// Picks the lines of a text, as it stands in a file, in which a query may match.
///
/// No line in which it matches is left out. What is picked is certain to match where nothing beyond ASCII is involved,
/// and has to be looked at again where it is.
struct LineFilter: Sendable {
  private enum Way: Sendable {
    /// Each occurrence of a needle of ASCII as it is, or in either case.
    case needle(Needle, ignoresCase: Bool)
    case pivots(PivotFilter)
  }

  private let way: Way

  /// The needle of ASCII that is looked for where the text is ASCII too, if there is just one.
  private let plainNeedle: Needle?
  private let folding: Folding

  /// How many bytes behind a place may be looked at.
  private let reach: Int

  /// Texts are looked through so many bytes at a time, between looks at whether to stop.
  private static let window = 1 << 22

  /// `nil` if every line has to be looked at.
  ///
  /// Every matching line meets the requirement, folded by `folding`; the sample is some of the text.
  init?(
    _ requirement: Requirement, _ folding: Folding, sample: consuming GrowableBuffer<UInt8>
  ) {
    let choice = PivotChoice(folding, sample: sample)
    guard let (needles, _) = choice.needles(for: requirement) else { return nil }
    self.folding = folding
    reach = (needles.lazy.map(\.bytes.count).max() ?? 0) + 4
    let single = needles.count == 1 ? needles[0].bytes : []
    plainNeedle = !single.isEmpty && single.allSatisfy { $0 < 0x80 } ? choice.needle(single) : nil
    let hasVariants = single.contains {
      !FoldVariants.scalars(yielding: $0, under: folding).isEmpty
    }
    if let plainNeedle, !folding.ignoresDiacritics, !hasVariants {
      way = .needle(plainNeedle, ignoresCase: folding.ignoresCase)
    } else {
      way = .pivots(PivotFilter(needles))
    }
  }

  /// The way for some lines: in pure ASCII a needle of ASCII is found as it is.
  private func way(for text: Span<UInt8>) -> Way {
    guard case .pivots = way, let plainNeedle, Kernels.asciiPrefix(of: text) == text.count else {
      return way
    }
    return .needle(plainNeedle, ignoresCase: folding.ignoresCase)
  }

  /// Calls `body` with the places of candidates, ascending; it returns where to go on.
  ///
  /// The text is whole lines; the last one may lack its end.
  private func forEachCandidate(
    in text: Span<UInt8>, _ isCancelled: () -> Bool,
    _ body: (_ place: Int, _ isCertain: Bool) -> Int
  ) {
    let way = way(for: text)
    var places = GrowableBuffer<Int>(capacity: 512)
    var next = 0
    var start = 0
    while start < text.count, !isCancelled() {
      let isLast = text.count - start <= Self.window
      let end = isLast ? text.count : start + Self.window
      let window = text.extracting(0..<min(text.count, end + reach))
      switch way {
      case .pivots(let filter):
        filter.forEachCandidate(in: window, from: max(start, next)) { place, isCertain in
          next = body(place, isCertain)
          return next
        }
      case .needle(let needle, let ignoresCase):
        var from = max(start, min(next, window.count))
        while from < window.count {
          places.truncate(to: 0)
          from = Kernels.appendFirstPlaces(
            of: needle.bytes.span, by: needle.pair, ignoringCase: ignoresCase, in: window,
            from: from, endingLinesWith: UInt8(ascii: "\n"), to: &places)
          for index in 0..<places.count where places[index] >= next {
            next = body(places[index], isCertain(needle, at: places[index], in: text))
          }
          from = max(from, min(next, window.count))
        }
      }
      start = end
    }
  }

  /// Whether an occurrence of a needle of ASCII is one in the folded text: a mark behind it may join its last letter.
  private func isCertain(_ needle: Needle, at place: Int, in text: Span<UInt8>) -> Bool {
    let end = place + needle.bytes.count
    return folding.ignoresDiacritics || end >= text.count || text[end] < 0x80
  }

  /// Calls `body` with the bounds of each line that may match, ascending.
  ///
  /// The text is whole lines; the last one may lack its end.
  func pick(
    in text: Span<UInt8>, isCancelled: () -> Bool, _ body: (_ line: Range<Int>) -> Void
  ) {
    var first = 0
    forEachCandidate(in: text, isCancelled) { place, _ in
      let line = LineBounds.line(at: place, in: text, from: first)
      body(line)
      first = line.upperBound
      return first
    }
  }

  /// Counts the lines that hold a needle for sure; for those that may hold one `isMatch` says whether they do.
  ///
  /// Under a filter of one way only: all that it looks for are needles of ASCII, or lines that `isMatch` decides on.
  func count(
    in text: Span<UInt8>, isCancelled: () -> Bool, _ isMatch: (_ line: Range<Int>) -> Bool
  ) -> Int {
    var count = 0
    var first = 0
    forEachCandidate(in: text, isCancelled) { place, isCertain in
      if isCertain {
        count += 1
        first = LineBounds.end(behind: place, in: text)
      } else {
        let line = LineBounds.line(at: place, in: text, from: first)
        if isMatch(line) { count += 1 }
        first = line.upperBound
      }
      return first
    }
    return count
  }
}

/// Where lines begin and end.
enum LineBounds {
  /// The line that holds `place`, with its end.
  static func line(at place: Int, in text: Span<UInt8>, from first: Int) -> Range<Int> {
    var start = place
    while start > first, text[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    return start..<end(behind: place, in: text)
  }

  /// The place behind the end of the line that holds `place`.
  static func end(behind place: Int, in text: Span<UInt8>) -> Int {
    (Kernels.firstIndex(of: UInt8(ascii: "\n"), in: text, from: place) ?? text.count - 1) + 1
  }
}
