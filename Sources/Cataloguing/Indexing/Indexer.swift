internal import Corpora
internal import System

/// Brings the items of files into a catalogue, batch by batch, and keeps them up to date.
///
/// One indexer works at a catalogue at a time, whatever the process. Every batch is one transaction that says how far it
/// came, so that what is interrupted, or killed, goes on where it was. Searching is never in the way, nor kept waiting.
package final class Indexer {
  /// Items in a transaction, where nothing else is said.
  package static let usualBatch = 1_000

  let store: CatalogStore
  let environment: Environment

  /// What was done so far.
  var report = IndexingReport()

  /// How many batches in a row were given up.
  var givenUp = 0

  /// What the indexer asks of the world.
  package struct Environment {
    /// Seconds since 1970.
    package var now: () -> Int

    /// Whether to stop; asked between batches, and while files are read.
    package var isCancelled: @Sendable () -> Bool

    package var progress: (IndexingProgress) -> Void

    /// Waits, before a batch that was refused is tried again; in milliseconds.
    package var wait: (Int) -> Void
    package var batch = Indexer.usualBatch

    /// The most threads that read files; as many as there are processors, if nil.
    package var threads: Int?

    package init(
      now: @escaping () -> Int, isCancelled: @escaping @Sendable () -> Bool = { false },
      progress: @escaping (IndexingProgress) -> Void = { _ in },
      wait: @escaping (Int) -> Void
    ) {
      self.now = now
      self.isCancelled = isCancelled
      self.progress = progress
      self.wait = wait
    }
  }

  package init(_ store: CatalogStore, _ environment: Environment) {
    self.store = store
    self.environment = environment
  }

  /// Records files and folders as sources, and indexes what they hold; relative paths are meant from the current folder.
  ///
  /// A source that is there already gets the new options; where its indexing was interrupted, it goes on. What cannot be
  /// read is a problem in the report, and the rest is indexed.
  ///
  /// - Throws: `off`, `indexing`, `system`, `item` (a domain that is none), `corpus` where a path is missing,
  ///   `cancelled` only where nothing was done: else the report says that it is not complete.
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
      try index(number, path, options, isForced: false)
      // Nothing came of it: the source is what it was, or none.
      let isNew = before?.options != options.stored || before?.domain != options.domain
      if isNew, report.isComplete, report.items == items, report.problems.count > problems {
        try store.revert(source: number, to: before)
      }
      if !report.isComplete { break }
    }
    _ = consume lock
    return report
  }

  /// Reads sources again that are older than `maximumAge` in seconds, or all with `isForced`; files that are as they were,
  /// by size and time or SHA-256, are passed over, and items that have vanished from theirs are removed.
  ///
  /// The age is kept for the next time; nil means the one that was kept.
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
    var notDue = (count: 0, indexed: Int.max)
    for source in try store.sources() {
      // A time to come was written while the clock was wrong.
      if !isForced, let indexed = source.indexed, indexed <= now, indexed.later(by: age) > now {
        notDue = (notDue.count + 1, min(notDue.indexed, indexed))
        continue
      }
      guard let options = SourceOptions(stored: source.options, domain: source.domain) else {
        note("\(source.path): its options are not those of this version; add it again")
        continue
      }
      try index(source.number, source.path, options, isForced: isForced)
      if !report.isComplete { break }
    }
    if notDue.count > 0 {
      report.notDue = (notDue.count, notDue.indexed, notDue.indexed.later(by: age))
    }
    _ = consume lock
    return report
  }

  // MARK: One source

  /// A source while it is indexed.
  struct Work {
    let source: Int
    let path: String
    let options: SourceOptions

    /// Whether files that are as they were are read all the same.
    let isForced: Bool

    /// When the items expire, in seconds since 1970.
    let expires: Int?

    /// The files as the catalogue knows them, by the bytes of their paths.
    let known: [[UInt8]: CatalogOrigin]

    /// Whether every file was read to its end.
    var isWhole = true

    /// Files that are as they were, and of which that is still to be noted.
    var confirmed: [ConfirmedFile] = []

    /// Whether items live for a time after they were seen last.
    var renews: Bool { options.timeToLive != nil }

    func known(_ path: String) -> CatalogOrigin? { known[Array(path.utf8)] }
  }

  private func index(
    _ source: Int, _ path: String, _ options: SourceOptions, isForced: Bool
  ) throws(CatalogError) {
    let now = environment.now()
    if let expires = options.expires, expires <= now {
      return note("\(path): its items have expired; add it again with another time")
    }
    let origins = try store.origins(ofSource: source)
    var work = Work(
      source: source, path: path, options: options, isForced: isForced,
      expires: options.expires ?? options.timeToLive.map(now.later),
      known: Dictionary(origins.map { (Array($0.path.utf8), $0) }, uniquingKeysWith: { $1 }))
    let (problems, passed) = (report.problems.count, report.unchangedFiles)
    do throws(CatalogError) {
      let (records, texts, isFolder) = try files(of: work)
      for file in records {
        try indexRecords(of: file, &work)
        if !report.isComplete { return }
      }
      try indexTexts(texts, isFolder: isFolder, &work)
      if !report.isComplete { return }
      try confirm(&work)
      if work.isWhole {
        try removeVanished(keeping: Set((records + texts).map { Array($0.utf8) }), work)
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
      default: throw error
      }
    }
    // Files that were not read again are as good, or bad, as they were.
    let known = passed < report.unchangedFiles ? try store.problem(ofSource: source) : nil
    try store.settle(
      source: source, at: work.isWhole ? environment.now() : nil,
      problem: report.problems.dropFirst(problems).first ?? known)
  }

  /// The files whose records are items, and those that are an item each.
  private func files(
    of work: Work
  ) throws(CatalogError) -> (records: [String], texts: [String], isFolder: Bool) {
    do throws(CorpusError) {
      let isFolder = try FileFacts.of(work.path).isFolder
      let listing = try CorpusLoader.files(
        in: work.path, options: work.options.load, isCancelled: environment.isCancelled)
      noteSkipped(listing.skipped, of: work.path)
      switch work.options.unit {
      case .record: return (listing.files, [], isFolder)
      case .file: return ([], listing.files, isFolder)
      case .auto:
        if !isFolder { return (listing.files, [], false) }
        let isLines = work.options.load.type == "lines"
        let hasRecords = { (file: String) in
          if work.options.load.type != "auto" { return !isLines }
          let format = FormatCatalog.format(ofFileNamed: file)
          return format != nil && format?.name != "lines"
        }
        return (listing.files.filter(hasRecords), listing.files.filter { !hasRecords($0) }, true)
      }
    } catch {
      throw error.code == .cancelled ? .cancelled : .corpus(error)
    }
  }

  /// Says what of a folder is no item, and was not looked at.
  private func noteSkipped(_ skipped: SkippedFiles, of path: String) {
    let counts = [
      (skipped.hidden, "hidden"), (skipped.ignored, "ignored"),
      (skipped.special, "links and no regular files"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if !parts.isEmpty {
      report.notices.append("\(path): left out: \(parts.joined(separator: ", "))")
    }
    if skipped.unreadable > 0 {
      note(
        "\(path): left out, as they cannot be read or their names are no UTF-8: \(skipped.unreadable)"
      )
    }
  }

  /// Deletes the items of files that are not in their folder any more.
  private func removeVanished(
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

  /// A path from the root, without `.`, `..` and doubled slashes; links are kept as they are.
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
  /// The time so many seconds after this one, or the last that there is.
  func later(by seconds: Int) -> Int {
    let (time, isBeyond) = addingReportingOverflow(seconds)
    return isBeyond ? (seconds > 0 ? .max : .min) : time
  }
}
