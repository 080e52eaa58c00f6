internal import Corpora
internal import System

/// Indexes files into a catalog, batch by batch, and updates their items when the files change.
///
/// At any time, at most one indexer works on a catalog, across all processes. Every batch is one
/// transaction that also saves the progress, so that an interrupted or killed run can be resumed.
/// Searches are never blocked.
package final class Indexer {
  /// The default number of items per transaction.
  package static let defaultBatchSize = 1_000

  let store: CatalogStore
  let environment: Environment

  /// The results so far.
  var report = IndexingReport()

  /// The number of consecutive batches that failed after all retries.
  var givenUp = 0

  package init(_ store: CatalogStore, _ environment: Environment) {
    self.store = store
    self.environment = environment
  }

  /// Adds files and folders as sources, and indexes their contents; relative paths are resolved
  /// from the current folder.
  ///
  /// If a source exists already, it gets the new options. If the indexing of the source was
  /// interrupted, it is resumed. A file that cannot be read is reported as a problem; the other
  /// files are indexed.
  ///
  /// - Throws: `off`, `indexing`, `system`, `item` for an invalid domain, `corpus` for a missing
  ///   path. If the caller cancels the call, no error is thrown, and the report is marked as
  ///   incomplete.
  package func add(_ paths: [String], options: SourceOptions) throws(CatalogError) -> IndexingReport
  {
    do throws(ItemError) {
      try CatalogDomain.validate(options.domain)
    } catch {
      throw .item(error)
    }
    guard try store.isOn() else { throw .off(store.name) }
    var wanted: [String] = []
    for path in paths {
      let path = Self.absolute(path)
      do throws(CorpusError) {
        _ = try FileFacts.of(path)
      } catch {
        throw .corpus(error)
      }
      if !wanted.contains(where: { $0.utf8.elementsEqual(path.utf8) }) { wanted.append(path) }
    }
    let lock = try store.file.lock()
    report = IndexingReport()
    for path in wanted {
      let before = try store.sources().first { $0.path.utf8.elementsEqual(path.utf8) }
      let number = try store.addSource(path: path, domain: options.domain, options: options.stored)
      let (items, problems) = (report.items, report.problems.count)
      try index(number, path, options, isForced: false, isAddition: true)
      // If nothing was indexed, restore the previous state of an existing source, or remove a new
      // source.
      let isNew = before?.options != options.stored || before?.domain != options.domain
      if isNew, report.isComplete, report.items == items, report.problems.count > problems {
        try store.revert(source: number, to: before)
      }
      if !report.isComplete { break }
    }
    try restoreItems(isAddition: true) { source in
      wanted.contains { $0.utf8.elementsEqual(source.path.utf8) }
    }
    try purgeExpired()
    _ = consume lock
    return report
  }

  /// Rereads the sources that were last read at least `maximumAge` seconds ago, or all sources if
  /// `isForced` is true.
  ///
  /// A file is skipped if its metadata or its SHA-256 digest shows that the file is unchanged, even
  /// if some of its items were deleted by id. Items that are no longer in their file are deleted.
  /// `maximumAge` is stored for later refreshes; if it is nil, the stored maximum age is used.
  ///
  /// A source is read again at any age if its last reading failed or was interrupted. A source is
  /// also read again if items of other files replaced its items and have since been deleted.
  package func refresh(
    maximumAge: Int? = nil, isForced: Bool = false
  ) throws(CatalogError) -> IndexingReport {
    guard try store.isOn() else { throw .off(store.name) }
    let lock = try store.file.lock()
    report = IndexingReport()
    if let maximumAge, try store.maximumAge() != maximumAge {
      try store.setMaximumAge(maximumAge)
    }
    let age = try store.maximumAge()
    let now = environment.now()
    // The sources that are not due for a refresh, and the time at which each source was indexed.
    var notDue: [Int: Int] = [:]
    for source in try store.sources() {
      let stored = SourceOptions(stored: source.options, domain: source.domain)
      let lacksItems = source.lacksItems && stored?.isExpired(at: now) != true
      // If the stored time is in the future, the clock was wrong when the time was stored, so the
      // source is due.
      if !isForced, !source.isUnfinished, !lacksItems, let indexed = source.indexed,
        indexed <= now, indexed.later(by: age) > now
      {
        notDue[source.number] = indexed
        continue
      }
      guard let options = stored else {
        note("\(source.path): the stored options are from another version; add the path again")
        continue
      }
      if source.isUnfinished {
        let problem = source.problem?.split(separator: "\n").first
        report.notices.append(
          "\(source.path): retrying, because the last attempt failed: \(problem ?? "it was interrupted")"
        )
      }
      try index(source.number, source.path, options, isForced: isForced, isAddition: false)
      if !report.isComplete { break }
    }
    try restoreItems(isAddition: false) { source in
      notDue[source.number] = nil
      return true
    }
    try purgeExpired()
    if let indexed = notDue.values.min() {
      report.notDue = (notDue.count, indexed, indexed.later(by: age))
    }
    _ = consume lock
    return report
  }

  /// If this run has deleted items that had replaced items of other sources, reads those sources
  /// again.
  private func restoreItems(
    isAddition: Bool, among isWanted: (CatalogSource) -> Bool
  ) throws(CatalogError) {
    if !report.isComplete { return }
    let (notices, problems) = (report.notices, report.problems)
    let unchangedFiles = report.unchangedFiles
    for source in try store.sources() {
      guard source.lacksItems, !source.isUnfinished,
        let options = SourceOptions(stored: source.options, domain: source.domain),
        !options.isExpired(at: environment.now()), isWanted(source)
      else { continue }
      try index(source.number, source.path, options, isForced: false, isAddition: isAddition)
      if !report.isComplete { break }
    }
    // Do not report earlier notices and problems a second time.
    report.notices = notices
    report.problems =
      problems + report.problems.dropFirst(problems.count).filter { !problems.contains($0) }
    report.unchangedFiles = unchangedFiles
  }

  /// Deletes the expired items after a complete run.
  private func purgeExpired() throws(CatalogError) {
    if report.isComplete { report.purged = try store.purgeExpired(now: environment.now()) }
  }

  // MARK: One source

  private func index(
    _ source: Int, _ path: String, _ options: SourceOptions, isForced: Bool, isAddition: Bool
  ) throws(CatalogError) {
    let now = environment.now()
    if options.isExpired(at: now) {
      return note("\(path): its items have expired; add the path again with a later --expires")
    }
    let origins = try store.origins(ofSource: source)
    var work = Work(
      source: source, path: path, options: options, isForced: isForced, isAddition: isAddition,
      expires: options.expires?.secondsSince1970
        ?? options.timeToLive.map { now.later(by: $0.wholeSeconds) },
      known: Dictionary(origins.map { (Array($0.path.utf8), $0) }, uniquingKeysWith: { $1 }))
    let (problems, passed) = (report.problems.count, report.unchangedFiles)
    try store.start(source: source)
    do throws(CatalogError) {
      let (records, texts) = try files(of: &work)
      defer { noteSkipped(work.skipped, of: path) }
      for file in records {
        try indexRecords(of: file, &work)
        if !report.isComplete { return }
      }
      try indexTexts(texts, &work)
      if !report.isComplete { return }
      try confirm(&work)
      if work.isWhole {
        try deleteVanishedFiles(keeping: Set((records + texts).map { Array($0.utf8) }), work)
      }
    } catch {
      switch error {
      case .cancelled:
        report.isComplete = false
        return
      case .corpus(let error):
        work.isWhole = false
        note(error.message)
      case .forgotten:
        note(error.message)
        return
      default:
        // Store the error as a problem of the source. Even if the error cannot be stored, the
        // source stays due for a refresh.
        try? store.settle(
          source: source, at: nil, problem: stored(problems: problems, and: [error.message]),
          isUnfinished: true)
        throw error
      }
    }
    // If this run skipped unchanged files and found no problem, keep the source's earlier problems.
    let known = passed < report.unchangedFiles ? try store.problem(ofSource: source) : nil
    try store.settle(
      source: source, at: work.isWhole ? environment.now() : nil,
      problem: stored(problems: problems) ?? known,
      isUnfinished: !work.isWhole || work.hasFailures)
  }

  /// The maximum number of problems that are stored with a source.
  private static let maximumStoredProblems = 100

  /// The problems of the report from index `start` on, then `others`, one per line; nil if there
  /// are no problems.
  private func stored(problems start: Int, and others: [String] = []) -> String? {
    let all = report.problems.dropFirst(start) + others
    if all.isEmpty { return nil }
    var lines = all.prefix(Self.maximumStoredProblems).map {
      // Replace newlines with spaces: a problem can name a path that contains newlines.
      $0.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " ")
    }
    if all.count > lines.count { lines.append("and \(all.count - lines.count) more problems") }
    return lines.joined(separator: "\n")
  }

  /// The files whose records become items, and the files that become one item each.
  private func files(
    of work: inout Work
  ) throws(CatalogError) -> (records: [String], texts: [String]) {
    do throws(CorpusError) {
      let isFolder = try FileFacts.of(work.path).isFolder
      work.isFolder = isFolder
      let listing = try CorpusLoader.files(
        in: work.path, options: work.options.load, isCancelled: environment.isCancelled)
      work.skipped = listing.skipped
      if listing.skipped.unreadable > 0 {
        note(
          "\(work.path): skipped entries that are unreadable or have names that are not UTF-8: "
            + "\(listing.skipped.unreadable)")
      }
      switch work.options.unit {
      case .record: return (listing.files, [])
      case .file: return ([], listing.files)
      case .auto:
        if !isFolder { return (listing.files, []) }
        let type = work.options.load.type
        let hasRecords = { (file: String) in
          if type != "auto" { return type != "lines" }
          let format = FormatCatalog.format(ofFileNamed: file)
          return format != nil && format?.name != "lines"
        }
        return (listing.files.filter(hasRecords), listing.files.filter { !hasRecords($0) })
      }
    } catch {
      throw error.code == .cancelled ? .cancelled : .corpus(error)
    }
  }

  /// Reports the entries of a folder that were skipped.
  private func noteSkipped(_ skipped: SkippedFiles, of path: String) {
    let counts = [
      (skipped.hidden, "hidden"), (skipped.binary, "binary"), (skipped.ignored, "ignored"),
      (skipped.special, "links and special files"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if !parts.isEmpty {
      report.notices.append("\(path): skipped: \(parts.joined(separator: ", "))")
    }
  }

  /// Deletes the items of files that are no longer in their folder.
  private func deleteVanishedFiles(
    keeping files: Set<[UInt8]>, _ work: Work
  ) throws(CatalogError) {
    let lost = work.known.filter { !files.contains($0.key) }.map(\.value.number).sorted()
    for start in stride(from: 0, to: lost.count, by: environment.batch) {
      if environment.isCancelled() { throw .cancelled }
      environment.progress(
        IndexingProgress(phase: .removing, path: work.path, done: start, total: lost.count))
      report.removed += try store.forget(
        origins: Array(lost[start..<min(start + environment.batch, lost.count)]))
    }
  }

  func note(_ problem: String) {
    if report.problems.count < 1_000 { report.problems.append(problem) }
  }

  /// An absolute path without `.`, `..` and repeated slashes; symbolic links are not resolved.
  static func absolute(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? path : (Platform.workingDirectory() ?? "/") + "/" + path
    var parts: [Substring] = []
    for part in whole.split(separator: "/") {
      if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}

extension Int {
  /// The time `seconds` later, clamped to the range of `Int`.
  func later(by seconds: Int) -> Int {
    let (time, isBeyond) = addingReportingOverflow(seconds)
    return isBeyond ? (seconds > 0 ? .max : .min) : time
  }
}
