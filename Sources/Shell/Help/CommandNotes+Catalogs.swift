extension CommandNotes {
  static let catalogs: [String: CommandNote] = [
    "catalog": CommandNote(
      text: """
        create, open, drop make a catalog, search it, delete it for good. add, delete,
        refresh, on and off change what is in it; how many items that concerned is
        reported, and none is no error. list, status and item have results, in every
        format. Alone it is :catalog list; :catalog MEMBER --help has the options.
        """,
      examples: [
        .lines(
          nil, ":catalog create os",
          ":catalog add os corpora/macos-releases/macos-releases.csv --id-field name",
          ":catalog open os", "lion", ":catalog delete os --id Lion", ":show 1",
          writes: "name: Mountain Lion", "what is deleted is not shown any more"),
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
