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

/// Opens catalogs as corpora of a workspace, keeps them up to date, and has them index their sources.
final class CatalogController {
  let workspace: Workspace
  let pages: ResultPages

  /// The time, in seconds since 1970, by which items expire.
  var now: () -> Int = { UTCTime.now().secondsSince1970 }

  var console: Console { workspace.console }
  var cursor: ResultCursor { workspace.cursor }

  init(_ workspace: Workspace, _ pages: ResultPages) {
    self.workspace = workspace
    self.pages = pages
  }

  // MARK: Places

  /// Where the catalogs are.
  ///
  /// - Throws: a failure if no variable names a place for them.
  func folder() throws -> String {
    guard let folder = Locations.catalogs(console.environment) else {
      throw ShellError(CatalogError.noFolder, at: nil)
    }
    return folder
  }

  /// - Throws: a usage error for a name that no catalog can have.
  func file(_ name: String) throws -> CatalogFile {
    let folder = try self.folder()
    return try ShellError.translated(name) { () throws(CatalogError) in
      try CatalogFile(name, in: folder)
    }
  }

  /// The catalog of that name, to be changed.
  func store(_ name: String) throws -> CatalogStore {
    let file = try self.file(name)
    return try ShellError.translated(name) { () throws(CatalogError) in
      try CatalogStore(file, access: .write)
    }
  }

  /// The corpus of a catalog that is open under whatever name.
  func corpus(ofCatalog name: String) -> LoadedCorpus? {
    workspace.corpora.first { $0.catalog?.name == name }
  }

  /// `:catalog open NAME`: its items become a corpus, in scope at once; a failure changes nothing.
  func open(_ name: String, as alias: String? = nil) throws {
    let own = alias ?? name
    if let known = workspace.loaded(own) {
      guard known.catalog?.name == name else {
        throw ShellError.failure(
          "a corpus \(own) is already loaded: choose another name with --as, or :drop it first",
          at: .word(own))
      }
      try update()
      if workspace.scope != [own], workspace.loaded(own) != nil { try workspace.use([own]) }
      return
    }
    let start = Platform.monotonicNanoseconds()
    let entry = try load(catalog: try store(name), as: own)
    workspace.corpora.append(entry)
    workspace.scope = [own]
    cursor.forget()
    let duration = DurationFormat.text(nanoseconds: Int(Platform.monotonicNanoseconds() - start))
    let items = NumberFormat.counted(entry.source.recordCount ?? 0, "item")
    console.report(
      StyledText("\(own):", .heading) + " \(items) of catalog \(name) in \(duration)")
    if let store = entry.catalog?.open.store, (try? store.isOn()) == false {
      console.report("\(name) is off: catalog on \(name) indexes its sources again")
    }
    workspace.indexInBackground(entry)
  }

  /// Loads the items of a catalog with a progress bar.
  private func load(catalog store: CatalogStore, as name: String) throws -> LoadedCorpus {
    let progress = console.progress("opening \(store.name)")
    defer { progress.finish() }
    let time = now()
    let threads = workspace.settings.searchOptions.threads
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
  func close(_ name: String) {
    let closed = workspace.corpora.filter { $0.catalog?.name == name }.map(\.name)
    if !closed.isEmpty { workspace.forget(closed) }
  }
}

extension LoadedCorpus {
  /// The items of a catalog, in the place of `old` if they were loaded before.
  convenience init(
    name: String, catalog: CatalogReference, replacing old: LoadedCorpus? = nil
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
