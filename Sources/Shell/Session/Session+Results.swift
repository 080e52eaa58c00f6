internal import Basics
internal import Cataloguing
internal import Corpora
internal import Reporting
internal import Searching
internal import Terminal

extension Session {
  /// The last result.
  ///
  /// - Throws: a failure where nothing was searched yet.
  func lastOutcome() throws -> Outcome {
    guard let outcome else {
      throw ShellError.failure("there is no result yet: type a query first")
    }
    return outcome
  }

  /// How rows are encoded under the present settings.
  func encodingOptions(terminal: TerminalStyle?) -> EncodingOptions {
    var options = EncodingOptions()
    options.context = (settings.context, settings.context)
    options.terminal = terminal
    options.colorsHits = console.colorsHits
    options.isCancelled = { Signals.isCancelled }
    return options
  }

  /// Writes rows in the format of the settings to the output; nil: all.
  ///
  /// - Returns: how many were written.
  @discardableResult
  func showRows(_ range: Range<Int>?, limit: Int = 0) throws -> Int {
    var options = encodingOptions(terminal: console.style)
    options.rows = range
    options.limit = limit
    options.currentHit = range.flatMap { currentPlace(before: $0.upperBound) }
    let outcome = try lastOutcome()
    return try encoder(settings.format).encode(outcome.rows, options: options, to: console.output)
      .records
  }

  func encoder(_ format: String) throws -> any ResultEncoder {
    try EncoderCatalog.named(format)
  }

  /// Where navigation stands, for highlighting; nil where nobody navigates.
  private func currentPlace(before row: Int) -> HitPlace? {
    guard console.isInteractive, var found = outcome else { return nil }
    if let current = found.current { return current }
    // Where the row of the hit cannot be had, showing it says why.
    let place = try? found.place(ofHit: 0, before: row)
    outcome = found
    return place
  }

  /// Shows the rows after the last page, if there are more.
  func showNextPage() throws {
    guard let outcome else { return }
    var end = outcome.rows.knownCount ?? .max
    if settings.limit > 0 { end = min(settings.limit, end) }
    let start = outcome.page.upperBound
    guard start < end || start == 0 else { return console.report("no more records") }
    try show(page: start..<min(end, start + pageLength))
  }

  /// `:show`: the current page again.
  func showPage() throws {
    let outcome = try lastOutcome()
    if !console.isInteractive {
      try showRows(nil, limit: settings.limit)
    } else if outcome.page.isEmpty {
      try showNextPage()
    } else {
      try show(page: outcome.page)
    }
  }

  func show(page: Range<Int>) throws {
    let shown = try showRows(page)
    let isWhole = settings.format == "count" || settings.format == "none"
    let page = isWhole ? page : page.lowerBound..<page.lowerBound + min(page.count, shown)
    outcome?.page = page
    guard let outcome, let count = outcome.rows.knownCount, page.upperBound < count, !isWhole
    else { return }
    let next = settings.limit > 0 && page.upperBound >= settings.limit ? "" : "Enter shows more · "
    console.report(
      StyledText(
        "rows \(NumberFormat.grouped(page.lowerBound + 1))-"
          + "\(NumberFormat.grouped(page.upperBound)) of "
          + "\(NumberFormat.grouped(count)) · \(next):show all · :export FILE", .dimmed
      ))
  }

  /// Rows that fit on the screen with the query, the footer, the timing line and the prompt.
  var pageLength: Int {
    let encoderLines = settings.format == "list" ? 4 : 1
    let contextLines = 1 + 2 * settings.context + (settings.context > 0 ? 1 : 0)
    // The footer and the timing line are about so long, and a narrow window wraps them.
    let footer = [70, 150].reduce(0) { $0 + ($1 + console.width - 1) / console.width }
    return max(1, (console.height - 2 - footer) / max(encoderLines, contextLines))
  }

  /// `:show A-B`, rows from 1.
  func showRows(_ rows: ClosedRange<Int>) throws {
    let outcome = try lastOutcome()
    guard rows.lowerBound >= 1, rows.lowerBound <= outcome.rows.count else {
      throw Self.noRow(rows.lowerBound, of: outcome)
    }
    try showRows(rows.lowerBound - 1..<min(rows.upperBound, outcome.rows.count))
  }

  /// `:show all`: every row, through the pager at a terminal.
  func showAll() throws {
    _ = try lastOutcome()
    try console.paged(settings: settings) { _ = try self.showRows(nil) }
  }

  /// `:show N`: the whole record of row N.
  func showRecord(_ row: Int) throws {
    let outcome = try lastOutcome()
    guard row >= 1, row <= outcome.rows.count else { throw Self.noRow(row, of: outcome) }
    var options = encodingOptions(terminal: console.style)
    options.rows = row - 1..<row
    options.currentHit = currentPlace(before: row)
    try encoder("list").encode(outcome.rows, options: options, to: console.output)
    if let link = try link(ofRow: row - 1, in: outcome) {
      try console.writeLine(
        (StyledText("link:", .label) + " \(link.description)").rendered(console.style))
    }
  }

  private static func noRow(_ row: Int, of outcome: Outcome) -> ShellError {
    .failure(
      "there is no row \(row): the result has \(NumberFormat.counted(outcome.rows.count, "row"))"
        + (outcome.rows.count > 0 ? ", numbered from 1" : ""))
  }

  // MARK: Hits

  /// So many hits away are reached by walking, those farther by their numbers.
  private static let mostSteps = 1000

  /// `:next`, `:prev`: moves by hits and stops at the ends.
  func moveHit(by steps: Int) throws {
    var found = try lastOutcome()
    let start = try found.current ?? firstHit(of: &found)
    if steps.magnitude <= Self.mostSteps {
      _ = found.rows.takeFailure()
      let step = HitNavigation.step(from: start, by: steps, in: found.rows)
      if let failure = found.rows.takeFailure() { throw ShellError(failure) }
      if let step { return try go(to: step.place, edge: step.isClamped ? steps : 0) }
    }
    guard let number = try hitNumber(of: start, in: found) else {
      throw ShellError.failure(
        "this source does not number its hits: go \(Self.mostSteps) at a time")
    }
    let (sum, overflow) = number.addingReportingOverflow(steps)
    try goTo(overflow ? (steps < 0 ? -1 : .max) : sum)
  }

  /// `:goto K`, from 1.
  func goToHit(_ number: Int) throws { try goTo(number > .min ? number - 1 : number) }

  private func firstHit(of found: inout Outcome) throws -> HitPlace {
    if let first = try placeOfHit(0, in: &found) { return first }
    throw ShellError.failure("the result has no hit to go to: nothing in it is highlighted")
  }

  private func placeOfHit(_ number: Int, in found: inout Outcome) throws -> HitPlace? {
    do throws(SearchError) {
      return try found.place(ofHit: number)
    } catch {
      throw ShellError(error)
    }
  }

  private func goTo(_ wanted: Int) throws {
    var found = try lastOutcome()
    let first = try firstHit(of: &found)
    var target = max(0, found.hitCount.map { min(wanted, $0 - 1) } ?? wanted)
    var place = try placeOfHit(target, in: &found)
    if place == nil {
      // The source did not know how many there are; by now all have been counted.
      target = found.countedHits - 1
      place = try placeOfHit(target, in: &found)
    }
    outcome = found
    try go(to: place ?? first, edge: wanted < 0 ? -1 : wanted > target ? 1 : 0)
  }

  /// Makes a hit the current one, and shows its row; `edge` is the end at which more steps were wanted.
  private func go(to place: HitPlace, edge: Int) throws {
    outcome?.current = place
    try showRows(place.row..<place.row + 1)
    let found = try lastOutcome()
    let number =
      try hitNumber(of: place, in: found)
      .map { "hit \(NumberFormat.grouped($0 + 1))" } ?? "hit"
    let count = found.hitCount.map { " of \(NumberFormat.grouped($0))" } ?? ""
    let end = edge < 0 ? " (the first)" : edge > 0 ? " (the last)" : ""
    console.report(
      StyledText("\(number)\(count)\(end) · row \(NumberFormat.grouped(place.row + 1))", .dimmed))
  }

  private func hitNumber(of place: HitPlace, in found: Outcome) throws -> Int? {
    do throws(SearchError) {
      return try found.number(of: place, .signals)
    } catch {
      throw ShellError(error)
    }
  }

  /// The row that `:open` means without a number.
  func currentRow() throws -> Int {
    var found = try lastOutcome()
    guard found.rows.count > 0 else { throw Self.noRow(1, of: found) }
    if let current = found.current { return current.row }
    return try placeOfHit(0, in: &found)?.row ?? max(0, found.page.lowerBound)
  }

  /// `:open [N]`: the editor at the line of a record.
  func openEditor(row: Int?) throws {
    let outcome = try lastOutcome()
    let index = try row.map { $0 - 1 } ?? currentRow()
    guard index >= 0, index < outcome.rows.count else { throw Self.noRow(index + 1, of: outcome) }
    try console.runInForeground(editorArguments(for: try outcome.place(ofRow: index)))
  }

  /// The command that opens the editor at a record.
  func editorArguments(for place: Outcome.Place) throws -> [String] {
    if let catalog = loaded(place.key.corpus)?.catalog, place.source == catalog.source {
      let id = try itemID(of: place.key)
      let link = id.map { ItemLink(catalog: catalog.name, id: $0).description }
      throw ShellError.failure(
        "row \(place.row + 1) came from no file, only from the catalog: "
          + "its link is \(link ?? "gone with it")")
    }
    guard place.source != "-" else {
      throw ShellError.failure(
        "row \(place.row + 1) came from standard input: there is no file to open")
    }
    return ExternalPrograms.editor(
      for: place.source, line: place.line, preferred: settings.editor,
      environment: console.environment)
  }
}
