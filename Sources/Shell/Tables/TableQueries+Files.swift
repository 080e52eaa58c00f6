internal import Corpora
internal import Reporting
internal import Searching
internal import Tables
internal import Terminal

extension TableQueries {
  /// Creates tables of files, and infers the types of the columns that a query reads.
  ///
  /// The inference reads the files once more.
  ///
  /// Standard input and pipes are copied to temporary files. Paths that cannot be read are skipped,
  /// and so are malformed files.
  ///
  /// - Parameters:
  ///   - source: the files that the query reads.
  ///   - chosen: the column types that the user chose.
  ///   - keys: the columns by which rows will be sorted.
  ///   - readsOnce: whether the query reads the files only once. If so, no records are kept in
  ///     memory, and lines from a pipe are not copied if the column types are known.
  ///   - prepare: a closure that prepares the query and returns the fields that it reads.
  /// - Returns: the tables.
  /// - Throws: a failure if no file can be read; `interrupted`.
  func tables(
    of source: FileSource, types chosen: [String: String], sortedBy keys: [SortKey] = [],
    readsOnce: Bool = false,
    _ prepare: (FileTables) throws -> RecordUse
  ) throws -> FileTables {
    let failures = ScanFailures()
    if readsOnce, source.hasOnlyLines {
      let (tables, unknown) = try typed(
        untyped(source, [Field("text")], failures), chosen, keys, prepare)
      if unknown.isEmpty { return tables }
    }
    try reading { () throws(SearchError) in try source.spoolAllInputs(.signals) }
    while true {
      let fields = try reading { () throws(SearchError) in try source.fields(.signals) }
      let untyped = untyped(source, fields, failures)
      var (tables, unknown): (FileTables, Set<Int>)
      do {
        (tables, unknown) = try typed(untyped, chosen, keys, prepare)
      } catch let error as ShellError where error.exitCode == ExitStatus.failure {
        // The cause of the error may be a file that cannot be read, so try again without such
        // files.
        let survey = try survey(untyped, [], keeping: nil)
        if try exclude(survey.failures, from: source, failures) { continue }
        for failure in failures.all { console.error(failure.message) }
        throw error
      }
      if unknown.isEmpty, !chosen.isEmpty, !tables.use.fields.isEmpty { return tables }
      let survey = try survey(tables, unknown, keeping: readsOnce ? nil : tables.use)
      for field in unknown { tables.types[field] = survey.types[field] }
      tables.count = survey.count
      tables.batches = survey.batches
      if try !exclude(survey.failures, from: source, failures) { return tables }
    }
  }

  /// Creates tables of a source, and infers the types of the columns that a query reads.
  ///
  /// The inference reads the source once more.
  ///
  /// - Parameters:
  ///   - source: the source that the query reads.
  ///   - chosen: the column types that the user chose.
  ///   - known: the column types that were inferred before.
  ///   - keys: the columns by which rows will be sorted.
  ///   - readsOnce: whether the query reads the source only once. If so, no records are kept in
  ///     memory.
  ///   - prepare: a closure that prepares the query and returns the fields that it reads.
  /// - Returns: the tables.
  /// - Throws: a failure if the source is unavailable; `interrupted`.
  func tables(
    over source: any RecordSource, types chosen: [String: String] = [:],
    known: [Int: ColumnType] = [:], sortedBy keys: [SortKey] = [], readsOnce: Bool = false,
    _ prepare: (FileTables) throws -> RecordUse
  ) throws -> FileTables {
    let fields = try reading { () throws(SearchError) in try source.fields(.signals) }
    var (tables, wanted) = try typed(untyped(source, fields, ScanFailures()), chosen, keys, prepare)
    // An alias column always has the type `text`.
    wanted = wanted.filter { known[$0] == nil && !fields[$0].isAlias }
    for (field, type) in known where chosen[fields[field].name] == nil {
      tables.types[field] = type
    }
    tables.count = source.recordCount
    if wanted.isEmpty { return tables }
    let survey = try survey(tables, wanted, keeping: readsOnce ? nil : tables.use)
    for field in wanted { tables.types[field] = survey.types[field] }
    tables.batches = survey.batches
    return tables
  }

  private func untyped(
    _ source: any RecordSource, _ fields: [Field], _ failures: ScanFailures
  ) -> FileTables {
    FileTables(
      source: source, fields: fields, types: fields.map { _ in .text }, failures: failures,
      options: workspace.settings.searchOptions, strategy: workspace.settings.strategy)
  }

  /// Returns the tables with the column types that the user chose.
  ///
  /// The returned set contains the fields whose types must still be inferred.
  private func typed(
    _ untyped: FileTables, _ chosen: [String: String], _ keys: [SortKey],
    _ prepare: (FileTables) throws -> RecordUse
  ) throws -> (FileTables, Set<Int>) {
    var tables = untyped
    let given = try Self.types(chosen, of: tables)
    tables.use = try prepare(tables)
    var wanted = Set(tables.use.fields)
    for key in try Self.columns(keys, in: tables.columns()) {
      if case .field(let fields) = key.column.content, let field = fields[0] {
        wanted.insert(field)
      }
    }
    for (field, type) in given { tables.types[field] = type }
    return (tables, wanted.subtracting(given.keys))
  }

  private func reading<Result>(_ body: () throws(SearchError) -> Result) throws -> Result {
    do throws(SearchError) { return try body() } catch { throw ShellError(error) }
  }

  private func survey(
    _ tables: FileTables, _ wanted: Set<Int>, keeping use: RecordUse?
  ) throws -> FileSurvey {
    let progress = console.progress("loading")
    defer { progress.finish() }
    let files = tables.source as? FileSource
    let total = files.map(\.knownBytes) ?? tables.source.recordCount
    return try reading { () throws(SearchError) in
      try FileSurvey(
        of: tables.source, fields: tables.fields, types: wanted, keeping: use,
        threads: tables.options.threads,
        .signals,
        progress: { bytes, records in
          if files != nil { return progress.update(done: bytes, total: total) }
          progress.update(items: records, of: total)
        })
    }
  }

  /// Makes the source skip the paths in `faults`, and returns whether it skips any additional path.
  ///
  /// - Throws: a failure if no path is left.
  private func exclude(
    _ faults: [CorpusError], from source: FileSource, _ failures: ScanFailures
  ) throws -> Bool {
    failures.note(faults)
    let given = Set(source.paths)
    let bad = faults.compactMap(\.path).filter { given.contains($0) }
    if bad.isEmpty { return false }
    source.exclude(bad)
    if source.paths.isEmpty {
      let all = failures.all
      for failure in all.dropLast() { console.error(failure.message) }
      throw ShellError.failure(all.last?.message ?? "no file can be read")
    }
    return true
  }

  /// The column types that the user chose, with field indices as keys.
  private static func types(
    _ chosen: [String: String], of tables: FileTables
  ) throws -> [Int: ColumnType] {
    var types: [Int: ColumnType] = [:]
    for (name, type) in chosen {
      guard let field = tables.fields.firstIndex(where: { $0.name == name }) else {
        throw unknownColumnType(name, tables.source.name, tables.fields)
      }
      types[field] = ColumnType(rawValue: type)
    }
    return types
  }

  // MARK: Queries

  /// Whether a query contains one of SQLite's names for the row ID, such as `rowid`.
  ///
  /// A table that sorts its rows itself has no row IDs.
  private static func mentionsRowID(_ sql: String) -> Bool {
    sql.lowercased().utf8.split { !($0 == UInt8(ascii: "_") || ($0 &- 0x61) < 26) }.contains {
      ["rowid", "_rowid_", "oid"].contains(String(Substring($0)))
    }
  }

  /// `sql`: writes the rows of a query over files, and returns the errors of unreadable files.
  func write(
    _ sql: String, over source: FileSource, types: [String: String], _ cells: TextRequest
  ) throws -> [CorpusError] {
    let tables = try tables(of: source, types: types) { try $0.use(of: sql) }
    console.report("reading \(source.name)")
    for failure in tables.failures.all { console.error(failure.message) }
    let shown = tables.failures.all.count
    try write(sql, over: tables, cells: cells)
    for failure in tables.failures.all.dropFirst(shown) { console.error(failure.message) }
    return tables.failures.all
  }

  /// `sql`: writes the rows of a query over a source other than files.
  func write(
    _ sql: String, over source: any RecordSource, types: [String: String], _ cells: TextRequest
  ) throws {
    console.report("reading \(source.name)")
    try write(sql, over: tables(over: source, types: types) { try $0.use(of: sql) }, cells: cells)
  }

  /// Writes the rows of a query over the tables of a source.
  ///
  /// If `search` is not nil, its rows are the table `result`.
  func write(
    _ sql: String, over tables: FileTables, _ search: FileTables.SearchedRows? = nil,
    cells: TextRequest = TextRequest()
  ) throws {
    warn(about: sql, [try tables.columns()])
    try console.paged(settings: workspace.settings) {
      let connection = try tables.connect(search, orders: !Self.mentionsRowID(sql))
      do {
        try self.writeRows(of: tables.prepare(sql, connection), cells) {
          tables.failure($0, in: sql)
        }
      } catch  where connection.records.exceededMemoryLimit && !self.hasWritten {
        let connection = try tables.connect(search)
        try self.writeRows(of: tables.prepare(sql, connection), cells) {
          tables.failure($0, in: sql)
        }
      }
    }
  }
}
