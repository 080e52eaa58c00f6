extension HelpTopics {
  static let tables = Topic(
    name: "tables", aliases: ["sql-tables", "columns-types"],
    summary: "SQL, conditions, counts and charts for results",
    text: """
      :sql runs a query in SQLite's SQL. The tables are
        result             the last result
        records            all records in scope
        search('Q', 'S')   the records that Q finds with strategy S
        NAME               a corpus; put a name like "os-names" in double quotes

      Their columns are record, source, line, column, matched, hits, and the fields of
      the records. If all non-empty cells of a column are numbers, or all are times,
      they have this type in SQL, and empty cells are NULL. Times are text in ISO 8601
      and UTC, as SQLite's date functions expect them. The records are not copied, and
      SQL cannot change them. The default of S is the current strategy.

      :where, :sort, :count and :histogram work on the last result. :where and :sort
      replace this result but keep the highlights; :undo restores the earlier result.
      searchbench sql, count and histogram, and search --where and --sort, do the same
      for files, without loading the files. sql, --where and --sort read each file
      twice, the first time to infer column types; they copy standard input to a
      temporary file. --sort keeps its records in memory, up to --cache bytes.
      """,
    examples: [
      .lines(
        .macosReleases, "20", ":sql SELECT count(*) AS n FROM result WHERE released < '2010'",
        writes: "n\n"),
      .lines(
        .macosReleases, ":sql SELECT name FROM search('lion') ORDER BY version DESC",
        writes: "Mountain Lion"),
      .shell(
        "searchbench count --by category --top 3 arrow corpora/unicode-names/unicode-names.csv",
        writes: "share"),
    ],
    related: [":sql", ":where", ":sort", ":count", ":histogram", "formats"])
}
