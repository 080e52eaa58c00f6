internal import ArgumentParser
internal import Basics
internal import Cataloguing
internal import Reporting

extension CommandFamily {
  static let catalog = CommandFamily(
    name: "catalog",
    members: [
      CatalogCreateArguments.self, CatalogOpenArguments.self, CatalogListArguments.self,
      CatalogDropArguments.self, CatalogAddArguments.self, CatalogDeleteArguments.self,
      CatalogRefreshArguments.self, CatalogStatusArguments.self, CatalogItemArguments.self,
      CatalogOnArguments.self, CatalogOffArguments.self,
    ],
    fallback: { words in
      // `:catalog` lists them; options alone belong to the list.
      words.first?.hasPrefix("-") ?? true ? CatalogListArguments.self : nil
    })
}

/// A member of `catalog` that has no results: it changes something, and may say so.
protocol CatalogChange: FamilyMember {
  var reports: ReportArguments { get }
}

extension CatalogChange {
  var settingRequest: SettingRequest { SettingRequest() }
  var outputRequest: OutputRequest { reports.request }
}

/// The options of commands without results.
struct ReportArguments: ParsableArguments {
  @Option(help: "auto, plain or never.") var progress = "auto"

  @Flag(help: "Report what was done on standard error.") var verbose = false

  var request: OutputRequest { OutputRequest(progress: progress, verbose: verbose) }
}

/// `catalog create`.
struct CatalogCreateArguments: CatalogChange {
  static let configuration = CommandConfiguration(
    commandName: "catalog create", abstract: "Make an empty catalogue.")

  @Argument(help: "Its name: letters, digits, '.', '_' and '-'.") var name: String

  @OptionGroup var reports: ReportArguments

  func perform(in session: Session) throws {
    let file = try session.catalogFile(name)
    try ShellError.translated(name) { () throws(CatalogError) in try file.create() }
    session.note("created the catalogue \(name); catalog add \(name) FILE... fills it")
  }
}

/// `catalog drop`.
struct CatalogDropArguments: CatalogChange {
  static let configuration = CommandConfiguration(
    commandName: "catalog drop",
    abstract: "Delete a catalogue with all its items, for good; its sources stay as they are.")

  @Argument(help: "The catalogue.") var name: String

  @OptionGroup var reports: ReportArguments

  func perform(in session: Session) throws {
    let file = try session.catalogFile(name)
    try ShellError.translated(name) { () throws(CatalogError) in try file.drop() }
    session.closeCatalog(name)
    session.note("deleted the catalogue \(name) for good; its sources are as they were")
  }
}

/// `catalog open` at the prompt and in scripts.
struct CatalogOpenArguments: CatalogChange {
  static let configuration = CommandConfiguration(
    commandName: "catalog open", abstract: "Search a catalogue: its items become a corpus.")

  @Argument(help: "The catalogue.") var name: String

  @Option(name: .customLong("as"), help: "Name the corpus.") var alias: String?

  @OptionGroup var reports: ReportArguments

  func perform(in session: Session) throws { try session.openCatalog(name, as: alias) }

  static func runSubcommand(_ words: [String]) -> Int32 { CatalogSessionArguments.main(words) }
}

/// `catalog off`.
struct CatalogOffArguments: CatalogChange {
  static let configuration = CommandConfiguration(
    commandName: "catalog off",
    abstract: "Delete the items of a catalogue and take no new ones; its sources are kept in mind.")

  @Argument(help: "The catalogue.") var name: String

  @OptionGroup var reports: ReportArguments

  func perform(in session: Session) throws {
    let store = try session.catalogStore(name)
    let count = try ShellError.translated(name) { () throws(CatalogError) -> Int? in
      try store.isOn() ? store.setOn(false) : nil
    }
    guard let count else { return session.note("\(name) is off already") }
    let items = NumberFormat.counted(count, "item")
    session.note(
      "\(name) is off and without its \(items); catalog on \(name) indexes its sources again")
    try session.updateCatalogs()
  }
}

/// `catalog delete`.
struct CatalogDeleteArguments: CatalogChange {
  static let configuration = CommandConfiguration(
    commandName: "catalog delete",
    abstract: "Delete items of a catalogue: some, those of a domain, the expired ones, or all.",
    usage: "catalog delete NAME --id ID...|--domain DOMAIN|--expired|--all",
    discussion: """
      The files that the items came from stay as they are; --domain and --all forget them as sources \
      too. Items that are not there are no error.
      """)

  @Argument(help: "The catalogue.") var name: String

  @Option(
    name: .customLong("id"), parsing: .upToNextOption, help: "Delete the items with these ids.")
  var ids: [String] = []

  @Option(help: "Delete the items of this domain, and of those inside it.") var domain: String?

  @Flag(help: "Delete what has expired.") var expired = false

  @Flag(help: "Delete everything.") var all = false

  @OptionGroup var reports: ReportArguments

  mutating func validate() throws {
    let modes = [!ids.isEmpty, domain != nil, expired, all]
    guard modes.count(where: { $0 }) == 1 else {
      throw ValidationError("give exactly one of --id, --domain, --expired and --all")
    }
  }

  func perform(in session: Session) throws {
    let store = try session.catalogStore(name)
    let now = session.now()
    let count = try ShellError.translated(name) { () throws(CatalogError) in
      if let domain { return try store.delete(domain: domain) }
      if expired { return try store.purgeExpired(now: now) }
      return all ? try store.deleteAll() : try store.delete(ids: ids)
    }
    let what = expired ? "expired item" : "item"
    session.note("deleted \(NumberFormat.counted(count, what)) from \(name)")
    try session.updateCatalogs()
  }
}
