/// Help that is not about one command.
enum HelpTopics {
  struct Topic: Sendable {
    let name: String
    let summary: String
    let text: String
  }

  static let all: [Topic] = [
    Topic(
      name: "queries", summary: "what a line that is no command means",
      text: """
        A line that does not begin with : and a letter is a query, run under the current strategy
        exactly as typed. An empty line shows the next page. Both case and accents are ignored
        unless :set case or :set diacritics say otherwise.

          up arrow                         records that contain "up arrow" (substring)
          :prefix gre let alp              three words that begin so, in any order
          :bool GREEK AND NOT "SMALL LETTER"
          :regex ^CJK COMPAT.*-F90[0-9]$

        Without a query, :substring :prefix :bool :regex choose the strategy of the lines to come.
        """),
    Topic(
      name: "substring", summary: "the strategy substring",
      text: """
        The query occurs in a field or representation. Blanks at its ends are dropped
        (:set trim off keeps them); nothing in it is special. Hits are leftmost and do not overlap.
        """),
    Topic(
      name: "prefix", summary: "the strategy prefix (token-prefix)",
      text: """
        Query and text are split into words at blanks; :set separators says where text is split
        besides ('.' by default; 'camel' splits systemGreen). Every query word must begin a text
        word of its own, in any order: "up up" needs two. A query of one word also finds records
        whose unsplit name starts with it: xmark.bin finds xmark.bin.circle.
        """),
    Topic(
      name: "bool", summary: "the strategy bool (boolean)",
      text: """
        AND, OR, NOT in capitals, ! for NOT, "phrases", ( ), and \\ before any sign to mean itself.
        Words side by side are joined by AND. The classic grammar has no precedence:
        a AND b OR c is a AND (b OR c). :set grammar standard gives the usual precedence, FIELD:word,
        word* for the beginning of a token, and errors instead of guesses. :explain shows the tree.
        """),
    Topic(
      name: "regex", summary: "the strategy regex",
      text: """
        RE2 syntax, leftmost-first, in time linear in the text: no backreferences and no look-around.
        ^ and $ are the ends of a field, . is any character but a newline, \\b \\d \\w are ASCII.
        Accents always count in a regex; case follows :set case.
        """),
    Topic(
      name: "keys", summary: "keys at the prompt",
      text: """
        Up, Down       earlier and later lines; those that begin like the line if it is not empty
        Ctrl-R         search the history        Tab           complete
        Ctrl-A Ctrl-E  start, end of the line    Alt-B Alt-F   word by word (Ctrl-arrows too)
        Ctrl-C         drop the line, or stop a running query    Ctrl-D  leave (on an empty line)
        Alt-Enter      a new line in the line    \\ at the end  continues on the next line
        ~/.editrc is read; "bind -v" gives vi keys.
        """),
    Topic(
      name: "formats", summary: "output formats",
      text: """
        hits table list csv tsv json jsonl markdown count none: for :set format, :export --format
        and the command line. :export FILE chooses by suffix (.csv .tsv .json .jsonl .md), else csv.
        """),
    Topic(
      name: "benchmarks", summary: "how time is measured, and what a verdict needs",
      text: """
        :bench unique times ways to keep the first of equal elements, :bench search the queries of
        -q by every strategy, access path and contender, :bench load loading. Each time is the mean
        of a batch that is long for the clock; ways take turns in shuffled blocks, so that a slow
        moment of the machine hits all of them; answers are compared before a time is accepted.
        p50 is the median, [a, b] its 95 % interval from resampled blocks and samples.
        Runs are kept with all samples: :runs lists them, :runs diff A B compares two. It says
        faster or slower only if the interval of the ratio excludes 1 and the change exceeds both
        2 % and the spread between blocks.
        """),
  ]
}
