internal import ArgumentParser
internal import Basics
internal import Cataloguing
internal import Reporting

/// `catalog add`.
struct CatalogAddArguments: CatalogChange {
  static let configuration = CommandConfiguration(
    commandName: "catalog add", abstract: "Index files and folders, and remember them as sources.",
    usage: "catalog add NAME FILE... [--domain DOMAIN] [--id-field FIELD] [options]",
    discussion: """
      Of tables and JSON every record becomes an item, of folders every text file, unless --each says \
      otherwise. Adding a file again reads it again: items of the same id are replaced, and those that \
      have vanished from it are removed. What was interrupted goes on where it was.
      """)

  @Argument(help: "The catalogue.") var name: String
  @Argument(help: "Files and folders.") var files: [String]

  @Option(help: "The domain of the items: account.mailbox.") var domain = ""

  @Option(name: .customLong("id-field"), help: "The field whose value is an item's id.")
  var idField: String?

  @Option(name: .customLong("title-field"), help: "The field that is the title.")
  var titleField: String?

  @Option(name: .customLong("keywords-field"), help: "The field whose lines are the keywords.")
  var keywordsField: String?

  @Option(
    help: ArgumentHelp("When the items expire: 2026-12-31, 2026-12-31T08:00Z.", valueName: "date"))
  var expires: String?

  @Option(
    help: ArgumentHelp(
      "How long the items live after they were read: 600s, 12h, 30d.", valueName: "span"))
  var ttl: String?

  @Option(help: "What becomes an item: auto, record or file.") var each = "auto"

  @OptionGroup(title: "Load options") var reading: ReadingArguments

  @Option(name: .customLong("field"), help: "Keep only this field (repeat for more).")
  var fields: [String] = []

  @OptionGroup var reports: ReportArguments

  mutating func validate() throws {
    if expires != nil, ttl != nil {
      throw ValidationError("--expires and --ttl exclude each other: choose one")
    }
    if files.contains("-") {
      throw ValidationError(
        "standard input cannot be a source, which is read again and again: name a file")
    }
  }

  func perform(in session: Session) throws {
    let options = try sourceOptions(now: session.now(), session)
    let file = try session.catalogFile(name)
    let store: CatalogStore
    do throws(CatalogError) {
      store = try CatalogStore(file, access: .write)
    } catch {
      guard case .missing(_, let nearest) = error else { throw ShellError(error, at: name) }
      let near = nearest.map { "; did you mean \($0)?" } ?? ""
      throw ShellError.failure(
        "no catalogue is called \(name)\(near) (catalog create \(name) makes one)", at: .word(name))
    }
    try session.index(store, "added", domain: domain) { (indexer) throws(CatalogError) in
      try indexer.add(files, options: options)
    }
  }

  /// How the files become items.
  ///
  /// - Throws: a usage error that names the option and what it takes.
  private func sourceOptions(now: Int, _ session: Session) throws -> SourceOptions {
    var options = SourceOptions()
    options.domain = domain
    options.idField = idField
    options.titleField = titleField
    options.keywordsField = keywordsField
    options.load = try reading.request.options(fields: fields)
    guard let unit = SourceOptions.Unit(rawValue: each) else {
      let names = SourceOptions.Unit.allCases.map(\.rawValue)
      throw ShellError.usage(
        "--each cannot be \(CommandWords.quoted(each))"
          + suggestion(for: each, among: names, else: "it takes \(names.joined(separator: " "))"),
        at: .word(each))
    }
    options.unit = unit
    if let expires {
      guard let time = UTCTime(iso: expires) else {
        throw ShellError.usage(
          "--expires cannot be \(CommandWords.quoted(expires)): write it like 2026-12-31 or "
            + "2026-12-31T08:00Z", at: .word(expires))
      }
      options.expires = time.secondsSince1970
      if time.secondsSince1970 <= now {
        session.console.warn("\(expires) is over: none of the items will be found")
      }
    }
    options.timeToLive = try ttl.map { try Self.span($0, of: "--ttl").seconds }
    return options
  }

  /// A length of time that an option has.
  ///
  /// - Throws: a usage error that names the option and what it takes.
  static func span(_ text: String, of option: String, allowsZero: Bool = false) throws -> TimeSpan {
    guard let span = TimeSpan(parsing: text, allowsZero: allowsZero) else {
      throw ShellError.usage(
        "\(option) cannot be \(CommandWords.quoted(text)): \(TimeSpan.form)", at: .word(text))
    }
    return span
  }
}

/// `catalog refresh`.
struct CatalogRefreshArguments: CatalogChange {
  static let configuration = CommandConfiguration(
    commandName: "catalog refresh",
    abstract: "Read the sources of a catalogue again if they were read long ago.",
    discussion: """
      Files that are as they were are passed over, items that have vanished from theirs are removed.
      """)

  @Argument(help: "The catalogue.") var name: String

  @Option(
    name: .customLong("max-age"),
    help: ArgumentHelp(
      "How old it may become, now and from now on: 30d, 12h; 30 days at first.", valueName: "span"))
  var maximumAge: String?

  @Flag(help: "Whatever its age.") var force = false

  @OptionGroup var reports: ReportArguments

  func perform(in session: Session) throws {
    let age = try maximumAge.map {
      try CatalogAddArguments.span($0, of: "--max-age", allowsZero: true).seconds
    }
    let store = try session.catalogStore(name)
    try session.index(store, "refreshed") { (indexer) throws(CatalogError) in
      try indexer.refresh(maximumAge: age, isForced: force)
    }
  }
}

/// `catalog on`.
struct CatalogOnArguments: CatalogChange {
  static let configuration = CommandConfiguration(
    commandName: "catalog on",
    abstract: "Take items again after catalog off, and index the sources anew.")

  @Argument(help: "The catalogue.") var name: String

  @OptionGroup var reports: ReportArguments

  func perform(in session: Session) throws {
    let store = try session.catalogStore(name)
    let wasOn = try ShellError.translated(name) { () throws(CatalogError) in
      if try store.isOn() { return true }
      _ = try store.setOn(true)
      return false
    }
    if wasOn { return session.note("\(name) is on already") }
    session.note("\(name) is on")
    try session.index(store, "indexed") { (indexer) throws(CatalogError) in
      try indexer.refresh(isForced: true)
    }
  }
}
