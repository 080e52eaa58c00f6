extension HelpTopics {
  /// The topics about queries.
  static let searching: [Topic] = [
    Topic(
      name: "queries", aliases: ["query", "strategies"],
      summary: "what a line that is no command means",
      text: """
        A line that does not begin with : and a letter is a query, run under the
        current strategy exactly as typed. An empty line shows the next page.

        Case and accents are ignored unless :set case or :set diacritics say otherwise:
        strasse finds Straße, jose finds José. Letters stay letters: o does not find ø.
        Nothing matches across two fields, or across two names of a record.

        Without a query, :substring :prefix :bool :regex choose the strategy of the
        lines to come; with one they run it once.
        """,
      examples: [
        .query(.unicodeNames, "up arrow", finds: 16, "these letters in this order"),
        .query(.unicodeNames, ":prefix gre let alp", finds: 50, "beginnings, in any order"),
        .query(.unicodeNames, #":bool GREEK AND NOT "SMALL LETTER""#, finds: 358),
        .query(.unicodeNames, ":regex ^CJK COMPAT.*-F90[0-9]$", finds: 10),
        .query(.transcript, "weiss", finds: 63, "Weiß, and Weiss in capitals"),
        .query(.transcript, ":set diacritics sensitive", ":set case sensitive", "jose", finds: 0),
      ],
      related: ["substring", "prefix", "bool", "regex", "live", ":explain", ":set case"]),
    Topic(
      name: "substring", summary: "the strategy substring",
      text: """
        The query occurs in a field or another name of the record. Blanks at its ends
        are dropped (:set trim off keeps them); nothing in it is special. Hits are
        leftmost and do not overlap.
        """,
      examples: [
        .query(.macosReleases, "lion", finds: 2, "Lion, Mountain Lion"),
        .query(.macosReleases, "10.1", finds: 7, "the dot is a dot"),
        .query(.symbols, "circle.fill", finds: 68),
      ],
      related: ["queries", ":set trim"]),
    Topic(
      name: "prefix", aliases: ["token-prefix", "tokens"],
      summary: "the strategy prefix (token-prefix)",
      text: """
        Query and text are split into words at blanks; :set separators says where text
        is split besides ('.' by default; 'camel' splits systemGreen). Every query word
        must begin a text word of its own, in any order: "up up" needs two words. A
        query of one word also finds records whose unsplit name starts with it.
        """,
      examples: [
        .query(.symbols, ":prefix fl cir", finds: 2),
        .query(.symbols, ":prefix cir fl", finds: 2, "the order is free"),
        .query(.symbols, ":prefix barge.badge", finds: 2, "the whole name starts so"),
        .query(.symbols, ":prefix signal gray", finds: 0),
        .query(
          .symbols, #":set separators ". camel""#, ":prefix signal gray", finds: 1,
          "deepSignalGray"),
        .query(.unicodeNames, ":prefix up up", finds: 28, "two words that start with up"),
      ],
      related: ["queries", ":set separators"]),
    Topic(
      name: "bool", aliases: ["boolean"], summary: "the strategy bool (boolean)",
      text: """
        AND, OR, NOT in capitals, ! for NOT, "phrases", ( ), and \\ before any sign to
        mean itself. Words side by side are joined by AND. The operators combine what
        is found per record, in whatever field.

        The classic grammar has no precedence and no errors: a AND b OR c is
        a AND (b OR c). :set grammar standard gives the usual precedence, FIELD:word,
        word* for the beginning of a token, and errors instead of guesses. The grammar
        words, and :words TEXT, find every word in any order. :explain shows the tree.
        """,
      examples: [
        .query(.transcript, ":bool tape AND NOT box", finds: 15),
        .query(.transcript, ":bool (tape OR box) AND NOT Friday", finds: 28),
        .query(.macosReleases, ":bool lion OR leopard", finds: 4),
        .query(
          .transcript, ":set grammar standard", ":bool speaker:maren AND frog", finds: 3),
        .failure(
          .transcript, ":set grammar standard", ":bool (frog", code: 2,
          says: "this parenthesis is never closed", "never closed, and shown where"),
      ],
      related: ["queries", ":set grammar", ":explain"]),
    Topic(
      name: "regex", aliases: ["re2", "pcre2"], summary: "the strategy regex",
      text: """
        RE2 syntax, leftmost-first, in time linear in the text: no backreferences and
        no look-around. ^ and $ are the ends of a field, . is any character but a
        newline, \\p{Greek} is a script. \\b \\d \\s \\w are Unicode's, unless :set classes
        ascii. Accents always count; case follows :set case, and (?-i) in the pattern
        matches it exactly.

        :set regex-engine pcre2, and search -P, run patterns by PCRE2, which has both
        but may take long: a record that meets its match limit is counted as not
        decided.
        """,
      examples: [
        .query(.macosReleases, #":regex ^10\.1[0-5]?$"#, finds: 7),
        .query(.symbols, ":regex [.]fill$", finds: 569),
        .query(.unicodeNames, #":regex \bCAT\b"#, finds: 13),
        .query(.unicodeNames, ":regex (?-i)^[A-Z]{3}$", finds: 37),
        .query(
          .unicodeNames, ":set regex-engine pcre2", #":regex (?<!LATIN )SMALL LETTER A$"#,
          finds: 9),
      ],
      related: ["queries", ":explain"]),
    Topic(
      name: "fields", aliases: ["field", "aliases", "representations"],
      summary: "where in a record is searched",
      text: """
        A line is a record with one field, text. A row of CSV has a field a column, an
        object of JSON one a name. All fields are searched unless :set fields (or
        --field on the command line) names some. In :load, --field keeps only these.

        --alias-field F of :load makes the values of F other names of the record: a
        match there counts as one of the record, and exports say which field matched.
        Under :set grammar standard, FIELD:word looks in one field only.
        """,
      examples: [
        .query(.macosReleases, "10", finds: 18, "versions, and days"),
        .query(.macosReleases, ":set fields released", "10", finds: 7),
        .failure(
          .macosReleases, ":set fields nmae", code: 2, says: "did you mean name?",
          "did you mean name?"),
        .shell(
          "searchbench search -c --field name 1 corpora/macos-releases/macos-releases.csv",
          code: 1, says: "", "no name has a 1"),
      ],
      related: ["loading", ":load", ":set fields", "bool"]),
    Topic(
      name: "narrowing", aliases: ["caching", "within"],
      summary: "searching inside a result, and answers that are kept",
      text: """
        :within Q searches the records of the last result only. A query that surely
        narrows an earlier one (up arrow after up) does so by itself, and results of
        recent queries are kept within the bytes of :set cache: asked again, they are
        given at once. The answer is always that of a search from scratch; the timing
        line says "cached" or "narrowed: N of M records examined", and so does :explain.
        """,
      examples: [
        .query(.unicodeNames, "arrow", ":within double", finds: 48, "of those with arrow"),
        .query(.unicodeNames, "up", "up arrow", finds: 16),
        .lines(.macosReleases, "lion", "lion", writes: "cached"),
        .lines(
          .macosReleases, ":set cache 0", ":set cache", writes: "cache 0", "nothing is kept"),
      ],
      related: [":within", ":set cache", "indexes", ":timing"]),
    Topic(
      name: "live", summary: "search as you type, on the whole screen",
      text: """
        :live [Q] shows the result of each key typed; nothing it does is kept unless
        Enter takes it. The line below the query says what was found, and how fast.

        \(LiveKeys.table)

        searchbench live [FILE...] does so once: data may come from standard input,
        the screen is the terminal. Enter prints the record to standard output, or
        those marked by Ctrl-S (--multi: or Tab). Exit codes: 0 printed, 1 Enter
        without a match, 130 left by Esc or Ctrl-C.
        """,
      examples: [
        .typed(.unicodeNames, ":live up arrow", shows: "FROM BAR"),
        .shell(
          "searchbench live --nothing corpora/symbols/symbols.txt", code: 64, says: "--nothing"),
      ],
      related: ["keys", "queries", ":live", ":open"]),
  ]
}
