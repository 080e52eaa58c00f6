internal import Basics
internal import Cataloguing
internal import Corpora
internal import Reporting
internal import Searching

extension CatalogController {
  /// Shows an item with the query that found it, for `:catalog item` and `searchbench open`.
  ///
  /// Opens the catalog if necessary. Then runs the query of the link or, if the link has no query,
  /// the last query. If the query does not find the item, the result consists of the item alone.
  ///
  /// - Throws: a failure that explains why the item cannot be shown.
  func showItem(_ link: ItemLink) throws {
    let last = cursor.outcome.flatMap { $0.item == nil || !$0.query.text.isEmpty ? $0.query : nil }
    let name = try openInScope(catalog: link.catalog)
    try update()
    guard let loaded = workspace.loaded(name), let catalog = loaded.catalog else {
      throw ShellError.failure("the catalog \(link.catalog) is no longer open")
    }
    let record = try ShellError.translated { () throws(CatalogError) in
      try catalog.open.record(ofID: link.id)
    }
    guard let record else { throw try absence(of: link.id, in: catalog) }
    let key = RowKey(corpus: name, record: record)
    let query = try query(of: link) ?? last
    if var found = try found(by: query, key, isNew: link.query != nil) {
      let row = found.rows.row(of: key) ?? 0
      found.current = HitPlace(row: row, hit: 0)
      found.centerPage(of: pages.pageLength(of: found.rows))
      cursor.outcome = found
    } else {
      let item = ItemPlace(corpus: name, id: link.id)
      cursor.outcome = try found(item, for: query ?? Query(""))
    }
    let row = cursor.outcome?.rows.row(of: key) ?? 0
    // The setting `format` is meant for the rows of results. Use this setting for a single item
    // only if it was set on the command line.
    if workspace.settings.origins["format"] == .commandLine {
      try pages.write(row..<row + 1)
    } else {
      try pages.showRecord(row + 1)
    }
  }

  /// Opens a catalog unless it is open, and returns the name of the catalog's corpus.
  ///
  /// If the corpus is not in scope, it becomes the only corpus in scope.
  private func openInScope(catalog name: String) throws -> String {
    guard let known = corpus(ofCatalog: name) else {
      try open(name)
      return name
    }
    if !workspace.scope.contains(known.name) {
      workspace.remember(.scope(workspace.scope))
      workspace.scope = [known.name]
      cursor.forget()
    }
    return known.name
  }

  /// The query in a link; nil if the link has no query.
  ///
  /// - Throws: a failure for an unknown strategy.
  private func query(of link: ItemLink) throws -> Query? {
    guard let text = link.query, !text.isEmpty else { return nil }
    let names = StrategyCatalog.all.map(\.name)
    let strategy = link.strategy ?? workspace.settings.strategy
    guard names.contains(strategy) else {
      throw ShellError.failure(
        "the link's strategy cannot be \(CommandWords.quoted(strategy))"
          + suggestion(
            for: strategy, among: names, else: "it takes \(names.joined(separator: ", "))"))
    }
    return workspace.query(text, by: strategy)
  }

  /// The result of `query`; nil if the result does not contain the record with this key.
  ///
  /// If `isNew` is false, the last result is reused.
  private func found(by query: Query?, _ key: RowKey, isNew: Bool) throws -> Outcome? {
    guard let query else { return nil }
    if !isNew, let outcome = cursor.outcome, outcome.item == nil {
      return outcome.shows(key) ? outcome : nil
    }
    do {
      let found = try workspace.find(query)
      if !found.isComplete { throw ShellError.interrupted }
      return found.shows(key) ? found : nil
    } catch let error as ShellError where error.exitCode != ExitStatus.interrupted {
      if isNew { console.warn("the link's query is not run: \(error.message)") }
      return nil
    }
  }

  /// A result that consists of one item without hits; nil if the catalog no longer has the item.
  func found(_ item: ItemPlace, for query: Query) throws -> Outcome? {
    guard let loaded = workspace.loaded(item.corpus), let catalog = loaded.catalog else {
      return nil
    }
    let record = try ShellError.translated { () throws(CatalogError) in
      try catalog.open.record(ofID: item.id)
    }
    guard let record else { return nil }
    let result: any SearchResult
    do throws(SearchError) {
      // Search for the empty query, which matches every record.
      let all = try loaded.source.search(
        try CompiledQuery(checking: Query("")), ResultRequest(countsHits: false), .signals)
      result = try all.narrowed(to: ResultSet([record], of: loaded.source.recordCount ?? 0))
    } catch {
      throw ShellError(error)
    }
    var found = Outcome(
      query: query, parts: [Outcome.Part(loaded: loaded, result: result)], isComplete: true)
    found.item = item
    return found
  }

  /// The error that explains why an item cannot be shown.
  private func absence(of id: String, in catalog: CatalogReference) throws -> ShellError {
    let store = catalog.open.store
    let (facts, nearest) = try ShellError.translated { () throws(CatalogError) in
      let facts = try store.facts(ofID: id)
      return (facts, facts == nil ? try store.nearestID(to: id) : nil)
    }
    let item = "the item \(CommandWords.quoted(id)) of \(catalog.name)"
    if let problem = facts?.problem {
      return .failure("\(item) could not be indexed: \(problem)", at: .word(id))
    }
    if let expires = facts?.expires, expires <= now() {
      let time = UTCTime(secondsSince1970: expires).iso
      return .failure("\(item) has expired (\(time)): add it again to see it", at: .word(id))
    }
    let isOn = try ShellError.translated { () throws(CatalogError) in try store.isOn() }
    if !isOn {
      return .failure(
        "the catalog \(catalog.name) is off and has no items; "
          + "\(console.commandPrefix)catalog on \(catalog.name) "
          + "indexes its sources again", at: .word(id))
    }
    let near = nearest.map { "; did you mean \(CommandWords.quoted($0))?" }
    return .failure(
      "there is no item \(CommandWords.quoted(id)) in \(catalog.name)"
        + (near ?? "; its id is at the end of the link that :show N shows"),
      at: .word(id))
  }
}

/// An item, identified by the name of its corpus and its id.
struct ItemPlace: Equatable {
  let corpus: String
  let id: String
}

extension Outcome {
  fileprivate func shows(_ key: RowKey) -> Bool {
    parts.contains { $0.loaded.name == key.corpus } && rows.row(of: key) != nil
  }
}
