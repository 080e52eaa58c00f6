extension HelpTopics {
  /// The topics about keys, benchmarks, exit codes and the environment.
  static let around: [Topic] = [
    Topic(
      name: "keys", aliases: ["editing", "keyboard"], summary: "keys at the prompt",
      text: """
        Up, Down       earlier and later lines; those that begin like the line if it
                       is not empty
        Ctrl-R         search the history
        Tab            complete commands, options, values, paths, names
        Ctrl-A Ctrl-E  start and end of the line
        Alt-B Alt-F    word by word (Ctrl- and Alt-arrows too)
        Ctrl-K Ctrl-U  delete to the end; the whole line
        Alt-Enter      a new line in the line; so does \\ at its end
        Ctrl-C         drop the line, or stop a running query
        Ctrl-D         leave (on an empty line)
        Ctrl-Z         stop the program; fg goes on with the line as it was

        A blank in front keeps a line out of the history. ~/.editrc is read: "bind -v"
        gives vi keys. :help live has the keys of the live screen.
        """,
      examples: [
        .typed(.macosReleases, ":histor", shows: "1  :histor", "a unique beginning serves")
      ],
      related: ["live", "navigation", ":history"]),
    Topic(
      name: "benchmarks", aliases: ["measuring", "statistics"],
      summary: "how time is measured, and what a verdict needs",
      text: """
        :bench unique times ways to keep the first of equal elements, :bench search the
        queries of -q by every strategy, access path and contender, :bench load loading,
        :compare Q one query. Each time is the mean of a batch that is long for the
        clock; ways take turns in shuffled blocks, so that a slow moment of the machine
        hits all of them; answers are compared before a time is accepted.

        p50 is the median, [a, b] its 95 % interval from resampled blocks and samples.
        Runs are kept with all samples: :runs lists them, :runs diff A B compares two.
        It says faster or slower only if the interval of the ratio excludes 1 and the
        change exceeds both 2 % and the spread between blocks. A debug build is refused.
        """,
      examples: [
        .lines(.macosReleases, ":compare --runs 5 lion", writes: "only here"),
        .lines(
          nil, ":bench unique array-contains set-then-array --sizes 10..40 --time 5ms",
          writes: "set-then-array"),
      ],
      related: [":bench", ":compare", ":diff", ":runs", ":timing"]),
    Topic(
      name: "exit-codes", aliases: ["exit", "status", "codes"],
      summary: "what the exit code says",
      text: """
        0    found, or done
        1    search found nothing; bench found a regression; live: Enter on no match
        2    bad data, a bad query, input or output that failed; answers that must
             agree and do not
        64   a wrong command, option or argument
        130  interrupted (Ctrl-C); live: left by Esc

        A script stops at its first error with that code; with --keep-going it goes on
        and ends with the highest. A query that finds nothing is 0 there. A reader that
        closes the pipe early is no error.
        """,
      examples: [
        .shell(
          "searchbench search -q lion corpora/macos-releases/macos-releases.csv", writes: ""),
        .shell(
          "searchbench search -q puma2 corpora/macos-releases/macos-releases.csv", code: 1,
          says: ""),
        .shell("searchbench search lion nowhere.csv", code: 2, says: "nowhere.csv"),
        .shell("searchbench search --nothing lion", code: 64, says: "--nothing"),
      ],
      related: ["sessions", ":quit"]),
    Topic(
      name: "environment", aliases: ["variables", "files"],
      summary: "variables of the environment, and files",
      text: environmentText,
      examples: [
        .shell(
          "NO_COLOR=1 searchbench search lion corpora/macos-releases/macos-releases.csv",
          writes: "Mountain Lion")
      ],
      related: ["sessions", ":set color", ":set editor"]),
  ]

  /// The environment variables that the program reads.
  static let variables: [(name: String, meaning: String)] = [
    ("SEARCHBENCH_HISTORY", "the file of typed lines; empty: none are kept"),
    ("SEARCHBENCH_SESSIONS", "the folder of saved sessions; empty: none are kept"),
    ("SEARCHBENCH_CONTENDERS", "the program with other people's ways to search"),
    ("SEARCHBENCH_KERNELS", "how texts are scanned: scalar, sse2, avx2, avx512"),
    ("XDG_CONFIG_HOME", "where the rc file is; else ~/.config"),
    ("XDG_STATE_HOME", "where history and sessions are; else ~/.local/state"),
    ("XDG_DATA_HOME", "where stored runs are; else ~/.local/share"),
    ("VISUAL, EDITOR", "the editor of :open, before vi; :set editor wins"),
    ("PAGER", "the pager of long output; empty or cat: none"),
    ("NO_COLOR", "not empty: no colors, unless --color always"),
    ("CLICOLOR_FORCE", "colors although standard output is not a terminal"),
    ("EDITRC", "the file of key bindings; else ~/.editrc"),
    ("TERM, COLUMNS, LINES", "the terminal, and its size where it does not say"),
    ("LC_ALL, LC_CTYPE, LANG", "not UTF-8: what is not ASCII is shown escaped"),
  ]

  /// The files that the program reads or writes.
  static let files: [(name: String, meaning: String)] = [
    ("$XDG_CONFIG_HOME/searchbench/rc", "commands that are run before the first prompt"),
    ("$XDG_STATE_HOME/searchbench/history", "typed lines, at most 10,000, for you only"),
    ("$XDG_STATE_HOME/searchbench/sessions", "saved sessions, and the last one"),
    ("$XDG_DATA_HOME/searchbench/runs", "stored runs of benchmarks"),
    ("PREFIX/share/searchbench/corpora", "the bundled corpora, where they are installed"),
  ]

  private static var environmentText: String {
    let width = variables.map(\.name.count).max() ?? 0
    let rows = variables.map { entry in
      entry.name + String(repeating: " ", count: width - entry.name.count + 2) + entry.meaning
    }
    let places = files.map { "\($0.name)\n    \($0.meaning)" }
    return rows.joined(separator: "\n") + "\n\n" + places.joined(separator: "\n")
  }
}
