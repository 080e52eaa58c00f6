package import Corpora
internal import UnicodeText

/// Finds the lines of raw text in which a query may match.
///
/// A search of files gets a scanner from its matcher, so that most lines need not be copied,
/// checked or folded. Each text passed to a scanner consists of whole lines with their line ends.
package protocol LineScanner: Sendable {
  /// A description of how the scanner finds lines, to show in explanations.
  var summary: String { get }

  /// Whether `count` can be called; otherwise, lines are picked, and tested as records.
  var canCount: Bool { get }

  /// Whether it is faster to test all uncertain lines together than one by one, because there are
  /// many of them.
  var hasManyUnsureLines: Bool { get }

  /// Whether `pick` skips so few lines that all lines should be tested instead.
  var picksMostLines: Bool { get }

  /// How likely it is that a long line matches because of its piece in `range`.
  ///
  /// `text` is the text up to the end of the piece. `isLast` is whether the file ends with this
  /// piece, without a newline. A line does not match if the result is `absent` for all its pieces.
  /// `isMatch` returns whether a text would match if it were a whole line.
  ///
  /// - Complexity: O(*n*) in the length of the range.
  func match(
    in text: Span<UInt8>, _ range: Range<Int>, isLast: Bool, _ isMatch: (Span<UInt8>) -> Bool
  ) -> MatchLikelihood

  /// Calls `body` with the bounds of each line that may match, in ascending order.
  ///
  /// Every matching line is passed to `body`. `isCertain` is whether the line is certain to match.
  func pick(in text: Span<UInt8>, _ body: (_ line: Range<Int>, _ isCertain: Bool) -> Void)

  /// Counts the lines that match; `isMatch` tests lines that are not certain to match.
  func count(in text: Span<UInt8>, _ isMatch: (_ line: Range<Int>) -> Bool) -> Int
}

extension LineScanner {
  package var hasManyUnsureLines: Bool { false }
  package var picksMostLines: Bool { false }
}

extension Matcher {
  func lineScanner(sample: consuming GrowableBuffer<UInt8>) -> (any LineScanner)? {
    LineFilter(
      requirement, folding ?? IndexedText.folding, isSufficient: isRequirementSufficient,
      sample: sample)
  }
}

extension RegexMatcher {
  func lineScanner(sample: consuming GrowableBuffer<UInt8>) -> (any LineScanner)? {
    guard scope.isOneText else { return nil }
    return RegexLines(of: self, .automatic, TextSample(sample))
  }
}

extension RegexLines: LineScanner {
  package var summary: String { "regular expression over whole blocks; prefilter \(explanation)" }

  package var canCount: Bool { true }

  package func match(
    in text: Span<UInt8>, _ range: Range<Int>, isLast: Bool, _ isMatch: (Span<UInt8>) -> Bool
  ) -> MatchLikelihood {
    match(in: text, piece: range, isLast: isLast)
  }

  package func pick(
    in text: Span<UInt8>, _ body: (_ line: Range<Int>, _ isCertain: Bool) -> Void
  ) {
    var matches = Matches()
    _ = appendMatches(in: text, to: &matches)
    matches.forEachStart { start, isCertain in
      body(start..<LineBounds.end(after: start, in: text), isCertain)
    }
  }

  package func count(in text: Span<UInt8>, _ isMatch: (_ line: Range<Int>) -> Bool) -> Int {
    var matches = Matches()
    _ = appendMatches(in: text, to: &matches)
    var count = matches.starts.count
    for index in 0..<matches.unsure.count {
      let start = matches.unsure[index]
      if isMatch(start..<LineBounds.end(after: start, in: text)) { count += 1 }
    }
    return count
  }
}
