extension CommandNotes {
  static let results: [String: CommandNote] = [
    "show": CommandNote(
      text: "Rows are those of the last result, numbered from 1.",
      examples: [
        .lines(.macosReleases, "lion", ":show 2", writes: "name: Mountain Lion"),
        .lines(.unicodeNames, "up arrow", ":show 5-6", writes: "FROM BAR"),
        .failure(.macosReleases, "lion", ":show 3", code: 2, says: "there is no row 3"),
      ],
      related: ["navigation", "words"]),
    "next": CommandNote(
      examples: [.lines(.macosReleases, "lion", ":next", writes: "hit 2 of 2")],
      related: ["navigation", ":prev", ":goto"]),
    "prev": CommandNote(
      examples: [
        .lines(.macosReleases, "lion", ":next", ":prev", writes: "hit 1 of 2"),
        .lines(.macosReleases, "lion", ":prev", writes: "(the first)"),
      ],
      related: ["navigation", ":next", ":goto"]),
    "goto": CommandNote(
      examples: [.lines(.macosReleases, "lion", ":goto 2", writes: "Mountain Lion")],
      related: ["navigation", ":next", ":prev"]),
    "open": CommandNote(
      text: "The editor gets the line as +LINE; what came from standard input has no file.",
      examples: [
        .lines(.macosReleases, ":set editor echo", "lion", ":open 2", writes: "+10 corpora/")
      ],
      related: ["navigation", ":set editor", "environment"]),
    "timing": CommandNote(
      text: "Display is never counted as search.",
      examples: [
        .lines(.macosReleases, "lion", "lion", ":timing", writes: "p50"),
        .lines(.macosReleases, ":timing off", ":set timing", writes: "timing off"),
      ],
      related: ["benchmarks", ":set timing", ":compare"]),
    "export": CommandNote(
      text: """
        All rows of the last result. The form follows --format, else the suffix (.csv
        .tsv .json .jsonl .md), else it is csv. An existing file is refused without
        --force or --append; a file is there whole, or as it was.
        """,
      examples: [
        .lines(.macosReleases, "lion", ":export lions.csv", writes: "2 records written"),
        .lines(
          .macosReleases, "lion", ":export - --format csv --columns name --no-output-header",
          writes: ",Mountain Lion\n"),
        .failure(
          .macosReleases, "lion", ":export a.csv", ":export a.csv", code: 2, says: "exists",
          "it exists"),
      ],
      related: ["formats", ":pipe"]),
    "pipe": CommandNote(
      text: "Uses the format of the settings; the command is the rest of the line.",
      examples: [.lines(.macosReleases, "lion", ":pipe wc -l", writes: "2\n")],
      related: [":export", "formats"]),
  ]

  static let session: [String: CommandNote] = [
    "set": CommandNote(
      text: """
        Without VALUE: the value, the default, where it came from, and what it takes.
        Each setting is an option of the command line too: --KEY VALUE.
        """,
      examples: [
        .lines(nil, ":set format", writes: "default hits"),
        .query(.macosReleases, ":set case sensitive", "lion", finds: 0),
        .failure(nil, ":set case off", code: 64, says: "it takes ignore smart sensitive"),
      ],
      related: [":undo", "queries", "formats"]),
    "undo": CommandNote(
      text: "Twenty changes deep: settings, the strategy, :use and :drop.",
      examples: [.query(.macosReleases, ":set case sensitive", ":undo", "lion", finds: 2)],
      related: [":set", ":use", ":drop"]),
    "session": CommandNote(
      text: "A session is a script of these commands; last is kept by itself at the prompt.",
      examples: [.lines(.macosReleases, ":session save work", ":session list", writes: "work")],
      related: ["sessions", ":source", ":save"]),
    "source": CommandNote(
      text: "The lines run as if they were typed; the first error ends them.",
      examples: [
        .query(
          .macosReleases, ":! echo ':set case sensitive' > strict", ":source strict", "Lion",
          finds: 2)
      ],
      related: ["sessions"]),
    "history": CommandNote(
      examples: [
        .typed(.macosReleases, "lion", ":history", shows: "1  lion"),
        .typed(.macosReleases, "lion", ":history clear", shows: "history cleared"),
      ],
      related: ["keys", "environment"]),
    "help": CommandNote(
      text: """
        NAME is a command, a topic or a setting; other words are looked for in all
        help, whatever their case: lines that have all of them come first.
        """,
      examples: [
        .lines(nil, ":help formats", writes: "markdown"),
        .lines(nil, ":help regex accents", writes: "Accents always count"),
        .failure(nil, ":help exprt", code: 64, says: "did you mean export?"),
      ],
      related: [":tour"]),
    "tour": CommandNote(
      text: """
        Two minutes with a bundled corpus, in a session of its own: corpora, settings,
        result and history stay as they are. Space or Enter goes on, any other key
        leaves. In a script all of it is written at once.
        """,
      examples: [.lines(nil, ":tour", writes: "substring> double arrow")],
      related: [":help", "queries"]),
    "quit": CommandNote(
      text: "So does Ctrl-D on an empty line.",
      examples: [.failure(nil, ":quit 3", code: 3, says: "")], related: ["exit-codes"]),
  ]
}
