internal import Corpora
internal import UnicodeText

/// Lines picked from consecutive blocks of a file.
struct PickedLines: Sendable {
  /// The lines that match for sure and were not picked.
  let certain: Int

  /// The lines of the blocks in all, if they were counted.
  let lines: Int

  private let text: FrozenBuffer<UInt8>

  /// Where each picked line ends in `text`, and the lines of the blocks before it.
  private let ends: FrozenBuffer<Int>
  private let numbers: FrozenBuffer<Int>

  /// Calls `body` with each picked line, as it stands in the file, and the number of lines before it.
  func forEachLine<E: Error>(_ body: (Span<UInt8>, Int) throws(E) -> Void) throws(E) {
    var start = 0
    for index in 0..<ends.count {
      let end = ends[index]
      try text.withSpan(of: start..<end) { line throws(E) in try body(line, numbers[index]) }
      start = end
    }
  }

  struct Builder: ~Copyable {
    private var certain = 0
    private var lines = 0
    private var text = GrowableBuffer<UInt8>()
    private var ends = GrowableBuffer<Int>()
    private var numbers = GrowableBuffer<Int>()

    /// Picks every line that may match.
    mutating func addAll(
      _ filter: LineFilter, _ range: Range<Int>, of text: Span<UInt8>, countsLines: Bool
    ) {
      var counted = range.lowerBound
      let before = lines
      var number = before
      filter.pick(range, of: text) { line in
        if countsLines {
          number += Self.newlines(in: text, counted..<line.bounds.lowerBound)
          counted = line.bounds.lowerBound
        }
        add(text.extracting(line.bounds), number)
        return true
      }
      if countsLines {
        lines = number + Self.newlines(in: text, counted..<range.upperBound)
      }
    }

    /// Counts lines that match, and picks those that loading has to repair first.
    mutating func addUncertain(
      _ filter: LineFilter, _ range: Range<Int>, of text: Span<UInt8>,
      _ scratch: inout GrowableBuffer<UInt8>
    ) {
      certain += filter.tally(range, of: text) { bounds in
        let line = text.extracting(bounds)
        if Kernels.validPrefix(of: line) != line.count {
          add(line, 0)
        } else if filter.occurs(in: line, &scratch) {
          certain += 1
        }
      }
    }

    /// Counts the lines that a regular expression matches, or picks them; of text that has to be repaired, all lines.
    ///
    /// - Returns: false if a line is too long to be matched here.
    mutating func addMatches(
      of regex: RegexLines, _ range: Range<Int>, of text: Span<UInt8>, wantsRecords: Bool
    ) -> Bool {
      let lines = text.extracting(range)
      guard Self.lengthOfLongestLine(in: lines) <= RegexLines.longestLine else { return false }
      var matches = RegexLines.Matches()
      let isValid = Kernels.validPrefix(of: lines) == lines.count
      if isValid {
        _ = regex.appendMatches(in: lines, to: &matches)
        if !wantsRecords {
          certain += matches.starts.count
          return true
        }
      } else {
        var start = 0
        while start < lines.count {
          matches.starts.append(start)
          start = LineBounds.line(at: start, in: lines, from: start).upperBound
        }
      }
      var number = self.lines
      var counted = 0
      for index in 0..<matches.starts.count {
        let start = matches.starts[index]
        number += Self.newlines(in: lines, counted..<start)
        counted = start
        add(lines.extracting(LineBounds.line(at: start, in: lines, from: start)), number)
      }
      self.lines = number + Self.newlines(in: lines, counted..<lines.count)
      return true
    }

    /// Blocks are short; only one that had to grow can hold a long line.
    private static func lengthOfLongestLine(in lines: Span<UInt8>) -> Int {
      if lines.count <= RegexLines.longestLine { return lines.count }
      var longest = 0
      var start = 0
      while start < lines.count {
        let line = LineBounds.line(at: start, in: lines, from: start)
        longest = max(longest, line.count)
        start = line.upperBound
      }
      return longest
    }

    private mutating func add(_ line: Span<UInt8>, _ number: Int) {
      text.append(copying: line)
      ends.append(text.count)
      numbers.append(number)
    }

    private static func newlines(in text: Span<UInt8>, _ range: Range<Int>) -> Int {
      Kernels.count(of: UInt8(ascii: "\n"), in: text.extracting(range))
    }

    consuming func finish() -> PickedLines {
      PickedLines(
        certain: certain, lines: lines, text: text.freeze(), ends: ends.freeze(),
        numbers: numbers.freeze())
    }
  }
}
