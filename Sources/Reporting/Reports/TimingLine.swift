internal import Basics
package import Searching

/// One line with the number of matches and the time of each phase.
///
///     1,204 records · 1,377 hits · 12.4 ms (parse 0.02 · plan 0.01 · search 11.8 · render 0.5) ·
///     1.2 M records, 2.1 GB/s · substring · scan
package struct TimingLine: Sendable {
  /// A named phase and its duration in nanoseconds.
  package struct Phase: Hashable, Sendable {
    package var name: String
    package var nanoseconds: Int

    package init(_ name: String, _ nanoseconds: Int) {
      self.name = name
      self.nanoseconds = nanoseconds
    }
  }

  /// How the search read its records.
  package enum Work: Hashable, Sendable {
    /// The search scanned this many records and bytes of text.
    case scanned(records: Int, bytes: Int)
    /// The search read this many files and bytes of text.
    case read(files: Int, bytes: Int)
    /// The search examined only the `examined` records of the previous result.
    case narrowed(examined: Int, records: Int)
    case cached
  }

  package var records: Int

  /// The number of hits; nil if hits were not counted.
  package var hits: Int?

  /// The phases in order; the total time is their sum.
  package var phases: [Phase]

  /// The duration of the search in nanoseconds, for the rates in records and bytes per second.
  package var searchNanoseconds: Int
  package var work: Work
  package var strategy: String
  package var accessPath: String
  package var completion = SearchStatistics.Completion.complete

  /// The number of records that the search could neither accept nor reject.
  package var undecided = 0

  /// How much text the search skipped with stored indexes; nil if it used no stored index.
  package var storedIndex: StoredIndexUse?

  package init(
    records: Int, hits: Int?, phases: [Phase], searchNanoseconds: Int, work: Work,
    strategy: String, accessPath: String
  ) {
    self.records = records
    self.hits = hits
    self.phases = phases
    self.searchNanoseconds = searchNanoseconds
    self.work = work
    self.strategy = strategy
    self.accessPath = accessPath
  }

  /// Creates a line that shows the totals of all searches of one query in several corpora.
  ///
  /// `corpusRecords` is the number of records in all of the corpora.
  ///
  /// `renderNanoseconds` is the time to show rows, or nil if no rows were shown.
  package init(
    _ reports: [SearchStatistics], strategy: String, corpusRecords: Int?,
    renderNanoseconds: Int? = nil
  ) {
    let searched = reports.reduce(into: SearchStatistics.Timings()) { sum, report in
      sum.parse += report.timings.parse
      sum.build += report.timings.build
      sum.plan += report.timings.plan
      sum.fold += report.timings.fold
      sum.search += report.timings.search
    }
    var phases = [Phase("parse", searched.parse)]
    if searched.build > 0 { phases.append(Phase("build", searched.build)) }
    phases.append(Phase("plan", searched.plan))
    if searched.fold > 0 { phases.append(Phase("fold", searched.fold)) }
    phases.append(Phase("search", searched.search))
    if let renderNanoseconds { phases.append(Phase("render", renderNanoseconds)) }
    let counts = reports.map(\.hits)
    self.init(
      records: reports.reduce(0) { $0 + ($1.matches ?? 0) },
      hits: counts.contains(nil) ? nil : counts.reduce(0) { $0 + ($1 ?? 0) },
      phases: phases, searchNanoseconds: searched.search,
      work: Self.work(of: reports, corpusRecords),
      strategy: strategy,
      accessPath: Self.joined(reports.map(\.accessPath)))
    undecided = reports.reduce(0) { $0 + $1.undecided }
    storedIndex = reports.compactMap(\.storedIndex).first
    if reports.contains(where: { $0.completion == .stoppedEarly }) { completion = .stoppedEarly }
    if reports.contains(where: { $0.completion == .cancelled }) { completion = .cancelled }
  }

  /// The total time of all phases, in nanoseconds.
  package var totalNanoseconds: Int { phases.reduce(0) { $0 + $1.nanoseconds } }

  /// The line as text; the separator is `·` if `isUTF8` is true, and `|` otherwise.
  package func text(isUTF8: Bool = true) -> String {
    let dot = isUTF8 ? " · " : " | "
    var facts = [NumberFormat.counted(records, "record")]
    if let hits { facts.append(NumberFormat.counted(hits, "hit")) }
    if undecided > 0 { facts.append("\(NumberFormat.counted(undecided, "record")) not decided") }
    facts.append(durations(dot))
    facts += workText
    switch completion {
    case .complete: break
    case .stoppedEarly: facts.append("stopped early")
    case .cancelled: facts.append("canceled")
    }
    facts += [strategy, accessPath].filter { !$0.isEmpty }
    if let use = storedIndex {
      let blocks = NumberFormat.counted(use.blocks, "block")
      facts.append("\(NumberFormat.grouped(use.blocksRead)) of \(blocks) read")
      if use.otherFiles > 0 {
        facts.append("\(NumberFormat.counted(use.otherFiles, "file")) read without the index")
      }
      if use.isWatched { facts.append("index watched") }
    }
    return facts.joined(separator: dot)
  }

  /// The total time and the phases, such as `12.4 ms (parse 0.02 · search 11.8)`; times of one
  /// second or more are in seconds.
  private func durations(_ dot: String) -> String {
    let total = totalNanoseconds
    let isLong = total >= 999_500_000
    let unit = isLong ? 1e9 : 1e6
    let parts = phases.map {
      "\($0.name) \(DurationFormat.measured(Double($0.nanoseconds) / unit))"
    }
    let sum = DurationFormat.measured(Double(total) / unit) + (isLong ? " s" : " ms")
    return parts.isEmpty ? sum : "\(sum) (\(parts.joined(separator: dot)))"
  }

  private var workText: [String] {
    switch work {
    case .cached: return ["cached"]
    case .narrowed(let examined, let records):
      return [
        "narrowed: \(NumberFormat.grouped(examined)) of "
          + "\(NumberFormat.counted(records, "record")) examined"
      ]
    case .scanned(let records, let bytes):
      guard records > 0 else { return [] }
      let count = NumberFormat.short(records) + (records == 1 ? " record" : " records")
      guard bytes > 0, searchNanoseconds > 0 else { return [count] }
      return ["\(count), \(NumberFormat.rate(bytes: bytes, nanoseconds: searchNanoseconds))"]
    case .read(let files, let bytes):
      let count = NumberFormat.counted(files, "file")
      guard bytes > 0, searchNanoseconds > 0 else { return [count] }
      return ["\(count), \(NumberFormat.rate(bytes: bytes, nanoseconds: searchNanoseconds))"]
    }
  }

  private static func work(of reports: [SearchStatistics], _ corpusRecords: Int?) -> Work {
    if !reports.isEmpty, reports.allSatisfy(\.isCached) { return .cached }
    let bytes = reports.reduce(0) { $0 + $1.bytes }
    if reports.contains(where: { $0.files != nil }) {
      return .read(files: reports.reduce(0) { $0 + ($1.files ?? 0) }, bytes: bytes)
    }
    let examined = reports.reduce(0) { $0 + ($1.examined ?? 0) }
    if let corpusRecords, reports.contains(where: { $0.narrowedFrom != nil }) {
      return .narrowed(examined: examined, records: corpusRecords)
    }
    return .scanned(records: examined, bytes: bytes)
  }

  /// The distinct names, in the order of their first occurrence, joined with `+`.
  private static func joined(_ names: [String]) -> String {
    var seen: [String] = []
    for name in names where !seen.contains(name) { seen.append(name) }
    return seen.joined(separator: " + ")
  }
}
