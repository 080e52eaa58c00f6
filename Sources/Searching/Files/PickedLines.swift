internal import Corpora
internal import UnicodeText

/// A list of the lines that are picked from a block of text, with their numbers.
struct PickedLines: ~Copyable {
  private var lines = GrowableBuffer<CandidateCorpus.Line>()

  /// The end of the last listed line.
  private var end = 0

  /// The offset up to which lines have been counted.
  private var counted = 0

  /// The number of lines before `counted`, including the lines of earlier blocks.
  ///
  /// The value is `nil` if lines are not counted.
  private(set) var number: Int?

  private static let newline = UInt8(ascii: "\n")

  /// Creates an empty list; `number` is the number of lines before the block.
  init(countingFrom number: Int?) { self.number = number }

  var count: Int { lines.count }

  /// Calls `body` with the listed lines.
  func withLines<E: Error>(
    _ body: (Span<CandidateCorpus.Line>) throws(E) -> Void
  ) throws(E) {
    try lines.withSpan(body)
  }

  /// Counts the lines before `place`, which is the start of a line.
  mutating func countLines(of text: Span<UInt8>, before place: Int) {
    if counted >= place { return }
    if let number {
      self.number = number + Kernels.count(of: Self.newline, in: text.extracting(counted..<place))
    }
    counted = place
  }

  /// Adds a line to the list; the range `line` includes the line end.
  mutating func take(_ line: Range<Int>, of text: Span<UInt8>) {
    countLines(of: text, before: line.lowerBound)
    lines.append(
      CandidateCorpus.Line(
        start: line.lowerBound, end: line.upperBound, number: (number ?? 0) + 1))
    end = line.upperBound
    if text[end - 1] == Self.newline {
      if let number { self.number = number + 1 }
      counted = end
    }
  }

  /// Adds up to `left` lines that follow the last listed line and begin before `place`.
  ///
  /// Subtracts the number of added lines from `left`.
  mutating func take(_ left: inout Int, of text: Span<UInt8>, before place: Int) {
    while left > 0, end < place {
      take(end..<LineBounds.end(after: end, in: text), of: text)
      left -= 1
    }
  }

  /// Adds up to `count` lines directly before `place`, except lines that are already listed.
  mutating func take(last count: Int, of text: Span<UInt8>, before place: Int) {
    var start = place
    for _ in 0..<count where start > end {
      start = LineBounds.start(of: start - 1, in: text, from: end)
    }
    while start < place {
      take(start..<LineBounds.end(after: start, in: text), of: text)
      start = end
    }
  }
}
