internal import Basics
package import Benchmarking
internal import JSON
internal import UnicodeText

/// Comma-separated values (RFC 4180): the columns of the experiment, then the statistics.
///
/// Numbers are plain decimals with all their digits, times are in seconds, and a missing value is
/// an empty cell. Text is quoted in the same way as in the CSV output of a search.
package struct CSVRunFormat: RunFormat {
  package let name = "csv"

  package init() {}

  package func write(
    _ run: BenchmarkRun, style: TerminalStyle?, to output: any Output
  ) throws(OutputError) {
    try write(Self.sheet(of: run), style: style, to: output)
  }

  package func write(
    _ sheet: DataSheet, style: TerminalStyle?, to output: any Output
  ) throws(OutputError) {
    var bytes = GrowableBuffer<UInt8>()
    CommaCells.appendLine(sheet.columns.map(\.name), to: &bytes)
    for row in sheet.rows { CommaCells.appendLine(row.map(\.value.cellText), to: &bytes) }
    let text = bytes.text()
    try output.write(style.map { $0.isRaw } ?? true ? text : ControlEscapes.escapedLines(text))
  }

  /// The data sheet of a run, with one row for each measurement.
  ///
  /// If the experiment is unknown, the columns are the labels and counts of its measurements,
  /// sorted by name.
  static func sheet(of run: BenchmarkRun) -> DataSheet {
    let experiment = ExperimentCatalog.named(run.experiment)
    let named = experiment?.columns ?? run.measurements.columnNames
    let hasThroughput = experiment?.hasThroughput ?? false
    let names =
      ["experiment"] + named + Summary.columnNames + (hasThroughput ? ["mb_per_s"] : [])
      + ["ratio", "status"]
    var sheet = DataSheet(names.map { .init($0, $0) })
    for row in RunRow.rows(of: run) {
      var values: [JSON] = [.string(run.experiment)]
      values += named.map { row.value(of: $0) ?? .null }
      values +=
        row.summary?.columns.map(\.value) ?? Summary.columnNames.map { _ in JSON.null }
      if hasThroughput { values.append(JSON(row.megabytesPerSecond)) }
      values += [JSON(row.ratio), .string(row.measurement.status.rawValue)]
      sheet.rows.append(values.map { DataSheet.Cell($0, "") })
    }
    return sheet
  }
}

extension [Measurement] {
  /// The sorted names of all labels, then the sorted names of all counts.
  var columnNames: [String] {
    Set(flatMap(\.labels.keys)).sorted() + Set(flatMap(\.counts.keys)).sorted()
  }
}
