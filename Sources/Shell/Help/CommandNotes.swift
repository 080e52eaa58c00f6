/// The help text of a command, in addition to its summary and options.
struct CommandNote: Sendable {
  var text = ""
  var examples: [HelpExample] = []
  /// Related topics, commands (with their colon) and settings (`:set KEY`).
  var related: [String] = []
}

/// The notes of all commands except the strategies, which have topics of the same name.
enum CommandNotes {
  static let all: [String: CommandNote] = corpora.merging(catalogs) { $1 }
    .merging(searching) { $1 }.merging(results) { $1 }.merging(tables) { $1 }
    .merging(session) { $1 }

  private static let corpora: [String: CommandNote] = [
    "load": CommandNote(
      text: """
        One :load makes one corpus, named after its first file and in scope at once. A
        used name is refused unless --append or --as says what to do. A failed load
        changes nothing.
        """,
      examples: [
        .lines(
          nil, ":load corpora/unicode-names/unicode-names.csv --alias-field alias", "up arrow",
          writes: "16 records"),
        .failure(
          .macosReleases, ":load corpora/macos-releases/macos-releases.csv", code: 2,
          says: "already loaded", "that name is taken"),
      ],
      related: ["loading", "fields", ":corpora", ":use"]),
    "corpora": CommandNote(
      text: "A star marks those in scope. With a name: its fields, bytes and files.",
      examples: [
        .lines(.macosReleases, ":corpora macos-releases", writes: "name, version, released")
      ],
      related: [":load", ":use", ":drop"]),
    "use": CommandNote(
      text: "Results come in the given order.",
      examples: [
        .query(
          .macosReleases, ":load corpora/symbols/symbols.txt", ":use *", "lion", finds: 2)
      ],
      related: [":corpora", ":undo"]),
    "paths": CommandNote(
      text: "Without a name for all corpora in scope; alone it is :paths status.",
      examples: [
        .lines(.symbols, ":paths build", ":paths status", writes: "built"),
        .lines(.symbols, ":paths build", ":paths drop", writes: "freed"),
      ],
      related: ["indexes", ":explain"]),
    "drop": CommandNote(
      text: "Files are not changed; * drops all corpora.",
      examples: [.query(.macosReleases, ":drop macos-releases", ":undo", "lion", finds: 2)],
      related: [":corpora", ":undo"]),
  ]

  private static let searching: [String: CommandNote] = [
    "within": CommandNote(
      text: "Uses the current strategy, which may differ from that of the first query.",
      examples: [.query(.unicodeNames, "arrow", ":within double", finds: 48)],
      related: ["narrowing"]),
    "explain": CommandNote(
      text: """
        Nothing is searched: folded text, tokens or trees, the literals that every match
        has, the access path and why, the records to examine, the legend of colors.
        """,
      examples: [
        .lines(.macosReleases, ":explain LION", writes: #"folded              "lion""#),
        .lines(
          .macosReleases, ":bool", ":explain lion AND NOT sno OR leo", writes: "(and ",
          "the tree"),
      ],
      related: ["queries", "indexes", "bool"]),
    "live": CommandNote(
      text: ":help live lists the keys.",
      examples: [.typed(.macosReleases, ":live lion", shows: "Mountain")],
      related: ["live", "keys", "queries"]),
    "save": CommandNote(
      text: "Without Q, the last query. :run replaces $1 to $9 by its words, and $$ by a $.",
      examples: [
        .query(.macosReleases, "lion", ":save cats", ":run cats", finds: 2),
        .query(.macosReleases, ":save day $1-$2-", ":run day 2007 10", finds: 1),
      ],
      related: [":run", ":saved", "sessions"]),
    "run": CommandNote(
      text: """
        It runs with the strategy and settings it was saved with, also one of another
        session.
        """,
      examples: [
        .query(.symbols, ":prefix", ":save two $1 $2", ":substring", ":run two fl cir", finds: 2)
      ],
      related: [":save", ":saved"]),
    "saved": CommandNote(
      text: "Saved queries outlive their session by name; --drop NAME forgets one.",
      examples: [.lines(.macosReleases, ":save cats lion", ":saved", writes: "cats")],
      related: [":save", ":run"]),
    "compare": CommandNote(
      text: """
        Records that only this way finds, or misses; the p50 of its time with the 95 %
        interval, and the ratio to the fastest. With --all-paths the current strategy by
        every access path and contender. It says so when answers differ.
        """,
      examples: [.lines(.macosReleases, ":compare --runs 5 lion", writes: "only here")],
      related: ["benchmarks", ":diff", ":timing"]),
    "diff": CommandNote(
      text: """
        Strategies run the last query again, saved queries are run as they are. After
        :within, both search the same result.
        """,
      examples: [
        .lines(
          .symbols, "fl", ":diff substring prefix", writes: "only in prefix: 0 records"),
        .lines(
          .macosReleases, ":save a lion", ":save b mountain", ":diff a b",
          writes: "only in a: 1 record"),
      ],
      related: [":compare", ":save"]),
    "bench": CommandNote(
      text: """
        Runs are kept with all samples unless --no-store; :bench MEMBER --help has the
        options.
        """,
      examples: [
        .lines(
          .macosReleases, ":bench search -q lion --strategies substring --time 5ms",
          writes: "substring")
      ],
      related: ["benchmarks", ":runs", ":compare"]),
    "runs": CommandNote(
      text: "ID may be the beginning of one, a name (--name), or last.",
      examples: [
        .lines(
          nil, ":bench unique array-contains --sizes 10 --time 5ms --name tiny", ":runs",
          writes: "unique"),
        .lines(
          nil, ":bench unique array-contains --sizes 10 --time 5ms --name tiny",
          ":runs export tiny - --format csv", writes: "unique,array-contains"),
      ],
      related: ["benchmarks", ":bench"]),
  ]
}
