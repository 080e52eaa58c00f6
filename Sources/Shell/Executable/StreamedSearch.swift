internal import Reporting
internal import Searching
internal import Terminal

/// Writes the rows of a search while it goes on.
struct StreamedSearch {
  private let source: any RecordSource
  private let query: CompiledQuery
  private let encoder: any ResultEncoder
  private let request: StreamRequest
  private let options: EncodingOptions
  private let console: Console

  /// The most bytes of rows that are kept where all have to be seen before the first is written.
  private let mostKept: Int

  init(
    _ run: SearchRun, _ source: any RecordSource, _ query: CompiledQuery,
    _ encoder: any ResultEncoder
  ) {
    self.source = source
    self.query = query
    self.encoder = encoder
    console = run.session.console
    mostKept = run.session.settings.cacheBytes
    let limit = run.session.settings.limit
    options = run.encodingOptions(limit: limit)
    request = StreamRequest(
      isInverted: run.arguments.invert, limit: limit > 0 ? limit : nil,
      details: encoder.details(options))
  }

  func run() throws -> StreamReport {
    let fields = encoder.needsRecordNumbers ? try source.fields(.signals) : []
    let schema = ResultSchema(
      [.init(name: source.name, fields: fields)], hasSingleSource: source.hasSingleSource)
    let rows = try BatchEncoder(encoder, schema, options)
    return rows.needsAllRows ? try writeAtEnd(rows) : try writeAtOnce(rows)
  }

  /// Writes each batch as soon as it is due.
  private func writeAtOnce(_ encoder: BatchEncoder) throws -> StreamReport {
    var isOpen = false
    var count = 0
    var dangerousCells = 0
    func open() throws {
      if isOpen { return }
      isOpen = true
      try console.output.write(encoder.opening().bytes.span)
    }
    var report = try source.stream(
      query, request, .signals, render: { encoder.encode($0) },
      deliver: { encoded in
        try open()
        try console.output.write(encoded.bytes.span)
        // Whoever reads sees rows as soon as they are found, not when a buffer is full.
        try console.flushOutput()
        count += encoded.rows
        dangerousCells += encoded.dangerousCells
        return true
      })
    try open()
    try console.output.write(encoder.closing(count).bytes.span)
    report.statistics.matches = count
    warn(dangerousCells)
    return report
  }

  /// Writes a format that has to see all rows first, as far as they may be kept.
  private func writeAtEnd(_ encoder: BatchEncoder) throws -> StreamReport {
    var batches: [RowBatch] = []
    var bytes = 0
    var report = try source.stream(
      query, request, .signals, render: { $0 },
      deliver: { batch in
        batches.append(batch)
        bytes += batch.memoryBytes
        return bytes <= max(mostKept, 1 << 20)
      })
    if bytes > max(mostKept, 1 << 20) {
      throw SearchError.tooLarge(
        source: "--format \(self.encoder.name)", limit: max(mostKept, 1 << 20),
        remedy: "--format csv needs no more for more rows, --cache BYTES allows more")
    }
    let encoded = encoder.encode(all: batches)
    try console.output.write(encoded.bytes.span)
    report.statistics.matches = encoded.rows
    warn(encoded.dangerousCells)
    return report
  }

  private func warn(_ dangerousCells: Int) {
    let summary = EncodingSummary(dangerousCells: dangerousCells)
    if let warning = summary.warning(isSafe: options.isSafe) { console.warn(warning) }
  }
}
