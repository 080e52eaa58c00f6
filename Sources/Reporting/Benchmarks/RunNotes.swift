internal import Basics
internal import Benchmarking

/// The section of a report that contains the notes about a run and its rows.
struct RunNotes {
  let section: ReportSection

  init(_ run: BenchmarkRun, _ rows: [RunRow], _ footnotes: Footnotes) {
    var notes: [StyledText] = []
    if !run.isFinished {
      notes.append(
        StyledText("interrupted: ", .warning)
          + "the run did not finish, so the report shows only the finished part")
    }
    notes += footnotes.all.map { StyledText($0.mark, .label) + StyledText("  " + $0.sentence) }
    notes += [Self.base(of: run, rows), Self.outliers(in: rows)].compactMap { $0 }
      .map { StyledText($0, .dimmed) }
    notes += run.notes.map { StyledText($0) }
    section = ReportSection(heading: "notes", sentences: notes)
  }

  /// A note that names the baseline; the p50 of the baseline is the denominator of all ratios.
  private static func base(of run: BenchmarkRun, _ rows: [RunRow]) -> String? {
    guard rows.contains(where: { $0.ratio != nil }),
      let base = ExperimentCatalog.named(run.experiment)?.baseLabels
    else { return nil }
    let name = base.sorted { $0.key < $1.key }.map(\.value).joined(separator: " ")
    return "ratio: the p50 divided by the p50 of \(name)"
  }

  /// A note that states how many samples are outliers.
  private static func outliers(in rows: [RunRow]) -> String? {
    let summaries = rows.compactMap(\.summary)
    let outliers = summaries.reduce(0) { $0 + $1.outliers }
    if outliers == 0 { return nil }
    let samples = summaries.reduce(0) { $0 + $1.count }
    let verb = outliers == 1 ? "lies" : "lie"
    return "outliers: \(NumberFormat.grouped(outliers)) of "
      + "\(NumberFormat.counted(samples, "sample")) \(verb) outside Tukey's fences; "
      + "the statistics include outliers"
  }
}
