extension CommandNotes {
  static let catalogs: [String: CommandNote] = [
    "catalog": CommandNote(
      text: """
        create makes a catalog, open searches it, drop deletes it permanently. add,
        delete, refresh, on and off change its items and report how many; zero is not an
        error. list, status and item write results in any format. :catalog alone is
        :catalog list. :catalog SUBCOMMAND --help lists the options.
        """,
      examples: [
        .lines(
          nil, ":catalog create os",
          ":catalog add os corpora/macos-releases/macos-releases.csv --id-field name",
          ":catalog open os", "lion", ":catalog delete os --id Lion", ":show 1",
          writes: "name: Mountain Lion", "deleted items are no longer shown"),
        .lines(
          nil, ":catalog create os",
          ":catalog add os corpora/macos-releases/macos-releases.csv --ttl 30d",
          ":catalog status os", writes: "22 ready"),
        .lines(
          nil, ":catalog create os",
          ":catalog add os corpora/macos-releases/macos-releases.csv --id-field name",
          ":catalog item os Lion", writes: "link: searchbench://os/Lion"),
        .lines(nil, ":catalog create os", ":catalog list --format csv", writes: "os,0,"),
        .failure(
          nil, ":catalog create os", ":catalog open so", code: 2, says: "did you mean os?"),
      ],
      related: ["catalogs", ":show", ":corpora", ":drop"])
  ]
}
