extension HelpTopics {
  private static let filled = [
    ":catalog create os",
    ":catalog add os corpora/macos-releases/macos-releases.csv --domain mac --id-field name",
  ]

  /// Session lines that run after those that create and fill a catalog.
  private static func filled(
    _ lines: String..., writes text: String, _ remark: String? = nil
  ) -> HelpExample {
    HelpExample(
      place: .session(nil), lines: filled + lines, outcome: .writes(text), remark: remark)
  }

  static let catalogs = Topic(
    name: "catalogs", aliases: ["items", "links"],
    summary: "items that survive restarts: added, refreshed, opened by a link",
    text: """
      A catalog keeps items: with an id, a domain (account.mailbox), fields, and
      perhaps a time to expire. :catalog add indexes files and folders and remembers
      them as sources; :catalog open makes of the items a corpus like any other, for
      every strategy. The items of a table are its rows (--id-field says which field
      names them), those of a folder its text files (--each record|file).

      What is open stays current, whoever changes it: before every query and every
      page what was deleted or has expired is gone, and the last query is run again.
      :catalog refresh reads the sources again only if they were read long ago (30
      days, --max-age); files that are as they were are passed over, items that
      vanished from theirs are removed. One process at a time indexes. Ctrl-C stops
      between batches, and the same command goes on from there.

      :show N ends with the link of an item, searchbench://NAME/ID?query=TEXT, which
      :catalog item and searchbench open take: they open the catalog, run the query
      and stand on the item. A catalog is one file, in
      $XDG_DATA_HOME/searchbench/catalogs.
      """,
    examples: [
      filled(":catalog open os", "lion", writes: "2 records"),
      filled(":catalog refresh os", writes: "next after", "nothing is due"),
      filled(
        ":catalog open os", ":prefix lio", ":show 2",
        writes: "link: searchbench://os/Mountain%20Lion?query=lio&strategy=prefix"),
      .shell(
        "searchbench catalog create os && searchbench catalog add os "
          + "corpora/macos-releases/macos-releases.csv --id-field name && "
          + "searchbench open searchbench://os/Lion",
        writes: "name: Lion"),
      .shell(
        "searchbench open searchbench://os/Lion", code: 2, says: "no catalog is called os"),
    ],
    related: [":catalog", ":show", ":open", "sessions", "loading"])
}
