internal import Corpora
internal import Searching

/// Records under a name, and what the workspace knows of them.
final class LoadedCorpus {
  let name: String

  /// Where the records come from.
  let source: any RecordSource

  /// The records, if they are in memory.
  let memory: Searcher?

  /// The columns of the records.
  let fields: [Field]
  let paths: [String]
  let report: LoadReport

  /// How its records can be loaded again, in order; empty for those that came from no file.
  let steps: [LoadStep]

  /// The catalog whose items the records are, if they are.
  let catalog: CatalogReference?

  /// The indexes that were asked for (true) or dropped (false), by name.
  var indexChoices: [String: Bool] = [:]

  /// The building of its indexes, while that goes on.
  var indexing: BackgroundIndexing?

  /// Takes records that are elsewhere.
  ///
  /// - Throws: what asking for their columns throws.
  init(_ source: any RecordSource, as name: String, at place: String) throws(SearchError) {
    self.name = name
    self.source = source
    memory = nil
    fields = try source.fields(.signals)
    paths = [place]
    report = LoadReport()
    steps = []
    catalog = nil
  }

  init(
    name: String, corpus: Corpus, paths: [String], report: LoadReport, steps: [LoadStep] = [],
    catalog: CatalogReference? = nil, sharing previous: Searcher? = nil
  ) {
    self.name = name
    let searcher = previous.map { Searcher(corpus, sharing: $0) } ?? Searcher(corpus)
    source = searcher
    memory = searcher
    fields = corpus.fields
    self.paths = paths
    self.report = report
    self.steps = steps
    self.catalog = catalog
  }

  /// The records in memory.
  ///
  /// - Throws: a failure where they are elsewhere; `what` needs them.
  func inMemory(for what: String) throws -> Searcher {
    guard let memory else {
      throw ShellError.failure("\(what) needs records in memory, and \(name) has none: :load them")
    }
    return memory
  }
}
