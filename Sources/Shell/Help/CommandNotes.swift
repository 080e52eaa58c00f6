/// The help text of a command, in addition to its summary and options.
struct CommandNote: Sendable {
  var text = ""
  var examples: [HelpExample] = []
  /// The names of related help pages: topics, commands (`:NAME`) and settings (`:set KEY`).
  var related: [String] = []
}

/// The notes of all commands except the strategy commands.
///
/// Instead of a note, each strategy has a help topic with its name.
enum CommandNotes {
  static let all: [String: CommandNote] = corpora.merging(catalogs) { $1 }.merging(remote) { $1 }
    .merging(searching) { $1 }.merging(results) { $1 }.merging(tables) { $1 }
    .merging(session) { $1 }

  private static let corpora: [String: CommandNote] = [
    "load": CommandNote(
      text: """
        Each :load makes one corpus, which is named after its first file and becomes the
        scope. If the name is in use, --append adds to that corpus and --as chooses
        another name. A failed load changes nothing.
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
      text: "A star marks the corpora in scope. With NAME, shows the fields, bytes and files.",
      examples: [
        .lines(.macosReleases, ":corpora macos-releases", writes: "name, version, released")
      ],
      related: [":load", ":use", ":drop"]),
    "use": CommandNote(
      text: "Results follow the order of the NAMEs; with *, the order of loading.",
      examples: [
        .query(
          .macosReleases, ":load corpora/symbols/symbols.txt", ":use *", "lion", finds: 2)
      ],
      related: [":corpora", ":undo"]),
    "paths": CommandNote(
      text: "Without NAME, applies to all corpora in scope. :paths alone is :paths status.",
      examples: [
        .lines(.symbols, ":paths build", ":paths status", writes: "built"),
        .lines(.symbols, ":paths build", ":paths drop", writes: "freed"),
      ],
      related: ["indexes", ":explain"]),
    "index": CommandNote(
      text: """
        build makes the index of a folder or file, or brings it up to date. searchbench
        search then uses the index. status counts the files that an index covers, verify
        compares the files with their index, list shows all indexes, and drop deletes an
        index. :index alone is :index list.
        """,
      examples: [
        .lines(
          nil, ":index build corpora/symbols", ":index list", writes: "corpora/symbols"),
        .failure(nil, ":index status corpora/symbols", code: 2, says: "there is no index"),
      ],
      related: ["stored-index", ":paths"]),
    "drop": CommandNote(
      text: "Files on disk are not changed. :drop * drops all corpora.",
      examples: [.query(.macosReleases, ":drop macos-releases", ":undo", "lion", finds: 2)],
      related: [":corpora", ":undo"]),
  ]

  private static let searching: [String: CommandNote] = [
    "within": CommandNote(
      text: "Uses the current strategy, which may differ from that of the last query.",
      examples: [.query(.unicodeNames, "arrow", ":within double", finds: 48)],
      related: ["narrowing"]),
    "explain": CommandNote(
      text: """
        Shows the folded text, the tokens or the tree, the literals that every match
        contains, the access path and why it was chosen, the records to examine, and the
        legend of colors. The query is not run.
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
      text: """
        Without Q, saves the last query. :run replaces $1 to $9 with its arguments, and
        $$ with $.
        """,
      examples: [
        .query(.macosReleases, "lion", ":save cats", ":run cats", finds: 2),
        .query(.macosReleases, ":save day $1-$2-", ":run day 2007 10", finds: 1),
      ],
      related: [":run", ":saved", "sessions"]),
    "run": CommandNote(
      text: """
        Uses the strategy and settings that were saved with the query. Queries of other
        sessions can be run too.
        """,
      examples: [
        .query(.symbols, ":prefix", ":save two $1 $2", ":substring", ":run two fl cir", finds: 2)
      ],
      related: [":save", ":saved"]),
    "saved": CommandNote(
      text: "Saved queries remain after the session ends. --drop NAME removes one.",
      examples: [.lines(.macosReleases, ":save cats lion", ":saved", writes: "cats")],
      related: [":save", ":run"]),
    "compare": CommandNote(
      text: """
        For each strategy, shows how many records only this strategy finds, and how many
        records only other strategies find. The times are the median (p50), its 95 %
        interval, and the ratio to the fastest strategy. --all-paths runs the current
        strategy with every access path and contender, and reports any different answer.
        If a corpus in memory and corpora on servers are in scope, :compare runs the
        current strategy on each corpus, and compares the answers.
        """,
      examples: [.lines(.macosReleases, ":compare --runs 5 lion", writes: "only here")],
      related: ["benchmarks", ":diff", ":timing"]),
    "diff": CommandNote(
      text: """
        If A or B is a strategy, it runs the last query again. If A or B is a saved
        query, it runs with its own text and settings. After :within, A and B search the
        same result.
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
        Runs are stored with all samples, unless --no-store is given. :bench SUBCOMMAND
        --help lists the options.
        """,
      examples: [
        .lines(
          .macosReleases, ":bench search -q lion --strategies substring --time 5ms",
          writes: "substring")
      ],
      related: ["benchmarks", ":runs", ":compare"]),
    "runs": CommandNote(
      text: "ID is the ID of a run or a prefix of it, the name of a run (--name), or last.",
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
