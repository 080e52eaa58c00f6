internal import Corpora
internal import Reporting
internal import Searching
internal import Terminal

/// Writes the rows of a search while the search is running.
struct StreamedSearch {
  private let source: any RecordSource
  private let query: CompiledQuery
  private let encoder: any ResultEncoder
  private let request: StreamRequest
  private let options: EncodingOptions
  private let console: Console

  /// The maximum number of matches for each file; nil for no limit.
  ///
  /// If only one file is searched, the value is nil, and `options.limit` includes the limit.
  private let fileLimit: FileLimit?

  /// The maximum size of the buffered rows, in bytes; values below 1 MiB mean 1 MiB.
  ///
  /// Rows are buffered only for formats that need two passes over the rows.
  private let maximumBufferedBytes: Int

  init(
    _ run: SearchRun, _ source: any RecordSource, _ query: CompiledQuery,
    _ encoder: any ResultEncoder
  ) {
    self.source = source
    self.query = query
    self.encoder = encoder
    console = run.session.console
    maximumBufferedBytes = run.session.workspace.settings.cacheBytes
    var limit = run.session.workspace.settings.limit
    var fileLimit: FileLimit?
    if let perFile = run.arguments.limitPerFile {
      if source.hasSingleSource, perFile > 0 {
        limit = limit == 0 ? perFile : min(limit, perFile)
      } else {
        fileLimit = FileLimit(perFile, after: run.context.after)
      }
    }
    self.fileLimit = fileLimit
    var options = run.encodingOptions(limit: limit)
    options.replacement = run.arguments.rows.replacement.map { HitReplacement($0, for: query) }
    self.options = options
    request = StreamRequest(
      isInverted: run.arguments.invert, limit: limit > 0 && fileLimit == nil ? limit : nil,
      enoughPerFile: run.arguments.limitPerFile, details: encoder.details(options))
  }

  func run() throws -> StreamReport {
    // Check the names of columns before the first row is written.
    let needsFields = encoder.needsRecordNumbers || options.fields != nil
    let fields = needsFields ? try source.fields(.signals) : []
    if let names = options.fields { try checkColumns(names, fields.map(\.name)) }
    let schema = ResultSchema(
      [.init(name: source.name, fields: fields)], hasSingleSource: source.hasSingleSource)
    let rows = try BatchEncoder(encoder, schema, options)
    if rows.needsAllRows { return try writeAtEnd(rows) }
    return fileLimit == nil ? try writeAtOnce(rows) : try writeLimited(rows)
  }

  private func checkColumns(_ names: [String], _ known: [String]) throws {
    guard !names.contains("*"), let name = names.first(where: { !known.contains($0) }) else {
      return
    }
    throw CountWriter.unknownColumn(name, known)
  }

  /// Writes the first matches of each file.
  ///
  /// Rows can be found in any order, but they are delivered in the order of the files. Therefore, a
  /// row is encoded only at its delivery, when it is known whether the row is one of the first
  /// matches of its file.
  private func writeLimited(_ encoder: BatchEncoder) throws -> StreamReport {
    guard var limit = fileLimit else { return try writeAtOnce(encoder) }
    var count = 0
    var dangerousCells = 0
    try encoder.opening().write(to: console.output)
    var report = try source.stream(
      query, request, .signals, render: { $0 },
      deliver: { batch in
        var kept = limit.keep(batch)
        if options.limit > 0 { kept = kept.prefix(matches: options.limit - count) }
        let encoded = encoder.encode(kept)
        try encoded.write(to: console.output)
        try console.flushOutput()
        count += encoded.rows
        dangerousCells += encoded.dangerousCells
        return options.limit == 0 || count < options.limit
      })
    try encoder.closing(count).write(to: console.output)
    report.statistics.matches = count
    warn(dangerousCells)
    return report
  }

  /// Writes each batch as soon as it is delivered.
  private func writeAtOnce(_ encoder: BatchEncoder) throws -> StreamReport {
    var isOpen = false
    var count = 0
    var dangerousCells = 0
    func open() throws {
      if isOpen { return }
      isOpen = true
      try encoder.opening().write(to: console.output)
    }
    var report = try source.stream(
      query, request, .signals, render: { encoder.encode($0) },
      deliver: { encoded in
        try open()
        try encoded.write(to: console.output)
        // Flush each batch, so that a program reading the output gets the rows as soon as they are
        // found.
        try console.flushOutput()
        count += encoded.rows
        dangerousCells += encoded.dangerousCells
        return true
      })
    try open()
    try encoder.closing(count).write(to: console.output)
    report.statistics.matches = count
    warn(dangerousCells)
    return report
  }

  /// Buffers all rows, then writes them in a format that needs two passes over the rows.
  ///
  /// - Throws: `tooLarge` if the rows need more than `maximumBufferedBytes`.
  private func writeAtEnd(_ encoder: BatchEncoder) throws -> StreamReport {
    var batches: [RowBatch] = []
    var bytes = 0
    var report = try source.stream(
      query, request, .signals, render: { $0 },
      deliver: { batch in
        batches.append(batch)
        bytes += batch.memoryBytes
        return bytes <= max(maximumBufferedBytes, 1 << 20)
      })
    if bytes > max(maximumBufferedBytes, 1 << 20) {
      throw SearchError.tooLarge(
        source: "--format \(self.encoder.name)", limit: max(maximumBufferedBytes, 1 << 20),
        remedy: "--format csv needs less memory, --cache BYTES allows more")
    }
    if var limit = fileLimit {
      batches = batches.map { limit.keep($0) }
      if options.limit > 0 { batches = Self.prefix(of: batches, matches: options.limit) }
    }
    let encoded = encoder.encode(all: batches)
    try encoded.write(to: console.output)
    report.statistics.matches = encoded.rows
    warn(encoded.dangerousCells)
    return report
  }

  private static func prefix(of batches: [RowBatch], matches: Int) -> [RowBatch] {
    var left = matches
    return batches.map { batch in
      let kept = batch.prefix(matches: left)
      left -= kept.matchCount
      return kept
    }
  }

  private func warn(_ dangerousCells: Int) {
    console.warn(ofFormulasIn: EncodingSummary(dangerousCells: dangerousCells), options)
  }
}
