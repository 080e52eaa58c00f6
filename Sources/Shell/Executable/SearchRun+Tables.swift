internal import Basics
internal import Corpora
internal import Reporting
internal import Searching
internal import Tables
internal import Terminal

/// The subcommand `search` with `--where` or `--sort`.
///
/// With these options, the source is read once more, to infer the column types.
extension SearchRun {
  func runOverTables(_ encoder: any ResultEncoder) throws -> Int32 {
    try checkTableOptions()
    return try run { source, query in
      let tables = try tables(of: source, query)
      if let condition = arguments.condition {
        session.tables.warn(about: condition, [try tables.columns()])
      }
      if let fields = query.query.options.fields, !fields.contains("*") {
        try Workspace.checkFields(fields, among: tables.fields.map(\.name))
      }
      let keys = try TableQueries.columns(arguments.order, in: tables.columns()).map { key in
        SortedRows.Key(
          key.column.content, fields: tables.fields, types: tables.types,
          isDescending: key.isDescending)
      }
      guard let condition = arguments.condition else {
        return try search(sorted(source, tables, keys), query, encoder)
      }
      let filtered = FilteredFiles(tables: tables, condition: condition)
      if keys.isEmpty { return try search(filtered, query, encoder) }
      return try search(sorted(filtered, tables, keys), query, encoder)
    }
  }

  /// Rejects invalid conditions, and options that cannot be combined with `--where` or `--sort`.
  private func checkTableOptions() throws {
    if arguments.listsFiles == false {
      throw ShellError.usage(
        "--files-without-match cannot be combined with --where and --sort, which skip files "
          + "without records")
    }
    if !arguments.order.isEmpty, max(context.before, context.after) > 0 {
      throw ShellError.usage(
        "--sort cannot be combined with -A, -B and -C, because sorted rows are not in the order of the file"
      )
    }
    guard let condition = arguments.condition else { return }
    if SQLCondition.isBlank(condition) {
      throw ShellError.usage("--where needs a condition, such as --where 'age > 30'")
    }
    try SQLCondition.check(condition)
  }

  private func sorted(
    _ rows: some RecordSource, _ tables: FileTables, _ keys: [SortedRows.Key]
  ) -> any RecordSource {
    SortedFiles(
      rows: rows, tables: tables, keys: keys,
      limit: max(session.workspace.settings.cacheBytes, 1 << 20))
  }

  /// The source as SQL tables, with types for the columns that the condition and the sort order
  /// use.
  private func tables(of source: any RecordSource, _ query: CompiledQuery) throws -> FileTables {
    // A condition that contains a subquery reads the source more than once.
    let readsOnce = arguments.condition?.lowercased().hasOccurrence(of: "select") != true
    func use(of tables: FileTables) throws -> RecordUse {
      guard let condition = arguments.condition else { return RecordUse() }
      let kept = KeptRows(RowDetails(), limit: nil)
      return try SQLCondition.run(condition) {
        try tables.use(of: FilteredFiles.sql(condition), .init(query: query, kept: kept))
      }
    }
    let types = try arguments.load.options().columnTypes
    guard let files = source as? FileSource else {
      return try session.tables.tables(
        over: source, types: types, sortedBy: arguments.order, readsOnce: readsOnce, use)
    }
    return try session.tables.tables(
      of: files, types: types, sortedBy: arguments.order, readsOnce: readsOnce, use)
  }
}
