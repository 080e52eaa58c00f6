internal import Basics
package import Benchmarking
internal import UnicodeText

/// Comma-separated values (RFC 4180): the columns of the experiment, then the statistics.
///
/// Numbers are plain decimals with all their digits, times are in seconds, and a missing value is an empty cell. A
/// text with a comma, quote, CR or LF is quoted.
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
    try writeLine(sheet.columns.map { Self.quoted($0.name) }, style, output)
    for row in sheet.rows {
      try writeLine(row.map { Self.text($0.value) }, style, output)
    }
  }

  /// The sheet of a run, one row per measurement.
  ///
  /// An unknown experiment gets the labels and counts of its measurements as columns, sorted by name.
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
      sheet.rows.append(values.map { DataSheet.Cell($0, StyledText(text($0))) })
    }
    return sheet
  }

  /// Writes a line, escaping control characters for a terminal.
  private func writeLine(
    _ cells: [String], _ style: TerminalStyle?, _ output: any Output
  ) throws(OutputError) {
    let line = cells.joined(separator: ",") + "\n"
    try output.write(style.map { $0.isRaw } ?? true ? line : ControlEscapes.escapedLines(line))
  }

  private static func text(_ value: JSON) -> String {
    switch value {
    case .null: ""
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .large(let value): "\(value)"
    case .number(let value): NumberFormat.exact(value)
    case .string(let value): quoted(value)
    case .array, .object: quoted(String(decoding: value.encoded(), as: UTF8.self))
    }
  }

  private static func quoted(_ text: String) -> String {
    let needsQuotes = text.utf8.contains { byte in
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
    }
    return needsQuotes ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }
}

extension [Measurement] {
  /// The names of all labels, then of all counts, each sorted.
  var columnNames: [String] {
    Set(flatMap(\.labels.keys)).sorted() + Set(flatMap(\.counts.keys)).sorted()
  }
}
