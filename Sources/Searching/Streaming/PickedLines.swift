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
  func forEach<E: Error>(_ body: (Span<UInt8>, Int) throws(E) -> Void) throws(E) {
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
