internal import Cataloguing
internal import Corpora
internal import Reporting
internal import Searching

extension Workspace {
  /// The names of the catalogs, sorted.
  var catalogNames: [String] {
    Locations.catalogs(console.environment).map { CatalogFile.names(in: $0) } ?? []
  }

  /// The id of the item in a row; nil if the row is not from a catalog or the item was deleted.
  func itemID(of key: RowKey) throws -> String? {
    guard let loaded = loaded(key.corpus), let catalog = loaded.catalog,
      key.record.rawValue < UInt64(loaded.source.recordCount ?? 0)
    else { return nil }
    return try ShellError.translated { () throws(CatalogError) in
      try catalog.open.id(of: key.record)
    }
  }

  /// The domain, expiry time and link of the item in a result row, each with a label.
  ///
  /// The array is empty if the row is not from a catalog or the item was deleted.
  func itemFacts(ofRow row: Int, in outcome: Outcome) throws -> [(label: String, text: String)] {
    guard let catalog = outcome.loaded(ofRow: row)?.catalog,
      let link = try link(ofRow: row, in: outcome)
    else { return [] }
    let facts = try ShellError.translated { () throws(CatalogError) in
      try catalog.open.store.facts(ofID: link.id)
    }
    var lines: [(label: String, text: String)] = []
    if let domain = facts?.domain, !domain.isEmpty { lines.append(("domain", domain)) }
    if let expires = facts?.expires {
      lines.append(("expires", Timestamp(secondsSince1970: expires).iso))
    }
    return lines + [("link", link.description)]
  }

  /// The link of a result row; nil if the row is not from a catalog or the item was deleted.
  func link(ofRow row: Int, in outcome: Outcome) throws -> ItemLink? {
    guard let catalog = outcome.loaded(ofRow: row)?.catalog,
      let id = try itemID(of: outcome.rows.key(ofRow: row))
    else { return nil }
    let isFound = outcome.item == nil && !outcome.query.text.isEmpty
    return ItemLink(
      catalog: catalog.name, id: id, query: isFound ? outcome.query.text : nil,
      strategy: isFound ? outcome.query.strategy.name : nil)
  }
}
