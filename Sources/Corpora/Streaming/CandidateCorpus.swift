package import UnicodeText

/// Lines picked from files, on their way to a corpus that knows the place of each.
package struct CandidateCorpus: ~Copyable {
  private var builder = CorpusBuilder()
  private let column: Int?

  /// The ill-formed UTF-8 sequences that were replaced.
  package private(set) var invalidSequences = 0

  package init() {
    column = try? builder.table.column(named: Field.line)
    builder.mayHoldNonASCII = true
  }

  /// The number of lines taken.
  package var count: Int { builder.count }

  /// The bytes of text taken.
  package var textBytes: Int { builder.textBytes }

  /// Begins the lines of another file.
  package mutating func begin(_ path: String) { builder.sources.begin(path, at: builder.count) }

  /// Takes a raw line, with its end or, at the end of a file, without one, as loading would.
  ///
  /// - Throws: `recordTooLarge`.
  package mutating func append(_ line: Span<UInt8>, number: Int) throws(CorpusError) {
    invalidSequences += Self.append(line, to: &builder.text)
    if let column { builder.endCell(column) }
    try builder.endRecord(line: number)
  }

  /// Takes whole lines, the first of them with that number.
  ///
  /// The last one may lack its end.
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

  /// Writes a line without its end, and with ill-formed UTF-8 repaired, to the end of a text.
  ///
  /// - Returns: how many ill-formed sequences were replaced.
  @discardableResult
  package static func append(
    _ line: Span<UInt8>, to text: inout GrowableBuffer<UInt8>
  ) -> Int {
    var end = line.count
    if end > 0, line[end - 1] == UInt8(ascii: "\n") {
      end -= 1
      if end > 0, line[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    }
    // Copied before it is looked at: the file may change while it is read.
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
