extension CommandNotes {
  static let tables: [String: CommandNote] = [
    "reload": CommandNote(
      text: """
        Files are read with the options of their :load. If files only grew, only the new
        text is read. A failure changes nothing. The prompt reports when a file of a
        corpus in scope has changed on disk. With :set follow on, new records are read
        before each command, and in live search as they arrive.
        """,
      examples: [
        .lines(
          nil, ":!printf 'a\\n' > f.txt", ":load f.txt", ":!printf 'ab\\n' >> f.txt", ":reload",
          "a",
          writes: "f.txt:2:1:ab"),
        .lines(.macosReleases, ":reload", writes: "have not changed"),
      ],
      related: [":load", ":corpora"]),
    "words": CommandNote(
      text: """
        Each word can occur anywhere in the record, in any field, even inside a longer
        word. There are no operators. :words uses the strategy bool and the grammar
        words.
        """,
      examples: [.lines(.macosReleases, ":words lion mount", writes: "Mountain Lion")],
      related: [":bool", ":prefix", ":set grammar"]),
    "columns": CommandNote(
      text: """
        Rows, tables and pipes show these fields; the searched fields do not change. The
        choice applies to the corpora in scope, and is saved with the session.
        """,
      examples: [
        .lines(.macosReleases, ":columns released name:8", "lion", writes: "2011-07"),
        .lines(.macosReleases, ":columns", writes: "name version released"),
        .failure(.macosReleases, ":columns size", code: 2, says: "no field in scope"),
      ],
      related: ["tables", ":set fields", ":export"]),
    "where": CommandNote(
      text: """
        EXPR is an SQL condition on the columns of the result (:help tables). The
        highlights are kept. :undo restores the earlier result.
        """,
      examples: [
        .lines(.macosReleases, "lion", ":where released > '2012'", writes: "Mountain Lion"),
        .failure(.macosReleases, "lion", ":where relesed > 1", code: 2, says: "no such column"),
      ],
      related: ["tables", ":sort", ":undo"]),
    "sort": CommandNote(
      text: """
        Numbers and times are compared by value, text by its bytes. Equal rows keep the
        order of their records. :undo restores the earlier order.
        """,
      examples: [
        .lines(.macosReleases, "lion", ":sort released desc", writes: "Mountain Lion"),
        .failure(.macosReleases, "lion", ":sort size", code: 2, says: "the columns are"),
      ],
      related: ["tables", ":where", ":undo"]),
    "count": CommandNote(
      text: """
        Without columns, counts all records. Shares are relative to all records of the
        result. The column source is the path of the file.
        """,
      examples: [
        .lines(.unicodeNames, "arrow", ":count by category --top 2", writes: "share"),
        .lines(.macosReleases, "lion", ":count", writes: "2\n"),
      ],
      related: ["tables", ":histogram"]),
    "histogram": CommandNote(
      text: """
        F is a column of numbers or times. Without --by, there are about forty bins.
        A line of a log (column text) is counted by the time at its start or in its
        first brackets. Records without a number or a time in F are skipped. --chart
        FILE.svg or .html draws the bars to a file.
        """,
      examples: [
        .lines(.macosReleases, "20", ":histogram released --by month", writes: "2001-03"),
        .failure(.macosReleases, "20", ":histogram name", code: 2, says: "no record has a number"),
      ],
      related: ["tables", ":count"]),
    "sql": CommandNote(
      text: "Takes SQLite's SQL, read-only. The output is in the format of :set format.",
      examples: [
        .lines(
          .macosReleases, "lion", ":sql SELECT name, hits FROM result ORDER BY name",
          writes: "Mountain Lion"),
        .failure(
          .macosReleases, ":sql DELETE FROM records", code: 2, says: "SQL", "nothing can be changed"
        ),
      ],
      related: ["tables", ":where"]),
  ]
}
