internal import Basics
internal import Cataloguing
internal import Corpora
internal import Reporting
internal import Searching
internal import System
internal import Terminal

/// A catalog that a session has open, behind one of its corpora.
struct CatalogReference {
  let open: OpenCatalog

  /// The file that was opened; another one at its path is another catalog.
  let file: FileIdentity?

  var name: String { open.name }

  /// What stands as the source of items that came from no file, and in lists.
  var source: String { "searchbench://\(name)" }

  init(_ open: OpenCatalog) {
    self.open = open
    file = FileIdentity(path: open.store.file.path)
  }

  /// Whether the file is still the one at its path.
  var isInPlace: Bool { file == FileIdentity(path: open.store.file.path) }
}

extension Session {
  /// Where the catalogs are.
  ///
  /// - Throws: a failure if no variable names a place for them.
  func catalogFolder() throws -> String {
    guard let folder = Locations.catalogs(console.environment) else {
      throw ShellError(CatalogError.noFolder, at: nil)
    }
    return folder
  }

  /// The names of the catalogs, sorted.
  var catalogNames: [String] {
    Locations.catalogs(console.environment).map { CatalogFile.names(in: $0) } ?? []
  }

  /// - Throws: a usage error for a name that no catalog can have.
  func catalogFile(_ name: String) throws -> CatalogFile {
    let folder = try catalogFolder()
    return try ShellError.translated(name) { () throws(CatalogError) in
      try CatalogFile(name, in: folder)
    }
  }

  /// The catalog of that name, to be changed.
  func catalogStore(_ name: String) throws -> CatalogStore {
    let file = try catalogFile(name)
    return try ShellError.translated(name) { () throws(CatalogError) in
      try CatalogStore(file, access: .write)
    }
  }

  /// The corpus of a catalog that is open under whatever name.
  func openCatalog(called name: String) -> LoadedCorpus? {
    corpora.first { $0.catalog?.name == name }
  }

  /// `:catalog open NAME`: its items become a corpus, in scope at once; a failure changes nothing.
  func openCatalog(_ name: String, as alias: String? = nil) throws {
    let own = alias ?? name
    if let known = loaded(own) {
      guard known.catalog?.name == name else {
        throw ShellError.failure(
          "a corpus \(own) is already loaded: choose another name with --as, or :drop it first",
          at: .word(own))
      }
      try updateCatalogs()
      if scope != [own], loaded(own) != nil { try use([own]) }
      return
    }
    let start = Platform.monotonicNanoseconds()
    let entry = try load(catalog: try catalogStore(name), as: own)
    corpora.append(entry)
    scope = [own]
    outcome = nil
    let duration = DurationFormat.text(nanoseconds: Int(Platform.monotonicNanoseconds() - start))
    let items = NumberFormat.counted(entry.source.recordCount ?? 0, "item")
    console.report(
      StyledText("\(own):", .heading) + " \(items) of catalog \(name) in \(duration)")
    if let store = entry.catalog?.open.store, (try? store.isOn()) == false {
      console.report("\(name) is off: catalog on \(name) indexes its sources again")
    }
    indexInBackground(entry)
  }

  /// Loads the items of a catalog with a progress bar.
  private func load(catalog store: CatalogStore, as name: String) throws -> LoadedCorpus {
    let progress = console.progress("opening \(store.name)")
    defer { progress.finish() }
    let time = now()
    let threads = settings.searchOptions.threads
    let snapshot = try ShellError.translated(store.name) { () throws(CatalogError) in
      try store.load(
        now: time, threads: threads, isCancelled: { Signals.isCancelled },
        progress: { progress.update(items: $0, of: $1) })
    }
    return LoadedCorpus(name: name, catalog: CatalogReference(OpenCatalog(store, snapshot)))
  }

  /// The catalog that is now at the place of one that was dropped; nil if there is none.
  func reopened(_ old: LoadedCorpus, _ catalog: CatalogReference) throws -> LoadedCorpus? {
    let store: CatalogStore
    do throws(CatalogError) {
      store = try CatalogStore(catalog.open.store.file, access: .write)
    } catch {
      guard case .missing = error else { throw ShellError(error, at: nil) }
      return nil
    }
    return try load(catalog: store, as: old.name)
  }

  /// Forgets the corpora of a catalog that is no more.
  func closeCatalog(_ name: String) {
    let closed = corpora.filter { $0.catalog?.name == name }.map(\.name)
    if !closed.isEmpty { forget(closed) }
  }

  /// Takes corpora out of the session; what was found in them is forgotten too.
  func forget(_ names: [String]) {
    for loaded in corpora where names.contains(loaded.name) { loaded.endIndexing() }
    if let outcome, outcome.parts.contains(where: { names.contains($0.loaded.name) }) {
      self.outcome = nil
    }
    corpora.removeAll { names.contains($0.name) }
    scope.removeAll { names.contains($0) }
    if scope.isEmpty { scope = corpora.last.map { [$0.name] } ?? [] }
  }
}

extension Session.LoadedCorpus {
  /// The items of a catalog, in the place of `old` if they were loaded before.
  convenience init(
    name: String, catalog: CatalogReference, replacing old: Session.LoadedCorpus? = nil
  ) {
    let corpus = catalog.open.corpus
    // Rows are known by the names of their corpora.
    let named = Corpus(
      name: name, fields: corpus.fields, segments: corpus.segments, sources: corpus.sources)
    self.init(
      name: name, corpus: named, paths: [catalog.source], report: LoadReport(), catalog: catalog,
      sharing: old?.memory)
    if let old { indexChoices = old.indexChoices }
  }
}
