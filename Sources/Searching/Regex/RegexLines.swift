internal import Corpora
package import UnicodeText

/// Finds the lines of a text in which a regular expression matches, without making records of them.
///
/// The text is as it stands in a file: its lines end with LF or CR LF, neither of which is part of them, and the last one
/// need not. It is valid UTF-8; where a file is not, its text has to be repaired first.
package struct RegexLines: Sendable {
  /// Matching lines, and what is in them.
  package struct Matches: ~Copyable {
    /// Where each line begins.
    package var starts = GrowableBuffer<Int>()
    /// The non-empty matches, if they were to be counted.
    package var hitCount = 0

    package init() {}
  }

  /// A line of more bytes may take the library long, which cannot be interrupted: see `Searcher` for such texts.
  package static let longestLine = 1 << 20

  private let pattern: Pattern
  private let isWhole: Bool
  private let prefilter: RegexPrefilter

  /// `nil` if a query was compiled to something else than a regular expression over whole lines.
  ///
  /// `count` is how many bytes will be searched, as far as that is known.
  package init?(_ matcher: any Matcher, expecting count: Int = 0) {
    guard let matcher = matcher as? RegexMatcher, matcher.scope.isEverything,
      matcher.scope.isIncluded.count == 1, !matcher.scope.isAlias[0]
    else { return nil }
    self.init(of: matcher, expecting: count)
  }

  init(
    of matcher: RegexMatcher, expecting count: Int = 0, _ choice: RegexPrefilter.Choice = .automatic
  ) {
    pattern = matcher.pattern
    isWhole = matcher.isWhole
    prefilter = RegexPrefilter(matcher.node, .lines, choice, .english)
    prefilter.prepare(forBytes: count)
  }

  /// What finds places before the library is asked, for people.
  package var explanation: String { prefilter.explanation }

  /// Appends where the matching lines from `start` on begin.
  ///
  /// `start` is where a line begins, `limit` how many lines are enough. May be called from several threads, each with its
  /// own `matches`.
  ///
  /// - Returns: where to go on, the start of a line; `text.count` if all was seen.
  /// - Complexity: O(*n*), where *n* is the number of bytes from `start`.
  package func appendMatches(
    in text: Span<UInt8>, from start: Int = 0, limit: Int = .max, countingHits: Bool = false,
    to matches: inout Matches
  ) -> Int {
    precondition(start >= 0 && start <= text.count)
    var end = text.count
    while end > start, text[end - 1] != prefilter.layout.end { end -= 1 }
    var at = start
    let before = matches.starts.count
    if let finder = prefilter.finder(forBytes: end - start) {
      let asked = pattern.scanLines(
        in: text.extracting(0..<end), from: &at, limit: limit, by: finder,
        countingHits: countingHits, into: &matches)
      if let asked { prefilter.note(finder, searched: at - start, asked: asked) }
    }
    let left = limit == .max ? limit : limit - (matches.starts.count - before)
    // A finder knows no line without an end.
    pattern.scanLines(
      in: text, from: &at, limit: left, isWhole: isWhole, countingHits: countingHits,
      into: &matches)
    return at
  }
}
