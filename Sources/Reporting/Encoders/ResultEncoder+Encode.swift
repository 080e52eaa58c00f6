package import Searching
internal import UnicodeText

extension ResultEncoder {
  /// Writes `rows` to `output` in blocks; does not flush `output`.
  ///
  ///     let csv = try EncoderCatalog.named("csv")
  ///     let summary = try csv.encode(rows, to: FileOutput.standardOutput())
  ///
  /// - Throws: `unknownField` before anything is written; `cancelled` if `options.isCancelled`
  ///   returns true; `closed` or `failed` if the output fails; `search` if the source of the rows
  ///   fails.
  /// - Complexity: O(*n*), where *n* is the number of bytes of the rows' text; the memory use is
  ///   one block and one batch of rows.
  @discardableResult
  package func encode(
    _ rows: ResultRows, options: EncodingOptions = .init(), to output: any Output
  ) throws(OutputError) -> EncodingSummary {
    var range = options.rows ?? 0..<(rows.knownCount ?? .max)
    if let known = rows.knownCount { range = range.clamped(to: 0..<known) }
    if options.limit > 0, range.count > options.limit {
      range = range.lowerBound..<range.lowerBound + options.limit
    }
    var writer = try makeWriter(rows.schema, options)
    var block = EncodingBlock(output, escapes: escapes(options))
    let cancellation = Cancellation(options.isCancelled)
    if needs == .twice {
      try rows.forEachBatch(in: range, details(options), cancellation) {
        (batch, part) throws(OutputError) in
        try batch.forEach(part: part) { (row, record) throws(OutputError) in
          if options.isCancelled() { throw .cancelled }
          writer.measure(row, record)
        }
      }
    }
    writer.open(&block.bytes)
    var count = 0
    if needs == .none {
      do throws(SearchError) {
        if rows.knownCount == nil { try rows.finishCount(cancellation) }
      } catch {
        throw error == .cancelled ? .cancelled : .search(error)
      }
      count = options.limit > 0 ? min(options.limit, rows.count) : min(range.count, rows.count)
    } else {
      var groups = ContextGroups(details(options))
      do throws(OutputError) {
        try rows.forEachBatch(in: range, details(options), cancellation) {
          (batch, part) throws(OutputError) in
          for shown in groups.add(batch) {
            try shown.forEach(part: part) { (row, record) throws(OutputError) in
              if options.isCancelled() { throw .cancelled }
              if !row.isContext { count += 1 }
              writer.write(row, record, &block.bytes)
              try block.sendIfFull()
            }
          }
        }
      } catch {
        if error == .cancelled { try block.send() }
        throw error
      }
    }
    writer.close(count, &block.bytes)
    try block.send()
    return EncodingSummary(records: count, dangerousCells: writer.dangerousCells)
  }

  /// The row details that this encoder needs.
  package func details(_ options: EncodingOptions) -> RowDetails {
    let hits = neededHits(options)
    var details = RowDetails(
      hits: hits != .none, recordNumbers: needsRecordNumbers,
      before: showsContext ? max(0, options.context.before) : 0,
      after: showsContext ? max(0, options.context.after) : 0)
    details.isFirstHitEnough = hits == .first
    details.fileColumns = fileColumns(options)
    return details
  }

  /// How to escape control characters; nil if they are not escaped, or if the encoder escapes them
  /// itself.
  fileprivate func escapes(_ options: EncodingOptions) -> ControlEscapes.Form? {
    guard let terminal = options.terminal, !writesStyles, !terminal.isRaw else { return nil }
    return isJSON ? .json : .visible
  }
}

/// Encodes batches of rows; several threads can use one encoder at the same time.
package struct BatchEncoder: Sendable {
  private let encoder: any ResultEncoder
  private let writer: any RowWriter
  private let escapes: ControlEscapes.Form?

  /// The encoded bytes of a batch.
  package struct Encoded: Sendable {
    private let bytes: FrozenBuffer<UInt8>

    /// The number of matching rows, and the number of cells that a spreadsheet might interpret as
    /// formulas.
    package let rows: Int
    package let dangerousCells: Int

    fileprivate init(_ bytes: FrozenBuffer<UInt8>, rows: Int, dangerousCells: Int) {
      self.bytes = bytes
      self.rows = rows
      self.dangerousCells = dangerousCells
    }

    /// Writes the encoded rows to `output`.
    ///
    /// - Throws: The errors of `output`.
    package func write(to output: any Output) throws(OutputError) {
      try bytes.withSpan { (bytes) throws(OutputError) in try output.write(bytes) }
    }
  }

  /// Creates an encoder for batches of one result.
  ///
  /// - Throws: `unknownField` if the options name a field that no source has.
  package init(
    _ encoder: any ResultEncoder, _ schema: ResultSchema, _ options: EncodingOptions
  ) throws(OutputError) {
    self.encoder = encoder
    writer = try encoder.makeWriter(schema, options)
    escapes = encoder.escapes(options)
  }

  /// Whether the encoder must measure all rows before it can write the first row.
  package var needsAllRows: Bool { encoder.needs == .twice }

  /// Encodes the output before the first row, such as a header.
  package func opening() -> Encoded {
    var writer = writer
    var bytes = GrowableBuffer<UInt8>()
    writer.open(&bytes)
    return finished(bytes, 0, writer.dangerousCells)
  }

  /// Encodes the rows of a batch; can be called on several threads at the same time.
  package func encode(_ batch: RowBatch) -> Encoded {
    var writer = writer
    var bytes = GrowableBuffer<UInt8>(capacity: batch.memoryBytes)
    if writer.write(allOf: batch, &bytes) {
      return finished(bytes, batch.matchCount, writer.dangerousCells)
    }
    var rows = 0
    batch.forEach(part: 0) { row, record in
      if !row.isContext { rows += 1 }
      writer.write(row, record, &bytes)
    }
    return finished(bytes, rows, writer.dangerousCells)
  }

  /// Encodes the complete output, with header and footer; used if the encoder must measure all rows
  /// first.
  package func encode(all batches: [RowBatch]) -> Encoded {
    var writer = writer
    var bytes = GrowableBuffer<UInt8>()
    var rows = 0
    for batch in batches { batch.forEach(part: 0) { writer.measure($0, $1) } }
    writer.open(&bytes)
    for batch in batches {
      batch.forEach(part: 0) { row, record in
        rows += 1
        writer.write(row, record, &bytes)
      }
    }
    writer.close(rows, &bytes)
    return finished(bytes, rows, writer.dangerousCells)
  }

  /// Encodes the output after the last row; `count` is the total number of rows.
  package func closing(_ count: Int) -> Encoded {
    var writer = writer
    var bytes = GrowableBuffer<UInt8>()
    writer.close(count, &bytes)
    return finished(bytes, 0, 0)
  }

  private func finished(
    _ bytes: consuming GrowableBuffer<UInt8>, _ rows: Int, _ dangerousCells: Int
  ) -> Encoded {
    if let escapes {
      let shown = ControlEscapes.escapedLines(bytes.text(), as: escapes)
      bytes.truncate(to: 0)
      bytes.append(shown)
    }
    return Encoded(bytes.freeze(), rows: rows, dangerousCells: dangerousCells)
  }
}

/// Buffers bytes, and sends them to an output in blocks of whole rows.
private struct EncodingBlock: ~Copyable {
  private static let size = 64 * 1024

  private let output: any Output
  private let escapes: ControlEscapes.Form?

  /// The bytes that have not been sent yet.
  var bytes = GrowableBuffer<UInt8>(capacity: 2 * EncodingBlock.size)

  init(_ output: any Output, escapes: ControlEscapes.Form?) {
    self.output = output
    self.escapes = escapes
  }

  mutating func sendIfFull() throws(OutputError) {
    if bytes.count >= Self.size { try send() }
  }

  mutating func send() throws(OutputError) {
    if bytes.count == 0 { return }
    if let escapes {
      try output.write(ControlEscapes.escapedLines(bytes.text(), as: escapes))
    } else {
      try bytes.withSpan { (block) throws(OutputError) in try output.write(block) }
    }
    bytes.truncate(to: 0)
  }
}
