internal import Reporting

extension CommandNotes {
  static let results: [String: CommandNote] = [
    "show": CommandNote(
      text: "N is a row of the last result, numbered from 1.",
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
      text: "The editor is started with +LINE. Records from standard input cannot be opened.",
      examples: [
        .lines(.macosReleases, ":set editor echo", "lion", ":open 2", writes: "+10 ./corpora/")
      ],
      related: ["navigation", ":set editor", "environment"]),
    "timing": CommandNote(
      text: "The search time does not include the display of results.",
      examples: [
        .lines(.macosReleases, "lion", "lion", ":timing", writes: "p50"),
        .lines(.macosReleases, ":timing off", ":set timing", writes: "timing off"),
      ],
      related: ["benchmarks", ":set timing", ":compare"]),
    "export": CommandNote(
      text: """
        Writes all rows of the last result. Without --format, the suffix of FILE
        (\(EncoderCatalog.suffixes)) chooses the format; the default is csv.
        An existing file is refused unless --force or --append is given. If writing
        fails, the file is unchanged.
        """,
      examples: [
        .lines(.macosReleases, "lion", ":export lions.csv", writes: "2 records written"),
        .lines(
          .macosReleases, "lion", ":export - --format csv --columns name --no-output-header",
          writes: ",Mountain Lion\n"),
        .failure(
          .macosReleases, "lion", ":export a.csv", ":export a.csv", code: 2, says: "exists",
          "the file exists"),
      ],
      related: ["formats", ":pipe"]),
    "pipe": CommandNote(
      text: "The result is written in the format of :set format. CMD is the rest of the line.",
      examples: [.lines(.macosReleases, "lion", ":pipe wc -l", writes: "2\n")],
      related: [":export", "formats"]),
  ]

  static let session: [String: CommandNote] = [
    "set": CommandNote(
      text: """
        Without VALUE, shows the value, the default, the origin, and the allowed values.
        Each setting is also an option on the command line: --KEY VALUE.
        """,
      examples: [
        .lines(nil, ":set format", writes: "default hits"),
        .query(.macosReleases, ":set case sensitive", "lion", finds: 0),
        .failure(nil, ":set case off", code: 64, says: "it takes ignore smart sensitive"),
      ],
      related: [":undo", "queries", "formats"]),
    "undo": CommandNote(
      text: """
        Reverts up to twenty changes, the last one first: settings, the strategy, :use,
        :drop, :where, :sort and :session load.
        """,
      examples: [.query(.macosReleases, ":set case sensitive", ":undo", "lion", finds: 2)],
      related: [":set", ":use", ":drop"]),
    "session": CommandNote(
      text: """
        A session is saved as a script of commands. The prompt saves the session "last"
        after every change.
        """,
      examples: [.lines(.macosReleases, ":session save work", ":session list", writes: "work")],
      related: ["sessions", ":source", ":save"]),
    "source": CommandNote(
      text: "Runs the lines as if they were typed, up to the first error.",
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
        NAME is a command, a topic or a setting. Other words are searched in all help
        texts, ignoring case; the best matches come first.
        """,
      examples: [
        .lines(nil, ":help formats", writes: "markdown"),
        .lines(nil, ":help regex accents", writes: "Accents always matter"),
        .failure(nil, ":help exprt", code: 64, says: "did you mean export?"),
      ],
      related: [":tour"]),
    "tour": CommandNote(
      text: """
        The tour takes two minutes. It has its own session and a bundled corpus: your
        corpora, settings, result and history do not change. Space or Enter continues,
        any other key leaves. In a script, the whole tour is written at once.
        """,
      examples: [.lines(nil, ":tour", writes: "substring> double arrow")],
      related: [":help", "queries"]),
    "quit": CommandNote(
      text: "Ctrl-D on an empty line also leaves searchbench.",
      examples: [.failure(nil, ":quit 3", code: 3, says: "")], related: ["exit-codes"]),
  ]
}
