internal import Basics
internal import Cataloguing
internal import Reporting

extension CommandFamily {
  static let catalog = CommandFamily(
    name: "catalog", summary: "make, fill and search catalogs, which keep items on disk",
    members: [
      CatalogCreateArguments.self, CatalogOpenArguments.self, CatalogListArguments.self,
      CatalogDropArguments.self, CatalogAddArguments.self, CatalogDeleteArguments.self,
      CatalogRefreshArguments.self, CatalogStatusArguments.self, CatalogItemArguments.self,
      CatalogOnArguments.self, CatalogOffArguments.self,
    ],
    fallback: { words in
      // `:catalog` lists the catalogs. Without a subcommand, options apply to this list.
      words.first?.hasPrefix("-") ?? true ? CatalogListArguments.self : nil
    })
}

/// A subcommand of `catalog` that writes no results; most such subcommands change a catalog.
protocol CatalogChange: FamilyMember {
  var reports: OutputRequest { get set }
}

extension CatalogChange {
  var settingRequest: SettingRequest { SettingRequest() }
  var outputRequest: OutputRequest { reports }

  /// The options of every subcommand of `catalog` that writes no results.
  static func shared() -> [Parameter<Self>] {
    .group(OutputRequest.reports, in: { try $1(&$0.reports) })
  }
}

/// The command `catalog create`.
struct CatalogCreateArguments: CatalogChange {
  var name = ""
  var reports = OutputRequest()

  static let form = Form<Self>(
    "catalog create", "make an empty catalog",
    [
      .argument(
        "NAME", help: "Its name: letters, digits, '.', '_' and '-'.", change: { $0.name = $1 })
    ], shared())

  func perform(in catalogs: CatalogController) throws {
    let file = try catalogs.file(name)
    try ShellError.translated(name) { () throws(CatalogError) in try file.create() }
    catalogs.console.announce(
      "created the catalog \(name); \(catalogs.console.commandPrefix)"
        + "catalog add \(name) FILE... fills it")
  }
}

/// The command `catalog drop`.
struct CatalogDropArguments: CatalogChange {
  var name = ""
  var reports = OutputRequest()

  static let form = Form<Self>(
    "catalog drop", "delete a catalog and its items permanently; its sources are not changed",
    [.argument("NAME", kind: .catalogs, help: "The catalog.", change: { $0.name = $1 })], shared())

  func perform(in catalogs: CatalogController) throws {
    let file = try catalogs.file(name)
    try ShellError.translated(name) { () throws(CatalogError) in try file.drop() }
    catalogs.close(name)
    catalogs.console.announce(
      "deleted the catalog \(name) permanently; its sources are not changed")
  }
}

/// The command `catalog open` at the prompt and in scripts.
struct CatalogOpenArguments: CatalogChange {
  var name = ""
  var alias: String?
  var reports = OutputRequest()

  static let form = Form<Self>(
    "catalog open", "search a catalog: its items become a corpus",
    [
      .argument("NAME", kind: .catalogs, help: "The catalog.", change: { $0.name = $1 }),
      .option("--as", value: "CORPUS", help: "Name the corpus.", change: { $0.alias = $1 }),
    ], shared())

  func perform(in catalogs: CatalogController) throws { try catalogs.open(name, as: alias) }

  static func runSubcommand(_ words: [String]) -> Int32 { CatalogSessionArguments.main(words) }
}

/// The command `catalog off`.
struct CatalogOffArguments: CatalogChange {
  var name = ""
  var reports = OutputRequest()

  static let form = Form<Self>(
    "catalog off",
    "delete the items of a catalog, keep its sources, and accept no new items",
    [.argument("NAME", kind: .catalogs, help: "The catalog.", change: { $0.name = $1 })], shared())

  func perform(in catalogs: CatalogController) throws {
    let store = try catalogs.store(name)
    let count = try ShellError.translated(name) { () throws(CatalogError) -> Int? in
      try store.isOn() ? store.setOn(false) : nil
    }
    guard let count else { return catalogs.console.announce("the catalog \(name) is already off") }
    let items = NumberFormat.counted(count, "item")
    catalogs.console.announce(
      "the catalog \(name) is off, and its \(items) were deleted; "
        + "\(catalogs.console.commandPrefix)catalog on \(name) "
        + "indexes its sources again")
    try catalogs.update()
  }
}

/// The command `catalog delete`.
struct CatalogDeleteArguments: CatalogChange {
  var name = ""
  var ids: [String] = []
  var domains: [String] = []
  var expired = false
  var all = false
  var reports = OutputRequest()

  static let form = Form<Self>(
    "catalog delete",
    "delete the chosen items, the expired items, or all items of a catalog",
    usage: "NAME --id ID...|--domain DOMAIN...|--expired|--all",
    discussion: """
      Files are never changed. --domain and --all also remove the sources of the deleted items \
      from the catalog. To restore items deleted by --id, add their file again; a refresh \
      restores them only after the file changes. Deleting an item that does not exist is not an \
      error. Every change of a catalog also deletes its expired items.
      """,
    [
      .argument("NAME", kind: .catalogs, help: "The catalog.", change: { $0.name = $1 }),
      Parameter(
        description: .init(
          names: ["--id"], value: "ID...", help: "Delete the items with these ids.", repeats: true),
        effect: .words { $0.ids += $1 }),
      .list(
        "--domain", value: "DOMAIN",
        help: "Delete the items of this domain and its subdomains (can be repeated).",
        change: { $0.domains.append($1) }),
      .flag("--expired", help: "Delete the expired items.", change: { $0.expired = true }),
      .flag("--all", help: "Delete all items.", change: { $0.all = true }),
    ], shared())

  mutating func validate() throws {
    let modes = [!ids.isEmpty, !domains.isEmpty, expired, all]
    guard modes.count(where: { $0 }) == 1 else {
      throw ShellError.usage("give exactly one of --id, --domain, --expired and --all")
    }
    for domain in domains {
      do throws(ItemError) {
        try CatalogDomain.validate(domain)
      } catch {
        throw ShellError.usage(
          "--domain cannot be \(CommandWords.quoted(domain)): \(error.message)")
      }
      if domain.isEmpty {
        throw ShellError.usage("--domain needs a name; --all deletes every item")
      }
    }
  }

  func perform(in catalogs: CatalogController) throws {
    let store = try catalogs.store(name)
    let now = catalogs.now()
    var count = 0
    let purged = try ShellError.translated(name) { () throws(CatalogError) in
      if !domains.isEmpty { count = try store.delete(domains: domains) }
      if !ids.isEmpty { count = try store.delete(ids: ids) }
      if all { count = try store.deleteAll() }
      return try store.purgeExpired(now: now)
    }
    var parts = expired ? [] : [NumberFormat.counted(count, "item")]
    if expired || purged > 0 { parts.append(NumberFormat.counted(purged, "expired item")) }
    catalogs.console.announce("deleted \(parts.joined(separator: " and ")) from \(name)")
    try catalogs.update()
  }
}
