package import Corpora
internal import UnicodeText

/// Finds the lines of raw text in which a query may match.
///
/// A source of files asks a matcher for a scanner, so that most lines need not be copied, checked or folded. Texts
/// consist of whole lines, each with its line end.
package protocol LineScanner: Sendable {
  /// How it finds lines, to show in explanations.
  var summary: String { get }

  /// Whether to call `count`; otherwise, lines are picked and tested together.
  var canCount: Bool { get }

  /// Whether `pick` leaves out so few lines that all lines should be tested instead.
  var picksMostLines: Bool { get }

  /// Whether a line matches because of the text in `range`, a piece of a long line.
  ///
  /// `text` is the text up to the end of the piece. `isLast` tells whether the line ends there without a line end. A
  /// line matches nowhere if all its pieces do. `isMatch` tells whether some text would match if it were a line.
  ///
  /// - Complexity: O(*n*) in the length of the range.
  func match(
    in text: Span<UInt8>, _ range: Range<Int>, isLast: Bool, _ isMatch: (Span<UInt8>) -> Bool
  ) -> MatchLikelihood

  /// Calls `body` with the bounds of each line that may match, in ascending order; leaves out no line that matches.
  func pick(in text: Span<UInt8>, _ body: (_ line: Range<Int>) -> Void)

  /// Counts the lines that match; `isMatch` decides on lines that are not certain.
  func count(in text: Span<UInt8>, _ isMatch: (_ line: Range<Int>) -> Bool) -> Int
}

extension LineScanner {
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

  package func pick(in text: Span<UInt8>, _ body: (_ line: Range<Int>) -> Void) {
    var matches = Matches()
    _ = appendMatches(in: text, to: &matches)
    for start in matches.allStarts {
      body(start..<LineBounds.end(behind: start, in: text))
    }
  }

  package func count(in text: Span<UInt8>, _ isMatch: (_ line: Range<Int>) -> Bool) -> Int {
    var matches = Matches()
    _ = appendMatches(in: text, to: &matches)
    var count = matches.starts.count
    for index in 0..<matches.unsure.count {
      let start = matches.unsure[index]
      if isMatch(start..<LineBounds.end(behind: start, in: text)) { count += 1 }
    }
    return count
  }
}
