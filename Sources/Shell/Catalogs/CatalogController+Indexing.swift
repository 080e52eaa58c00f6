internal import Basics
internal import Cataloguing
internal import Reporting
internal import System
internal import Terminal

extension CatalogController {
  /// The maximum number of problems that are reported individually.
  private static let maximumReportedProblems = 20

  /// Runs an indexer on a catalog with a progress bar, and reports the result.
  ///
  /// - Throws: after indexing, a failure if some items or files could not be indexed; `interrupted`
  ///   with the number of items indexed so far.
  func index(
    _ store: CatalogStore, _ verb: String, domain: String = "",
    batch: Int = Indexer.defaultBatchSize,
    _ body: (Indexer) throws(CatalogError) -> IndexingReport
  ) throws {
    let start = Platform.monotonicNanoseconds()
    let progress = console.progress("indexing \(store.name)")
    defer { progress.finish() }
    let pause = WakeUp()
    var environment = Indexer.Environment(
      now: now, isCancelled: { Signals.isCancelled }, progress: { progress.update($0) },
      wait: wait ?? { pause?.wait(milliseconds: Int32(clamping: $0)) })
    environment.batch = batch
    environment.retrying = { [console] batch, cause, pause in
      progress.finish()
      let seconds = DurationFormat.text(nanoseconds: pause * 1_000_000)
      console.warn("\(batch): \(cause); trying again in \(seconds)")
    }
    let report = try ShellError.translated(store.name) { () throws(CatalogError) in
      try body(Indexer(store, environment))
    }
    progress.finish()
    let text = IndexingReportText(report, catalog: store.name, domain: domain)
    for notice in report.notices { console.announce(notice) }
    for problem in report.problems.prefix(Self.maximumReportedProblems) { console.warn(problem) }
    if report.problems.count > Self.maximumReportedProblems {
      let rest = NumberFormat.grouped(report.problems.count - Self.maximumReportedProblems)
      console.warn(
        "and \(rest) more problems; \(console.commandPrefix)"
          + "catalog status \(store.name) shows the reasons")
    }
    for warning in text.warnings { console.warn(warning) }
    if !report.isComplete { throw text.interruption }
    if let status = try notDue(report, of: store) {
      console.announce(IndexingReportText.notDue(status))
    } else {
      let duration = DurationFormat.text(
        nanoseconds: Int(Platform.monotonicNanoseconds() - start))
      console.announce("\(text.summary(verb)) in \(duration)")
    }
    try update()
    if let failure = text.failure { throw failure }
  }

  /// The status of the catalog if none of its sources was due for a refresh; otherwise nil.
  private func notDue(
    _ report: IndexingReport, of store: CatalogStore
  ) throws -> CatalogStatus? {
    guard report.notDue != nil else { return nil }
    let time = now()
    let status = try ShellError.translated(store.name) { () throws(CatalogError) in
      try store.status(now: time)
    }
    return report.notDue?.count == status.sources.count ? status : nil
  }
}

/// The messages that report the result of indexing.
struct IndexingReportText {
  private let report: IndexingReport
  private let catalog: String

  /// The name of the catalog, with the domain if there is one.
  private let place: String

  init(_ report: IndexingReport, catalog: String, domain: String = "") {
    self.report = report
    self.catalog = catalog
    place = domain.isEmpty ? catalog : "\(catalog) (domain \(domain))"
  }

  /// A summary such as `added 34,888 items to unicode (domain chars), 3 replaced`.
  ///
  /// `verb` is the verb at the start of the summary.
  func summary(_ verb: String) -> String {
    let items = NumberFormat.counted(report.added, "item")
    let isAddition = verb == "added"
    var facts = [isAddition ? "added \(items) to \(place)" : "\(verb) \(place)"]
    let counts = [
      (isAddition ? 0 : report.added, "added"), (report.replaced, "replaced"),
      (report.removed, "removed"), (report.unchanged, "unchanged"), (report.failed, "failed"),
      (report.resumed, "indexed before the interruption"),
    ]
    facts += counts.filter { $0.0 > 0 }.map { "\(NumberFormat.grouped($0.0)) \($0.1)" }
    if report.unchangedFiles > 0 {
      facts.append(NumberFormat.counted(report.unchangedFiles, "file") + " unchanged")
    }
    if !isAddition, facts.count == 1 { facts.append("nothing to do") }
    if let count = report.notDue?.count, count > 0 {
      facts.append(NumberFormat.counted(count, "source") + " not yet due")
    }
    if report.revived > 0 {
      facts.append(NumberFormat.counted(report.revived, "expired item") + " added again")
    }
    if report.purged > 0 {
      facts.append(NumberFormat.counted(report.purged, "expired item") + " deleted")
    }
    return facts.joined(separator: ", ")
  }

  var warnings: [String] {
    var warnings: [String] = []
    if report.repeatedIDs > 0 {
      let records = NumberFormat.counted(report.repeatedIDs, "record")
      let were = report.repeatedIDs == 1 ? "was" : "were"
      warnings.append("\(records) \(were) replaced by a later record of the file with the same id")
    }
    if report.retries > 0 {
      let batches = NumberFormat.counted(report.retries, "batch", "batches")
      warnings.append("\(batches) of items failed at first and were written again")
    }
    return warnings
  }

  /// The error for interrupted indexing, which can be resumed.
  var interruption: ShellError {
    let count = report.added + report.replaced + report.unchanged + report.resumed
    let items = NumberFormat.counted(count, "item")
    return ShellError(
      message: "interrupted after \(items): run the same command again to continue",
      exitCode: ExitStatus.interrupted)
  }

  /// The error for items and files that could not be indexed; nil if everything was indexed.
  var failure: ShellError? {
    if report.problems.isEmpty { return nil }
    return .failure("not everything was indexed: the warnings show what is missing from \(catalog)")
  }

  /// A sentence such as `unicode was indexed 3 days ago; the next refresh is due after
  /// 2026-12-19T08:00:00Z`.
  static func notDue(_ status: CatalogStatus) -> String {
    if status.sources.isEmpty {
      return "\(status.name) has no sources; "
        + "searchbench catalog add \(status.name) FILE... adds some"
    }
    guard let indexed = status.indexed, let due = status.due else {
      return "\(status.name): no source is due for a refresh"
    }
    return "\(status.name) was indexed \(CatalogTime.ago(indexed, status.now)); "
      + "the next refresh is due after \(due.iso)"
  }
}

/// Formats times for human-readable catalog reports.
enum CatalogTime {
  /// A time relative to now, such as `3 days ago` or `just now`.
  static func ago(_ time: Timestamp, _ now: Timestamp) -> String {
    let seconds = now.secondsSince1970 - time.secondsSince1970
    return seconds > 0 ? TimeSpan(seconds: seconds).spoken + " ago" : "just now"
  }
}

extension Timestamp {
  /// The time in ISO 8601, such as `2026-11-21T05:00:00Z`.
  var iso: String { UTCTime(secondsSince1970: secondsSince1970).iso }
}

extension ProgressBar {
  func update(_ progress: IndexingProgress) {
    switch progress.phase {
    case .reading: update(done: progress.done, total: progress.total)
    case .indexing, .removing: update(items: progress.done, of: progress.total)
    }
  }
}
