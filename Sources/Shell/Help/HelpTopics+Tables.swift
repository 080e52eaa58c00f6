extension HelpTopics {
  static let tables = Topic(
    name: "tables", aliases: ["sql-tables", "columns-types"],
    summary: "SQL, conditions, counts and charts over what was found",
    text: """
      :sql takes a query of SQLite's SQL. The tables are
        result             the last result
        records            all records in scope
        search('Q', 'S')   what Q finds by strategy S, or by the current one
        NAME               each corpus; "quote" a name that is not only letters

      Their columns are record, source, line, column, matched, hits, and the fields of
      the records. A column is a number or a time if all its cells are, and an empty
      cell is then NULL; times are text in ISO 8601 and UTC, which SQLite's date
      functions take. Nothing is copied, and nothing can be changed.

      :where, :sort, :count and :histogram work on the last result. :where and :sort
      replace it, with its highlights, and :undo brings the earlier one back.
      searchbench sql, count and histogram do the same for files; count and histogram
      read them as a stream.
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
