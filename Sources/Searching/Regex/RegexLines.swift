internal import Corpora
package import UnicodeText

/// Finds the lines of a text in which a regular expression matches, without making records of them.
///
/// The text is as it stands in a file: its lines end with LF or CR LF, neither of which is part of them, and the last one
/// need not. Where it is no valid UTF-8 a pattern means the text as it is when repaired.
package struct RegexLines: Sendable {
  /// Matching lines, and what is in them.
  package struct Matches: ~Copyable {
    /// Where each line begins that matches, ascending.
    package var starts = GrowableBuffer<Int>()
    /// Where each line begins that may match, but has to be loaded to tell, ascending: it is no UTF-8, or long.
    package var unsure = GrowableBuffer<Int>()
    /// The non-empty matches in the lines that match, if they were to be counted.
    package var hitCount = 0

    package init() {}

    /// Where each line begins that matches or may, ascending.
    package var allStarts: [Int] {
      var all: [Int] = []
      all.reserveCapacity(starts.count + unsure.count)
      var next = 0
      for index in 0..<starts.count {
        while next < unsure.count, unsure[next] < starts[index] {
          all.append(unsure[next])
          next += 1
        }
        all.append(starts[index])
      }
      while next < unsure.count {
        all.append(unsure[next])
        next += 1
      }
      return all
    }
  }

  /// A line of more bytes may take the library long, which cannot be interrupted: it is unsure.
  static let longestLine = 1 << 20

  private let pattern: Pattern
  private let isWhole: Bool
  private let prefilter: RegexPrefilter

  init(of matcher: RegexMatcher, _ choice: RegexPrefilter.Choice = .automatic) {
    pattern = matcher.pattern
    isWhole = matcher.isWhole
    prefilter = RegexPrefilter(matcher.node, .lines, choice, .english)
  }

  /// What finds places before the library is asked, for people.
  package var explanation: String { prefilter.explanation }

  /// Appends where the lines from `start` on begin that match, and those that may.
  ///
  /// `start` is where a line begins, `limit` how many matching lines are enough. May be called from several threads, each
  /// with its own `matches`.
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
      prefilter.note(searched: at - start, asked: asked)
    }
    // A finder knows no line without an end.
    while at < text.count, limit == .max || matches.starts.count < before + limit {
      let odd = Self.firstOddLine(in: text, from: at)
      let sound = text.extracting(0..<(odd?.lowerBound ?? text.count))
      pattern.scanLines(
        in: sound, from: &at, limit: limit == .max ? limit : before + limit - matches.starts.count,
        isWhole: isWhole, countingHits: countingHits, into: &matches)
      if let odd, at == odd.lowerBound {
        matches.unsure.append(at)
        at = odd.upperBound
      }
    }
    return at
  }

  /// The first line that is no UTF-8 or too long, of those from `start` on.
  private static func firstOddLine(in text: Span<UInt8>, from start: Int) -> Range<Int>? {
    let rest = text.extracting(start..<text.count)
    let valid = start + Kernels.validPrefix(of: rest)
    var odd = valid < text.count ? LineBounds.line(at: valid, in: text, from: start) : nil
    let end = odd?.upperBound ?? text.count
    if end - start <= longestLine { return odd }
    var at = start
    while at < end {
      let line = LineBounds.line(at: at, in: text, from: at)
      if line.count > longestLine {
        odd = line
        break
      }
      at = line.upperBound
    }
    return odd
  }
}
