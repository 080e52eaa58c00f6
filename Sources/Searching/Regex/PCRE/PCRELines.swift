internal import Corpora
internal import UnicodeText

/// Finds the lines of raw text in which a pattern of PCRE2's dialect matches.
struct PCRELines: LineScanner {
  let pattern: PCREText

  /// The maximum length of a line in bytes; a longer line must be converted to a record, because a
  /// search in a record can be canceled.
  private static let longestLine = 1 << 14

  var summary: String { "PCRE2 tests each line" }

  var canCount: Bool { true }

  /// Always returns `.possible`, because PCRE2 must search the whole line.
  func match(
    in text: Span<UInt8>, _ range: Range<Int>, isLast: Bool, _ isMatch: (Span<UInt8>) -> Bool
  ) -> MatchLikelihood { .possible }

  func pick(in text: Span<UInt8>, _ body: (_ line: Range<Int>, _ isCertain: Bool) -> Void) {
    forEachLine(in: text, body)
  }

  func count(in text: Span<UInt8>, _ isMatch: (_ line: Range<Int>) -> Bool) -> Int {
    var count = 0
    forEachLine(in: text) { line, isCertain in
      if isCertain || isMatch(line) { count += 1 }
    }
    return count
  }

  /// The number of polls for cancellation after which the search of a block ends early; polls are
  /// about 20 ms apart.
  ///
  /// The remaining lines of the block must then be converted to records, because a search in a
  /// record can be canceled. Searching a block usually takes a few milliseconds.
  private static let maximumPolls = 5

  /// Calls `body` with the lines that match, and with the lines that must be converted to records
  /// and then tested.
  private func forEachLine(
    in text: Span<UInt8>, _ body: (_ line: Range<Int>, _ isCertain: Bool) -> Void
  ) {
    guard let search = PCREText.Search(pattern) else {
      return leave(linesFrom: 0, of: text, body)
    }
    var polls = 0
    search.whileWatching {
      polls += 1
      return polls > Self.maximumPolls
    } _: { search in
      var valid = Kernels.validPrefix(of: text)
      var at = 0
      while at < text.count {
        if search.isCancelled { return leave(linesFrom: at, of: text, body) }
        let line = at..<LineBounds.end(after: at, in: text)
        at = line.upperBound
        if valid < at {
          // The current line is ill-formed UTF-8; validate the text after this line.
          valid = at + Kernels.validPrefix(of: text.extracting(at..<text.count))
          body(line, false)
        } else if line.count > Self.longestLine {
          body(line, false)
        } else {
          switch search.first(in: text.extracting(Self.content(of: line, in: text))) {
          case .found: body(line, true)
          case .none: break
          case .undecided, .cancelled: body(line, false)
          }
        }
      }
    }
  }

  /// Passes each line at or after `start` to `body`; these lines must be converted to records and
  /// then tested.
  private func leave(
    linesFrom start: Int, of text: Span<UInt8>,
    _ body: (_ line: Range<Int>, _ isCertain: Bool) -> Void
  ) {
    var at = start
    while at < text.count {
      let end = LineBounds.end(after: at, in: text)
      body(at..<end, false)
      at = end
    }
  }

  /// The range of a line without its line end.
  private static func content(of line: Range<Int>, in text: Span<UInt8>) -> Range<Int> {
    var end = line.upperBound
    if end > line.lowerBound, text[end - 1] == UInt8(ascii: "\n") { end -= 1 }
    if end > line.lowerBound, end < line.upperBound, text[end - 1] == UInt8(ascii: "\r") {
      end -= 1
    }
    return line.lowerBound..<end
  }
}
