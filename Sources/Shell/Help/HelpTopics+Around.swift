extension HelpTopics {
  /// The topics about keys, benchmarks, exit codes and the environment.
  static let around: [Topic] = [
    Topic(
      name: "keys", aliases: ["editing", "keyboard"], summary: "keys at the prompt",
      text: """
        Up, Down       go to earlier and later lines; after some text, only to lines
                       that start with it
        Ctrl-R         search the history
        Tab            complete commands, options, values, paths, names
        Ctrl-A Ctrl-E  go to the start or the end of the line
        Alt-B Alt-F    go back or forward one word (also Ctrl- and Alt-arrows)
        Ctrl-K Ctrl-U  delete to the end of the line; delete the whole line
        Alt-Enter      continue the input on a new line; so does \\ at the end of a line
        Ctrl-C         discard the line, or stop a running query
        Ctrl-D         leave (on an empty line)
        Ctrl-Z         suspend the program; fg resumes it with the line unchanged

        A line that starts with a space is not kept in the history. The line "bind -v"
        in the file ~/.editrc gives vi keys. :help live lists the keys of the live
        screen.
        """,
      examples: [
        .typed(.macosReleases, ":histor", shows: "1  :histor", "a unique prefix is enough")
      ],
      related: ["live", "navigation", ":history"]),
    Topic(
      name: "benchmarks", aliases: ["measuring", "statistics"],
      summary: "how time is measured, and when runs differ",
      text: """
        :bench unique  times implementations that keep the first of equal elements
        :bench search  times the queries of -q with every strategy, access path and
                       contender (third-party implementation)
        :bench load    times loading, folding and building access paths
        :compare Q     times one query with every strategy

        Each sample is the mean time of a batch that is long enough for the clock to
        measure. Contenders alternate in shuffled blocks, so that a temporary slowdown
        of the machine affects all of them. Answers are compared before a time is
        accepted.

        p50 is the median, and [a, b] is its 95 % interval. The samples come from five
        fresh processes (--invocations), because some factors, such as the memory
        layout, change only between processes. A note marks each row in which the
        variation within a process does not explain the differences between processes.

        To compare this build with another build or a commit, use bench search --against
        PROGRAM. This command runs both alternately, and gives a verdict for each row.
        :runs diff A B compares stored runs from different times. A change in :runs diff
        gets a verdict only if the change is above 5 % and the machine was equally fast.
        A reference workload, timed before and after each group, shows how fast the
        machine was.

        A row gets a verdict if the confidence interval of its time ratio excludes 1,
        and if the change is larger than the spread between processes. The confidence
        level is corrected for the number of rows. A debug build is measured only with
        --allow-debug.

        --count instructions also counts the instructions of each row, with valgrind.
        Other load on the machine changes these counts little, so :runs diff reports a
        row with 1 % more instructions, regardless of its times.
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
      summary: "what each exit code means",
      text: """
        0    success: something was found, or the command has finished
        1    search found nothing; bench found a regression; live: Enter without a match
        2    bad data, a bad query, failed input or output, or different answers where
             equal answers are required
        64   a wrong command, option or argument
        130  interrupted (Ctrl-C); live: left with Esc

        A script stops at its first error, and exits with the code of this error. With
        --keep-going, a script continues after errors, and exits with the highest code.
        In a script, a query that finds nothing is not an error. A reader that closes
        the pipe early is not an error.
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
      summary: "environment variables and files",
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
    ("SEARCHBENCH_HISTORY", "the history file; if empty, no history is kept"),
    ("SEARCHBENCH_SESSIONS", "the folder of saved sessions; if empty, none are kept"),
    ("SEARCHBENCH_CONTENDERS", "the program with third-party implementations"),
    ("SEARCHBENCH_SLOWDOWN", "percent by which bench slows down its trials, for tests"),
    ("SEARCHBENCH_KERNELS", "kernels: scalar sse2 ssse3 neon avx2 avx512 avx512vbmi"),
    ("XDG_CONFIG_HOME", "where the rc file is; default: ~/.config"),
    ("XDG_STATE_HOME", "where history and sessions are; default: ~/.local/state"),
    ("XDG_DATA_HOME", "where runs and catalogs are; default: ~/.local/share"),
    ("VISUAL, EDITOR", "the editor of :open without :set editor; default: vi"),
    ("PAGER", "the pager for long output; none if empty or cat"),
    ("NO_COLOR", "if not empty: no colors, unless --color always"),
    ("CLICOLOR_FORCE", "if not 0: colors even if output is not a terminal"),
    ("EDITRC", "the file of key bindings; default: ~/.editrc"),
    ("TERM, COLUMNS, LINES", "the terminal type; the size if the terminal reports none"),
    ("LC_ALL, LC_CTYPE, LANG", "if not UTF-8, non-ASCII text is shown escaped"),
  ]

  /// The files that the program reads or writes.
  static let files: [(name: String, meaning: String)] = [
    ("$XDG_CONFIG_HOME/searchbench/rc", "commands that run before the first prompt"),
    ("$XDG_STATE_HOME/searchbench/history", "typed lines, at most 10,000, readable only by you"),
    ("$XDG_STATE_HOME/searchbench/sessions", "saved sessions, and the last one"),
    ("$XDG_DATA_HOME/searchbench/runs", "stored benchmark runs"),
    ("$XDG_DATA_HOME/searchbench/catalogs", "catalogs, one file each"),
    ("PREFIX/share/searchbench/corpora", "the bundled corpora, if they are installed"),
  ]

  private static var environmentText: String {
    let places = files.map { "\($0.name)\n    \($0.meaning)" }
    return list(variables) + "\n\n" + places.joined(separator: "\n")
  }
}
