internal import Basics
internal import Benchmarking

/// Compares the published times with the times of a run, and reports whether the main claim of the
/// analysis holds.
struct PublishedReport {
  private let run: BenchmarkRun
  private let rows: [RunRow]
  private let isUTF8: Bool

  init(_ run: BenchmarkRun, _ rows: [RunRow], isUTF8: Bool) {
    self.isUTF8 = isUTF8
    self.run = run
    self.rows = rows.filter { row in
      let labels = row.measurement.labels
      let counts = row.measurement.counts
      return run.experiment == ExperimentCatalog.unique.name && labels["element"] == "int"
        && labels["order"] == "ascending" && counts["duplicates"] == 0
        && row.measurement.status == .ok && row.summary != nil
    }
  }

  /// The comparison; empty if no row of the run is in the published table.
  var section: ReportSection {
    var section = ReportSection(
      heading: "published in 2016 (Swift 2.2, another machine), and here")
    var table = Table(
      ["n", "contender", "2016", "here", "faster", "ratio 2016", "ratio here"].enumerated()
        .map { .init($1, alignment: $0 == 1 ? .leading : .trailing) })
    var shownSize: Int?
    for published in PublishedTable.rows {
      let base = PublishedTable.seconds("set-then-array", at: published.size)
      for (index, contender) in PublishedTable.contenders.enumerated() {
        guard let row = row(contender, published.size), let here = row.summary?.p50 else {
          continue
        }
        let seconds = published.seconds[index]
        let isFirst = published.size != shownSize
        shownSize = published.size
        table.append([
          StyledText(isFirst ? NumberFormat.grouped(published.size) : ""),
          StyledText(contender, .label),
          StyledText(NumberFormat.fixed(seconds, decimals: 3) + " s"),
          StyledText(TimeUnit.text(here, isUTF8: isUTF8)),
          StyledText(NumberFormat.ratio(seconds / here)),
          StyledText(base.map { NumberFormat.ratio(seconds / $0) } ?? ""),
          StyledText(row.ratio.map(NumberFormat.ratio) ?? ""),
        ])
      }
    }
    if table.rows.isEmpty { return section }
    section.table = table
    section.sentences = [StyledText("ratio: to set-then-array at the same n", .dimmed)]
    if let sentence { section.sentences.append(StyledText(sentence)) }
    return section
  }

  private func row(_ contender: String, _ size: Int) -> RunRow? {
    rows.first {
      $0.measurement.labels["contender"] == contender && $0.measurement.counts["n"] == size
    }
  }

  /// A sentence that compares array-contains with append-if-unique; nil if there is no published
  /// size at which the run measured both.
  private var sentence: String? {
    var comparisons: [(size: Int, published: Double, comparison: Comparison)] = []
    for (size, seconds) in PublishedTable.rows {
      guard let append = row("append-if-unique", size), let contains = row("array-contains", size),
        let comparison = Comparison(
          inRun: append.measurement, contains.measurement, seed: run.seed)
      else { continue }
      comparisons.append((size, seconds[1] / seconds[0], comparison))
    }
    guard let last = comparisons.last else { return nil }
    func count(_ verdict: Comparison.Verdict) -> Int {
      comparisons.count { $0.comparison.verdict == verdict }
    }
    let published = comparisons.map(\.published)
    let range = Self.range(published)
    let ends = last.comparison.interval
    let seen: String
    switch (count(.slower), count(.faster), comparisons.count) {
    case (0, 0, let all):
      seen = "no difference is shown at \(all == 1 ? "the size" : "any of \(all) sizes")"
    case (let slower, let faster, let all):
      seen =
        "it is slower at \(slower), faster at \(faster) and not shown to differ at "
        + "\(all - slower - faster) of \(NumberFormat.counted(all, "size"))"
    }
    return "array-contains took \(range) times as long as append-if-unique in 2016; here \(seen): "
      + "\(NumberFormat.fixed(last.comparison.ratio, decimals: 3)) times "
      + "[\(NumberFormat.fixed(ends.lowerBound, decimals: 3)), "
      + "\(NumberFormat.fixed(ends.upperBound, decimals: 3))] at n = "
      + NumberFormat.grouped(last.size)
  }

  private static func range(_ values: [Double]) -> String {
    let ends = [values.min(), values.max()].compactMap { $0 }
      .map { NumberFormat.fixed($0, decimals: 2) }
    return ends.first == ends.last ? ends.prefix(1).joined() : ends.joined(separator: " to ")
  }
}
