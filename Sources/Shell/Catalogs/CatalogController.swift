internal import Basics
internal import Cataloguing
internal import Corpora
internal import Reporting
internal import Searching
internal import System
internal import Terminal

/// The open catalog that a corpus was loaded from.
struct CatalogReference {
  let open: OpenCatalog

  /// The identity of the opened file; another file at the same path is a different catalog.
  let file: FileIdentity?

  var name: String { open.name }

  /// The source to show for the catalog, and for each item that did not come from a file.
  var source: String { "searchbench://\(name)" }

  init(_ open: OpenCatalog) {
    self.open = open
    file = FileIdentity(path: open.store.file.path)
  }

  /// Whether the path still refers to the file that was opened.
  var isStillAtPath: Bool { file == FileIdentity(path: open.store.file.path) }
}

/// Opens catalogs as corpora of a workspace, updates them, and indexes their sources.
final class CatalogController {
  let workspace: Workspace
  let pages: ResultPages

  /// Returns the current time in seconds since 1970, which determines whether an item has expired.
  var now: () -> Int = { UTCTime.now().secondsSince1970 }

  /// Waits for a number of milliseconds before a batch is retried.
  ///
  /// If this closure is nil, the default wait is used, which ends early if a signal arrives.
  var wait: ((Int) -> Void)?

  /// The images that must be written or are being written, with the names of their catalogs as
  /// keys.
  var images: [String: ImageWriting] = [:]

  var console: Console { workspace.console }
  var cursor: ResultCursor { workspace.cursor }

  init(_ workspace: Workspace, _ pages: ResultPages) {
    self.workspace = workspace
    self.pages = pages
  }

  // MARK: Places

  /// The folder of the catalogs.
  ///
  /// - Throws: a failure if there is neither `XDG_DATA_HOME` nor a home folder.
  func folder() throws -> String {
    guard let folder = Locations.catalogs(console.environment) else {
      throw ShellError(CatalogError.noFolder, at: nil)
    }
    return folder
  }

  /// The file of the catalog `name`, whether or not the file exists.
  ///
  /// - Throws: a usage error for an invalid name.
  func file(_ name: String) throws -> CatalogFile {
    let folder = try self.folder()
    return try ShellError.translated(name) { () throws(CatalogError) in
      try CatalogFile(name, in: folder)
    }
  }

  /// Opens the catalog `name` for writing.
  func store(_ name: String) throws -> CatalogStore {
    let file = try self.file(name)
    return try ShellError.translated(name) { () throws(CatalogError) in
      try CatalogStore(file, access: .write)
    }
  }

  /// The corpus of the catalog called `name`; nil if the catalog is not open.
  ///
  /// The corpus can have a different name than the catalog.
  func corpus(ofCatalog name: String) -> LoadedCorpus? {
    workspace.corpora.first { $0.catalog?.name == name }
  }

  /// `:catalog open NAME`: loads the items as a corpus, which becomes the only corpus in scope.
  ///
  /// If loading fails, nothing is changed.
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
    let origin = entry.catalog?.open.stored == nil ? "" : ", from its image"
    console.report(
      StyledText("\(own):", .heading) + " \(items) of catalog \(name) in \(duration)\(origin)")
    if let store = entry.catalog?.open.store, (try? store.isOn()) == false {
      console.report("the catalog \(name) is off; :catalog on \(name) indexes its sources again")
    }
    workspace.indexInBackground(entry)
    writeImage(of: entry)
  }

  /// Loads the items of a catalog, with a progress bar.
  private func load(catalog store: CatalogStore, as name: String) throws -> LoadedCorpus {
    let progress = console.progress("opening \(store.name)")
    defer { progress.finish() }
    let time = now()
    let threads = workspace.settings.searchOptions.threads
    let open = try ShellError.translated(store.name) { () throws(CatalogError) in
      try store.open(
        now: time, threads: threads, isCancelled: { Signals.isCancelled },
        progress: { progress.update(items: $0, of: $1) })
    }
    return LoadedCorpus(name: name, catalog: CatalogReference(open))
  }

  /// Loads the catalog that is now at the path of an open catalog; nil if there is none.
  func loadReplacement(_ old: LoadedCorpus, _ catalog: CatalogReference) throws -> LoadedCorpus? {
    let store: CatalogStore
    do throws(CatalogError) {
      store = try CatalogStore(catalog.open.store.file, access: .write)
    } catch {
      guard case .missing = error else { throw ShellError(error, at: nil) }
      return nil
    }
    return try load(catalog: store, as: old.name)
  }

  /// Removes the corpora of a deleted catalog from the workspace.
  func close(_ name: String) {
    let closed = workspace.corpora.filter { $0.catalog?.name == name }.map(\.name)
    if !closed.isEmpty { workspace.forget(closed) }
  }
}

extension LoadedCorpus {
  /// Creates a corpus of the items of a catalog; `old` is the corpus that the new corpus replaces.
  convenience init(
    name: String, catalog: CatalogReference, replacing old: LoadedCorpus? = nil
  ) {
    let corpus = catalog.open.corpus
    // Keep the name of the corpus, because rows identify their corpus by name.
    let named = Corpus(
      name: name, fields: corpus.fields, segments: corpus.segments, sources: corpus.sources)
    self.init(
      name: name, corpus: named, paths: [catalog.source], report: LoadReport(), catalog: catalog,
      sharing: old?.memory
        ?? catalog.open.stored.map { Searcher($0.corpus, folded: $0.folded) })
    if let old { indexChoices = old.indexChoices }
  }
}
