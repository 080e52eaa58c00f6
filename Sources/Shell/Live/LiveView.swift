internal import Basics
internal import Corpora
internal import Reporting
internal import Searching
internal import Terminal
internal import UnicodeText

/// Renders the state of live search as rows of the screen.
struct LiveView {
  let style: TerminalStyle
  let layout: LiveLayout

  /// The progress of building an access path, from 0 to 1; nil if no access path is being built.
  var indexing: Double?

  /// The rows of the screen, each at most as wide as the screen, and the position of the cursor.
  func frame(_ state: LiveState) -> (rows: [String], cursor: (row: Int, column: Int)) {
    let (query, column) = queryLine(state)
    var rows = [query]
    if layout.hasStatus { rows.append(status(state).rendered(style, width: layout.columns)) }
    let list = list(state)
    let fill = Array(repeating: "", count: layout.listHeight - list.count)
    if layout.isRecordRight {
      rows += sideBySide(list + fill, record(state))
    } else {
      rows += list
      if layout.recordHeight > 0 || layout.hasHints { rows += fill }
      if layout.recordHeight > 0 {
        let record = record(state)
        rows += record
        rows += Array(repeating: "", count: layout.recordHeight - record.count)
      }
    }
    if layout.hasHints { rows.append(hints(state)) }
    return (rows, (0, column))
  }

  // MARK: The query

  private func queryLine(_ state: LiveState) -> (row: String, column: Int) {
    let prompt = prompt(state.numberLine == nil ? state.strategy : "go to hit")
    let width = prompt.width(style)
    let (text, column) = (state.numberLine ?? state.line).window(
      cells: max(1, layout.columns - width))
    let shown = prompt.rendered(style) + text
    return (shown, min(width + column, layout.columns - 1))
  }

  /// The strategy name to show before the query.
  ///
  /// The strategy name is shortened to its first letter, or omitted, to leave at least 8 columns
  /// for the query.
  private func prompt(_ name: String) -> StyledText {
    for name in [name, String(name.prefix(1))]
    where name.utf8.count + 2 + 8 <= layout.columns {
      return StyledText(name, .label) + "> "
    }
    return ""
  }

  // MARK: The status

  private func status(_ state: LiveState) -> StyledText {
    var facts = [answer(state)]
    if let notice = state.notice { facts.append(StyledText(notice, .warning)) }
    if !state.marks.isEmpty { facts.append(StyledText("\(state.marks.count) marked", .label)) }
    if !state.isStale, let standing = standing(state) { facts.append(StyledText(standing)) }
    if let last = state.latency.last, let p99 = state.latency.p99 {
      let text =
        "\(DurationFormat.text(nanoseconds: Int(last)))\(style.dot)p99 "
        + DurationFormat.text(nanoseconds: Int(p99))
      facts.append(StyledText(text, .dimmed))
    }
    if state.caseMode != .ignore {
      facts.append(StyledText("case \(state.caseMode.rawValue)", .label))
    }
    if state.diacritics != .ignore {
      facts.append(StyledText("diacritics \(state.diacritics.rawValue)", .label))
    }
    if let indexing { facts.append(StyledText("indexing \(Int(indexing * 100)) %", .dimmed)) }
    return facts.dropFirst().reduce(facts[0]) { $0 + StyledText(style.dot, .dimmed) + $1 }
  }

  private func answer(_ state: LiveState) -> StyledText {
    if let fault = state.fault, !state.isPending { return StyledText(fault, .error) }
    let counts = counts(state)
    let wait = style.ellipsis + (counts.isEmpty ? "" : " ")
    return state.isPending
      ? StyledText(wait) + StyledText(counts, .dimmed) : StyledText(counts)
  }

  private func counts(_ state: LiveState) -> String {
    guard let result = state.result else { return "" }
    guard result.isWhole else {
      return "\(NumberFormat.grouped(result.rows.count))+ \(style.ellipsis) records"
    }
    let undecided = result.undecided
    // Omit the number of hits if a source does not count its hits.
    return NumberFormat.counted(result.rows.count, "record")
      + (result.hitCount.map { style.dot + NumberFormat.counted($0, "hit") } ?? "")
      + (undecided > 0 ? style.dot + "\(NumberFormat.grouped(undecided)) not decided" : "")
  }

  /// The number of the current hit or, if the hit has no number yet, the number of the row.
  private func standing(_ state: LiveState) -> String? {
    guard let place = state.place else { return nil }
    if let number = state.hitNumber { return "hit \(NumberFormat.grouped(number))" }
    return "row \(NumberFormat.grouped(place.row + 1))"
  }

  private func hints(_ state: LiveState) -> String {
    let text = LiveKeys.hints(
      for: state.purpose, columns: layout.columns, separator: style.dot)
    return StyledText(text, .dimmed).rendered(style, width: layout.columns)
  }

  // MARK: The list

  private func list(_ state: LiveState) -> [String] {
    guard let result = state.result, layout.listHeight > 0 else { return [] }
    var window = state.window
    window.resize(to: layout.listHeight, keeping: state.place?.row, of: result.rows.count)
    let range = window.visible(of: result.rows.count)
    var gutter = state.marks.isEmpty ? 0 : min(1, layout.listColumns - 1)
    var style = style
    style.width = layout.listColumns - gutter
    var lines = encoded(result, range, by: "hits", state.place, style)
    // The encoder marks the current row only if the lines have space for row numbers.
    let marksCurrent = lines.first.map { Self.isNumbered($0, range.lowerBound) } ?? true
    if !marksCurrent {
      gutter = min(2, layout.listColumns - 1)
      style.width = layout.listColumns - gutter
      lines = encoded(result, range, by: "hits", state.place, style)
    }
    if state.isStale {
      lines = lines.map { dimmed($0, style.width) }
    }
    if gutter == 0 { return lines }
    return zip(range, lines).map { row, line in
      let current = marksCurrent ? "" : state.place?.row == row ? ">" : " "
      let isMarked = state.marks.contains(result.rows.key(ofRow: row))
      return String((current + (isMarked ? "*" : " ")).prefix(gutter)) + line
    }
  }

  /// Whether a line of the list starts with the marker column and the number of `row`.
  ///
  /// `row` is counted from 0, but the numbers in the list start at 1.
  private static func isNumbered(_ line: String, _ row: Int) -> Bool {
    let text = StyledRows.plain(line)
    guard let marker = text.first, marker == ">" || marker == " " else { return false }
    return text.dropFirst().drop { $0 == " " }.hasPrefix("\(row + 1) ")
  }

  func dimmed(_ line: String, _ columns: Int) -> String {
    StyledText(StyledRows.plain(line), .dimmed).rendered(style, width: columns)
  }

  /// The lines that show a range of rows in `format`, with the columns that the user chose.
  func encoded(
    _ result: LiveResult, _ range: Range<Int>, by format: String, _ place: HitPlace?,
    _ style: TerminalStyle
  ) -> [String] {
    var options = EncodingOptions()
    options.show(result.shownColumns)
    options.rows = range
    options.terminal = style
    options.hasOneLineRows = true
    options.currentHit = place
    let output = BufferOutput()
    // Ignore errors: writing to a buffer cannot fail, and if a row cannot be fetched, the list is
    // empty.
    guard let encoder = try? EncoderCatalog.named(format),
      (try? encoder.encode(result.rows, options: options, to: output)) != nil
    else { return [] }
    var lines = output.text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map(String.init)
  }
}
