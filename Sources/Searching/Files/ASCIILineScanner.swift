internal import Corpora
internal import UnicodeText

/// Wraps another scanner whose result is certain only for ASCII lines.
///
/// This scanner reports non-ASCII lines as uncertain, so the caller tests them. If `findsAllLines`
/// is true, this scanner reports only the lines that the wrapped scanner finds. Otherwise, this
/// scanner also reports all other non-ASCII lines.
struct ASCIILineScanner: LineScanner {
  private let base: any LineScanner

  /// Whether the ASCII lines that `base` reports as certain matches need no further test.
  private let areMatches: Bool

  /// Whether `base` also finds every non-ASCII line that may match.
  private let findsAllLines: Bool

  /// The maximum length of a match, in bytes.
  private let longest: Int

  init(_ base: any LineScanner, areMatches: Bool, findsAllLines: Bool, _ longest: Int) {
    self.base = base
    self.areMatches = areMatches
    self.findsAllLines = findsAllLines
    self.longest = longest
  }

  var summary: String { base.summary }

  var canCount: Bool { base.canCount }

  var hasManyUnsureLines: Bool { true }

  /// Whether at most a quarter of a sample's bytes are in non-ASCII lines.
  ///
  /// A scanner that picks every non-ASCII line is useful only if there are few non-ASCII lines.
  static func isMostlyASCII(_ sample: Span<UInt8>) -> Bool {
    var others = 0
    var line = nextOther(in: sample, from: 0)
    while let other = line {
      others += other.count
      line = nextOther(in: sample, from: other.upperBound)
    }
    return others <= sample.count / 4
  }

  /// The first non-ASCII line at or after `start`, which must be the start of a line.
  private static func nextOther(in text: Span<UInt8>, from start: Int) -> Range<Int>? {
    let end = start + Kernels.asciiPrefix(of: text.extracting(start..<text.count))
    return end == text.count ? nil : LineBounds.line(at: end, in: text, from: start)
  }

  private static func isASCII(_ line: Span<UInt8>) -> Bool {
    Kernels.asciiPrefix(of: line) == line.count
  }

  func match(
    in text: Span<UInt8>, _ range: Range<Int>, isLast: Bool, _ isMatch: (Span<UInt8>) -> Bool
  ) -> MatchLikelihood {
    let window = text.extracting(max(0, range.lowerBound - longest)..<range.upperBound)
    if !findsAllLines, Kernels.asciiPrefix(of: window) < window.count { return .possible }
    let found = base.match(in: text, range, isLast: isLast, isMatch)
    // No match is certain: a combining mark after the piece may change the piece's last character.
    return found == .absent ? .absent : .possible
  }

  func pick(in text: Span<UInt8>, _ body: (_ line: Range<Int>, _ isCertain: Bool) -> Void) {
    if findsAllLines {
      base.pick(in: text) { line, isCertain in
        let isMatch = isCertain && areMatches && Self.isASCII(text.extracting(line))
        body(line, isMatch)
      }
      return
    }
    var other = Self.nextOther(in: text, from: 0)
    base.pick(in: text) { line, isCertain in
      while let next = other, next.lowerBound < line.lowerBound {
        body(next, false)
        other = Self.nextOther(in: text, from: next.upperBound)
      }
      if line.lowerBound != other?.lowerBound { body(line, isCertain && areMatches) }
    }
    while let next = other {
      body(next, false)
      other = Self.nextOther(in: text, from: next.upperBound)
    }
  }

  func count(in text: Span<UInt8>, _ isMatch: (_ line: Range<Int>) -> Bool) -> Int {
    var count = 0
    pick(in: text) { line, isCertain in
      if isCertain || isMatch(line) { count += 1 }
    }
    return count
  }
}
