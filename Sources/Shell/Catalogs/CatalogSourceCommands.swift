internal import Basics
internal import Cataloguing
internal import Reporting

/// The command `catalog add`.
struct CatalogAddArguments: CatalogChange {
  var name = ""
  var files: [String] = []
  var domain = ""
  var idField: String?
  var titleField: String?
  var keywordsField: String?
  var contentField: String?
  var batch = Indexer.defaultBatchSize
  var expires: String?
  var ttl: String?
  var each = "auto"
  var reading = ReadingRequest()
  var fields: [String] = []
  var reports = OutputRequest()

  static let form = Form<Self>(
    "catalog add", "index files and folders as sources of a catalog",
    usage: "NAME FILE... [--domain DOMAIN] [--id-field FIELD] [options]",
    discussion: """
      In a folder, each text file becomes an item; in all other files, each record becomes an \
      item. --each changes this rule. Adding a file again reads it again: items with the same id \
      are replaced, and items that are no longer in the file are removed. Run an interrupted \
      command again to continue where it stopped.
      """,
    [
      .argument("NAME", kind: .catalogs, help: "The catalog.", change: { $0.name = $1 }),
      .rest(
        "FILE", kind: .files, isRequired: true, help: "Files and folders.",
        change: { $0.files.append($1) }),
      .option(
        "--domain", value: "DOMAIN", help: "The domain of the items, such as account.mailbox.",
        change: { $0.domain = $1 }),
      .option(
        "--id-field", value: "FIELD", help: "The field whose value is an item's id.",
        change: { $0.idField = $1 }),
      .option(
        "--title-field", value: "FIELD", help: "The field that is the title.",
        change: { $0.titleField = $1 }),
      .option(
        "--keywords-field", value: "FIELD", help: "The field whose lines are the keywords.",
        change: { $0.keywordsField = $1 }),
      .option(
        "--content-field", value: "FIELD",
        help: "The field with the path of a text file; its text becomes the item's content.",
        change: { $0.contentField = $1 }),
      .option(
        "--expires", value: "DATE", help: "When the items expire: 2026-12-31, 2026-12-31T08:00Z.",
        change: { $0.expires = $1 }),
      .option(
        "--ttl", value: "SPAN",
        help: "How long the items live after they are read: 600s, 12h, 30d.",
        change: { $0.ttl = $1 }),
      .option(
        "--each", value: "UNIT", kind: .cases(SourceOptions.Unit.self),
        help: "What becomes an item: auto, record or file.", change: { $0.each = $1 }),
      batchSize { $0.batch = $1 },
    ], .group(ReadingRequest.parameters, in: { try $1(&$0.reading) }, "Load options"),
    [
      .list(
        "--field", value: "FIELD", help: "Keep only this field (can be repeated).",
        change: { $0.fields.append($1) })
    ], shared())

  mutating func validate() throws {
    if expires != nil, ttl != nil {
      throw ShellError.usage("--expires and --ttl exclude each other: choose one")
    }
    if files.contains("-") {
      throw ShellError.usage(
        "standard input cannot be a source, because sources are read repeatedly: name a file")
    }
  }

  func perform(in catalogs: CatalogController) throws {
    let options = try sourceOptions(now: catalogs.now(), catalogs)
    let file = try catalogs.file(name)
    let store: CatalogStore
    do throws(CatalogError) {
      store = try CatalogStore(file, access: .write)
    } catch {
      guard case .missing(_, let nearest) = error else { throw ShellError(error, at: name) }
      let near = nearest.map { "; did you mean \($0)?" } ?? ""
      throw ShellError.failure(
        "no catalog is named \(name)\(near) (\(catalogs.console.commandPrefix)"
          + "catalog create \(name) makes one)", at: .word(name))
    }
    try catalogs.index(store, "added", domain: domain, batch: batch) {
      (indexer) throws(CatalogError) in
      try indexer.add(files, options: options)
    }
  }

  /// Converts the arguments to options for creating items from files.
  ///
  /// - Throws: a usage error for an invalid value; the error names the option and the allowed
  ///   values.
  private func sourceOptions(now: Int, _ catalogs: CatalogController) throws -> SourceOptions {
    var options = SourceOptions()
    options.domain = domain
    options.idField = idField
    options.titleField = titleField
    options.keywordsField = keywordsField
    options.contentField = contentField
    options.load = try reading.options(fields: fields)
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
      options.expires = Timestamp(secondsSince1970: time.secondsSince1970)
      if time.secondsSince1970 <= now {
        catalogs.console.warn("\(expires) is in the past: searches will not find the items")
      }
    }
    options.timeToLive = try ttl.map { .seconds(try Self.span($0, of: "--ttl").seconds) }
    return options
  }

  /// Parses the duration in an option.
  ///
  /// - Throws: a usage error for an invalid value; the error names the option and the allowed
  ///   values.
  static func span(_ text: String, of option: String, allowsZero: Bool = false) throws -> TimeSpan {
    guard let span = TimeSpan(parsing: text, allowsZero: allowsZero) else {
      throw ShellError.usage(
        "\(option) cannot be \(CommandWords.quoted(text)): \(TimeSpan.form)", at: .word(text))
    }
    return span
  }
}

/// The command `catalog refresh`.
struct CatalogRefreshArguments: CatalogChange {
  var name = ""
  var maximumAge: String?
  var force = false
  var batch = Indexer.defaultBatchSize
  var reports = OutputRequest()

  static let form = Form<Self>(
    "catalog refresh", "read the sources of a catalog again if they are too old",
    discussion: """
      Unchanged files are skipped unless --force is given, and items that are no longer in their \
      files are removed. \
      After a failure or an interruption, sources are read again regardless of their age.
      """,
    [
      .argument("NAME", kind: .catalogs, help: "The catalog.", change: { $0.name = $1 }),
      .option(
        "--max-age", value: "SPAN",
        help: "Set the maximum age of sources: 12h, 30d (30 days by default).",
        change: { $0.maximumAge = $1 }),
      .flag(
        "--force", help: "Read all sources again, even if they have not changed.",
        change: { $0.force = true }),
      batchSize { $0.batch = $1 },
    ], shared())

  func perform(in catalogs: CatalogController) throws {
    let age = try maximumAge.map {
      try CatalogAddArguments.span($0, of: "--max-age", allowsZero: true).seconds
    }
    let store = try catalogs.store(name)
    try catalogs.index(store, "refreshed", batch: batch) { (indexer) throws(CatalogError) in
      try indexer.refresh(maximumAge: age, isForced: force)
    }
  }
}

/// The command `catalog on`.
struct CatalogOnArguments: CatalogChange {
  var name = ""
  var reports = OutputRequest()

  static let form = Form<Self>(
    "catalog on", "switch a catalog on again: accept items, and index its sources",
    [.argument("NAME", kind: .catalogs, help: "The catalog.", change: { $0.name = $1 })], shared())

  func perform(in catalogs: CatalogController) throws {
    let store = try catalogs.store(name)
    let wasOn = try ShellError.translated(name) { () throws(CatalogError) in
      if try store.isOn() { return true }
      _ = try store.setOn(true)
      return false
    }
    if wasOn { return catalogs.console.announce("the catalog \(name) is already on") }
    catalogs.console.announce("the catalog \(name) is on")
    try catalogs.index(store, "indexed") { (indexer) throws(CatalogError) in
      try indexer.refresh(isForced: true)
    }
  }
}

extension CatalogChange {
  /// The option `--batch N`, which all commands that index files have.
  fileprivate static func batchSize(
    _ change: @escaping @Sendable (inout Self, Int) -> Void
  ) -> Parameter<Self> {
    .number(
      "--batch", in: 1...1_000_000,
      help: "Write this many items in one transaction (\(Indexer.defaultBatchSize) by default).",
      change: change)
  }
}
