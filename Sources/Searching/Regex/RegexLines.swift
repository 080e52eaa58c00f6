internal import Corpora
package import UnicodeText

/// Finds the lines of a text in which a regular expression matches, without creating records.
///
/// The text is the raw content of a file, not a loaded corpus. Lines end with LF or CR LF, which
/// are not part of the line; the last line may lack its line end. If a line is ill-formed UTF-8,
/// the pattern must be tested on the repaired line.
package struct RegexLines: Sendable {
  /// The lines that match or may match.
  package struct Matches: ~Copyable {
    /// The starts of the lines that match, ascending.
    package var starts = GrowableBuffer<Int>()
    /// The starts of the lines that must be converted to records and then tested, ascending.
    ///
    /// These lines are too long for RE2 or are ill-formed UTF-8.
    package var unsure = GrowableBuffer<Int>()
    /// The number of non-empty matches in the matching lines, if matches are counted.
    package var hitCount = 0

    package init() {}

    /// Calls `body` with the starts of the lines that match or may match, ascending.
    package func forEachStart(_ body: (_ start: Int, _ isCertain: Bool) -> Void) {
      var next = 0
      for index in 0..<starts.count {
        while next < unsure.count, unsure[next] < starts[index] {
          body(unsure[next], false)
          next += 1
        }
        body(starts[index], true)
      }
      while next < unsure.count {
        body(unsure[next], false)
        next += 1
      }
    }
  }

  /// The maximum length in bytes of a line that RE2 searches.
  ///
  /// RE2 cannot be interrupted, so longer lines are added to `unsure`.
  static let longestLine = 1 << 20

  private let pattern: Pattern
  private let isWhole: Bool
  let prefilter: RegexPrefilter
  private let parsed: ParsedPattern?
  private let madeAutomaton = LazyAutomaton(forLines: true)
  /// The maximum length of a match in bytes; `nil` if there is no maximum, or if it is unknown.
  let longestMatch: Int?

  /// Creates a scanner that is tuned for texts like `sample`.
  init(
    of matcher: RegexMatcher, _ choice: RegexPrefilter.Choice = .automatic,
    _ sample: TextSample = .english
  ) {
    pattern = matcher.pattern
    isWhole = matcher.isWhole
    parsed = matcher.parsed
    longestMatch = matcher.parsed?.node?.core.longestMatch
    prefilter = RegexPrefilter(matcher.node, matcher.classes, .lines, choice, sample)
  }

  /// The automaton of the pattern, created when it is first needed; `nil` if there is none.
  var automaton: TextAutomaton? { parsed.flatMap { madeAutomaton.value(for: $0) } }

  /// A description of the prefilter, to show in explanations.
  package var explanation: String { prefilter.explanation }

  /// Appends the starts of the lines that match or may match, beginning with the line at `start`.
  ///
  /// `start` must be the start of a line; `limit` is the maximum number of matching lines to find.
  /// Several threads can call the function at the same time, each with its own `matches`.
  ///
  /// - Returns: the start of the line to continue at; `text.count` if all lines are done.
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
      // If every line that contains a string matches, the automaton is needed only to count
      // matches.
      let automaton = finder.isExact && !countingHits ? nil : automaton
      let cost = pattern.scanLines(
        in: text.extracting(0..<end), from: &at, limit: limit, by: finder, automaton,
        countingHits: countingHits, into: &matches
      ) { prefilter.stops(afterSearching: $0, cost: $1) }
      prefilter.note(searched: at - start, cost: cost, rest: end - at)
      let isFull = limit != .max && matches.starts.count >= before + limit
      if at == end, !isFull, Self.isCopied(text.extracting(at..<text.count)) {
        appendLastLine(
          text.extracting(at..<text.count), at: at, by: finder, automaton,
          countingHits: countingHits, to: &matches)
        return text.count
      }
    }
    // Search the remaining lines. Without a finder, these are all lines. If the finder stopped
    // early because its strings are frequent, these are the lines that it did not search. A last
    // line without a line end is also searched here.
    if at == text.count { return at }
    let automaton = automaton
    while at < text.count, limit == .max || matches.starts.count < before + limit {
      let isLimited = countingHits || automaton == nil
      let unsure = Self.firstUnsureLine(
        in: text, from: at, longest: isLimited ? Self.longestLine : .max)
      let sound = text.extracting(0..<(unsure?.lowerBound ?? text.count))
      func left() -> Int { limit == .max ? limit : before + limit - matches.starts.count }
      let isDone = automaton.map {
        pattern.scanLines(
          in: sound, from: &at, limit: left(), by: $0, countingHits: countingHits, into: &matches)
      }
      if isDone != true {
        pattern.scanLines(
          in: sound, from: &at, limit: left(), isWhole: isWhole && !pattern.needsParts(sound),
          countingHits: countingHits,
          into: &matches)
      }
      if let unsure, at == unsure.lowerBound {
        matches.unsure.append(at)
        at = unsure.upperBound
      }
    }
    return at
  }

  /// Whether a finder can search a copy of a last line that has no line end.
  ///
  /// A line that ends with CR is not copied, because the line end of the copy would be CR LF.
  private static func isCopied(_ line: Span<UInt8>) -> Bool {
    !line.isEmpty && line.count <= 1 << 16 && line[line.count - 1] != UInt8(ascii: "\r")
  }

  /// Appends the start of a last line without a line end, if the line matches or may match.
  private func appendLastLine(
    _ line: Span<UInt8>, at start: Int, by finder: PatternStringFinder, _ automaton: TextAutomaton?,
    countingHits: Bool, to matches: inout Matches
  ) {
    var copy = GrowableBuffer<UInt8>(capacity: line.count + 1)
    copy.append(copying: line)
    copy.append(prefilter.layout.end)
    var found = Matches()
    var at = 0
    copy.withSpan {
      _ = pattern.scanLines(
        in: $0, from: &at, limit: .max, by: finder, automaton, countingHits: countingHits,
        into: &found
      ) { _, _ in false }
    }
    if found.starts.count > 0 { matches.starts.append(start) }
    if found.unsure.count > 0 { matches.unsure.append(start) }
    matches.hitCount += found.hitCount
  }

  /// The first line at or after `start` that is ill-formed UTF-8 or too long.
  private static func firstUnsureLine(
    in text: Span<UInt8>, from start: Int, longest longestLine: Int
  ) -> Range<Int>? {
    let rest = text.extracting(start..<text.count)
    let valid = start + Kernels.validPrefix(of: rest)
    var unsure = valid < text.count ? LineBounds.line(at: valid, in: text, from: start) : nil
    let end = unsure?.upperBound ?? text.count
    if end - start <= longestLine { return unsure }
    var at = start
    while at < end {
      let line = LineBounds.line(at: at, in: text, from: at)
      if line.count > longestLine {
        unsure = line
        break
      }
      at = line.upperBound
    }
    return unsure
  }
}
