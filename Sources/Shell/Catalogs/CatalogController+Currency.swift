internal import Basics
internal import Cataloguing
internal import Corpora
internal import Reporting
internal import Searching

/// The new row keys of records that were loaded again because their catalog or file changed.
struct MovedRecords {
  fileprivate var items: [RowKey: String] = [:]
  fileprivate var places: [RowKey: RowKey] = [:]

  /// The new row key of the record whose old row key is `key`; nil if the record is gone.
  func place(of key: RowKey) -> RowKey? { items[key] == nil ? key : places[key] }
}

extension CatalogController {
  /// Updates every open catalog, and every file that is followed because of `:set follow on`.
  ///
  /// After the update, searches include the changes made by all processes, and find no expired
  /// items.
  ///
  /// If the last result has records of a changed corpus, the query of the result is run again. The
  /// current hit stays current if the new result contains the hit.
  ///
  /// - Parameters:
  ///   - keys: the old keys of the rows whose new keys the caller needs.
  ///   - tell: shows a message; if nil, messages are written to the console.
  /// - Returns: the new keys of the rows; nil if nothing has changed.
  /// - Throws: a failure if a catalog or file cannot be read; `interrupted`.
  /// - Complexity: O(1) for each catalog and file that has not changed.
  @discardableResult
  func update(
    following keys: [RowKey] = [], tell: ((String) -> Void)? = nil
  ) throws -> MovedRecords? {
    adoptImages()
    guard workspace.settings.follows || workspace.corpora.contains(where: { $0.catalog != nil })
    else { return nil }
    let anchor = cursor.outcome?.anchor
    var moved = MovedRecords()
    for key in keys + (anchor.map { [$0.key] } ?? []) {
      moved.items[key] = try workspace.itemID(of: key)
    }
    var hasChanged = false
    for loaded in workspace.corpora {
      if let catalog = loaded.catalog {
        if try update(loaded, catalog, tell) { hasChanged = true }
      } else if let next = try workspace.followed(loaded),
        let index = workspace.corpora.firstIndex(where: { $0 === loaded })
      {
        loaded.endIndexing()
        workspace.corpora[index] = next
        hasChanged = true
      }
    }
    if hasChanged {
      for (key, id) in moved.items { moved.places[key] = try place(ofItem: id, in: key.corpus) }
    }
    if let outcome = cursor.outcome, isStale(outcome) {
      try rerunLastQuery(outcome, anchor, moved, tell)
    }
    return hasChanged ? moved : nil
  }

  /// Updates one catalog, and returns whether the catalog has changed.
  private func update(
    _ loaded: LoadedCorpus, _ catalog: CatalogReference, _ tell: ((String) -> Void)?
  ) throws -> Bool {
    var next: LoadedCorpus?
    if catalog.isStillAtPath {
      let time = now()
      let hasChanged = try ShellError.translated { () throws(CatalogError) in
        try catalog.open.update(now: time)
      }
      if !hasChanged { return false }
      next = LoadedCorpus(name: loaded.name, catalog: catalog, replacing: loaded)
    } else {
      next = try loadReplacement(loaded, catalog)
    }
    guard let next, let index = workspace.corpora.firstIndex(where: { $0 === loaded }) else {
      warn("the catalog \(catalog.name) was deleted: it is no longer open", tell)
      workspace.forget([loaded.name])
      return true
    }
    loaded.endIndexing()
    workspace.corpora[index] = next
    workspace.indexInBackground(next)
    writeImage(of: next)
    return true
  }

  /// Whether the result contains records of a catalog or followed file that was replaced or
  /// removed.
  private func isStale(_ outcome: Outcome) -> Bool {
    outcome.parts.contains { part in
      if workspace.corpora.contains(where: { $0 === part.loaded }) { return false }
      // Changes to a followed file do not affect a result that `:where` or `:sort` created.
      return part.loaded.catalog != nil || workspace.settings.follows && !outcome.isChanged
    }
  }

  /// Runs the last query again, in the updated corpora.
  private func rerunLastQuery(
    _ old: Outcome, _ anchor: HitNavigation.Anchor?, _ moved: MovedRecords,
    _ tell: ((String) -> Void)?
  ) throws {
    if old.isChanged {
      cursor.forget()
      return warn(
        "the last result was discarded, because the catalog has changed since :where or :sort: "
          + "run the query again", tell)
    }
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
      return warn("the last result was discarded: \(error.message)", tell)
    }
    guard var found else {
      cursor.forget()
      return
    }
    if !found.isComplete { throw ShellError.interrupted }
    found.page = old.page.clamped(to: 0..<found.rows.count)
    found.current = Self.kept(anchor, moved, in: found, near: old.current?.row)
    cursor.outcome = found
    let count = NumberFormat.counted(found.rows.count, "record")
    if old.parts.contains(where: { $0.loaded.catalog != nil }) {
      let message = "the catalog has changed: the search now finds \(count)"
      if let tell { tell(message) } else { console.announce(StyledText(message, .dimmed)) }
    } else if found.rows.count != old.rows.count {
      let message = "the files have changed: the search now finds \(count)"
      if let tell { tell(message) } else { console.report(StyledText(message, .dimmed)) }
    }
  }

  private func warn(_ message: String, _ tell: ((String) -> Void)?) {
    if let tell { tell(message) } else { console.warn(message) }
  }

  /// The position of the current hit in the new result.
  ///
  /// If the hit no longer exists, returns the position of the hit that is nearest to its old row.
  private static func kept(
    _ anchor: HitNavigation.Anchor?, _ moved: MovedRecords, in found: Outcome, near row: Int?
  ) -> HitPlace? {
    guard let anchor, let row, found.rows.count > 0 else { return nil }
    if let key = moved.place(of: anchor.key) {
      let here = HitNavigation.Anchor(key: key, hit: anchor.hit)
      if let place = HitNavigation.kept(here, in: found.rows) { return place }
    }
    let center = found.rows.key(ofRow: min(row, found.rows.count - 1))
    let corpora = found.parts.map(\.loaded)
    return HitNavigation.nearest(to: center, in: found.rows, limit: 1_000) {
      corpora.position(of: $0)
    }
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
