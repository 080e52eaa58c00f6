import UnicodeText

/// JSON Lines: each line is a JSON value and a record; blank lines are none.
package struct JSONLinesFormat: CorpusFormat {
  package let name = "jsonl"
  package let summary = "A JSON string or object on each line."
  package let fileExtensions = ["jsonl", "ndjson"]

  package init() {}

  package func read(
    _ input: inout InputWindow, into builder: inout CorpusBuilder, options: LoadOptions
  ) throws(CorpusError) {
    builder.mayHoldNonASCII = true
    var records = JSONRecordReader(isLenient: options.isLenient)
    while true {
      let isAtEnd = input.isAtEnd
      var line = input.line
      let consumed = try input.withUnread { text throws(CorpusError) in
        try Self.readLines(text, &line, isAtEnd, &records, into: &builder)
      }
      input.consume(consumed)
      input.line = line
      try input.endPiece(of: &builder)
      if isAtEnd { break }
      try input.refill()
    }
    if options.isStrict && records.scanner.replaced > 0 { throw CorpusError(.invalidText) }
    input.noteReplaced(records.scanner.replaced)
  }

  /// Reads the lines that end in `text`, or with it, and returns the bytes done with.
  private static func readLines(
    _ text: Span<UInt8>, _ line: inout Int, _ isAtEnd: Bool, _ records: inout JSONRecordReader,
    into builder: inout CorpusBuilder
  ) throws(CorpusError) -> Int {
    var start = 0
    while start < text.count {
      var end = text.count
      if let newline = Kernels.firstIndex(of: UInt8(ascii: "\n"), in: text, from: start) {
        end = newline
      } else if !isAtEnd {
        break
      }
      let content = text.extracting(start..<end)
      do throws(JSONStop) {
        try readLine(content, line, &records, into: &builder)
      } catch {
        throw TextPosition(line: line).error(error, in: content)
      }
      start = min(end + 1, text.count)
      line += 1
    }
    return start
  }

  private static func readLine(
    _ text: Span<UInt8>, _ line: Int, _ records: inout JSONRecordReader,
    into builder: inout CorpusBuilder
  ) throws(JSONStop) {
    let start = records.scanner.skipBlanks(text, 0)
    if start == text.count { return }
    let end = try records.readCells(text, start, into: &builder)
    let after = records.scanner.skipBlanks(text, end)
    if after < text.count { throw .wrong(.textAfterEnd, after) }
    try builder.endJSONRecord(line: line)
  }
}
