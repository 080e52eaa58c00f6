internal import Corpora
internal import Searching
internal import UnicodeText

/// Writes numbered rows for people: a snippet around the first hit, the number of hidden hits,
/// other fields, the source and the line.
///
/// The row with the current hit is marked with `>`, and shows the current hit instead of the first
/// hit. If the row does not fit, the other fields are dropped first, then the source and line, then
/// the row number. The snippet is never dropped.
struct TerminalHitsWriter: RowWriter {
  /// The minimum width, in cells, of a snippet in a row with a line number or a row number.
  private static let minimumSnippetWidth = 20

  /// The number of rows to assume for the width of the row numbers if the actual number is unknown.
  private static let expectedRows = 999

  /// The minimum number of free cells for showing a field that does not contain the shown hit.
  private static let minimumFieldWidth = 6

  private let style: TerminalStyle
  private let currentHit: HitPlace?
  private let numberWidth: Int
  private let isSingleSource: Bool
  private let widths: [String: Int]
  private var chosen: ChosenFields

  init(_ schema: ResultSchema, _ options: EncodingOptions, _ style: TerminalStyle) {
    self.style = style
    currentHit = options.currentHit
    // While rows are streamed, their number is unknown.
    let known = schema.rowCount ?? Self.expectedRows
    var last = min(options.rows?.upperBound ?? known, known)
    if options.limit > 0 { last = min(last, (options.rows?.lowerBound ?? 0) + options.limit) }
    numberWidth = String(max(1, last)).utf8.count
    isSingleSource = !schema.spansCorpora && schema.hasSingleSource
    widths = options.widths
    chosen = ChosenFields(options.fields)
  }

  mutating func write(_ row: Row, _ record: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>) {
    if row.startsGroup { writeSeparator(&bytes) }
    if row.isContext { return writeContext(record.extracting(row.cell(0)), &bytes) }
    let start = bytes.count
    let isCurrent = currentHit?.row == row.index
    let focus = isCurrent ? min(currentHit?.hit ?? 0, max(0, row.hits.count - 1)) : 0
    var availableCells = style.width
    availableCells -= writeNumber(of: row, isCurrent: isCurrent, &bytes)
    let place = place(of: row, record, availableCells)
    if let place { availableCells -= place.width + 2 }
    writeText(row, record, focus: focus, isCurrent ? focus : nil, availableCells, &bytes)
    if let place {
      bytes.append(blanks: 2)
      append(place.text, .dimmed, link: place.link, &bytes)
    }
    style.endRow(from: start, &bytes)
  }

  /// Writes the snippet, the number of hidden hits (such as `+3 more`), and other fields, in at
  /// most `availableCells` cells.
  private mutating func writeText(
    _ row: Row, _ record: Span<UInt8>, focus: Int, _ current: Int?, _ availableCells: Int,
    _ bytes: inout GrowableBuffer<UInt8>
  ) {
    let places = chosen.places(in: row.fields)
    let field = row.hits.isEmpty ? row.shownField(among: places) : row.hits[focus].field
    let presentName =
      row.fields[field].isAlias ? places.first { $0 != field && !row.cell($0).isEmpty } : nil
    let nameWidth =
      presentName.map { writePresentName($0, row, record, current, availableCells, &bytes) } ?? 0
    var availableCells = availableCells - nameWidth
    let shownPlaces = places.filter {
      !row.cell($0).isEmpty && (nameWidth == 0 || $0 != presentName)
    }
    var leadingHits: Set<Int> = []
    var leading: ArraySlice<Int> = []
    if chosen.areChosen, let end = shownPlaces.firstIndex(of: field), end > 0 {
      let first = OtherFields(Array(shownPlaces[..<end]), row, record, style, widths, current)
      let shown = first.appendFirst(into: availableCells / 2, &leadingHits, to: &bytes)
      availableCells -= shown.width
      leading = shownPlaces[..<shown.count]
    }
    var others = OtherFields(
      shownPlaces.filter { $0 != field && !leading.contains($0) }, row, record, style, widths,
      current)
    let note = row.isFullName ? " " + Row.fullNameNote : ""
    let reserved = others.reserve(availableCells / 2)
    let line = line(of: row, record, field, focus: focus, current, cells: availableCells)
    let own = widths[row.fields[field].name] ?? .max
    var snippet = Snippet(line, availableCells: min(own, availableCells - reserved), style: style)
    var visible = snippet.hits.union(leadingHits)
    var moreWidth = 0
    if visible.count < row.hits.count {
      moreWidth = " +\(row.hits.count - 1) more".utf8.count
      if availableCells - reserved - moreWidth >= Self.minimumFieldWidth {
        snippet = Snippet(
          line, availableCells: min(own, availableCells - reserved - moreWidth), style: style)
        visible = snippet.hits.union(leadingHits)
      } else {
        moreWidth = 0
      }
    }
    var shown = GrowableBuffer<UInt8>()
    var rest = availableCells - snippet.width - moreWidth
    if !note.isEmpty, note.utf8.count <= rest - reserved {
      append(note, .dimmed, &shown)
      rest -= note.utf8.count
    }
    others.append(into: rest, &visible, to: &shown)
    snippet.append(to: &bytes)
    if moreWidth > 0, visible.count < row.hits.count {
      append(" +\(row.hits.count - visible.count) more", .dimmed, &bytes)
    }
    shown.withSpan { bytes.append(copying: $0) }
  }

  /// For a hit in an alias, writes the current name of the record, then the arrow that precedes the
  /// alias.
  ///
  /// - Returns: The width of the name and the arrow in cells.
  private func writePresentName(
    _ field: Int, _ row: Row, _ record: Span<UInt8>, _ current: Int?, _ availableCells: Int,
    _ bytes: inout GrowableBuffer<UInt8>
  ) -> Int {
    let markWidth = 2 + style.aliasMarkWidth
    let maximumCells = availableCells / 2 - markWidth
    if maximumCells < Self.minimumFieldWidth { return 0 }
    let line = GlyphLine(
      record.extracting(row.cell(field)), row.marks(in: field), style, currentHit: current,
      cells: maximumCells, focus: row.marks(in: field).first)
    let name = Snippet(line, availableCells: maximumCells, style: style)
    name.append(to: &bytes)
    append("  " + style.aliasMark, .dimmed, &bytes)
    return name.width + markWidth
  }

  /// The text of a field to show; for an alias field, only the alias that contains the hit `focus`.
  private func line(
    of row: Row, _ record: Span<UInt8>, _ field: Int, focus: Int, _ current: Int?, cells: Int
  ) -> GlyphLine {
    let cell = row.cell(field)
    var shown = cell
    var marks = row.marks(in: field)
    if row.fields[field].isAlias, let hit = marks.first(where: { $0.number == focus }) {
      let place = min(cell.lowerBound + hit.range.lowerBound, cell.upperBound)
      var (start, end) = (place, place)
      while start > cell.lowerBound, record[start - 1] != Separator.value { start -= 1 }
      while end < cell.upperBound, record[end] != Separator.value { end += 1 }
      shown = start..<end
      let before = start - cell.lowerBound
      marks = marks.compactMap { mark in
        guard mark.range.lowerBound >= before, mark.range.upperBound <= before + shown.count else {
          return nil
        }
        let range = mark.range.lowerBound - before..<mark.range.upperBound - before
        return MarkedRange(range: range, number: mark.number)
      }
    }
    return GlyphLine(
      record.extracting(shown), marks, style, currentHit: current, cells: cells,
      focus: marks.first { $0.number == focus })
  }

  /// The total width, in cells, of the marker, the row number and the gap before the text.
  ///
  /// The width is 0 if the terminal is too narrow to show row numbers.
  private var gutter: Int {
    style.width >= numberWidth + 3 + Self.minimumSnippetWidth ? numberWidth + 3 : 0
  }

  /// Writes the number of a row and returns its width in cells.
  private func writeNumber(
    of row: Row, isCurrent: Bool, _ bytes: inout GrowableBuffer<UInt8>
  ) -> Int {
    if gutter == 0 { return 0 }
    let number = String(row.index + 1)
    bytes.append(isCurrent ? ">" : " ")
    bytes.append(blanks: max(0, numberWidth - number.utf8.count))
    append(number, .dimmed, &bytes)
    bytes.append(blanks: 2)
    return max(gutter, number.utf8.count + 3)
  }

  /// The source and line of a row, or only the line if there is a single source; nil if the text
  /// does not fit.
  private func place(
    of row: Row, _ record: Span<UInt8>, _ availableCells: Int
  ) -> (text: String, width: Int, link: String?)? {
    let line = ":\(row.line)"
    var text = line
    if !isSingleSource {
      let path = ControlEscapes.escaped(row.source, keepingUnicode: style.isUTF8)
      let limit = max(12, availableCells / 3) - line.utf8.count
      text = (CellWidth.width(of: path) <= limit ? path : shortened(path, to: limit)) + line
    }
    let width = CellWidth.width(of: text)
    guard availableCells - width - 2 >= Self.minimumSnippetWidth else { return nil }
    guard style.hasStyles, style.hyperlinks != .never else { return (text, width, nil) }
    let column = row.column(ofField: row.hits.first?.field, in: record)
    let link = style.hyperlinks.target(path: row.source, line: row.line, column: column)
    return (text, width, link)
  }

  private func shortened(_ path: String, to limit: Int) -> String {
    let availableCells = max(0, limit - style.ellipsisWidth)
    return style.ellipsis + CellWidth.suffix(of: path[...], fitting: availableCells)
  }

  private func append(
    _ text: String, _ role: TextRole, link: String? = nil, _ bytes: inout GrowableBuffer<UInt8>
  ) {
    let shown = style.opening(role) + text + style.closing(role)
    bytes.append(link.map { Hyperlinks.linked(shown, to: $0) } ?? shown)
  }

  private func writeSeparator(_ bytes: inout GrowableBuffer<UInt8>) {
    bytes.append(StyledText("--", .dimmed).rendered(style, width: style.width))
    bytes.append(0x0A)
  }

  /// Writes a context line, aligned with the text of the rows.
  private func writeContext(_ text: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>) {
    let availableCells = style.width - gutter
    let glyphs = GlyphLine(text, [], style, currentHit: nil, cells: availableCells, focus: nil)
    bytes.append(blanks: gutter)
    Snippet(glyphs, availableCells: availableCells, style: style).append(to: &bytes, base: .dimmed)
    bytes.append(0x0A)
  }
}
