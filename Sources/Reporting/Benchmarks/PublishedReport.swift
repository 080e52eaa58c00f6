internal import Basics
internal import Benchmarking

/// Compares the times published in 2016 with the times of a run, and reports whether the main claim
/// of the 2016 analysis still holds.
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
      heading: "published in 2016 (Swift 2.2, another machine) and measured in this run")
    var table = Table(
      ["n", "contender", "2016", "this run", "speedup", "ratio 2016", "ratio this run"]
        .enumerated().map { .init($1, alignment: $0 == 1 ? .leading : .trailing) })
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
    section.sentences = [
      StyledText("ratio: the time divided by the time of set-then-array at the same n", .dimmed)
    ]
    section.sentences += sentences.map { StyledText($0) }
    return section
  }

  private func row(_ contender: String, _ size: Int) -> RunRow? {
    rows.first {
      $0.measurement.labels["contender"] == contender && $0.measurement.counts["n"] == size
    }
  }

  /// Sentences that compare array-contains with append-if-unique; empty if there is no published
  /// size at which the run measured both.
  private var sentences: [String] {
    var comparisons: [(size: Int, published: Double, comparison: Comparison)] = []
    for (size, seconds) in PublishedTable.rows {
      guard let append = row("append-if-unique", size), let contains = row("array-contains", size),
        let comparison = Comparison(
          inRun: append.measurement, contains.measurement, seed: run.seed)
      else { continue }
      comparisons.append((size, seconds[1] / seconds[0], comparison))
    }
    guard let last = comparisons.last else { return [] }
    func count(_ verdict: Comparison.Verdict) -> Int {
      comparisons.count { $0.comparison.verdict == verdict }
    }
    let published = comparisons.map(\.published)
    let range = Self.range(published)
    let ends = last.comparison.interval
    let seen: String
    switch (count(.slower), count(.faster), comparisons.count) {
    case (0, 0, let all):
      seen = "no difference is detected at \(all == 1 ? "this size" : "any of \(all) sizes")"
    case (let slower, let faster, let all):
      seen =
        "array-contains is slower at \(slower), faster at \(faster) and not detectably different "
        + "at \(all - slower - faster) of \(NumberFormat.counted(all, "size"))"
    }
    return [
      "in 2016, array-contains took \(range) times as long as append-if-unique",
      "in this run, array-contains took "
        + "\(NumberFormat.fixed(last.comparison.ratio, decimals: 3)) times "
        + "[\(NumberFormat.fixed(ends.lowerBound, decimals: 3)), "
        + "\(NumberFormat.fixed(ends.upperBound, decimals: 3))] as long as append-if-unique "
        + "at n = \(NumberFormat.grouped(last.size)); \(seen)",
    ]
  }

  private static func range(_ values: [Double]) -> String {
    let ends = [values.min(), values.max()].compactMap { $0 }
      .map { NumberFormat.fixed($0, decimals: 2) }
    return ends.first == ends.last ? ends.prefix(1).joined() : ends.joined(separator: " to ")
  }
}
