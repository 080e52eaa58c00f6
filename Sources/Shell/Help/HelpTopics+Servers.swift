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
      shown, not in the whole result.

      Other tables can be searched too: --text-columns A,B names the columns, --key
      the column of unsigned integers that orders the records.

      The password is that of the URL, of SEARCHBENCH_PASSWORD, or of the file
      $XDG_CONFIG_HOME/searchbench/credentials, with a line for each server: SERVER
      USER PASSWORD. Only its owner may read it.
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
    related: [":attach", ":detach", ":publish", "loading"])
}
