internal import ArgumentParser
internal import Reporting

/// `:show [N|A-B|all]`.
struct ShowCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: ":show", abstract: "Show a page, a whole record, rows A to B, or all rows.")

  @Argument(help: "A row, a range of rows, or all; nothing for the current page.")
  var what: String?

  mutating func run(in session: Session) throws {
    guard let what else { return try session.showPage() }
    if what == "all" { return try session.showAll() }
    if let row = Int(what) { return try session.showRecord(row) }
    let ends = what.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]), first <= last else {
      throw ShellError.usage(
        ":show cannot be \(CommandWords.quoted(what)): it takes a row, a range A-B, or all",
        at: .word(what))
    }
    try session.showRows(first...last)
  }
}

/// `:next [K]`.
struct NextCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: ":next", abstract: "Go to the next hit, or K hits on.")

  @Argument var steps = 1

  mutating func run(in session: Session) throws { try session.moveHit(by: steps) }
}

/// `:prev [K]`.
struct PrevCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: ":prev", abstract: "Go to the previous hit, or K hits back.")

  @Argument var steps = 1

  mutating func run(in session: Session) throws { try session.moveHit(by: -steps) }
}

/// `:goto K`.
struct GotoCommand: SessionCommand {
  static let configuration = CommandConfiguration(commandName: ":goto", abstract: "Go to hit K.")

  @Argument(help: "The number of the hit, from 1.")
  var number: Int

  mutating func run(in session: Session) throws { try session.goToHit(number) }
}

/// `:open [N]`.
struct OpenCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: ":open",
    abstract: "Open the editor at the line of record N, or of the current hit.")

  @Argument var row: Int?

  mutating func run(in session: Session) throws { try session.openEditor(row: row) }
}

/// `:timing [on|off]`.
struct TimingCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: ":timing",
    abstract: "Split the last query into phases and show percentiles, or switch the timing line.")

  @Argument(help: "on or off")
  var state: String?

  mutating func run(in session: Session) throws {
    if let state {
      try session.set("timing", to: state)
    } else {
      try session.showTiming()
    }
  }
}

/// `:export FILE|- [options]`.
struct ExportCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: ":export", abstract: "Write the last result to a file, or to standard output.")

  @Argument(help: "The file, or - for standard output.")
  var file: String

  @OptionGroup var options: ExportArguments

  @Flag(help: "Replace an existing file.")
  var force = false

  @Flag(help: "Add to an existing file.")
  var append = false

  mutating func validate() throws {
    if force && append {
      throw ValidationError("--force and --append exclude each other: choose one")
    }
  }

  mutating func run(in session: Session) throws {
    try session.export(
      to: file, options: options, mode: append ? .append : force ? .replace : .refuse)
  }
}

/// How records are written, shared by `:export` and `search -o`.
struct ExportArguments: ParsableArguments {
  @Option(help: "hits, table, list, csv, tsv, json, jsonl, markdown, count or none.")
  var format: String?

  @Option(help: "Write only these fields, parted by commas.")
  var fields: String?

  @Option(help: "Write at most this many records.")
  var limit: Int?

  @Flag(help: "Put ' before cells that a spreadsheet would take for a formula.")
  var safe = false

  @Flag(help: "Begin with a byte order mark.")
  var bom = false

  @Flag(help: "End lines with CR LF.")
  var crlf = false

  @Flag(name: .customLong("no-header"), help: "Leave out the header.")
  var noHeader = false
}
