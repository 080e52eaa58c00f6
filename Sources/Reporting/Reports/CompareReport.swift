public import Benchmarking

/// One query in several ways: how many records each finds, which of them alone, and how long it takes.
public struct CompareReport {
  private let result: CompareExperiment.Result
  private let seed: UInt64

  /// `seed` is that of the resampling of intervals.
  public init(_ result: CompareExperiment.Result, seed: UInt64) {
    self.result = result
    self.seed = seed
  }

  public func write(to output: any Output, style: TerminalStyle?) throws(OutputError) {
    let headings = ["", "records", "only here", "missing", "p50", "95 % interval", "ratio", ""]
    var table = Table(
      headings.enumerated().map {
        .init($1, alignment: (1...6).contains($0) ? .trailing : .leading)
      })
    let summaries = result.rows.map { row in
      row.measurement.flatMap { Summary(blocks: $0.blocks, seed: seed) }
    }
    let base = summaries.compactMap { $0 }.first
    for (row, summary) in zip(result.rows, summaries) {
      table.append(cells(of: row, summary, base))
    }
    for line in table.lines(style) { try output.writeLine(line) }
    for sentence in result.sentences {
      try output.writeLine(StyledText(sentence, .warning).rendered(style))
    }
  }

  private func cells(
    of row: CompareExperiment.Row, _ summary: Summary?, _ base: Summary?
  ) -> [StyledText] {
    let counts = [row.records?.count, row.onlyHere?.count, row.missing?.count].map {
      StyledText($0.map(NumberFormat.grouped) ?? "-")
    }
    var times = ["-", "-", "-"]
    if let summary, let base {
      let ends = [summary.interval.lowerBound, summary.interval.upperBound].map(Self.duration)
      times = [
        Self.duration(summary.p50), "[\(ends[0]), \(ends[1])]",
        NumberFormat.fixed(summary.p50 / base.p50, decimals: 2),
      ]
    }
    let remark = row.refusal ?? row.measurement?.note ?? ""
    return [StyledText(row.name, .label)] + counts + times.map { StyledText($0) }
      + [StyledText(remark, row.refusal == nil ? .dimmed : .warning)]
  }

  private static func duration(_ seconds: Double) -> String {
    DurationFormat.text(nanoseconds: Int((seconds * 1e9).rounded()))
  }
}
