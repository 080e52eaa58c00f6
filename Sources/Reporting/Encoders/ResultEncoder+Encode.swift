internal import UnicodeText

extension ResultEncoder {
  /// Writes `rows` to `output`, one block after the other; the output is not flushed.
  ///
  ///     let csv = try EncoderCatalog.named("csv")
  ///     let summary = try csv.encode(rows, to: FileOutput.standardOutput())
  ///
  /// - Throws: `unknownField` before anything is written; `cancelled` when the options say so; `closed` and `failed` as
  ///   the output does.
  /// - Complexity: O(*n*) in the text of the rows; memory for one block and one record.
  @discardableResult
  public func encode(
    _ rows: ResultRows, options: EncodingOptions = .init(), to output: any Output
  ) throws(OutputError) -> EncodingSummary {
    let range = Self.range(of: rows, options)
    var writer = try makeWriter(rows, options)
    var block = EncodingBlock(output, escapesControls: escapes(options))
    if needs == .twice {
      try rows.forEach(in: range) { (row, record) throws(OutputError) in
        if options.isCancelled() { throw .cancelled }
        writer.measure(row, record)
      }
    }
    writer.open(&block.bytes)
    if needs != .none {
      try rows.forEach(in: range) { (row, record) throws(OutputError) in
        if options.isCancelled() {
          try block.send()
          throw .cancelled
        }
        writer.write(row, record, &block.bytes)
        try block.sendIfFull()
      }
    }
    writer.close(range.count, &block.bytes)
    try block.send()
    return EncodingSummary(records: range.count, dangerousCells: writer.dangerousCells)
  }

  private func escapes(_ options: EncodingOptions) -> Bool {
    guard let terminal = options.terminal else { return false }
    return !writesStyles && !terminal.isRaw
  }

  private static func range(of rows: ResultRows, _ options: EncodingOptions) -> Range<Int> {
    var range = (options.rows ?? 0..<rows.count).clamped(to: 0..<rows.count)
    if options.limit > 0, range.count > options.limit {
      range = range.lowerBound..<range.lowerBound + options.limit
    }
    return range
  }
}

/// Bytes on their way to an output, sent in blocks that end between rows.
private struct EncodingBlock: ~Copyable {
  private static let size = 64 * 1024

  private let output: any Output
  private let escapesControls: Bool

  /// What was written and not yet sent.
  var bytes = GrowableBuffer<UInt8>(capacity: 2 * EncodingBlock.size)

  init(_ output: any Output, escapesControls: Bool) {
    self.output = output
    self.escapesControls = escapesControls
  }

  mutating func sendIfFull() throws(OutputError) {
    if bytes.count >= Self.size { try send() }
  }

  mutating func send() throws(OutputError) {
    if bytes.count == 0 { return }
    if escapesControls {
      try output.write(ControlEscapes.escapedLines(bytes.text()))
    } else {
      try bytes.withSpan { (block) throws(OutputError) in try output.write(block) }
    }
    bytes.truncate(to: 0)
  }
}
