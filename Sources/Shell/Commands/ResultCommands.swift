internal import Reporting

/// The command `:show [N|A-B|all]`.
struct ShowCommand: SessionCommand {
  var what: String?

  static let form = Form<Self>(
    "show", "show a page, a whole record, rows A to B, or all rows", usage: "[N|A-B|all]",
    [
      .optional("N", help: "A row, a range of rows, or all (default: the current page).") {
        $0.what = $1
      }
    ])

  mutating func run(in pages: ResultPages) throws {
    guard let what else { return try pages.showCurrent() }
    if what == "all" { return try pages.showAll() }
    if let row = Int(what) { return try pages.showRecord(row) }
    let ends = what.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]), first <= last else {
      throw ShellError.usage(
        ":show cannot be \(CommandWords.quoted(what)): it takes a row, a range A-B, or all",
        at: .word(what))
    }
    try pages.showRows(first...last)
  }
}

/// The command `:next [K]`.
struct NextCommand: SessionCommand {
  var steps = 1

  static let form = Form<Self>(
    "next", "go K hits forward",
    [
      .optional("K", help: "How many hits to move (default: 1).") {
        $0.steps = try WholeNumber.parse($1)
      }
    ])

  mutating func run(in pages: ResultPages) throws { try pages.moveHit(by: steps) }
}

/// The command `:prev [K]`.
struct PrevCommand: SessionCommand {
  var steps = 1

  static let form = Form<Self>(
    "prev", "go K hits back",
    [
      .optional("K", help: "How many hits to move (default: 1).") {
        $0.steps = try WholeNumber.parse($1)
      }
    ])

  mutating func run(in pages: ResultPages) throws { try pages.moveHit(by: -steps) }
}

/// The command `:goto K`.
struct GotoCommand: SessionCommand {
  var number = 0

  static let form = Form<Self>(
    "goto", "go to hit K",
    [
      .argument("K", help: "The number of the hit, from 1.") {
        $0.number = try WholeNumber.parse($1, in: Int.min...Int.max)
      }
    ])

  mutating func run(in pages: ResultPages) throws { try pages.goToHit(number) }
}

/// The command `:open [N]`.
struct OpenCommand: SessionCommand {
  var row: Int?

  static let form = Form<Self>(
    "open", "open the editor at record N, or at the current hit",
    [
      .optional("N", help: "A row of the last result.") {
        $0.row = try WholeNumber.parse($1, in: Int.min...Int.max)
      }
    ])

  mutating func run(in pages: ResultPages) throws { try pages.openEditor(row: row) }
}

/// The command `:columns [F...|*]`.
struct ColumnsCommand: SessionCommand {
  var columns: [ShownColumn] = []

  static let form = Form<Self>(
    "columns", "choose the columns that rows and tables show", usage: "[F...|*]",
    [
      .rest(
        "F", kind: .fields, help: "Fields in this order, each with an optional :WIDTH; * for all."
      ) {
        $0.columns += ShownColumn.list($1)
      }
    ])

  mutating func run(in pages: ResultPages) throws { try pages.choose(columns) }
}

/// The command `:timing [on|off]`.
struct TimingCommand: SessionCommand {
  var state: String?

  static let form = Form<Self>(
    "timing", "show the phases of the last query and percentiles, or switch the timing line",
    usage: "[on|off]",
    [.optional("STATE", kind: .words { ["on", "off"] }, help: "on or off.") { $0.state = $1 }])

  mutating func run(in searches: Searches) throws {
    if let state {
      try searches.workspace.set("timing", to: state)
    } else {
      try searches.showTiming()
    }
  }
}

/// The command `:export FILE|- [options]`.
struct ExportCommand: SessionCommand {
  var file = ""
  var format: String?
  var columns: [String]?
  var limit: Int?
  var force = false
  var append = false
  var text = TextRequest()

  static let form = Form<Self>(
    "export", "write the last result to a file, or to standard output", usage: "FILE|- [options]",
    [
      .argument(
        "FILE", kind: .files, help: "The file, or - for standard output.", change: { $0.file = $1 }),
      .option(
        "--format", value: "NAME", kind: .formats,
        help: "The format: \(EncoderCatalog.names.joined(separator: ", ")).",
        change: { $0.format = $1 }),
      .option(
        "--columns", value: "NAMES", kind: .fields,
        help: "Write only these fields, separated by commas.",
        change: { $0.columns = $1.split(separator: ",").map(String.init) }),
      .number("--limit", help: "Write at most N records.", change: { $0.limit = $1 }),
      .flag("--force", help: "Replace an existing file.", change: { $0.force = true }),
      .flag("--append", help: "Add to an existing file.", change: { $0.append = true }),
    ], .group(TextRequest.parameters, in: { try $1(&$0.text) }))

  mutating func validate() throws {
    if force && append {
      throw ShellError.usage("--force and --append exclude each other: choose one")
    }
  }

  mutating func run(in pages: ResultPages) throws {
    var options = EncodingOptions()
    text.apply(to: &options)
    options.fields = columns
    if let limit { options.limit = limit }
    if append { try pages.checkAppending(to: file, format: format, options) }
    do {
      try pages.export(
        to: file, format: format, options, mode: append ? .append : force ? .replace : .refuse)
    } catch OutputError.exists(let path) {
      throw ShellError.failure(
        "\(path) exists: replace it with --force, or add to it with --append", at: .word(path))
    }
  }
}

/// The options that `:export` and `search` share, for output that other programs read.
struct TextRequest: Equatable {
  var safe = false
  var bom = false
  var crlf = false
  var noHeader = false

  static let parameters: [Parameter<TextRequest>] = [
    .flag(
      "--safe", help: "Put ' before cells that a spreadsheet would read as a formula.",
      change: { $0.safe = true }),
    .flag("--bom", help: "Begin with a byte order mark.", change: { $0.bom = true }),
    .flag("--crlf", help: "End lines of CSV with CR LF.", change: { $0.crlf = true }),
    .flag("--no-output-header", help: "Omit the header.", change: { $0.noHeader = true }),
  ]

  func apply(to options: inout EncodingOptions) {
    options.isSafe = safe
    options.hasByteOrderMark = bom
    options.usesCRLF = crlf
    options.hasHeader = !noHeader
  }
}

/// The command `:pipe CMD`.
struct PipeCommand: SessionCommand {
  var command = ""

  static let form = Form<Self>(
    "pipe", "feed the last result to a shell command", usage: "CMD", reading: .query,
    [.optional("CMD", help: "") { $0.command = $1 }])

  mutating func run(in pages: ResultPages) throws { try pages.pipe(to: command) }
}
