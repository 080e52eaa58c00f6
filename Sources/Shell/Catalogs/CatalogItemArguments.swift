internal import Cataloguing
internal import Reporting

/// The command `catalog item`.
struct CatalogItemArguments: MemberCommand {
  var name = ""
  var id: String?
  var settings = SettingRequest()
  var common = OutputRequest()

  static let form = Form<Self>(
    "catalog item",
    "show a whole item with the query that found it, and make it the current record",
    usage: "NAME ID | LINK",
    discussion: """
      LINK is a link that :show N shows, such as searchbench://NAME/ID. If the link contains a \
      query, this query is run. Otherwise, the last query is kept if it finds the item.
      """,
    [
      .argument(
        "NAME", kind: .catalogs, help: "The catalog, or the link of an item.",
        change: { $0.name = $1 }),
      .optional("ID", help: "The id of the item.") { $0.id = $1 },
    ], shared())

  func perform(in catalogs: CatalogController) throws {
    let bySuffix = try common.output.map { try EncoderCatalog.format(forFile: $0) }
    if let format = settings.format ?? bySuffix {
      try SettingCatalog.write(
        "format", format, to: &catalogs.workspace.settings, origin: .commandLine)
    }
    try catalogs.showItem(link(catalogs))
  }

  private func link(_ catalogs: CatalogController) throws -> ItemLink {
    guard let id else { return try ShellError.link(name) }
    _ = try catalogs.file(name)
    if id.isEmpty {
      throw ShellError.usage(
        "the id of an item cannot be empty: "
          + "\(catalogs.console.commandPrefix)catalog item NAME ID")
    }
    return ItemLink(catalog: name, id: id)
  }
}

extension ShellError {
  /// Parses the link of an item.
  ///
  /// - Throws: a failure that explains what is wrong with the link.
  static func link(_ text: String) throws -> ItemLink {
    do throws(ItemLinkError) {
      return try ItemLink(parsing: text)
    } catch {
      throw ShellError.failure("\(CommandWords.quoted(text)): \(error.message)", at: .word(text))
    }
  }
}
