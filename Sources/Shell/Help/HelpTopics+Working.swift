internal import Corpora
internal import Reporting

extension HelpTopics {
  /// The topics about corpora, results and sessions.
  static let working: [Topic] = [
    Topic(
      name: "words", aliases: ["records", "hits", "rows", "record", "hit", "row"],
      summary: "what corpus, record, field, hit and row mean",
      text: """
        corpus    the records of one :load, under one name; :use chooses which corpora
                  are searched
        record    a line, a row of a table or an object; a query finds whole records,
                  which are numbered from 1 in their corpus
        field     a named text of a record; the only field of a line is named text
        hit       text in a record that matches the query, and is highlighted; a record
                  that only NOT finds has no hits
        row       a record of the last result; :show N and :open N take row numbers
        token     a word between whitespace and separators
        result    the rows of the last query; :export, :pipe and :within use it

        "16 records · 17 hits" means 16 rows, one of them with two hits.
        """,
      examples: [
        .lines(.macosReleases, "e", writes: "records · "),
        .lines(.macosReleases, "lion", ":show 2", writes: "record: 9", "row 2 is record 9"),
      ],
      related: ["navigation", "fields"]),
    Topic(
      name: "loading", aliases: ["types", "csv", "json"],
      summary: "load files and folders as a corpus",
      text: """
        :load PATH... makes one corpus of files, folders or - (standard input). The
        corpus is named after the first path, and becomes the scope. A failed load
        changes nothing. The suffix chooses the type, also before .gz; other files are
        read as lines. --type NAME overrides the suffix; the types are auto and:

        \(list(FormatCatalog.all.map { ($0.name, $0.summary) }))

        With --no-header, the fields of CSV and TSV are named c1, c2, and so on. A row
        with too many cells is an error (--lenient appends them to the last field). In
        JSON, nested objects have dotted names, and an array of strings is several
        values.

        Folders are read recursively. Hidden files, binary files, and files that .ignore
        (or .gitignore in a repository) excludes by ripgrep's rules are skipped and
        counted. --hidden reads hidden files, and --no-ignore reads excluded files.
        --glob '*.txt' reads only files that match, and --glob '!old/**' reads only
        files that do not match old/**. A glob with a slash is relative to the current
        folder. UTF-16 with a byte order mark is converted. Invalid UTF-8 becomes U+FFFD
        and is counted; --strict refuses files with invalid UTF-8.
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
      name: "indexes", aliases: ["paths", "access-paths"],
      summary: "access paths that speed up queries, and their cost",
      text: """
        A scan reads all text. Two indexes read less: tokens (for the strategy prefix)
        and trigrams (for the other strategies). At the prompt, indexes are built in the
        background after a load. A query uses the cheapest access path; :explain shows
        this path and why it is chosen, and :set path chooses another. :paths
        build|drop|status manages the indexes, and shows what they cost in bytes and
        time. The results are always the same.
        """,
      examples: [
        .lines(.macosReleases, ":paths build", ":paths", writes: "built"),
        .lines(
          .unicodeNames, ":paths build", ":set path tokens", ":prefix gre let alp",
          writes: "prefix · tokens"),
        .lines(.macosReleases, ":explain lion", writes: "access path"),
      ],
      related: [":paths", ":explain", ":set path", "benchmarks", "stored-index"]),
    Topic(
      name: "stored-index", summary: "indexes on disk, for searching files without reading them",
      text: """
        searchbench index build PATH stores which blocks of files contain which
        sequences of three characters. searchbench search then reads only the blocks
        that may match. The results are the same as without the index: each search
        compares device, inode, size and times of every file with those in the index.
        New files, changed files, and files that changed less than 2 seconds before they
        were indexed are searched without the index. A changed ignore file counts as a
        changed folder.

        Lines, CSV, JSON and gzip files are indexed. With any strategy and setting, a
        search uses the index if the query determines three consecutive characters of
        every match. A search with -v that prints rows does not use the index.
        --no-index searches without indexes, and --index fails if no index helps. With
        --stats, the last line shows how many blocks were read; --explain shows how many
        blocks may match, and how many files have changed.

        :load, live and searchbench FILE... do not load text files of 16 MB or more if
        an index of them is up to date: a file opens immediately, and a query reads only
        the blocks that may match. The results describe the files as they were at the
        time of the load. A query that has to read a file fails if the file has changed
        since the load; :reload reads changed files again. Commands that need the
        records in memory, such as :sql and :count by, first read all records.
        --no-index reads files into memory, --index requires an index.

        Indexes are in ~/.cache/searchbench/indexes and can be deleted at any time. A
        write is not detected if it changes none of the compared attributes: for
        example, a write through a memory mapping, or a write after the clock was set
        back. A write is also not detected if the attribute cache of a network file
        system hides it. searchbench index verify finds all undetected changes.
        """,
      examples: [
        .shell(
          "searchbench search --index lion corpora/macos-releases", code: 2,
          says: "no stored index covers")
      ],
      related: ["indexes", ":index"]),
    Topic(
      name: "navigation", aliases: ["paging"], summary: "moving through a result, hit by hit",
      text: """
        (empty line)  shows the next page
        :show         shows the current page again
        :show all     shows all rows, through the pager
        :show 3       shows the whole record of row 3
        :show 3-7     shows rows 3 to 7
        :next, :prev  go to the next or previous hit, and stop at the ends
        :goto K       goes to hit K; hits are numbered through all rows
        :open         opens the editor at the line of the current hit
        :open N       opens the editor at the line of row N

        > marks the row of the current hit. The editor is that of :set editor, else
        $VISUAL or $EDITOR.
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
        \(list(EncoderCatalog.all.map { ($0.name, $0.summary) }))

        These formats are the values of :set format, :export --format, and --format on
        the command line. Without --format, :export and --output choose the format by
        the suffix (\(EncoderCatalog.suffixes)); the default is csv. An existing
        file is refused unless --force or --append is given.
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
      summary: "saved sessions, scripts, and the rc file",
      text: """
        A session is saved as a script of commands. :session save NAME writes corpora,
        scope, settings and saved queries, :session load NAME restores them, :session
        list lists the sessions. The prompt saves the session as "last" after every
        command that changes the session: after a crash, a closed window or :quit,
        searchbench --resume restores it. :session load previous restores the session
        that was saved before "last".

        The lines of a script are lines that could be typed at the prompt. Run a script
        with searchbench -f FILE, from standard input, or with :source FILE; -c LINE
        runs one line. A script stops at its first error, and exits with the code of
        this error, unless --keep-going is given. A script writes only results, unless
        --verbose is given. A first line that starts with #! is skipped, :# starts a
        comment, and a \\ at the end continues a line. The rc file runs before the first
        prompt (--rc FILE, --no-rc).

        :save NAME Q saves a query with its strategy and settings. :run NAME ARG runs a
        saved query with ARG in place of $1.
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
