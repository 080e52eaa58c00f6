package import UnicodeText

/// Collects lines of files into a corpus that stores the file and line number of each line.
package struct CandidateCorpus: ~Copyable {
  private var builder = CorpusBuilder()
  /// The number of ill-formed UTF-8 sequences that were replaced.
  package private(set) var invalidSequences = 0

  package init() {
    _ = try? builder.table.column(named: Field.line)
    builder.mayHoldNonASCII = true
  }

  /// The number of lines added.
  package var count: Int { builder.count }

  /// The number of bytes of text added.
  package var textBytes: Int { builder.textBytes }

  /// Starts a new file: later lines come from the file at `path`.
  package mutating func begin(_ path: String) {
    builder.sources.begin(path, at: builder.count, columns: [0])
  }

  /// Adds a raw line, and converts it as the loader would.
  ///
  /// `line` includes its line end; only the last line of a file may lack a line end.
  ///
  /// - Throws: `recordTooLarge`.
  package mutating func append(_ line: Span<UInt8>, number: Int) throws(CorpusError) {
    invalidSequences += Self.append(line, to: &builder.text)
    try builder.endRecordOfOneCell(line: number)
  }

  /// The bounds of a line in a text, including its line end, and the number of the line.
  package struct Line: BitwiseCopyable, Sendable {
    package let start: Int
    package let end: Int
    package let number: Int

    package init(start: Int, end: Int, number: Int) {
      self.start = start
      self.end = end
      self.number = number
    }
  }

  /// Adds lines of a text, in ascending order, with the same conversion as `append(_:number:)`.
  ///
  /// Adjacent lines are copied in one piece, and all lines are validated in one pass.
  ///
  /// - Throws: `recordTooLarge`, after adding the lines before the line that is too large.
  /// - Complexity: O(*n*), where *n* is the number of bytes of the lines.
  package mutating func append(
    _ lines: Span<Line>, of text: Span<UInt8>
  ) throws(CorpusError) {
    if appendSound(lines, of: text) { return }
    for index in lines.indices {
      try append(
        text.extracting(lines[index].start..<lines[index].end), number: lines[index].number)
    }
  }

  /// Adds lines that need no conversion; adds nothing and returns false if any line needs
  /// conversion, or if the lines do not fit into the segment.
  ///
  /// A line needs no conversion if it ends with LF, contains no CR, and is valid UTF-8.
  private mutating func appendSound(_ lines: Span<Line>, of text: Span<UInt8>) -> Bool {
    if lines.isEmpty { return true }
    let first = lines[0].end - 2
    if first >= lines[0].start, text[first] == UInt8(ascii: "\r") { return false }
    // Copy the lines before testing them, because a mapped file could change between testing and
    // copying.
    let base = builder.text.count
    var index = 0
    while index < lines.count {
      let start = lines[index].start
      var end = lines[index].end
      index += 1
      while index < lines.count, lines[index].start == end {
        end = lines[index].end
        index += 1
      }
      builder.text.append(copying: text.extracting(start..<end))
    }
    guard builder.sharesSegment, isSound(lines, copiedTo: base) else {
      builder.text.truncate(to: base)
      return false
    }
    var end = base
    for index in lines.indices {
      end += lines[index].end - lines[index].start
      builder.endRecordOfOneCell(line: lines[index].number, at: end)
    }
    return true
  }

  /// Whether all copies of `lines` are valid UTF-8, contain no CR, and end with LF.
  ///
  /// The copies start at offset `base` of the builder's text.
  private borrowing func isSound(_ lines: Span<Line>, copiedTo base: Int) -> Bool {
    builder.text.withSpan { copy in
      guard Kernels.firstIndex(of: UInt8(ascii: "\r"), in: copy, from: base) == nil,
        base + Kernels.validPrefix(of: copy, from: base) == copy.count
      else { return false }
      var end = base
      for index in lines.indices {
        end += lines[index].end - lines[index].start
        if end == base || copy[end - 1] != UInt8(ascii: "\n") { return false }
      }
      return true
    }
  }

  /// Adds the lines of a text; `number` is the line number of the first line.
  ///
  /// The last line may lack a line end.
  ///
  /// - Throws: `recordTooLarge`.
  package mutating func append(all lines: Span<UInt8>, from number: Int) throws(CorpusError) {
    var number = number
    var start = 0
    while start < lines.count {
      let newline = Kernels.firstIndex(of: UInt8(ascii: "\n"), in: lines, from: start)
      let end = newline.map { $0 + 1 } ?? lines.count
      try append(lines.extracting(start..<end), number: number)
      number += 1
      start = end
    }
  }

  /// Appends a line to `text` without its line end, and repairs ill-formed UTF-8.
  ///
  /// - Returns: the number of ill-formed sequences that were replaced.
  @discardableResult
  package static func append(
    _ line: Span<UInt8>, to text: inout GrowableBuffer<UInt8>
  ) -> Int {
    var end = line.count
    if end > 0, line[end - 1] == UInt8(ascii: "\n") {
      end -= 1
      if end > 0, line[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    }
    // Copy the line before validating it, because a mapped file could change between validation and
    // copying.
    let start = text.count
    text.append(copying: line.extracting(0..<end))
    if start + text.withSpan({ Kernels.validPrefix(of: $0, from: start) }) == text.count {
      return 0
    }
    var repaired = GrowableBuffer<UInt8>()
    let replaced = text.withSpan { text in
      UTF8Text.appendRepaired(text.extracting(start..<text.count), to: &repaired)
    }
    text.truncate(to: start)
    repaired.withSpan { text.append(copying: $0) }
    return replaced
  }

  package consuming func finish(name: String) -> Corpus { builder.finish(name: name) }
}
