internal import UnicodeText

/// Lines picked from files, on their way to a corpus that knows where each stands.
package struct CandidateCorpus: ~Copyable {
  private var builder = CorpusBuilder()
  private let column: Int?

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

  /// Takes a line as it stands in the file, with its end, as loading would.
  ///
  /// - Throws: `recordTooLarge`.
  package mutating func append(_ line: Span<UInt8>, number: Int) throws(CorpusError) {
    var end = line.count
    if end > 0, line[end - 1] == UInt8(ascii: "\n") {
      end -= 1
      if end > 0, line[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    }
    let text = line.extracting(0..<end)
    if Kernels.validPrefix(of: text) == text.count {
      builder.text.append(copying: text)
    } else {
      _ = UTF8Text.appendRepaired(text, to: &builder.text)
    }
    if let column { builder.endCell(column) }
    try builder.endRecord(line: number)
  }

  package consuming func finish(name: String) -> Corpus { builder.finish(name: name) }
}
