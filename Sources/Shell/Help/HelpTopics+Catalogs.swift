extension HelpTopics {
  private static let filled = [
    ":catalog create os",
    ":catalog add os corpora/macos-releases/macos-releases.csv --domain mac --id-field name",
  ]

  /// Creates an example that creates and fills a catalog, and then runs `lines`.
  private static func filled(
    _ lines: String..., writes text: String, _ remark: String? = nil
  ) -> HelpExample {
    HelpExample(
      place: .session(nil), lines: filled + lines, outcome: .writes(text), remark: remark)
  }

  static let catalogs = Topic(
    name: "catalogs", aliases: ["items", "links"],
    summary: "items that survive restarts: add, refresh, open by a link",
    text: """
      A catalog stores items on disk. An item has an id, a domain (account.mailbox),
      fields, and optionally an expiry time. :catalog add indexes files and folders,
      and remembers them as sources. :catalog open turns the items into a corpus,
      which every strategy can search. Each row of a table becomes an item, and
      --id-field names the field with the id. Each text file in a folder becomes an
      item; with --each record, each line of the file becomes an item.

      An open catalog stays current, even if another process changes it. Before every
      query and every page, deleted and expired items disappear, and the last query
      runs again. :catalog refresh reads sources again only if they were last read
      more than 30 days ago (--max-age). It skips unchanged files, and removes items
      that are no longer in their files. Only one process at a time can index a
      catalog. Ctrl-C stops indexing after the current batch; run the same command
      again to continue with the next batch.

      :show N ends with the link of an item, searchbench://NAME/ID?query=TEXT.
      :catalog item LINK and searchbench open LINK open the catalog, run the query,
      and make the item the current record. A catalog is one file in
      $XDG_DATA_HOME/searchbench/catalogs.
      """,
    examples: [
      filled(":catalog open os", "lion", writes: "2 records"),
      filled(":catalog refresh os", writes: "due after", "nothing is due"),
      filled(
        ":catalog open os", ":prefix lio", ":show 2",
        writes: "link: searchbench://os/Mountain%20Lion?query=lio&strategy=prefix"),
      .shell(
        "searchbench catalog create os && searchbench catalog add os "
          + "corpora/macos-releases/macos-releases.csv --id-field name && "
          + "searchbench open searchbench://os/Lion",
        writes: "name: Lion"),
      .shell(
        "searchbench open searchbench://os/Lion", code: 2, says: "no catalog is named os"),
    ],
    related: [":catalog", ":show", ":open", "sessions", "loading"])
}
