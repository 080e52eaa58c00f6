internal import Basics
package import Benchmarking

/// Compares several implementations (strategies, access paths or contenders) on one query.
///
/// For each implementation, the report shows the time, and how many records the implementation
/// finds and misses. The report also counts the records that no other implementation finds.
package struct CompareReport {
  private let result: CompareExperiment.Result
  private let seed: UInt64

  /// Creates the report; `seed` is the random seed of the resampling that computes the intervals.
  package init(_ result: CompareExperiment.Result, seed: UInt64) {
    self.result = result
    self.seed = seed
  }

  package func write(to output: any Output, style: TerminalStyle?) throws(OutputError) {
    let headings = ["", "records", "only here", "missing", "p50", "95 % interval", "ratio", ""]
    var table = Table(
      headings.enumerated().map {
        .init($1, alignment: (1...6).contains($0) ? .trailing : .leading)
      })
    let summaries = result.rows.map { row in
      row.measurement.flatMap { Summary($0, seed: seed) }
    }
    // Ratios are relative to the scan if the scan was measured, as in the CSV file of the run.
    let scan = zip(result.rows, summaries).first { row, _ in row.name == "scan" }?.1
    let base = scan ?? summaries.compactMap { $0 }.first
    for (row, summary) in zip(result.rows, summaries) {
      table.append(cells(of: row, summary, base, isUTF8: style?.isUTF8 ?? true))
    }
    for line in table.lines(style) { try output.writeLine(line) }
    for sentence in result.sentences {
      try output.writeLine(StyledText(sentence, .warning).rendered(style))
    }
  }

  private func cells(
    of row: CompareExperiment.Row, _ summary: Summary?, _ base: Summary?, isUTF8: Bool
  ) -> [StyledText] {
    let counts = [row.records?.count, row.exclusiveRecords?.count, row.missing?.count].map {
      StyledText($0.map(NumberFormat.grouped) ?? "-")
    }
    var times = ["-", "-", "-"]
    if let summary, let base {
      times = [
        TimeUnit.text(summary.p50, isUTF8: isUTF8),
        TimeUnit.interval(summary.interval, around: summary.p50),
        NumberFormat.ratio(summary.p50 / base.p50),
      ]
    }
    let remark = row.refusal ?? row.measurement?.note ?? ""
    return [StyledText(row.name, .label)] + counts + times.map { StyledText($0) }
      + [StyledText(remark, row.refusal == nil ? .dimmed : .warning)]
  }
}
