internal import Corpora
internal import Searching
internal import Tables

/// A named corpus of a workspace, with the way it was loaded and the state of its indexes.
final class LoadedCorpus {
  let name: String

  /// The source that is searched.
  private(set) var source: any RecordSource

  /// The searcher of the records; nil if they are not in memory.
  private(set) var memory: Searcher?

  /// Reads the records into memory for commands that need them there; nil if they are in memory or on a server.
  var readRecords: ((LoadedCorpus) throws -> Searcher)?

  /// The columns of the records.
  let fields: [Field]
  let paths: [String]
  let report: LoadReport

  /// The loads that made the corpus, in order; empty if `:load` did not make it.
  let steps: [LoadStep]

  /// The command that attaches it again; nil if it is not on a server.
  var attachment: [String]?

  /// The catalog whose items are the records; nil for other corpora.
  let catalog: CatalogReference?

  /// The status of its files when they were read; nil if the corpus did not come from files.
  var stamps: SourceStamps?

  /// The changed status of its files that was last reported to the user.
  var notedStamps: SourceStamps?

  /// How far each file was read; empty if appended text cannot be read separately.
  var marks: [FileMark] = []

  /// Whether `:set follow on` applies; false after appended text could not be read.
  var isFollowed = true

  /// The columns that rows show; empty for all fields.
  var shownColumns: [ShownColumn] = []

  /// The types of the columns; nil until they are first needed.
  var columnTypes: [ColumnType]?

  /// The types of the columns that queries have read so far, if the records are not in memory.
  var streamedTypes: [Int: ColumnType] = [:]

  /// Whether the user asked to build (true) or drop (false) an index, by the name of the index.
  var indexChoices: [String: Bool] = [:]

  /// The last background build of its indexes, which may be over; nil if there is none.
  var indexing: BackgroundIndexing?

  /// Creates a corpus whose records are not in memory.
  ///
  /// - Throws: `SearchError` if the source cannot list its fields.
  init(
    _ source: any RecordSource, as name: String, at paths: [String], steps: [LoadStep] = []
  ) throws(SearchError) {
    self.name = name
    self.source = source
    memory = nil
    fields = try source.fields(.signals)
    self.paths = paths
    report = LoadReport()
    self.steps = steps
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

  /// Copies the user's choices from the corpus that this one replaces.
  func takeChoices(of old: LoadedCorpus) {
    let names = Set(fields.map(\.name))
    shownColumns = old.shownColumns.filter { names.contains($0.field) }
    indexChoices = old.indexChoices
  }

  /// The files of the corpus, if they are searched in place.
  var snapshot: FileSnapshot? { (source as? SnapshotSource)?.snapshot }

  /// Whether the records are in memory, or can be read into it.
  var hasRecords: Bool { memory != nil || readRecords != nil }

  /// The searcher of the records in memory; files that are searched in place are read first.
  ///
  /// - Throws: a failure if the records cannot be in memory; it names `what`, which needs them.
  func inMemory(for what: String) throws -> Searcher {
    if let memory { return memory }
    guard let readRecords else {
      let reason =
        attachment == nil
        ? "has none: :load them" : "is on a server: :export what a query finds, and :load that"
      throw ShellError.failure("\(what) needs records in memory, and \(name) \(reason)")
    }
    let searcher = try readRecords(self)
    memory = searcher
    source = searcher
    self.readRecords = nil
    return searcher
  }

  /// The number of records that `what` compares by their numbers.
  ///
  /// - Throws: a failure if the source does not number its records.
  func numberedRecords(for what: String) throws -> Int {
    if let snapshot { return snapshot.recordCount }
    return try inMemory(for: what).corpus.count
  }
}
