internal import Basics
internal import Corpora
internal import Reporting
internal import Searching
internal import Tables
internal import Terminal

/// `search` with `--where` or `--sort`, which read the files once more, for the types of columns.
extension SearchRun {
  func runOverTables(_ encoder: any ResultEncoder) throws -> Int32 {
    if arguments.listsFiles == false {
      throw ShellError.usage(
        "--files-without-match cannot be combined with --where and --sort, which see only files with records"
      )
    }
    return try run { source, query in
      guard let source = source as? FileSource else {
        throw ShellError.failure(
          "--where and --sort read files, and this is a table on a server: search it alone, or let "
            + "clickhouse-client filter it")
      }
      let tables = try tables(of: source, query)
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

  private func sorted<Rows: RecordSource>(
    _ rows: Rows, _ tables: FileTables, _ keys: [SortedRows.Key]
  ) -> SortedFiles<Rows> {
    SortedFiles(
      rows: rows, tables: tables, keys: keys,
      limit: max(session.workspace.settings.cacheBytes, 1 << 20))
  }

  /// The files as tables with the types of the columns that the condition and the order read.
  private func tables(of source: FileSource, _ query: CompiledQuery) throws -> FileTables {
    try session.tables.tables(
      of: source, types: arguments.load.options().columnTypes, sortedBy: arguments.order,
      // A condition with a subquery reads the files again.
      readsOnce: arguments.condition?.lowercased().hasOccurrence(of: "select") != true
    ) { tables in
      guard let condition = arguments.condition else { return RecordUse() }
      let kept = KeptRows(RowDetails(), limit: nil)
      let connection = try tables.connect(
        .init(query: query, request: StreamRequest(), kept: kept))
      _ = try tables.prepare(FilteredFiles.sql(condition), connection)
      return connection.use
    }
  }
}
