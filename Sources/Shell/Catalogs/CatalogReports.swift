internal import Basics
internal import Benchmarking
internal import Cataloguing
internal import JSON
internal import Reporting

/// The command `catalog list`.
struct CatalogListArguments: MemberCommand {
  var settings = SettingRequest()
  var common = OutputRequest()

  static let form = Form<Self>("catalog list", "list the catalogs", shared())

  func perform(in catalogs: CatalogController) throws {
    let format = try format()
    let folder = try catalogs.folder()
    let names = CatalogFile.names(in: folder)
    if names.isEmpty, format.name == "table" {
      let prefix = catalogs.console.commandPrefix
      return catalogs.console.reportNoResults(
        "there are no catalogs yet; \(prefix)catalog create NAME makes one")
    }
    var sheet = DataSheet([
      .init("name", "name"), .init("items", "items", .trailing),
      .init("failed", "failed", .trailing), .init("expired", "expired", .trailing),
      .init("bytes", "size", .trailing), .init("state", "state"),
      .init("indexed", "indexed"), .init("due", "next due", isDroppable: true),
      .init("problem", "problem"), .init("path", "path", isHidden: true),
    ])
    let now = catalogs.now()
    for name in names {
      let file = try catalogs.file(name)
      do throws(CatalogError) {
        let status = try CatalogStore(file, access: .read).status(now: now)
        sheet.rows.append(Self.row(of: status))
      } catch {
        sheet.rows.append(
          [.init(name, .label)] + Array(repeating: DataSheet.Cell.empty, count: 7)
            + [.init(error.message, .warning), .init(file.path)])
      }
    }
    try format.write(sheet, style: catalogs.console.style, to: catalogs.console.output)
  }

  private static func row(of status: CatalogStatus) -> [DataSheet.Cell] {
    let counts = status.counts
    return [
      .init(status.name, .label), .init(status.findable), .hiddenIfZero(counts.failed),
      .hiddenIfZero(status.expired),
      .init(.integer(status.bytes), StyledText(NumberFormat.bytes(status.bytes))),
      .init(status.isOn ? "on" : "off"),
      .time(status.indexed?.secondsSince1970, StyledText(status.indexedText)),
      .time(status.due?.secondsSince1970, StyledText(status.dueText)), .empty, .init(status.path),
    ]
  }
}

/// The command `catalog status`.
struct CatalogStatusArguments: MemberCommand {
  var name = ""
  var settings = SettingRequest()
  var common = OutputRequest()

  static let form = Form<Self>(
    "catalog status", "show the contents, sources, age and failures of a catalog",
    [.argument("NAME", kind: .catalogs, help: "The catalog.", change: { $0.name = $1 })], shared())

  func perform(in catalogs: CatalogController) throws {
    let format = try format()
    let file = try catalogs.file(name)
    let now = catalogs.now()
    let status = try ShellError.translated(name) { () throws(CatalogError) in
      try CatalogStore(file, access: .read).status(now: now)
    }
    guard format.name == "table" else {
      return try format.write(
        status.sheet, style: catalogs.console.style, to: catalogs.console.output)
    }
    for (index, table) in status.tables.enumerated() {
      if index > 0 { try catalogs.console.writeLine() }
      try catalogs.console.write(table)
    }
  }
}

extension CatalogStatus {
  /// The number of items that a search can find.
  fileprivate var findable: Int { max(0, counts.ready - expired) }

  fileprivate var indexedText: String {
    sources.isEmpty ? "no sources" : indexed.map { CatalogTime.ago($0, now) } ?? "not yet complete"
  }

  fileprivate var dueText: String {
    if sources.isEmpty || !isOn { return "" }
    return due.map { "after " + $0.iso } ?? "now"
  }

  /// The tables of the format `table`: the catalog, its domains, its sources, and the reasons for
  /// failures.
  var tables: [Table] {
    var whole = Table(["label", "value"], hasHeader: false)
    for (label, value) in facts where !value.isEmpty {
      whole.append([StyledText(label, .label), StyledText(value)])
    }
    var byDomain = Table(["domain"] + Self.countColumns)
    for (name, counts) in domains {
      byDomain.append([StyledText(name.isEmpty ? "(none)" : name, .heading)] + counts.cells)
    }
    var bySource = Table(
      ["source", "domain"] + Self.countColumns + [
        .init("files", alignment: .trailing), "indexed", "problem",
      ])
    for source in sources {
      bySource.append(
        [StyledText(source.path, .heading), StyledText(source.domain)] + source.counts.cells + [
          StyledText(NumberFormat.grouped(source.files)),
          StyledText(source.indexed.map { CatalogTime.ago($0, now) } ?? "not yet complete"),
          StyledText(source.problem ?? "", .warning),
        ])
    }
    var failures = Table([.init("failed", alignment: .trailing), "reason"])
    for (reason, count) in problems {
      failures.append([StyledText(NumberFormat.grouped(count)), StyledText(reason, .warning)])
    }
    var reasons = Table(["source", "all problems"])
    for source in sources where source.problems.count > 1 {
      for problem in source.problems {
        reasons.append([StyledText(source.path, .heading), StyledText(problem, .warning)])
      }
    }
    return [whole] + [byDomain, bySource, reasons, failures].filter { !$0.rows.isEmpty }
  }

  private var facts: [(String, String)] {
    var items = ["\(NumberFormat.grouped(counts.ready)) ready"]
    let others = [(counts.pending, "pending"), (counts.failed, "failed"), (expired, "expired")]
    items += others.map { "\(NumberFormat.grouped($0.0)) \($0.1)" }
    let time = indexed.map { " (\($0.iso))" } ?? ""
    let indexer = indexer.map { $0 > 0 ? "pid \($0)" : "a process with an unknown id" }
    return [
      ("name", name), ("file", path), ("state", isOn ? "on" : "off"),
      ("items", items.joined(separator: ", ")), ("size", NumberFormat.bytes(bytes)),
      ("image", imageBytes > 0 ? NumberFormat.bytes(imageBytes) : ""),
      ("indexed", indexedText + time), ("next due", dueText),
      ("maximum age", TimeSpan(seconds: max(0, maximumAge.wholeSeconds)).description),
      ("indexing now", indexer ?? ""),
    ]
  }

  private static let countColumns: [Table.Column] = ["ready", "pending", "failed"].map {
    .init($0, alignment: .trailing)
  }

  /// The rows that all formats other than `table` write.
  ///
  /// There is one row for the catalog, for each domain, for each source, and for each reason for
  /// failures. The row of a source shows its first problem; each further problem has its own row.
  var sheet: DataSheet {
    var sheet = DataSheet(
      ["kind", "name", "domain"].map { .init($0, $0) }
        + ["ready", "pending", "failed", "expired", "files", "bytes"].map {
          .init($0, $0, .trailing)
        } + ["state", "indexed", "due", "problem"].map { .init($0, $0) })
    sheet.rows.append(
      [.init("catalog"), .init(name), .empty] + counts.values + [
        .init(expired), .empty, .init(bytes), .init(isOn ? "on" : "off"),
        .time(indexed?.secondsSince1970),
        .time(due?.secondsSince1970), .empty,
      ])
    for (domain, counts) in domains {
      sheet.rows.append(
        [.init("domain"), .init(domain), .init(domain)] + counts.values
          + Array(repeating: .empty, count: 7))
    }
    for source in sources {
      sheet.rows.append(
        [.init("source"), .init(source.path), .init(source.domain)] + source.counts.values + [
          .empty, .init(source.files), .empty, .empty, .time(source.indexed?.secondsSince1970),
          .empty,
          source.problem.map { .init($0) } ?? .empty,
        ])
      for problem in source.problems.dropFirst() {
        sheet.rows.append(
          [.init("problem"), .init(source.path), .init(source.domain)]
            + Array(repeating: .empty, count: 9) + [.init(problem)])
      }
    }
    for (reason, count) in problems {
      sheet.rows.append(
        [.init("reason"), .empty, .empty, .empty, .empty, .init(count)]
          + Array(repeating: .empty, count: 6) + [.init(reason)])
    }
    sheet.facts = [
      .init("name", .string(name)), .init("path", .string(path)), .init("on", .bool(isOn)),
      .init("indexer", JSON(indexer.map { Int($0) })),
      .init("maximum_age", .integer(maximumAge.wholeSeconds)),
      .init("image_bytes", .integer(imageBytes)),
      .init("now", .integer(now.secondsSince1970)),
    ]
    return sheet
  }
}

extension CatalogStatus.Counts {
  fileprivate var cells: [StyledText] {
    [ready, pending, failed].map { StyledText(NumberFormat.grouped($0)) }
  }

  fileprivate var values: [DataSheet.Cell] { [ready, pending, failed].map { .init($0) } }
}

extension DataSheet.Cell {
  /// A cell with a number; in the format `table`, the cell is empty if the number is 0.
  fileprivate static func hiddenIfZero(_ number: Int) -> DataSheet.Cell {
    number > 0 ? .init(number) : .init(.integer(0), "")
  }

  /// A cell with a time in ISO 8601; null if there is no time.
  ///
  /// If `shown` is not nil, the format `table` shows `shown` instead.
  fileprivate static func time(_ seconds: Int?, _ shown: StyledText? = nil) -> DataSheet.Cell {
    let text = seconds.map { UTCTime(secondsSince1970: $0).iso }
    return .init(JSON(text), shown ?? StyledText(text ?? ""))
  }
}
