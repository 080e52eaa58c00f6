internal import Corpora
internal import System
internal import Threading
internal import UnicodeText

/// The state that the threads of one file search share.
final class FileSearchRun<Product: Sendable>: Sendable {
  typealias Content = FileSchedule<Product>.Content

  let query: FileQuery
  let options: LoadOptions
  let choice: FormatChoice
  let sizes: FileSizes

  /// The columns that are known before the search; empty if the search finds them in the files.
  let knownFields: [Field]

  /// Whether the search tests lines as raw text, instead of as records with the columns of all
  /// files.
  let searchesRawLines: Bool

  private let inputs: ReadOnceInputs
  let schedule: FileSchedule<Product>

  /// Converts the findings of a task to the value that `run` passes to `deliver`.
  ///
  /// Returns `nil` if there is nothing to deliver.
  private let make:
    @Sendable (FileFindings, FileNumbering.Base, FileSearchRun) -> (Product, bytes: Int)?

  private let cancellation: Cancellation
  private let scanners: LineScannerCache?
  let matchers: FieldMatchers

  /// Selects the lines of JSON to parse; `nil` if every line is parsed.
  let selectJSONLines: RecordBatches.LinePick?

  let searchesBinary: Bool

  /// The stored indexes of the paths; `nil` if the search uses no index.
  let indexes: IndexedPaths?

  /// The blocks to read if a snapshot is searched; `nil` if paths are searched.
  let plan: SnapshotPlan?

  init(
    _ query: FileQuery, _ matchers: FieldMatchers, _ scanners: LineScannerCache?,
    paths: [String], options: LoadOptions, choice: FormatChoice, fields: [Field],
    inputs: ReadOnceInputs, indexes: IndexedPaths?, plan: SnapshotPlan?, sizes: FileSizes,
    cancellation: Cancellation,
    make:
      @escaping @Sendable (FileFindings, FileNumbering.Base, FileSearchRun) -> (
        Product, bytes: Int
      )?
  ) {
    self.query = query
    self.matchers = matchers
    self.scanners = scanners
    self.options = options
    self.choice = choice
    self.sizes = sizes
    self.inputs = inputs
    self.indexes = indexes
    self.plan = plan
    self.cancellation = cancellation
    self.make = make
    knownFields = fields
    let needsFields =
      fields.count > 1 && (query.query.dependsOnFields || query.query.matchesEmptyFields)
    searchesRawLines = options.keepsRawLines && !needsFields
    if query.needsNonMatches {
      selectJSONLines = nil
    } else {
      let filters = JSONLineFilters(matchers)
      selectJSONLines = { text, fields, body in filters.pick(in: text, ofFields: fields, body) }
    }
    searchesBinary = options.searchesBinary
    // If rows have context, rows after the last allowed match may also be shown, so `ContextGroups`
    // applies the limit instead.
    let limit = query.wantsRows && query.request.details.hasContext ? nil : query.request.limit
    let enough = query.wantsRows && query.countsRecords ? nil : query.request.enoughPerFile
    enoughPerFile = enough
    schedule = FileSchedule(
      plan.map { $0.parts.map { .snapshot($0) } } ?? paths.map { .path($0) },
      FileNumbering(
        fields: fields, limit: limit, enoughPerFile: enough, wantsRows: query.wantsRows),
      maxPendingBytes: sizes.maxPendingBytes,
      skipsEmpty: query.wantsRows)
  }

  /// A closure that returns whether the search should stop; it can be called on any thread.
  var isStopped: @Sendable () -> Bool {
    { [schedule, cancellation] in schedule.isOver || cancellation.isCancelled }
  }

  /// The number of matches after which the rest of a file can be skipped.
  ///
  /// The value is `nil` if all records are counted.
  let enoughPerFile: Int?

  // MARK: Tasks

  /// The tasks for one of the given paths.
  func tasks(ofPath path: String) -> [Content] {
    if let contents = indexedTasks(ofPath: path) { return contents }
    let file = FilePath(path)
    if let place = inputs[path] {
      let input = SearchedFile(file, name: path, isFound: false, mayBlock: true)
      return [.task(.stream(place, input))]
    }
    do throws(CorpusError) {
      switch try FileFacts.of(path).kind {
      case .file: return [.task(.files([SearchedFile(file, name: path, isFound: false)]))]
      case .folder:
        let walk = try FolderWalk(options)
        return [.task(.folder(walk.root(file), walk))]
      case .other:
        // Stream a pipe or a device, because a pipe can be opened only once.
        let input = SearchedFile(file, name: path, isFound: false, mayBlock: true)
        return [.task(.stream(.file(file), input))]
      }
    } catch {
      var findings = FileFindings()
      findings.failures = [CorpusError(error.code, path: path)]
      return [.found(findings)]
    }
  }

  /// The files and subfolders of a folder, as tasks.
  func list(_ folder: WalkedFolder, _ walk: FolderWalk) -> [Content] {
    var findings = FileFindings()
    var contents: [Content] = []
    var files: [SearchedFile] = []
    func endFiles() {
      if !files.isEmpty { contents.append(.task(.files(files))) }
      files = []
    }
    do throws(CorpusError) {
      for entry in try walk.list(folder, skipped: &findings.skipped) {
        switch entry {
        case .file(let file):
          files.append(SearchedFile(file.path, isFound: true))
          if files.count == sizes.maxFilesPerTask { endFiles() }
        case .folder(let inner):
          endFiles()
          contents.append(.task(.folder(inner, walk)))
        }
      }
      endFiles()
    } catch {
      findings.skipped.unreadable += 1
      findings.failures = [error]
    }
    return [.found(findings)] + contents
  }

  /// The tasks that search the strips of a large file.
  func strips(of file: LineFile) -> [Content] {
    strips(of: file, in: 0..<max(1, file.size), by: sizes.strip)
  }

  /// Splits a strip that has many rows into smaller strips.
  ///
  /// Smaller strips limit the memory use, because a row takes many times the memory of its text.
  func smallStrips(of file: LineFile, in part: Range<Int>) -> [Content] {
    strips(of: file, in: part, by: smallStrip)
  }

  /// The size of a strip, in bytes, in a file with many rows.
  var smallStrip: Int { max(1, sizes.strip / 8) }

  private func strips(of file: LineFile, in part: Range<Int>, by step: Int) -> [Content] {
    stride(from: part.lowerBound, to: part.upperBound, by: step).map { start in
      .task(.strip(file, start..<min(start + step, part.upperBound, file.size)))
    }
  }

  // MARK: Searching

  /// Notes that the search reads lines, whose only column is `text`.
  ///
  /// The note affects which fields of the query are reported as unknown.
  func noteLines() { matchers.noteLines() }

  /// Notes the columns of some records; these columns affect which fields of the query are reported
  /// as unknown.
  func noteFields(_ fields: [Field]) { _ = matchers.matcher(for: fields) }

  /// The scanner that finds matching lines in some text; `nil` to test every line.
  func scanner(for text: Span<UInt8>) -> (any LineScanner)? { scanners?.scanner(for: text) }

  func scanner(for file: LineFile) -> (any LineScanner)? { scanners?.scanner(for: file) }

  var accessPath: String { scanners?.name ?? ScanPath.name }

  /// The findings of a picker, including any error that stopped the picker.
  ///
  /// Returns `nil` if the search was canceled.
  func finish(_ picker: consuming LinePicker, _ isCancelled: () -> Bool) -> FileFindings? {
    let failure = picker.failure
    guard var findings = picker.finish(isCancelled) else { return nil }
    if let failure { findings.failures.append(failure) }
    return findings
  }

  /// Searches some records of a file; returns `nil` if the search was canceled.
  ///
  /// If `isHeld` is true, the findings may be discarded later, so this method does not note the
  /// fields of the records. The caller notes the fields if it keeps the findings.
  func find(
    in piece: RecordPiece, _ path: String, continuesFile: Bool, isHeld: Bool = false,
    _ isCancelled: () -> Bool
  ) -> FileFindings? {
    let corpus = piece.corpus
    var findings = FileFindings()
    findings.accessPath = ScanPath.name
    var part = FileFindings.Part(path: path, continuesFile: continuesFile)
    part.records = piece.count
    let matcher = matchers.matcher(for: corpus.fields, hasRecords: piece.count > 0 && !isHeld)
    guard let rows = query.rows(of: corpus, by: matcher, isCancelled) else { return nil }
    findings.undecided = rows.undecided
    part.matches = rows.records.count
    findings.parts = [part]
    findings.fields = corpus.hasOnlyEmptyText ? [] : corpus.fields
    if query.wantsRows, !rows.records.isEmpty || query.request.details.hasContext {
      findings.rows = FoundRows(
        corpus: corpus, matches: rows.records, areLines: false, numbers: piece.picked?.numbers)
    }
    return findings
  }

  // MARK: Rendering

  /// Renders findings in the order of output, up to the first task that has not finished.
  func render() {
    while let numbered = schedule.claim() {
      let made = make(numbered.findings, numbered.base, self)
      schedule.deposit(made?.0, bytes: made?.bytes ?? 0, for: numbered)
    }
  }

  /// The rows that a task found, as a batch; `nil` if there are no rows to show.
  func batch(of findings: FileFindings, _ base: FileNumbering.Base) -> RowBatch? {
    guard let rows = findings.rows, base.wanted > 0 else { return nil }
    return RowMaker(findings, rows, base, query, matchers, knownFields).batch()
  }

  /// The records that a task found, with the columns of all files; `nil` if it found no records.
  func found(in findings: FileFindings, _ base: FileNumbering.Base) -> FoundBatch? {
    guard let rows = findings.rows else { return nil }
    return FoundBatch(
      FileFindingsBatch(findings, rows, base, query, matchers, knownFields))
  }

  // MARK: Running

  /// Runs all tasks on up to `threads` threads, and passes their results to `deliver` in order.
  ///
  /// - Returns: the counts of the records and bytes that were read, and of the matches.
  /// - Throws: `cancelled`, and any error that `deliver` throws.
  func run(threads: Int, deliver: (Product) throws -> Bool) throws -> FileNumbering {
    var failure: (any Error)?
    var shouldContinue = true
    var failures = Int.max
    func deliverReady() {
      while shouldContinue, failure == nil, let (product, seen) = schedule.nextProduct() {
        do { shouldContinue = try deliver(product) } catch { failure = error }
        if !shouldContinue { failures = seen }
      }
      if !shouldContinue || failure != nil || cancellation.isCancelled { schedule.end() }
    }
    Workers.run(
      helpers: threads - 1,
      {
        let isStopped = self.isStopped
        var worker = FileWorker(self)
        var waited = -1
        loop: while !isStopped() {
          let seen = self.schedule.changeCount
          switch self.schedule.take(onCallersThread: false) {
          case .task(let node, let task): worker.work(task, at: node, isStopped)
          case .wait:
            self.schedule.waitForChange(after: seen, isFirst: seen != waited)
            waited = seen
          case .over: break loop
          }
        }
      },
      starter: { startHelpers in
        var worker = FileWorker(self)
        var waited = -1
        var isAlone = true
        loop: while true {
          deliverReady()
          let seen = schedule.changeCount
          switch schedule.take(onCallersThread: true) {
          case .task(let node, let task):
            // Start other threads only if there is a task for them: the search of one small file
            // ends before another thread could take a task.
            if isAlone, schedule.hasTaskForHelper {
              startHelpers()
              isAlone = false
            }
            worker.work(task, at: node) {
              deliverReady()
              return schedule.isOver
            }
          case .wait:
            schedule.waitForChange(after: seen, isFirst: seen != waited)
            waited = seen
          case .over: break loop
          }
        }
      })
    deliverReady()
    if let failure { throw failure }
    if shouldContinue, cancellation.isCancelled { throw SearchError.cancelled }
    var numbering = schedule.numbering
    numbering.truncateFailures(failures)
    return numbering
  }
}
