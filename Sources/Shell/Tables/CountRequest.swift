internal import Basics
internal import JSON
internal import Reporting
internal import Tables
internal import Terminal

/// The options of the commands `:count` and `:histogram`, and of the subcommands `count` and
/// `histogram`.
struct CountRequest: Equatable {
  var columns: [String] = []
  var top: Int?
  var width: BinWidth?
  var chart: String?
  var force = false

  static let chart = Parameter<CountRequest>.option(
    "--chart", value: "FILE", kind: .files, help: "Draw the bars to a file: .svg or .html.",
    change: { request, file in
      guard ["svg", "html"].contains(file.split(separator: ".").last ?? "") else {
        throw ArgumentProblem.takes("a file name that ends in .svg or .html")
      }
      request.chart = file
    })

  static let force = Parameter<CountRequest>.flag(
    "--force", help: "Replace the file of --chart.", change: { $0.force = true })

  static let top = Parameter<CountRequest>.number(
    "--top", in: 1...Int.max, help: "Show only the N largest groups.", change: { $0.top = $1 })

  static let by = Parameter<CountRequest>.list(
    "--by", value: "F,...", kind: .fields, help: "Count by the cells of these columns.",
    change: { $0.add($1) })

  static let width = Parameter<CountRequest>.option(
    "--by", value: "WIDTH", kind: .words { BinWidth.names },
    help: "The width of a bin: second, minute, hour, day, month, year, or a number.",
    change: { request, text in
      guard let width = BinWidth(text) else {
        throw ArgumentProblem.takes(
          "\(BinWidth.names.joined(separator: ", ")), or a number above 0")
      }
      request.width = width
    })

  /// Rejects options that need groups if there is no column to group by.
  func check() throws {
    if columns.isEmpty, top != nil || chart != nil {
      throw ShellError.usage("\(top != nil ? "--top" : "--chart") needs the columns to count by")
    }
  }

  /// Adds the columns of a comma-separated list.
  mutating func add(_ list: String) { columns += list.split(separator: ",").map(String.init) }
}

/// Writes counts in the current format, and optionally as a chart.
struct CountWriter {
  let console: Console
  let settings: Settings
  let request: CountRequest

  /// Writes the groups of a tally with the number of records in each group.
  func write(_ tally: borrowing Tally) throws {
    // If there are no records, accept any column name, because no columns are known.
    if let unknown = tally.unknownColumn, tally.total > 0 {
      throw Self.unknownColumn(unknown.name, (unknown.fields + ["source"]).uniqued())
    }
    let groups = tally.groups(limit: request.top)
    let total = tally.total
    let chart = CountChart(
      title: "records by \(request.columns.joined(separator: ", "))", columns: request.columns,
      rows: groups.map { .init($0.cells, $0.count) }, total: total, showsShares: true)
    try write(chart, columns: request.columns + ["records", "share"]) {
      groups.map { group in
        group.cells.map(JSON.string)
          + [.integer(group.count), .number(Self.share(group.count, of: total))]
      }
    }
    let left = tally.groupCount - groups.count
    if left > 0 {
      console.report("\(NumberFormat.counted(left, "more group")): --top N shows more")
    }
  }

  /// The share of `count` in `total`, rounded to four decimals.
  private static func share(_ count: Int, of total: Int) -> Double {
    (Double(count) / Double(max(1, total)) * 10_000).rounded() / 10_000
  }

  static func unknownColumn(_ name: String, _ fields: [String]) -> ShellError {
    .failure(
      "no column is called \(name)"
        + suggestion(
          for: name, among: fields,
          else: fields.isEmpty
            ? "the result has no columns"
            : "the columns are \(fields.joined(separator: ", "))"),
      at: .word(name))
  }

  /// Writes the bins of a histogram.
  func write(_ histogram: Histogram) throws {
    let column = request.columns.first ?? ""
    if let fields = histogram.fieldsWithoutColumn, !fields.isEmpty {
      throw Self.unknownColumn(column, fields)
    }
    // If there are no records, accept any width, because there are no values.
    if histogram.isEmpty {
      return try write(
        CountChart(
          title: "records by \(column)", columns: [column], rows: [], total: 0, showsShares: false),
        columns: [column, "records"], rows: { [] })
    }
    guard let bins = histogram.bins(request.width) else {
      throw ShellError.failure(
        histogram.isTime
          == (request.width.map { if case .number = $0 { false } else { true } } ?? true)
          ? "there are too many bins: choose a larger width with --by"
          : histogram.isTime
            ? "\(column) contains times: --by takes \(BinWidth.names.joined(separator: ", "))"
            : "\(column) contains numbers: --by takes a number")
    }
    guard !bins.isEmpty else {
      throw ShellError.failure("no record has a number or a time in \(column)")
    }
    let width = histogram.widthText(request.width)
    let chart = CountChart(
      title: "records by \(column) (\(width))", columns: [column],
      rows: bins.map { .init([$0.label], $0.count) }, total: histogram.total, showsShares: false)
    try write(chart, columns: [column, "records"]) {
      bins.map { bin in
        [histogram.isTime ? .string(bin.label) : Self.number(bin.label), .integer(bin.count)]
      }
    }
    if histogram.skipped > 0 {
      console.report("skipped: \(histogram.skipped) without a number or a time in \(column)")
    }
  }

  private static func number(_ label: String) -> JSON {
    Int(label).map(JSON.integer) ?? Double(label).map(JSON.number) ?? .string(label)
  }

  private func write(
    _ chart: CountChart, columns: [String], rows: () -> [[JSON]]
  ) throws {
    if let file = request.chart { return try draw(chart, to: file) }
    switch settings.format {
    case "hits", "table":
      for line in chart.table(console.style).lines(console.style) { try console.writeLine(line) }
    default:
      let options = EncodingOptions(settings, console, terminal: console.style)
      var values = try ValueRows(
        format: settings.format, columns: columns, options, to: console.output)
      for row in rows() { try values.write(row) }
      try values.finish()
    }
  }

  private func draw(_ chart: CountChart, to file: String) throws {
    let output = try AtomicFile(
      file, ifExists: request.force ? .replace : .refuse, cancellation: .signals)
    try output.write(file.hasSuffix(".svg") ? chart.svg : chart.html)
    try output.commit()
    console.report("chart written to \(file)")
  }
}
