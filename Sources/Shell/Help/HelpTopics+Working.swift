extension HelpTopics {
  /// The topics about corpora, results and sessions.
  static let working: [Topic] = [
    Topic(
      name: "words", aliases: ["records", "hits", "rows", "record", "hit", "row"],
      summary: "records, fields, hits, rows: what the words mean",
      text: """
        corpus    records loaded by one :load, under one name; :use says which are
                  searched
        record    what is found or not: a line, a row of a table, an object; numbered
                  from 1 in its corpus
        field     a named text of a record; a line has one, text
        hit       a place in a record that matches, and is highlighted; a record found
                  by NOT has none
        row       a record of the last result; :show, :open and > count rows
        token     a word between blanks and separators
        result    the rows of the last query: what :export, :pipe, :within take

        "16 records · 17 hits" are 16 rows, one of them with two hits.
        """,
      examples: [
        .lines(.macosReleases, "e", writes: "records · "),
        .lines(.macosReleases, "lion", ":show 2", writes: "record: 9", "row 2 is record 9"),
      ],
      related: ["navigation", "fields"]),
    Topic(
      name: "loading", aliases: ["types", "csv", "json"],
      summary: "files and folders become a corpus",
      text: """
        :load PATH... makes one corpus of files, folders or - (standard input), named
        after the first and in scope at once; a failed load changes nothing. The type
        follows the suffix, .gz too, else lines: --type lines|csv|tsv|json|jsonl.

        CSV and TSV: the first row names the fields (--no-header: c1, c2, ...); a row
        with too many cells is an error with its line (--lenient joins them). JSON:
        nested objects have dotted names, an array of texts is several values. Folders:
        recursive; hidden (--hidden) and binary files are skipped and counted, and so
        is what .ignore, or .gitignore in a repository, excludes by ripgrep's rules
        (--no-ignore, --glob '*.txt'). Invalid UTF-8 becomes U+FFFD and is counted;
        --strict refuses it.
        """,
      examples: [
        .lines(
          nil, ":load corpora/macos-releases/macos-releases.csv", ":corpora",
          writes: "macos-releases"),
        .lines(
          nil, ":load corpora/symbols/symbols.txt --as names", "flute", writes: "5 records"),
        .lines(
          nil, ":load corpora/transcript/transcript.csv --field text", ":corpora transcript",
          writes: "fields    text", "only that column"),
        .shell(
          "printf 'a;1\\nb;2\\n' | searchbench search --type csv --delimiter ';' -c a", code: 1,
          "the first row names the fields"),
        .shell(
          "printf 'one two\\nthree\\n' | searchbench search two", writes: "-:1:5:one two",
          "standard input"),
      ],
      related: [":load", ":corpora", ":use", ":drop", "fields"]),
    Topic(
      name: "indexes", aliases: ["paths", "access-paths", "index"],
      summary: "what makes large corpora fast, and what it costs",
      text: """
        The scan reads all text. Two indexes read less: tokens (for prefix) and
        trigrams (for the rest). At the prompt they are built in the background after a
        load; the plan takes the cheapest way, :explain says which and why, and
        :set path overrules it. :paths build|drop|status says what they cost in bytes
        and time. The answers are the same.
        """,
      examples: [
        .lines(.macosReleases, ":paths build", ":paths", writes: "built"),
        .lines(
          .unicodeNames, ":paths build", ":set path tokens", ":prefix gre let alp",
          writes: "prefix · tokens"),
        .lines(.macosReleases, ":explain lion", writes: "access path"),
      ],
      related: [":paths", ":explain", ":set path", "benchmarks"]),
    Topic(
      name: "navigation", aliases: ["paging"], summary: "through a result, hit by hit",
      text: """
        An empty line shows the next page, :show the same one, :show all everything
        (through the pager), :show 3 a whole record, :show 3-7 some rows. Hits are
        numbered through all rows: :next, :prev and :goto K move by hits and stop at
        the ends; > marks the row of the current one. :open opens the editor at its
        line, :open N at that of row N ($VISUAL, $EDITOR, or :set editor).
        """,
      examples: [
        .lines(.unicodeNames, "up arrow", ":next", writes: "hit 2 of 16"),
        .lines(.unicodeNames, "up arrow", ":goto 16", ":next", writes: "hit 16 of 16 (the last)"),
        .lines(
          .unicodeNames, "up arrow", ":show 4", writes: "alias: UP ARROW", "the whole record"),
        .lines(.unicodeNames, "up arrow", ":show 5-6", writes: "FROM BAR"),
      ],
      related: [":next", ":prev", ":goto", ":show", ":open", "words", "live"]),
    Topic(
      name: "formats", aliases: ["format", "output"], summary: "output formats",
      text: """
        hits      at a terminal numbered rows; elsewhere SOURCE:LINE:COLUMN:TEXT
        table     columns fitted to the width; whole cells when it is no terminal
        list      a block of lines a record
        csv, tsv  record, source, line, column, matched, hits, then a column a field
        json      an array of objects; jsonl one object a line, with the hits' ranges
        markdown  a table
        count     the number of records; none nothing

        For :set format, :export --format, and --format of the command line. :export
        and --output choose by suffix (.csv .tsv .json .jsonl .md), else csv. A file
        that exists is refused without --force or --append.
        """,
      examples: [
        .lines(.macosReleases, ":set format count", "lion", writes: "2\n"),
        .lines(.macosReleases, "lion", ":export - --format jsonl --limit 1", writes: "{\"record\""),
        .lines(.macosReleases, "lion", ":export lions.md", writes: "as markdown"),
        .shell(
          "searchbench search --format csv el corpora/macos-releases/macos-releases.csv",
          writes: "record,source,line,column,matched,hits,name,version,released\n"),
      ],
      related: [":export", ":pipe", ":set format"]),
    Topic(
      name: "sessions", aliases: ["scripts", "rc", "resume"],
      summary: "sessions, scripts, the rc file: what is kept and run again",
      text: """
        A session is kept as a script of these commands: :session save NAME writes
        corpora, scope, settings and saved queries, :session load NAME runs it,
        :session list names them. At the prompt it is kept as last after every command
        that changed it: after a crash, a closed window or :quit, searchbench --resume
        takes it up again. What last was before is :session load previous.

        Scripts are files of the same lines: searchbench -f FILE, -c LINE, standard
        input, :source FILE. They stop at the first error (--keep-going does not), with
        its exit code. They write results only, unless --verbose is given. A first
        line that starts with #! is skipped, :# begins a comment, and a \\ at the end
        continues a line. The rc file is run before the first prompt (--rc FILE,
        --no-rc).

        :save NAME Q names a query with its strategy and settings, :run NAME ARG runs
        it with $1 replaced.
        """,
      examples: [
        .query(.macosReleases, ":save day $1-", ":run day 2001", finds: 2),
        .query(
          .macosReleases, ":set limit 1", ":session save work", ":drop *", ":session load work",
          "lion", finds: 2),
        .shell(
          "printf 'lion\\n:export -\\n' | searchbench corpora/macos-releases/macos-releases.csv",
          writes: "Mountain Lion,10.8,2012-07-25"),
        .shell(
          "searchbench corpora/symbols/symbols.txt -c ':set format count' -c ':prefix fl cir'",
          writes: "2\n"),
        .shell("searchbench -c ':nonsense' -c ':help'", code: 64, says: "there is no command"),
      ],
      related: [":session", ":save", ":run", ":source", ":undo", "environment", "exit-codes"]),
  ]
}
