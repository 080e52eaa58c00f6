internal import Corpora
internal import Searching
internal import Tables

/// A named corpus of a workspace, with its load commands and the state of its access paths.
final class LoadedCorpus {
  let name: String

  /// The source of records that queries search.
  private(set) var source: any RecordSource

  /// The searcher of the records; nil if the records are not in memory.
  private(set) var memory: Searcher?

  /// Reads the records into memory, for commands that need them there; nil if the records cannot be
  /// read.
  ///
  /// The closure is also nil if the records are already in memory.
  var readRecords: ((LoadedCorpus) throws -> Searcher)?

  /// The fields that each record has.
  let fields: [Field]
  let paths: [String]
  let report: LoadReport

  /// The `:load` commands that created the corpus, in order; empty if other commands created it.
  let steps: [LoadStep]

  /// The words of the command that attaches the corpus again; nil if the corpus is not on a server.
  var attachment: [String]?

  /// The catalog whose items are the records; nil for other corpora.
  let catalog: CatalogReference?

  /// The status that the files had when they were read; nil if the corpus did not come from files.
  var stamps: SourceStamps?

  /// The file status at the time when a change was last reported to the user.
  var notedStamps: SourceStamps?

  /// The file status when `followed` last checked for appended text; `followed` checks once for
  /// each change.
  var followedStamps: SourceStamps?

  /// The position up to which each file was read; empty if appended text cannot be read separately.
  var marks: [FileMark] = []

  /// Whether `:set follow on` applies to this corpus; false after a failure to read appended text.
  var isFollowed = true

  /// The columns that rows show; empty for all fields.
  var shownColumns: [ShownColumn] = []

  /// The types of the columns; nil until the types are first needed.
  var columnTypes: [ColumnType]?

  /// The types of the columns that earlier queries have read; used if the records are not in
  /// memory.
  var streamedTypes: [Int: ColumnType] = [:]

  /// The user's choices, with the names of access paths as keys: true to build the path, false to
  /// drop it.
  var indexChoices: [String: Bool] = [:]

  /// The most recent background build of access paths, which may have ended; nil if there was no
  /// build.
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

  /// Copies the user's choices of columns and access paths from the corpus that this corpus
  /// replaces.
  func takeChoices(of old: LoadedCorpus) {
    let names = Set(fields.map(\.name))
    shownColumns = old.shownColumns.filter { names.contains($0.field) }
    indexChoices = old.indexChoices
  }

  /// The files of the corpus if it is searched in place; otherwise nil.
  var snapshot: FileSnapshot? { (source as? SnapshotSource)?.snapshot }

  /// Whether the records are in memory or can be read into memory.
  var hasRecords: Bool { memory != nil || readRecords != nil }

  /// The searcher of the records; if the records are not in memory, this method reads them first.
  ///
  /// - Throws: a failure, whose message names `what`, if the records cannot be read into memory.
  func inMemory(for what: String) throws -> Searcher {
    if let memory { return memory }
    guard let readRecords else {
      let reason =
        attachment == nil
        ? "has none: :load its files"
        : "is on a server: :export a result, and :load the exported file"
      throw ShellError.failure("\(what) needs records in memory, but \(name) \(reason)")
    }
    let searcher = try readRecords(self)
    memory = searcher
    source = searcher
    self.readRecords = nil
    return searcher
  }

  /// The number of records, which are numbered from 0; `what` is the command that needs the record
  /// numbers.
  ///
  /// - Throws: a failure if the records cannot be read into memory.
  func numberedRecords(for what: String) throws -> Int {
    if let snapshot { return snapshot.recordCount }
    return try inMemory(for: what).corpus.count
  }
}
