internal import Basics
internal import Cataloguing
internal import Corpora
internal import Reporting
internal import Searching
internal import Terminal

/// Shows the pages, records and hits of the last result.
final class ResultPages {
  let workspace: Workspace

  var console: Console { workspace.console }
  var cursor: ResultCursor { workspace.cursor }

  init(_ workspace: Workspace) { self.workspace = workspace }

  /// Creates the encoding options for the current settings and the chosen columns.
  func encodingOptions(terminal: TerminalStyle?) -> EncodingOptions {
    var options = EncodingOptions(workspace.settings, console, terminal: terminal)
    let corpora = cursor.outcome?.parts.map(\.loaded) ?? workspace.corporaInScope
    options.show(corpora.shownColumns)
    return options
  }

  /// `:columns [F...|*]`: chooses the columns to show, or lists the chosen columns.
  func choose(_ columns: [ShownColumn]) throws {
    let corpora = try workspace.corpora(named: nil)
    if columns.isEmpty {
      for loaded in corpora {
        let shown =
          loaded.shownColumns.isEmpty
          ? loaded.fields.map(\.name) : loaded.shownColumns.map(\.text)
        try console.writeLine(
          console.shown(
            (corpora.count > 1 ? "\(loaded.name): " : "") + shown.joined(separator: " ")))
      }
      return
    }
    let showsAll = columns.contains { $0.field == "*" }
    if !showsAll { try workspace.checkFields(columns.map(\.field)) }
    for loaded in corpora {
      let names = Set(loaded.fields.map(\.name))
      loaded.shownColumns = showsAll ? [] : columns.filter { names.contains($0.field) }
    }
  }

  /// Writes a range of rows, or all rows if `range` is nil, to the output in the current format.
  ///
  /// - Returns: the number of records written.
  @discardableResult
  func write(_ range: Range<Int>?, limit: Int = 0) throws -> Int {
    let outcome = try cursor.last()
    let encoder = try EncoderCatalog.named(workspace.settings.format)
    var options = encodingOptions(terminal: console.style)
    options.rows = range
    options.limit = limit
    if let range, encoder.needs != .none {
      // Fetch the rows once, for finding the current hit and for writing the rows.
      outcome.rows.prepare(page: range, encoder.details(options), .signals)
      options.currentHit = currentHit(before: range.upperBound)
    }
    return try encoder.encode(outcome.rows, options: options, to: console.output).records
  }

  /// The hit to show as the current hit; nil if the session is not interactive.
  private func currentHit(before row: Int) -> HitPlace? {
    console.isInteractive ? cursor.place(before: row) : nil
  }

  // MARK: Pages

  /// Shows the next page, or reports that there are no more records.
  func showNext() throws {
    guard let outcome = cursor.outcome else { return }
    var end = outcome.rows.knownCount ?? .max
    if workspace.settings.limit > 0 { end = min(workspace.settings.limit, end) }
    let start = outcome.page.upperBound
    guard start < end || start == 0 else { return console.report("no more records") }
    try show(page: start..<min(end, start + pageLength(of: outcome.rows)))
  }

  /// Shows the first page of a new result; in a script, writes all rows up to the limit instead.
  ///
  /// If Ctrl-C stopped the search, the first page of the rows found so far is still shown. Another
  /// Ctrl-C stops only the display.
  ///
  /// - Returns: false if Ctrl-C stopped the display, otherwise true.
  func showNew() throws -> Bool {
    guard let found = cursor.outcome else { return true }
    guard console.isInteractive else {
      try write(nil, limit: workspace.settings.limit)
      return true
    }
    if !found.isComplete {
      Signals.clearInterrupt()
      // The terminal has echoed ^C, so start the first row on a new line.
      console.report("")
    }
    do {
      try showNext()
      return true
    } catch OutputError.cancelled {
      Signals.clearInterrupt()
      console.report("")
      return false
    }
  }

  /// `:show`: shows the current page again.
  ///
  /// If the session is not interactive, writes all rows up to the limit.
  func showCurrent() throws {
    let outcome = try cursor.last()
    if !console.isInteractive {
      try write(nil, limit: workspace.settings.limit)
    } else if outcome.page.isEmpty {
      try showNext()
    } else {
      try show(page: outcome.page)
    }
  }

  func show(page: Range<Int>) throws {
    let shown = try write(page)
    let settings = workspace.settings
    let isWhole = settings.format == "count" || settings.format == "none"
    let page = isWhole ? page : page.lowerBound..<page.lowerBound + min(page.count, shown)
    cursor.outcome?.page = page
    guard let count = cursor.outcome?.rows.knownCount, page.upperBound < count, !isWhole
    else { return }
    let next = settings.limit > 0 && page.upperBound >= settings.limit ? "" : "Enter shows more · "
    console.report(
      StyledText(
        "rows \(NumberFormat.grouped(page.lowerBound + 1))-"
          + "\(NumberFormat.grouped(page.upperBound)) of "
          + "\(NumberFormat.grouped(count)) · \(next):show all · :export FILE", .dimmed))
  }

  /// The number of `rows` that fit on the screen together with the query, footer, timing line and
  /// prompt.
  func pageLength(of rows: ResultRows) -> Int {
    let encoder = try? EncoderCatalog.named(workspace.settings.format)
    let options = encodingOptions(terminal: console.style)
    var lines = encoder?.linesPerRow(rows.schema, options) ?? 1
    let context = workspace.settings.context
    if encoder?.showsContext == true, context > 0 { lines += 2 * context + 1 }
    // In a narrow window, the footer and the timing line wrap. They are about 70 and 150 characters
    // long.
    let footer = [70, 150].reduce(0) { $0 + ($1 + console.width - 1) / console.width }
    return max(1, (console.height - 2 - footer) / lines)
  }

  // MARK: Rows

  /// `:show A-B`: writes rows A to B, numbered from 1.
  func showRows(_ rows: ClosedRange<Int>) throws {
    let outcome = try cursor.last()
    guard rows.lowerBound >= 1, rows.lowerBound <= outcome.rows.count else {
      throw outcome.noRow(rows.lowerBound)
    }
    try write(rows.lowerBound - 1..<min(rows.upperBound, outcome.rows.count))
  }

  /// `:show all`: writes every row, through the pager at a terminal.
  func showAll() throws {
    _ = try cursor.last()
    try console.paged(settings: workspace.settings) { _ = try self.write(nil) }
  }

  /// `:show N`: writes the whole record of row N.
  ///
  /// If the record is a catalog item, also writes its domain, expiry and link.
  func showRecord(_ row: Int) throws {
    let outcome = try cursor.last()
    guard row >= 1, row <= outcome.rows.count else { throw outcome.noRow(row) }
    var options = encodingOptions(terminal: console.style)
    options.rows = row - 1..<row
    options.currentHit = currentHit(before: row)
    try EncoderCatalog.named("list").encode(outcome.rows, options: options, to: console.output)
    for fact in try workspace.itemFacts(ofRow: row - 1, in: outcome) {
      try console.writeLine(
        (StyledText("\(fact.label):", .label) + " \(fact.text)").rendered(console.style))
    }
  }

  // MARK: Hits

  /// `:next`, `:prev`: moves from hit to hit, and stops at the first and the last hit.
  func moveHit(by steps: Int) throws {
    try showHit { try $0.moveHit(by: steps) }
  }

  /// `:goto K`: goes to hit K, numbered from 1.
  func goToHit(_ number: Int) throws {
    try showHit { try $0.goToHit(number > .min ? number - 1 : number) }
  }

  /// Calls `move`, and shows the row of the new current hit.
  ///
  /// If the row cannot be shown, the previous hit stays current.
  private func showHit(_ move: (ResultCursor) throws -> Int) throws {
    let before = cursor.outcome
    do {
      try showCurrentHit(edge: try move(cursor), after: before?.current)
    } catch {
      cursor.outcome = before
      throw error
    }
  }

  /// Shows the row of the current hit.
  ///
  /// `edge` is -1 if the move stopped at the first hit, 1 if it stopped at the last hit, and
  /// otherwise 0.
  ///
  /// A later `:show` shows the page around the row of the current hit.
  private func showCurrentHit(edge: Int, after before: HitPlace?) throws {
    let found = try cursor.last()
    guard let place = found.current else { return }
    if before?.row != place.row || !found.page.contains(place.row) {
      let length = pageLength(of: found.rows)
      cursor.outcome?.centerPage(of: length)
    }
    try write(place.row..<place.row + 1)
    let number =
      try found.numberOrFailure(of: place).map { "hit \(NumberFormat.grouped($0 + 1))" } ?? "hit"
    let count = found.hitCount.map { " of \(NumberFormat.grouped($0))" } ?? ""
    let end = edge < 0 ? " (the first)" : edge > 0 ? " (the last)" : ""
    console.report(
      StyledText("\(number)\(count)\(end) · row \(NumberFormat.grouped(place.row + 1))", .dimmed))
  }

  // MARK: The editor

  /// `:open [N]`: opens the editor at the record of row N, or of the current row.
  func openEditor(row: Int?) throws {
    let outcome = try cursor.last()
    let index = try row.map { $0 - 1 } ?? cursor.currentRow()
    guard index >= 0, index < outcome.rows.count else { throw outcome.noRow(index + 1) }
    try console.runInForeground(editorArguments(for: try outcome.place(ofRow: index)))
  }

  /// The command that opens the editor at a record.
  ///
  /// - Throws: a failure if the record did not come from a file.
  func editorArguments(for place: Outcome.Place) throws -> [String] {
    if let catalog = workspace.loaded(place.key.corpus)?.catalog, place.source == catalog.source {
      let id = try workspace.itemID(of: place.key)
      let link = id.map { ItemLink(catalog: catalog.name, id: $0).description }
      throw ShellError.failure(
        "row \(place.row + 1) has no file to open: "
          + (link.map { "its item is only in the catalog, as \($0)" }
            ?? "its item was deleted from the catalog"))
    }
    guard place.source != "-" else {
      throw ShellError.failure(
        "row \(place.row + 1) came from standard input: there is no file to open")
    }
    return ExternalPrograms.editor(
      for: place.source, line: place.line, preferred: workspace.settings.editor,
      environment: console.environment)
  }
}

extension EncodingOptions {
  /// Creates the encoding options for `settings`.
  init(_ settings: Settings, _ console: Console, terminal: TerminalStyle?) {
    self.init()
    context = (settings.context, settings.context)
    self.terminal = terminal
    colorsHits = console.colorsHits
    isCancelled = { Signals.isCancelled }
  }
}
