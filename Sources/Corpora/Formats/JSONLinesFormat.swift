import UnicodeText

/// JSON Lines: each line contains one JSON value, which becomes a record; blank lines are skipped.
package struct JSONLinesFormat: CorpusFormat {
  package let name = "jsonl"
  package let summary = "a string or an object on each line"
  package let fileExtensions = ["jsonl", "ndjson"]
  package let continues = true

  package init() {}

  package func read(
    _ input: inout InputWindow, into builder: inout CorpusBuilder, options: LoadOptions
  ) throws(CorpusError) {
    builder.mayHoldNonASCII = true
    var reader = JSONLinesReader(isLenient: options.isLenient)
    while true {
      let isAtEnd = input.isAtEnd
      let cellLimit = input.cellLimit
      let pick = input.batches?.pick
      reader.line = input.line
      var picked: PickedRecords?
      let consumed: (lines: Int, end: Int)
      do throws(CorpusError) {
        consumed = try input.withUnread { text throws(CorpusError) in
          let end = isAtEnd ? text.count : TextEnd.endOfLines(in: text, from: 0)
          let lines = text.extracting(0..<end)
          if let pick {
            return (try reader.read(lines, pick, into: &builder, cellLimit, &picked), end)
          }
          return (try reader.read(lines, into: &builder, cellLimit), end)
        }
      } catch {
        builder.dropRecord()
        try input.endPiece(of: &builder, picked: picked)
        throw error
      }
      input.consume(consumed.lines)
      input.line = reader.line
      try input.endPiece(of: &builder, picked: picked)
      // If the cell limit was reached, parse the remaining lines before reading more text.
      if consumed.lines < consumed.end { continue }
      if isAtEnd { break }
      try input.refill()
    }
    if options.isStrict && reader.replaced > 0 { throw CorpusError(.invalidText) }
    input.noteReplaced(reader.replaced)
  }
}
