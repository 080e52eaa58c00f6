extension CommandNotes {
  static let tables: [String: CommandNote] = [
    "reload": CommandNote(
      text: """
        The files are read as they were loaded, or only what is new if they only grew;
        a failure changes nothing. The prompt says when a file of a corpus in scope has
        changed on disk. :set follow on reads what is new before each command, and in
        live as it comes.
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
        Each word is a text that may stand anywhere in the record, in any field; nothing
        in it is an operator. It is the strategy bool with :set grammar words.
        """,
      examples: [.lines(.macosReleases, ":words lion mount", writes: "Mountain Lion")],
      related: [":bool", ":prefix", ":set grammar"]),
    "columns": CommandNote(
      text: """
        Rows, tables and pipes show these fields; what is searched stays as it is. The
        choice belongs to the corpora in scope, and is saved with the session.
        """,
      examples: [
        .lines(.macosReleases, ":columns released name:8", "lion", writes: "2011-07"),
        .lines(.macosReleases, ":columns", writes: "name version released"),
        .failure(.macosReleases, ":columns size", code: 2, says: "no field in scope"),
      ],
      related: ["tables", ":set fields", ":export"]),
    "where": CommandNote(
      text: """
        EXPR is a condition of SQL over the columns of the result (help tables). The
        highlights stay. :undo brings the earlier result back.
        """,
      examples: [
        .lines(.macosReleases, "lion", ":where released > '2012'", writes: "Mountain Lion"),
        .failure(.macosReleases, "lion", ":where relesed > 1", code: 2, says: "no such column"),
      ],
      related: ["tables", ":sort", ":undo"]),
    "sort": CommandNote(
      text: """
        Numbers and times are compared as such, text by its bytes. Rows that are equal
        stay in the order of their records. :undo brings the earlier order back.
        """,
      examples: [
        .lines(.macosReleases, "lion", ":sort released desc", writes: "Mountain Lion"),
        .failure(.macosReleases, "lion", ":sort size", code: 2, says: "the columns are"),
      ],
      related: ["tables", ":where", ":undo"]),
    "count": CommandNote(
      text: "Without columns, the number of records. Shares are of all records of the result.",
      examples: [
        .lines(.unicodeNames, "arrow", ":count by category --top 2", writes: "share"),
        .lines(.macosReleases, "lion", ":count", writes: "2\n"),
      ],
      related: ["tables", ":histogram"]),
    "histogram": CommandNote(
      text: """
        F is a column of numbers or times; without --by there are about forty bins.
        Records without a number or a time in F are left out. --chart FILE.svg or .html
        draws the bars to a file.
        """,
      examples: [
        .lines(.macosReleases, "20", ":histogram released --by month", writes: "2001-03"),
        .failure(.macosReleases, "20", ":histogram name", code: 2, says: "no record has a number"),
      ],
      related: ["tables", ":count"]),
    "sql": CommandNote(
      text: "SQLite's SQL, which can only read here. The format of the settings applies.",
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
