extension HelpTopics {
  /// The topics about queries.
  static let searching: [Topic] = [
    Topic(
      name: "queries", aliases: ["query", "strategies"],
      summary: "what a line that is not a command means",
      text: """
        A line that does not start with : and a letter is a query. A query runs with the
        current strategy, exactly as typed. An empty line shows the next page.

        Case and accents are ignored unless :set case or :set diacritics changes that:
        strasse finds Straße, jose finds José. Different letters stay different: o does
        not find ø. A match never spans two fields, or two aliases, of a record.

        :substring, :prefix, :bool and :regex with a query run that query once. Without
        a query, they choose the strategy for the lines that follow.
        """,
      examples: [
        .query(.unicodeNames, "up arrow", finds: 16, "these characters in this order"),
        .query(.unicodeNames, ":prefix gre let alp", finds: 50, "prefixes of words, in any order"),
        .query(.unicodeNames, #":bool GREEK AND NOT "SMALL LETTER""#, finds: 358),
        .query(.unicodeNames, ":regex ^CJK COMPAT.*-F90[0-9]$", finds: 10),
        .query(.transcript, "weiss", finds: 63, "Weiß, and Weiss in capitals"),
        .query(.transcript, ":set diacritics sensitive", ":set case sensitive", "jose", finds: 0),
      ],
      related: ["substring", "prefix", "bool", "regex", "live", ":explain", ":set case"]),
    Topic(
      name: "substring", summary: "the strategy substring",
      text: """
        Finds records that contain the query in a field or an alias. Whitespace at both
        ends of the query is dropped (:set trim off keeps it). No character is special.
        Hits are leftmost and do not overlap.
        """,
      examples: [
        .query(.macosReleases, "lion", finds: 2, "Lion, Mountain Lion"),
        .query(.macosReleases, "10.1", finds: 7, "the dot matches only a dot"),
        .query(.symbols, "circle.fill", finds: 68),
      ],
      related: ["queries", ":set trim"]),
    Topic(
      name: "prefix", aliases: ["token-prefix", "tokens"],
      summary: "the strategy prefix (token-prefix)",
      text: """
        Query and text are split into words at whitespace. Text is also split at the
        characters of :set separators (default: '.'; 'camel' splits systemGreen). Each
        query word must be a prefix of a different word of the text, in any order: "up
        up" needs two words. A query of one word may also be a prefix of an unsplit
        word: barge.badge finds barge.badge.star.
        """,
      examples: [
        .query(.symbols, ":prefix fl cir", finds: 2),
        .query(.symbols, ":prefix cir fl", finds: 2, "prefixes in any order"),
        .query(.symbols, ":prefix barge.badge", finds: 2, "the whole name starts with barge.badge"),
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
        The operators are AND, OR and NOT in capitals, and ! for NOT. Quotes make a
        "phrase", ( ) group, and \\ makes the next character literal. Words next to each
        other are joined by AND. Operators combine matches of the whole record: each
        word may match in a different field.

        The classic grammar has no precedence and reports no errors: a AND b OR c means
        a AND (b OR c). :set grammar standard has the usual precedence, and reports
        invalid queries; FIELD:word searches one field, and word* finds tokens that
        start with word. :set grammar words finds records with all the words, in any
        order, as :words TEXT does. :explain shows the tree.
        """,
      examples: [
        .query(.transcript, ":bool tape AND NOT box", finds: 15),
        .query(.transcript, ":bool (tape OR box) AND NOT Friday", finds: 28),
        .query(.macosReleases, ":bool lion OR leopard", finds: 4),
        .query(
          .transcript, ":set grammar standard", ":bool speaker:maren AND frog", finds: 3),
        .failure(
          .transcript, ":set grammar standard", ":bool (frog", code: 2,
          says: "this parenthesis is never closed", "the error shows the place"),
      ],
      related: ["queries", ":set grammar", ":explain"]),
    Topic(
      name: "regex", aliases: ["re2", "pcre2"], summary: "the strategy regex",
      text: """
        The syntax is RE2's, and matches are leftmost-first. The search time is linear
        in the length of the text, because RE2 has no backreferences and no look-around.
        ^ and $ match at the ends of a field, . is any character but a newline,
        \\p{Greek} is a script. \\b \\d \\s \\w follow Unicode, unless :set classes ascii.
        Accents always matter. :set case applies, but (?-i) makes the pattern match
        case.

        :set regex-engine pcre2, or search -P, uses PCRE2, which has backreferences and
        look-around but may take long. A record that exceeds PCRE2's match limit is
        counted as not decided.
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
      summary: "which parts of a record are searched",
      text: """
        A line is a record with one field, named text. A row of CSV has one field per
        column, and a JSON object one field per name. All fields are searched unless
        :set fields (or --field of search and live) names some. :load --field F keeps
        only the field F.

        :load --alias-field F makes the values of F aliases: other names of the record.
        A match in an alias is a match of the record, and exports show which field
        matched. With :set grammar standard, FIELD:word searches only that field.
        """,
      examples: [
        .query(.macosReleases, "10", finds: 18, "versions and dates"),
        .query(.macosReleases, ":set fields released", "10", finds: 7),
        .failure(
          .macosReleases, ":set fields nmae", code: 2, says: "did you mean name?",
          "did you mean name?"),
        .shell(
          "searchbench search -c --field name 1 corpora/macos-releases/macos-releases.csv",
          code: 1, says: "", "no name contains 1"),
      ],
      related: ["loading", ":load", ":set fields", "bool"]),
    Topic(
      name: "narrowing", aliases: ["caching", "within"],
      summary: "searching within a result, and cached results",
      text: """
        :within Q searches only the records of the last result. A query that narrows an
        earlier one ("up arrow" after "up") examines only the records of that result.
        The results of recent queries are cached, up to the bytes of :set cache, so a
        repeated query returns immediately. Results are always the same as those of a
        full search. The timing line and :explain show "cached" or "narrowed: N of M
        records examined".
        """,
      examples: [
        .query(.unicodeNames, "arrow", ":within double", finds: 48, "in the records with arrow"),
        .query(.unicodeNames, "up", "up arrow", finds: 16),
        .lines(.macosReleases, "lion", "lion", writes: "cached"),
        .lines(
          .macosReleases, ":set cache 0", ":set cache", writes: "cache 0", "nothing is cached"),
      ],
      related: [":within", ":set cache", "indexes", ":timing"]),
    Topic(
      name: "live", summary: "search as you type, on the whole screen",
      text: """
        :live [Q] searches again after each key. Enter takes the result to the prompt,
        Esc discards it. The line below the query shows what was found, and how fast.

        \(LiveKeys.table)

        searchbench live [FILE...] opens the same screen from a shell. The records may
        come from standard input. Enter prints the current record, or all marked
        records, to standard output. Ctrl-S marks records (with --multi, Tab also does).
        Exit codes: 0 printed, 1 Enter without a match, 130 left with Esc or Ctrl-C.
        """,
      examples: [
        .typed(.unicodeNames, ":live up arrow", shows: "FROM BAR"),
        .shell(
          "searchbench live --nothing corpora/symbols/symbols.txt", code: 64, says: "--nothing"),
      ],
      related: ["keys", "queries", ":live", ":open"]),
  ]
}
