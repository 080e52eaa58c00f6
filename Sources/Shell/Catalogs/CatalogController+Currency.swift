internal import Basics
internal import Cataloguing
internal import Corpora
internal import Reporting
internal import Searching

/// Where records are after a catalog has changed.
struct MovedRecords {
  fileprivate var items: [RowKey: String] = [:]
  fileprivate var places: [RowKey: RowKey] = [:]

  /// The place of the same record now; nil if it is gone.
  func place(of key: RowKey) -> RowKey? { items[key] == nil ? key : places[key] }
}

extension CatalogController {
  /// Brings every open catalog up to date: what was deleted or has expired is not shown any more, by whomever.
  ///
  /// The last query is run again if it was about one that has changed; the current hit stays where it can.
  ///
  /// - Parameter keys: rows that somebody looks at.
  /// - Returns: where they are now; nil if no catalog has changed.
  /// - Throws: a failure where a catalog cannot be read; `interrupted`.
  /// - Complexity: O(1) a catalog, if it has not changed.
  @discardableResult
  func update(following keys: [RowKey] = []) throws -> MovedRecords? {
    guard workspace.corpora.contains(where: { $0.catalog != nil }) else { return nil }
    let anchor = cursor.outcome?.anchor
    var moved = MovedRecords()
    for key in keys + (anchor.map { [$0.key] } ?? []) {
      moved.items[key] = try workspace.itemID(of: key)
    }
    var hasChanged = false
    for loaded in workspace.corpora {
      if let catalog = loaded.catalog, try update(loaded, catalog) { hasChanged = true }
    }
    if hasChanged {
      for (key, id) in moved.items { moved.places[key] = try place(ofItem: id, in: key.corpus) }
    }
    if let outcome = cursor.outcome, isStale(outcome) { try runAgain(outcome, anchor, moved) }
    return hasChanged ? moved : nil
  }

  /// Brings one catalog up to date; whether it has changed.
  private func update(_ loaded: LoadedCorpus, _ catalog: CatalogReference) throws -> Bool {
    var next: LoadedCorpus?
    if catalog.isInPlace {
      let time = now()
      let isOther = try ShellError.translated { () throws(CatalogError) in
        try catalog.open.update(now: time)
      }
      if !isOther { return false }
      next = LoadedCorpus(name: loaded.name, catalog: catalog, replacing: loaded)
    } else {
      next = try reopened(loaded, catalog)
    }
    guard let next, let index = workspace.corpora.firstIndex(where: { $0 === loaded }) else {
      console.warn("the catalog \(catalog.name) was deleted: it is not open any more")
      workspace.forget([loaded.name])
      return true
    }
    loaded.endIndexing()
    workspace.corpora[index] = next
    workspace.indexInBackground(next)
    return true
  }

  /// Whether a result shows records of a corpus that is another one by now.
  private func isStale(_ outcome: Outcome) -> Bool {
    outcome.parts.contains { part in
      part.loaded.catalog != nil && !workspace.corpora.contains { $0 === part.loaded }
    }
  }

  /// Runs the last query again, over what there is now.
  private func runAgain(
    _ old: Outcome, _ anchor: HitNavigation.Anchor?, _ moved: MovedRecords
  ) throws {
    var found: Outcome?
    do {
      for step in old.outer + [old.step] {
        switch step {
        case .query(let query):
          let within = found
          found = try workspace.find(query, within: within)
          found?.outer = within.map { $0.outer + [$0.step] } ?? []
        case .item(let item): found = try self.found(item, for: old.query)
        }
      }
    } catch let error as ShellError where error.exitCode != ExitStatus.interrupted {
      cursor.forget()
      return console.warn("the last result is gone: \(error.message)")
    }
    guard var found else {
      cursor.forget()
      return
    }
    if !found.isComplete { throw ShellError.interrupted }
    found.page = old.page.clamped(to: 0..<found.rows.count)
    found.current = Self.kept(anchor, moved, in: found, near: old.current?.row)
    cursor.outcome = found
    console.note(
      StyledText(
        "the catalog has changed: \(NumberFormat.counted(found.rows.count, "record")) now",
        .dimmed))
  }

  /// The current hit, if it is still there, else the one nearest to its row.
  private static func kept(
    _ anchor: HitNavigation.Anchor?, _ moved: MovedRecords, in found: Outcome, near row: Int?
  ) -> HitPlace? {
    guard let anchor, let row, found.rows.count > 0 else { return nil }
    if let key = moved.place(of: anchor.key) {
      let here = HitNavigation.Anchor(key: key, hit: anchor.hit)
      if let place = HitNavigation.kept(here, in: found.rows) { return place }
    }
    return HitNavigation.nearest(
      to: min(row, found.rows.count - 1), in: found.rows, limit: 1_000)
  }

  // MARK: Items and records

  private func place(ofItem id: String, in corpus: String) throws -> RowKey? {
    guard let catalog = workspace.loaded(corpus)?.catalog else { return nil }
    let record = try ShellError.translated { () throws(CatalogError) in
      try catalog.open.record(ofID: id)
    }
    return record.map { RowKey(corpus: corpus, record: $0) }
  }
}
