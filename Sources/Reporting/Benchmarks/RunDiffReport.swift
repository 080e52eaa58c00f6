internal import Basics
package import Benchmarking
internal import JSON

/// The comparison of two runs, row by row, with a verdict for each row.
package struct RunDiffReport {
  private let diff: RunDiff
  private let doubt: String?

  package init(_ diff: RunDiff) {
    self.diff = diff
    doubt = diff.doubt
  }

  /// Writes the comparison in `format`.
  ///
  /// - Throws: The error of `output`.
  package func write(
    to output: any Output, format: any RunFormat, style: TerminalStyle?
  ) throws(OutputError) {
    try format.write(sheet(isUTF8: style?.isUTF8 ?? true), style: style, to: output)
  }

  private func sheet(isUTF8: Bool) -> DataSheet {
    let names = diff.rows.first?.columns.map(\.name) ?? []
    let counts = ExperimentCatalog.named(diff.base.experiment)?.countColumns ?? []
    var sheet = DataSheet(
      names.map {
        .init(
          $0, ColumnText.heading($0), counts.contains($0) ? .trailing : .leading,
          isHidden: !distinguishingColumns.contains($0))
      } + [
        .init("base_p50_s", "base", .trailing), .init("p50_s", "new", .trailing),
        .init("ratio", "ratio", .trailing), .init("ci_low", "interval", .trailing),
        .init("ci_high", "", .trailing),
        .init("threshold", "threshold", .trailing, isDroppable: true),
        .init("verdict", "difference"),
        .init("status", ""),
        .init("reason", "", .leading, isHidden: true),
        .init("invocations_for_5_percent", "", .trailing, isHidden: true),
        .init(
          "instruction_ratio", "instructions", .trailing,
          isHidden: diff.rows.allSatisfy { $0.instructionRatio == nil }),
      ])
    for row in diff.rows {
      let values = Dictionary(uniqueKeysWithValues: row.columns.map { ($0.name, $0.value) })
      sheet.rows.append(
        names.map { Self.cell(values[$0], isCount: counts.contains($0)) }
          + cells(of: row, isUTF8))
    }
    sheet.title = [
      StyledText("\(diff.base.experiment) ", .heading)
        + StyledText("\(Self.name(of: diff.base)) -> \(Self.name(of: diff.changed))")
    ]
    if let doubt {
      sheet.title.append(StyledText("not comparable: ", .warning) + StyledText(doubt))
    }
    sheet.remarks = remarks
    sheet.facts = facts
    return sheet
  }

  /// The label columns to show: the first column, and every other column whose values differ
  /// between rows.
  private var distinguishingColumns: [String] {
    guard let first = diff.rows.first else { return [] }
    return first.columns.enumerated().filter { place, column in
      place == 0 || !diff.rows.allSatisfy { $0.columns.contains(column) }
    }.map(\.element.name)
  }

  private static func cell(_ text: String?, isCount: Bool) -> DataSheet.Cell {
    guard let text else { return .empty }
    if isCount, let number = Int(text) { return .init(number) }
    return .init(text, .label)
  }

  private func cells(of row: RunDiff.Row, _ isUTF8: Bool) -> [DataSheet.Cell] {
    let times = [row.base, row.changed].map { measurement -> DataSheet.Cell in
      guard measurement.status == .ok,
        let summary = Summary(measurement, seed: diff.base.seed)
      else { return .init(.null, "-") }
      return .init(
        .number(summary.p50), StyledText(TimeUnit.text(summary.p50, isUTF8: isUTF8)))
    }
    let statuses = [row.base.status, row.changed.status].map(\.rawValue)
    let status = DataSheet.Cell(
      .string(statuses[1]),
      statuses == ["ok", "ok"]
        ? "" : StyledText(statuses.joined(separator: " -> "), .warning))
    let instructions =
      row.instructionRatio.map { ratio in
        DataSheet.Cell(
          .number(ratio),
          StyledText(
            NumberFormat.fixed(ratio, decimals: 4),
            row.hasMoreInstructions ? .error : .dimmed))
      } ?? .empty
    let reason = DataSheet.Cell((doubt ?? row.doubt).map(JSON.string) ?? .null, "")
    guard let comparison = row.comparison else {
      return times + [.empty, .empty, .empty, .empty, .empty, status, reason, .empty, instructions]
    }
    let ends = comparison.interval
    return times + [
      .init(.number(comparison.ratio), StyledText(Self.ratio(comparison.ratio))),
      .init(.number(ends.lowerBound), Self.shown(ends)),
      .init(.number(ends.upperBound), ""),
      .init(
        .number(comparison.threshold),
        StyledText(NumberFormat.fixed(100 * comparison.threshold, decimals: 1) + " %", .dimmed)),
      doubt == nil && row.doubt == nil
        ? .init(.string(comparison.verdict.rawValue), Self.shown(comparison.verdict))
        : .init(.string("not comparable"), StyledText("not comparable", .dimmed)),
      status, reason, needed(comparison), instructions,
    ]
  }

  private static func ratio(_ value: Double) -> String {
    NumberFormat.fixed(value, decimals: value < 99.95 ? 3 : 0)
  }

  /// The interval of a ratio as text; `unknown` if its ends differ by more than a factor of 100.
  ///
  /// An interval that wide comes from few invocations with very different times, and says nothing
  /// about the ratio.
  private static func shown(_ interval: ClosedRange<Double>) -> StyledText {
    if interval.upperBound > 100 * interval.lowerBound { return StyledText("unknown", .dimmed) }
    return StyledText("[\(ratio(interval.lowerBound)), \(ratio(interval.upperBound))]")
  }

  private static func shown(_ verdict: Comparison.Verdict) -> StyledText {
    switch verdict {
    case .faster: StyledText("faster", .success)
    case .slower: StyledText("slower", .error)
    case .same: StyledText("none detected", .dimmed)
    }
  }

  private static func name(of run: BenchmarkRun) -> String {
    run.id + (run.name.map { " '\($0)'" } ?? "")
  }

  private var facts: [JSON.Member] {
    [
      .init("experiment", .string(diff.base.experiment)), .init("base", .string(diff.base.id)),
      .init("changed", .string(diff.changed.id)), .init("warnings", JSON(diff.warnings)),
      .init("not_comparable", JSON(doubt)),
      .init("only_in_base", .integer(diff.onlyInBase.count)),
      .init("only_in_changed", .integer(diff.onlyInChanged.count)),
      .init("reference_ratio", JSON(diff.referenceRatio)),
      .init("interleaved", .bool(diff.isInterleaved)),
      .init(
        "invocations", .array([diff.base, diff.changed].map { .integer($0.invocations.count) })),
    ]
  }

  private var remarks: [StyledText] {
    var remarks = diff.warnings.map { StyledText("warning: ", .warning) + StyledText($0) }
    for (count, run) in [(diff.onlyInBase.count, "base"), (diff.onlyInChanged.count, "new")]
    where count > 0 {
      let verb = count == 1 ? "is" : "are"
      remarks.append(
        StyledText("\(NumberFormat.counted(count, "row")) \(verb) only in the \(run) run"))
    }
    if diff.isInterleaved {
      let need = InvocationNeed(diff.base, diff.changed)
      remarks.append(StyledText(need?.sentence ?? "the two programs ran alternately", .dimmed))
    } else if let ratio = diff.referenceRatio {
      let times = Self.ratio(ratio)
      remarks.append(
        StyledText(
          "the reference workload took \(times) times as long as in the base run", .dimmed))
    }
    if diff.rows.contains(where: { $0.comparison != nil }) {
      remarks.append(
        StyledText(
          "intervals and verdicts are corrected for multiple comparisons (Holm's method)", .dimmed))
    }
    if diff.rows.isEmpty { remarks.append("no row is in both runs") }
    return remarks
  }

  /// The number of invocations that an interleaved comparison needs to detect a 5 % change with
  /// 95 % probability.
  private func needed(_ comparison: Comparison) -> DataSheet.Cell {
    guard diff.isInterleaved else { return .empty }
    let rows = diff.rows.count { $0.comparison != nil && $0.doubt == nil }
    let count = InvocationCount.needed(comparison, rows: rows)
    return .init(JSON(count), "")
  }
}
