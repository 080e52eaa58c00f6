public import Corpora
internal import Synchronization
internal import System
internal import Threading
internal import UnicodeText

/// A source that searches files, folders and standard input while it reads them, and keeps no
/// records.
///
/// Records are in the order of the given paths. The files and subfolders of a folder are sorted by
/// the bytes of their names. Memory is bounded: each thread needs a few megabytes, plus the size of
/// the largest record that it reads.
public final class FileSource: RecordSource {
  public let name: String
  public let kind = "files"
  private let given: [String]
  private let excluded = Mutex<[String]>([])
  let options: LoadOptions
  let choice: FormatChoice
  private let standardInput: Int32
  let sizes: FileSizes
  let indexes: IndexChoice?

  /// The snapshot to search; `nil` to search the files as they are now.
  ///
  /// The files must not have changed since the snapshot was made.
  let snapshot: FileSnapshot?

  /// The columns of all records, cached once they are known.
  private let known = Mutex<[Field]?>(nil)

  /// The first error that occurred when a file was read to find its columns; `nil` if there was
  /// none.
  private let columnFailure = Mutex<CorpusError?>(nil)

  /// The temporary copies of standard input and pipes, each with the path of its input.
  ///
  /// Only inputs that have to be read twice are copied.
  private let spooled = Mutex<[(path: String, input: SpooledInput)]>([])

  /// Creates a source of files and folders; the source opens no file before a search.
  ///
  /// - Parameters:
  ///   - paths: files and folders; `-` is standard input.
  ///   - options: how to read the files.
  ///   - standardInput: the descriptor from which `-` is read; the source does not close it.
  /// - Throws: `unknownType` and `badGlob`.
  public convenience init(
    _ paths: [String], options: LoadOptions = LoadOptions(), standardInput: Int32 = 0
  ) throws(CorpusError) {
    try self.init(
      paths, options: options, standardInput: standardInput, sizes: FileSizes(), indexes: nil)
  }

  /// Creates a source that can use stored indexes; its results are the same as without indexes.
  package init(
    _ paths: [String], options: LoadOptions, standardInput: Int32 = 0,
    sizes: FileSizes = FileSizes(), indexes: IndexChoice? = nil, snapshot: FileSnapshot? = nil
  ) throws(CorpusError) {
    given = paths
    self.snapshot = snapshot
    self.indexes = indexes
    self.options = options
    self.sizes = sizes
    self.standardInput = standardInput
    name = options.name ?? CorpusLoader.name(of: paths.first ?? "-")
    choice = try FormatChoice(options.type)
    _ = try FolderWalk(options)
    if let snapshot { known.withLock { $0 = snapshot.fields } }
  }

  public var recordCount: Int? { nil }

  /// The paths to search.
  package var paths: [String] {
    excluded.withLock { excluded in
      excluded.isEmpty ? given : given.filter { !excluded.contains($0) }
    }
  }

  /// The total size of the files in bytes; nil if a file is compressed or is not a regular file.
  package var knownBytes: Int? {
    paths.reduce(0) { (sum: Int?, path) in
      guard let sum, path != "-", !path.hasSuffix(".gz"),
        case .file(let size)? = try? Platform.kind(of: FilePath(path), followsLinks: true)
      else { return nil }
      return sum + size
    }
  }

  /// Excludes some of the paths from all later searches.
  package func exclude(_ paths: [String]) {
    excluded.withLock { $0 += paths }
    known.withLock { $0 = nil }
    columnFailure.withLock { $0 = nil }
  }

  /// Whether the source is a single file, so rows need not name the file.
  public var hasSingleSource: Bool {
    guard given.count == 1, let path = given.first else { return false }
    return path == "-" || (try? FileFacts.of(path).isFolder) == false
  }

  // MARK: Searching

  public func stream<Product: Sendable>(
    _ query: CompiledQuery, _ request: StreamRequest, _ cancellation: Cancellation,
    render: @escaping @Sendable (RowBatch) -> Product,
    deliver: (Product) throws -> Bool
  ) throws -> StreamReport {
    if request.details.hasContext {
      var groups = ContextGroups(request.details, limit: request.limit)
      var request = request
      // As in a search of files, only lines have context.
      if let snapshot, !snapshot.fields.haveContext { request.details.omitContext() }
      return try run(query, request, wantsRows: true, cancellation) {
        (findings, base, run: FileSearchRun<RowBatch>) in
        run.batch(of: findings, base).map { ($0, $0.memoryBytes) }
      } deliver: { batch in
        for shown in groups.add(batch) where try !deliver(render(shown)) { return false }
        return !groups.isOver
      }
    }
    return try run(query, request, wantsRows: true, cancellation) {
      (findings, base, run: FileSearchRun<Product>) in
      run.batch(of: findings, base).map { (render($0), $0.memoryBytes) }
    } deliver: {
      try deliver($0)
    }
  }

  /// Finds the matching records, and delivers them without converting them to rows.
  ///
  /// `map` runs on any thread, soon after the records were read. `map` returns a product, and the
  /// number of bytes of memory that the product takes. The limit of the request is ignored.
  ///
  /// - Throws: `SearchError`, and any error that `deliver` throws.
  /// - Complexity: O(*n*), where *n* is the number of bytes of text.
  package func find<Product: Sendable>(
    _ query: CompiledQuery, _ request: StreamRequest, _ cancellation: Cancellation,
    map: @escaping @Sendable (FoundBatch) -> (Product, bytes: Int),
    deliver: (Product) throws -> Bool
  ) throws -> StreamReport {
    var request = request
    request.limit = nil
    request.enoughPerFile = nil
    _ = try fields(cancellation)
    return try run(query, request, wantsRows: true, cancellation) {
      (findings, base, run: FileSearchRun<Product>) in
      run.found(in: findings, base).map(map)
    } deliver: {
      try deliver($0)
    }
  }

  public func countByFile(
    _ query: CompiledQuery, _ request: StreamRequest, _ cancellation: Cancellation,
    deliver: (_ path: String, _ count: Int) throws -> Bool
  ) throws -> StreamReport {
    var file: (path: String, count: Int)?
    var shouldContinue = true
    var isPassed = false
    func pass() throws {
      guard shouldContinue, !isPassed, let found = file, found.count > 0 || request.listsAllFiles
      else {
        return
      }
      shouldContinue = try deliver(found.path, found.count)
      isPassed = true
    }
    let report = try run(query, request, wantsRows: false, cancellation) {
      (findings, base, run: FileSearchRun<[FileFindings.Part]>) in
      let parts =
        request.listsAllFiles ? findings.parts : findings.parts(withMatches: base.wanted)
      return (parts, findings.parts.count * 64)
    } deliver: { parts in
      for part in parts {
        if !part.continuesFile {
          try pass()
          file = nil
          isPassed = false
        }
        file = (part.path, (file?.count ?? 0) + part.matches)
        if let enough = request.enoughPerFile, file?.count ?? 0 >= enough { try pass() }
      }
      return shouldContinue
    }
    try pass()
    return report
  }

  func run<Product: Sendable>(
    _ query: CompiledQuery, _ request: StreamRequest, wantsRows: Bool,
    _ cancellation: Cancellation,
    make:
      @escaping @Sendable (FileFindings, FileNumbering.Base, FileSearchRun<Product>)
      -> (Product, bytes: Int)?,
    deliver: (Product) throws -> Bool
  ) throws -> StreamReport {
    var watch = Stopwatch()
    let matchers = FieldMatchers(query)
    if query.dependsOnFields {
      let names = try fields(cancellation).map(\.name)
      // An inverted search would output all records before it could report the missing field.
      if request.isInverted, let error = matchers.unknownField(among: names) {
        throw SearchError.query(error)
      }
    } else if query.matchesEmptyFields, mayHaveSeveralHeaders {
      // A column that a file lacks is an empty field in the records of that file. Read the columns
      // of all files first, because an empty field may match.
      _ = try fields(cancellation)
    }
    let lines = matchers.lineMatcher()
    let fileQuery = FileQuery(
      query: query, lines: lines, request: request, wantsRows: wantsRows)
    let known = known.withLock { $0 } ?? []
    var anyRecord = lines
    if query.dependsOnFields, known.map(\.name) != ["text"] {
      anyRecord = query.scoped(to: known).flatMap { try? $0.matcher(for: known) }
    }
    let indexed = snapshot == nil ? try indexedPaths(anyRecord, fileQuery) : nil
    let snapshotPlan = try snapshot.map { snapshot throws(SearchError) in
      try SnapshotPlan(
        snapshot, anyRecord, needsAll: fileQuery.wantsRows && fileQuery.needsNonMatches)
    }
    let run = FileSearchRun(
      fileQuery, matchers,
      lines.map { LineScannerCache($0, minimumBytes: sizes.minimumBytesForScanner) },
      paths: paths, options: options, choice: choice, fields: known,
      inputs: inputs(), indexes: indexed, plan: snapshotPlan, sizes: sizes,
      cancellation: cancellation, make: make)
    let plan = watch.lap()
    let numbering = try run.run(
      threads: query.query.options.threads ?? Workers.processorCount, deliver: deliver)
    if let error = matchers.error, numbering.matches == 0 { throw SearchError.query(error) }
    var report = StreamReport(SearchStatistics(accessPath: numbering.totals.accessPath ?? "scan"))
    report.statistics.timings.parse = query.parseNanoseconds
    report.statistics.timings.plan = plan
    report.statistics.timings.search = watch.lap()
    report.statistics.completion = run.schedule.isOver ? .stoppedEarly : .complete
    report.statistics.bytes = numbering.totals.bytes
    report.statistics.files = numbering.totals.files
    report.statistics.matches = numbering.matches
    report.statistics.undecided = numbering.totals.undecided
    report.statistics.examined = fileQuery.countsRecords ? numbering.records : nil
    report.invalidSequences = numbering.totals.invalidSequences
    report.indexNotes = indexed?.notes ?? []
    if indexed?.isEmpty == false || snapshotPlan != nil {
      report.statistics.storedIndex = numbering.totals.indexed
    }
    report.skipped = numbering.totals.skipped
    report.failures = numbering.totals.failures
    // Report the failure even if the file was readable later, because its rows lack the columns
    // that could not be read.
    if let failure = columnFailure.withLock({ $0 }),
      !report.failures.contains(where: { $0.path == failure.path })
    {
      report.failures.append(failure)
    }
    return report
  }

  /// The indexes that this search uses; `nil` if it uses no index.
  ///
  /// `matcher` is the matcher for records with the columns of all files, or for lines if the query
  /// does not depend on fields.
  private func indexedPaths(
    _ matcher: (any Matcher)?, _ query: FileQuery
  ) throws(SearchError) -> IndexedPaths? {
    guard let indexes else { return nil }
    // The search lists every record that does not match, so it has to read all files.
    if query.isInverted, query.wantsRows {
      if !indexes.isRequired { return nil }
      throw .failed(
        source: "--index",
        reason:
          "no index can help, because -v lists the records that do not match; leave out --index")
    }
    return try IndexedPaths(paths, matcher, indexes)
  }

  // MARK: Fields

  /// The columns of all records, in order of appearance.
  ///
  /// Files of lines have one column, `text`. The columns of a delimited file are read from its
  /// first row; a JSON file is read in full. Standard input and pipes are copied to temporary
  /// files, so that the search can read them again.
  ///
  /// - Throws: `corpus` if a file cannot be read; `cancelled` if the caller cancels.
  /// - Complexity: O(*n*), where *n* is the number of bytes that must be read to find the columns.
  public func fields(_ cancellation: Cancellation) throws(SearchError) -> [Field] {
    if let known = known.withLock({ $0 }) { return known }
    try spoolInputs(cancellation)
    var reader = FieldReader(options, choice, inputs(), indexes, cancellation)
    let fields = try reader.fields(of: paths)
    known.withLock { $0 = fields }
    columnFailure.withLock { $0 = reader.failure }
    return fields
  }

  /// The descriptors and temporary files from which standard input and copied pipes are read.
  private func inputs() -> ReadOnceInputs {
    var inputs = ReadOnceInputs(standardInput: standardInput)
    for (path, input) in spooled.withLock({ $0 }) { inputs[path] = input.place }
    return inputs
  }

  /// Whether every path is a file, a pipe or standard input that is read as lines.
  ///
  /// A source of lines has only the column `text`.
  package var hasOnlyLines: Bool {
    options.keepsRawLines
      && paths.allSatisfy { path in
        choice.isLines(FilePath(path))
          && (path == "-" || (try? FileFacts.of(path))?.isFolder == false)
      }
  }

  /// Whether two files may have different columns.
  private var mayHaveSeveralHeaders: Bool {
    !hasSingleSource && !choice.readsOnlyLines && !hasOnlyLines
  }

  /// Copies standard input and pipes to temporary files, so that they can be read several times.
  ///
  /// Several threads can read the temporary files at the same time.
  ///
  /// - Throws: `corpus` if the copy fails or is too large; `cancelled` if the caller cancels.
  /// - Complexity: O(*n*), where *n* is the number of bytes of these inputs.
  package func spoolAllInputs(_ cancellation: Cancellation) throws(SearchError) {
    try spoolInputs(cancellation, includingLines: true)
  }

  /// Copies inputs that can be read only once.
  ///
  /// If `includingLines` is false, copies only inputs that must be read to find their columns.
  private func spoolInputs(
    _ cancellation: Cancellation, includingLines: Bool = false
  ) throws(SearchError) {
    for path in paths where isReadOnce(path) && !isSpooled(path) {
      let isLines = choice.format(ofFileNamed: path).name == LinesFormat().name
      if isLines, options.keepsRawLines, !includingLines { continue }
      do throws(CorpusError) {
        let input = try SpooledInput(
          path == "-" ? .descriptor(standardInput) : .file(FilePath(path)), path: path,
          isCancelled: { cancellation.isCancelled })
        spooled.withLock { $0.append((path, input)) }
      } catch {
        switch error.code {
        case .cancelled: throw .cancelled
        // Skip inputs that cannot be opened, because the search reports these errors.
        case .notFound, .unreadable: continue
        default: throw .corpus(error)
        }
      }
    }
  }

  private func isSpooled(_ path: String) -> Bool {
    spooled.withLock { $0.contains { $0.path == path } }
  }

  func isReadOnce(_ path: String) -> Bool {
    path == "-" || (try? FileFacts.of(path).kind) == .other
  }

  // MARK: Other calls

  /// Collects the rows of a stream, up to a limit.
  ///
  /// - Throws: `query`, `corpus`, `unsupported` for a search within another result, `tooLarge`,
  ///   `cancelled`.
  /// - Complexity: O(*n*), where *n* is the number of bytes of the files.
  public func search(
    _ query: CompiledQuery, _ request: ResultRequest, _ cancellation: Cancellation
  ) throws(SearchError) -> any SearchResult {
    guard request.within == nil else {
      throw .unsupported(
        source: name, what: "keeps no records to search within", remedy: "use :load first")
    }
    return try CollectedResult(of: self, query, request, cancellation)
  }
}
