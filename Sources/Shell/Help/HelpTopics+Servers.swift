extension HelpTopics {
  static let servers = Topic(
    name: "servers", aliases: ["clickhouse", "remote"],
    summary: "corpora in tables on a ClickHouse server or cluster",
    text: """
      searchbench publish URL PATH... stores records in a table, and searches take
      the URL in place of a path: http://host:8123/db.table, or https. One table can
      hold several corpora; #NAME at the end of the URL chooses a corpus. At the
      prompt, :attach URL makes the table a corpus.

      With --cluster NAME, each node holds a part of the records. If the nodes' HTTP
      ports differ, give the address of each node with --node. To continue an
      interrupted publish, run the same command again.

      If case and diacritics are ignored and the separators have their default, the
      server itself finds the matches of substring, prefix and bool, and sends only
      these matches. For other queries, the server sends all records that may match,
      and searchbench tests each record. The results are the same. :explain shows the
      SQL statement. Hits are counted only in the rows shown. The column of a hit is
      its position in the field, even where a search of files would show its position
      in the line.

      --where, --sort and sql stream the records twice: first to infer the types of
      the used columns, then for the query. :where, :sort and :sql do the same, but
      remember the types. If SQL reads no columns, the server counts the rows: SELECT
      count(*) FROM search('lion').

      :compare shows whether a corpus in memory and the same records on a server give
      the same answer, and how long each search takes. Select both corpora first, with
      :use. bench search FILE URL measures a file and a table.

      Tables that publish did not create can be searched too: --text-columns A,B names
      the columns to search, and --key the column of unsigned integers that orders the
      records. In such tables, records are not numbered from 0, so context, :where and
      :sort do not work.

      The password comes from the URL, from SEARCHBENCH_PASSWORD, or from the file
      $XDG_CONFIG_HOME/searchbench/credentials, which has a line for each server:
      SERVER USER PASSWORD. Other users must not be able to read this file.
      Certificates of https servers are verified with the certificate authorities of
      the system, or with those in the file SSL_CERT_FILE.
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
