package import UnicodeText

/// Collects lines from files into a corpus that knows the position of each.
package struct CandidateCorpus: ~Copyable {
  private var builder = CorpusBuilder()
  private let column: Int?

  /// The number of ill-formed UTF-8 sequences that were replaced.
  package private(set) var invalidSequences = 0

  package init() {
    column = try? builder.table.column(named: Field.line)
    builder.mayHoldNonASCII = true
  }

  /// The number of lines added.
  package var count: Int { builder.count }

  /// The number of bytes of text added.
  package var textBytes: Int { builder.textBytes }

  /// Starts adding lines of another file.
  package mutating func begin(_ path: String) { builder.sources.begin(path, at: builder.count) }

  /// Adds a raw line in the same way as loading a file would add it.
  ///
  /// `line` includes its line end, except at the end of a file that has none.
  ///
  /// - Throws: `recordTooLarge`.
  package mutating func append(_ line: Span<UInt8>, number: Int) throws(CorpusError) {
    invalidSequences += Self.append(line, to: &builder.text)
    if let column { builder.endCell(column) }
    try builder.endRecord(line: number)
  }

  /// Adds complete lines; `number` is the line number of the first.
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

  /// Appends a line to `text`, without its line end and with ill-formed UTF-8 repaired.
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
    // The line is copied before it is validated, because a mapped file may change in between.
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
