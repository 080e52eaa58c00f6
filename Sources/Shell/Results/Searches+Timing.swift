internal import Basics
internal import Reporting
internal import Searching

extension Searches {
  /// `:timing`: shows the time of each phase of the last query, and percentiles of query times.
  ///
  /// The table of percentiles has a row for the repetitions of the last query, a row for each
  /// strategy, and a row for all queries.
  func showTiming() throws {
    guard let lastTiming, let last = timings.entries.last else {
      throw ShellError.failure("no query was timed yet: type a query first")
    }
    var phases = Table([.init("phase"), .init("time", alignment: .trailing)])
    for phase in lastTiming.phases {
      phases.append([
        StyledText(phase.name), StyledText(DurationFormat.text(nanoseconds: phase.nanoseconds)),
      ])
    }
    try console.write(phases)
    try console.writeLine()
    let columns = ["queries", "runs", "p50", "p90", "p99", "min", "max"]
    var table = Table(
      columns.enumerated().map { .init($1, alignment: $0 == 0 ? .leading : .trailing) })
    table.append(row("this query", timings.durations { $0.isRepeat(of: last) }))
    for strategy in timings.strategies {
      table.append(row(strategy, timings.durations { $0.query.strategy.name == strategy }))
    }
    table.append(row("all", timings.durations { _ in true }))
    try console.write(table)
  }

  private func row(_ name: String, _ sorted: [UInt64]) -> [StyledText] {
    let values = [
      TimingLog.percentile(50, of: sorted), TimingLog.percentile(90, of: sorted),
      TimingLog.percentile(99, of: sorted), sorted.first ?? 0, sorted.last ?? 0,
    ]
    return [StyledText(name), StyledText(NumberFormat.grouped(sorted.count))]
      + values.map { StyledText(DurationFormat.text(nanoseconds: Int($0))) }
  }
}
