import Threading
import UnicodeText

/// Plain text: each line is a record.
///
/// A line ends with LF or CR LF; the last line may lack a line end. An empty line is a record too.
package struct LinesFormat: CorpusFormat {
  package let name = "lines"
  package let summary = "text; each line is a record"
  package let fileExtensions = ["txt", "text", "log", "md"]
  package let continues = true

  package init() {}

  package func read(
    _ input: inout InputWindow, into builder: inout CorpusBuilder, options: LoadOptions
  ) throws(CorpusError) {
    let column = try builder.table.column(named: Field.line)
    builder.sources.columns = column.map { [$0] } ?? []
    if column == 0, input.batches == nil {
      try readBlocks(&input, into: &builder, threads: options.threads)
    }
    while true {
      if !input.isASCII { builder.mayHoldNonASCII = true }
      try readLines(&input, into: &builder, column)
      try input.endPiece(of: &builder)
      if input.isAtEnd { break }
      try input.refill()
    }
    if input.unreadCount == 0 { return }
    // The last line has no line end.
    input.withUnread { builder.text.append(copying: $0) }
    try endLine(&input, into: &builder, column)
    input.consume(input.unreadCount)
    try input.endPiece(of: &builder)
  }

  /// Reads the well-formed part of a large file in parallel; usually the whole file is well-formed.
  ///
  /// Reading stops at the first block with ill-formed UTF-8; the caller reads the remaining text.
  private func readBlocks(
    _ input: inout InputWindow, into builder: inout CorpusBuilder, threads: Int?
  ) throws(CorpusError) {
    guard let size = input.size, size >= input.blocks.minimumFileBytes,
      let file = input.plainFileForHandOver()
    else {
      return
    }
    var blocks = LineBlocks(
      file, threads: threads ?? Workers.processorCount, sizes: input.blocks,
      monitor: input.monitor)
    try blocks.read(into: &builder)
    try input.resume(at: blocks.offset, line: blocks.line)
  }

  /// Reads the complete lines in the window.
  private func readLines(
    _ input: inout InputWindow, into builder: inout CorpusBuilder, _ column: Int?
  ) throws(CorpusError) {
    let length = input.withUnread { Self.lengthOfWholeLines(in: $0) }
    if length == 0 { return }
    if column != 0 || length > builder.limit {
      return try readOneByOne(length, of: &input, into: &builder, column)
    }
    if builder.text.count + length > builder.limit { builder.endSegment() }
    try builder.reserve(length, records: length)
    let count = input.withUnread {
      Kernels.appendLines($0.extracting(..<length), to: &builder.text, startsTo: &builder.starts)
    }
    builder.sources.add(count, from: input.line)
    input.line += count
    input.consume(length)
  }

  /// Reads lines one by one.
  ///
  /// This is necessary if the lines are not stored in the first column, or do not all fit into one
  /// segment.
  private func readOneByOne(
    _ length: Int, of input: inout InputWindow, into builder: inout CorpusBuilder, _ column: Int?
  ) throws(CorpusError) {
    var left = length
    while left > 0 {
      let taken = input.withUnread { text in
        let end = Kernels.firstIndex(of: UInt8(ascii: "\n"), in: text) ?? text.count
        let hasReturn = end > 0 && text[end - 1] == UInt8(ascii: "\r")
        builder.text.append(copying: text.extracting(0..<(hasReturn ? end - 1 : end)))
        return end + 1
      }
      try endLine(&input, into: &builder, column)
      input.consume(taken)
      left -= taken
    }
  }

  private func endLine(
    _ input: inout InputWindow, into builder: inout CorpusBuilder, _ column: Int?
  ) throws(CorpusError) {
    if let column { builder.endCell(column, at: .start) } else { builder.dropCell() }
    do throws(CorpusError) {
      try builder.endRecord(line: input.line, at: 0)
    } catch {
      throw CorpusError(error.code, line: input.line)
    }
    input.line += 1
  }

  /// The number of bytes up to the last newline, including it; 0 if there is no newline.
  private static func lengthOfWholeLines(in text: Span<UInt8>) -> Int {
    var length = text.count
    while length > 0 && text[length - 1] != UInt8(ascii: "\n") { length -= 1 }
    return length
  }
}
