internal import Corpora
package import UnicodeText

/// Picks the lines of a text, as it stands in a file, in which a query may match.
///
/// No line in which it matches is left out. What is picked is certain to match where nothing beyond ASCII is involved,
/// and has to be looked at again where it is.
package struct LineFilter: Sendable {
  /// A line that was picked.
  package struct Line {
    /// Where it begins, and the place behind its end.
    package var bounds: Range<Int>
    /// Whether the needle surely occurs in it.
    package var isCertain: Bool
  }

  private enum Way: Sendable {
    /// Each occurrence of the needle as it is, or in either case.
    case needle(Needle, ignoresCase: Bool)
    case pivot(PivotFilter)
  }

  private let way: Way
  private let needle: Needle

  /// Whether a line that holds the needle matches.
  package let isNeedleEnough: Bool

  private let folding: Folding
  private let isASCII: Bool

  /// `nil` if every line has to be looked at.
  ///
  /// - Parameters:
  ///   - matcher: the query, compiled for lines.
  ///   - sample: some of the text.
  init?(_ matcher: any Matcher, sample: Span<UInt8>) {
    guard let folding = matcher.folding, let required = matcher.requiredNeedle,
      required.bytes.count > 1,
      !required.bytes.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0 }),
      !Self.holdsReplacement(required.bytes)
    else { return nil }
    let histogram = ByteHistogram(of: sample)
    let needle = Needle(required.bytes, histogram)
    self.needle = needle
    self.folding = folding
    isNeedleEnough = matcher is SubstringMatcher
    isASCII = needle.bytes.allSatisfy { $0 < 0x80 }
    let hasVariants =
      folding.ignoresDiacritics
      || Set(needle.bytes).contains {
        !FoldVariants.scalars(yielding: $0, under: folding).isEmpty
      }
    if isASCII, !hasVariants {
      way = .needle(needle, ignoresCase: folding.ignoresCase)
    } else {
      guard let pivot = PivotFilter(needle.bytes, folding, histogram) else { return nil }
      way = .pivot(pivot)
    }
  }

  /// U+FFFD, which also stands for ill-formed bytes.
  private static func holdsReplacement(_ bytes: [UInt8]) -> Bool {
    bytes.indices.dropLast(2).contains {
      bytes[$0] == 0xEF && bytes[$0 + 1] == 0xBF && bytes[$0 + 2] == 0xBD
    }
  }

  /// Calls `body` with each line that may match, ascending, until it returns `false`.
  ///
  /// - Precondition: `lines` are whole lines of the text, each with its end.
  package func pick(
    _ lines: Range<Int>, of text: Span<UInt8>, _ body: (Line) -> Bool
  ) {
    let text = text.extracting(0..<lines.upperBound)
    switch way(for: lines, of: text) {
    case .needle(let needle, let ignoresCase):
      forEachPlace(of: needle, ignoresCase, lines, of: text) { place in
        let bounds = LineBounds.line(at: place, in: text, from: lines.lowerBound)
        return body(Line(bounds: bounds, isCertain: isCertain(needle, at: place, in: text)))
      }
    case .pivot(let pivot): pivot.pick(lines, of: text, body)
    }
  }

  /// The way for some lines: in pure ASCII a needle of ASCII is found as it is.
  private func way(for lines: Range<Int>, of text: Span<UInt8>) -> Way {
    guard case .pivot = way, isASCII,
      Kernels.asciiPrefix(of: text.extracting(lines), from: 0) == lines.count
    else { return way }
    return .needle(needle, ignoresCase: folding.ignoresCase)
  }

  /// Whether an occurrence of a needle of ASCII is one in the folded text: a mark behind it may join its last letter.
  private func isCertain(_ needle: Needle, at place: Int, in text: Span<UInt8>) -> Bool {
    let end = place + needle.bytes.count
    return folding.ignoresDiacritics || end >= text.count || text[end] < 0x80
  }

  /// Calls `body` with the first place of the needle in each line, until it returns `false`.
  private func forEachPlace(
    of needle: Needle, _ ignoresCase: Bool, _ lines: Range<Int>, of text: Span<UInt8>,
    _ body: (Int) -> Bool
  ) {
    var places = GrowableBuffer<Int>(capacity: 512)
    var from = lines.lowerBound
    while from < text.count {
      places.truncate(to: 0)
      from = Kernels.appendFirstPlaces(
        of: needle.bytes.span, by: needle.pair, ignoringCase: ignoresCase, in: text, from: from,
        endingLinesWith: UInt8(ascii: "\n"), to: &places)
      for index in 0..<places.count where !body(places[index]) { return }
    }
  }

  /// Counts the lines that hold the needle for sure, and calls `body` with those that may hold it.
  package func tally(
    _ lines: Range<Int>, of text: Span<UInt8>, _ body: (Range<Int>) -> Void
  ) -> Int {
    var certain = 0
    guard case .needle(let needle, let ignoresCase) = way(for: lines, of: text) else {
      pick(lines, of: text) { line in
        if line.isCertain { certain += 1 } else { body(line.bounds) }
        return true
      }
      return certain
    }
    let text = text.extracting(0..<lines.upperBound)
    forEachPlace(of: needle, ignoresCase, lines, of: text) { place in
      if isCertain(needle, at: place, in: text) {
        certain += 1
      } else {
        body(LineBounds.line(at: place, in: text, from: lines.lowerBound))
      }
      return true
    }
    return certain
  }

  /// Whether the needle occurs in the folded line, which is valid UTF-8; `scratch` is room for it.
  package func occurs(
    in line: Span<UInt8>, _ scratch: inout GrowableBuffer<UInt8>
  ) -> Bool {
    scratch.truncate(to: 0)
    folding.fold(line, into: &scratch)
    return scratch.withSpan { needle.first(in: $0, from: 0) != nil }
  }
}

/// Where lines begin and end.
enum LineBounds {
  /// The line that holds `place`, with its end.
  static func line(at place: Int, in text: Span<UInt8>, from first: Int) -> Range<Int> {
    let newline = UInt8(ascii: "\n")
    var start = place
    while start > first, text[start - 1] != newline { start -= 1 }
    let end = Kernels.firstIndex(of: newline, in: text, from: place).map { $0 + 1 }
    return start..<(end ?? text.count)
  }
}
