extension HelpTopics {
  static let servers = Topic(
    name: "servers", aliases: ["clickhouse", "remote"],
    summary: "corpora in tables on a ClickHouse server or cluster",
    text: """
      searchbench publish URL PATH... stores records in a table, and searches take
      the URL in place of a path: http://host:8123/db.table, or https. One table can
      hold several corpora; #NAME after the URL chooses one. At the prompt, :attach
      URL makes it a corpus.

      With --cluster NAME, each node holds a part of the records. If the nodes' HTTP
      ports differ, give the address of each with --node. A publish that was
      interrupted goes on when the same command is run again.

      If case and diacritics are ignored and the separators are the usual ones, the
      server decides substring, prefix and bool, and sends only rows that match.
      Otherwise it sends what may match, and each record is tested here; the results
      are the same. :explain shows the statement. Hits are counted in the rows
      shown, not in the whole result; the column of a hit is that in its field, also
      where files would show the column in the line.

      --where, --sort and sql read the records as a stream, and once before that for
      the types of the columns they use. So do :where, :sort and :sql, which
      remember the types. The server counts rows of which SQL reads nothing:
      SELECT count(*) FROM search('lion').

      :compare shows whether a corpus in memory and the same records on a server
      give the same answer, and the time of each: :use both. bench search FILE URL
      times them.

      Other tables can be searched too: --text-columns A,B names the columns, --key
      the column of unsigned integers that orders the records. Their records have no
      numbers from 0, so context, :where and :sort do not work.

      The password is that of the URL, of SEARCHBENCH_PASSWORD, or of the file
      $XDG_CONFIG_HOME/searchbench/credentials, with a line for each server: SERVER
      USER PASSWORD. Only its owner may read it. Certificates of https servers are
      checked by the authorities of the system, or of the file SSL_CERT_FILE.
      """,
    examples: [
      .shell(
        "searchbench publish http://127.0.0.1:8123/demo.releases --explain "
          + "corpora/macos-releases/macos-releases.csv",
        writes: "ENGINE = MergeTree()"),
      .shell(
        "searchbench search lion http://127.0.0.1:1/demo.releases", code: 2,
        says: "it cannot be reached"),
    ],
    related: [":attach", ":detach", ":publish", ":compare", "loading"])
}
