package import Benchmarking

/// A run as a self-contained HTML page, which shows a chart, tables and the environment, and loads
/// nothing from the network.
///
/// Rows can be sorted by any column, with the mouse or the keyboard; without scripts, the page
/// shows the rows unsorted. Names and queries are escaped, and the page's content security policy
/// allows only its own style and script.
package enum HTMLReport {
  /// The complete HTML of the page.
  ///
  /// - Complexity: Computes one `Summary` per measurement.
  package static func text(_ run: BenchmarkRun, isLinear: Bool = false) -> String {
    let rows = RunRow.rows(of: run)
    // The table itself contains the remarks as sentences, so footnotes are not needed.
    let report = RunReport(run, rows, hasFootnotes: false)
    let figure = Chart(run, rows, isLinear: isLinear).map { chart in
      Markup.element(
        "figure", [:],
        SVGChart.element(of: chart)
          + Markup.element(
            "figcaption", [:],
            "Median time (p50) with its 95 % interval. The same numbers are in the table below."))
    }
    let main = [
      header(run), figure ?? "", HTMLTable(report.table).markup,
      report.sections.map(section).joined(separator: "\n"), environment(run),
    ].joined(separator: "\n")
    return HTMLPage.text(title: report.title, main: main, script: HTMLScript.text)
  }

  private static func header(_ run: BenchmarkRun) -> String {
    let name = run.name.map { Markup.element("p", ["class": "name"], Markup.escaped($0)) } ?? ""
    let summary = ExperimentCatalog.named(run.experiment)?.summary ?? ""
    let state =
      run.isFinished
      ? ""
      : Markup.element(
        "p", ["class": "warning"],
        "Interrupted: the run did not finish, so the report shows only the finished part.")
    return Markup.element(
      "header", [:],
      Markup.element("h1", [:], Markup.escaped("Benchmark: " + run.experiment)) + name
        + Markup.element("p", [:], Markup.escaped(summary))
        + Markup.element(
          "p", ["class": "soft"],
          Markup.element("code", [:], Markup.escaped(run.id)) + " · "
            + Markup.element("time", [:], Markup.escaped(run.time))) + state)
  }

  private static func section(_ section: ReportSection) -> String {
    let heading = section.heading.prefix(1).uppercased() + section.heading.dropFirst()
    let list =
      section.sentences.isEmpty
      ? ""
      : Markup.element(
        "ul", [:],
        section.sentences.map { Markup.element("li", [:], Markup.escaped($0.plain)) }.joined())
    return Markup.element(
      "section", [:],
      Markup.element("h2", [:], Markup.escaped(heading))
        + (section.table.map { HTMLTable.markup(of: $0) } ?? "") + list)
  }

  private static func environment(_ run: BenchmarkRun) -> String {
    Markup.element(
      "section", [:],
      Markup.element("h2", [:], "Environment")
        + Markup.element(
          "ul", [:],
          run.facts.map { Markup.element("li", [:], Markup.escaped($0)) }.joined()))
  }
}
