internal import Corpora
internal import Searching
internal import UnicodeText

/// The fields of a row, except the field that contains the shown hit.
///
/// If there is little space, long fields are truncated, but short fields are not.
struct OtherFields {
  /// The maximum width, in cells, of a short field (such as a code, or a date with a time); short
  /// fields are never truncated.
  private static let shortWidth = 20

  /// The minimum number of free cells for showing a truncated field.
  private static let minimumWidth = 6

  private struct Part {
    let line: GlyphLine
    let width: Int
    var isReserved = false
  }

  private let style: TerminalStyle
  private var parts: [Part]

  init(
    _ fields: [Int], _ row: Row, _ record: Span<UInt8>, _ style: TerminalStyle,
    _ widths: [String: Int], _ current: Int?
  ) {
    self.style = style
    parts = []
    var availableCells = style.width
    for field in fields where availableCells > 0 {
      let marks = row.marks(in: field)
      let chosen = widths[row.fields[field].name]
      let line = GlyphLine(
        record.extracting(row.cell(field)), marks, style, currentHit: current,
        cells: min(chosen ?? .max, style.width), focus: marks.first)
      let width = min(chosen ?? .max, line.width)
      parts.append(Part(line: line, width: width))
      availableCells -= min(width, Self.shortWidth)
    }
  }

  /// Reserves up to `limit` cells for short fields, in order; returns the number of reserved cells.
  mutating func reserve(_ limit: Int) -> Int {
    var reserved = 0
    for index in parts.indices where parts[index].width <= Self.shortWidth {
      let width = gap(before: index) + parts[index].width
      if reserved + width > limit { break }
      parts[index].isReserved = true
      reserved += width
    }
    return reserved
  }

  private func gap(before index: Int) -> Int { index == 0 ? 2 : 3 }

  /// Writes the first fields, each followed by a gap, until the next field does not fit in
  /// `availableCells` cells.
  ///
  /// The numbers of the visible hits are added to `visible`.
  ///
  /// - Returns: The number of fields written, and their width including the gaps.
  func appendFirst(
    into availableCells: Int, _ visible: inout Set<Int>, to bytes: inout GrowableBuffer<UInt8>
  ) -> (count: Int, width: Int) {
    var used = 0
    for (index, part) in parts.enumerated() {
      let own = availableCells - used - 2
      if own < min(Self.minimumWidth, part.width) { return (index, used) }
      let snippet = Snippet(part.line, availableCells: min(own, part.width), style: style)
      snippet.append(to: &bytes, base: .dimmed)
      bytes.append(blanks: 2)
      visible.formUnion(snippet.hits)
      used += snippet.width + 2
    }
    return (parts.count, used)
  }

  /// Writes the fields that fit in `availableCells` cells, and adds the numbers of the visible hits
  /// to `visible`.
  func append(
    into availableCells: Int, _ visible: inout Set<Int>, to bytes: inout GrowableBuffer<UInt8>
  ) {
    var rest = availableCells
    var reserved = parts.indices.filter { parts[$0].isReserved }
      .reduce(0) { $0 + gap(before: $1) + parts[$1].width }
    var separator = "  "
    for (index, part) in parts.enumerated() {
      if part.isReserved { reserved -= gap(before: index) + part.width }
      let own = rest - reserved - gap(before: index)
      if !part.isReserved, own < min(Self.minimumWidth, part.width) { continue }
      let snippet = Snippet(part.line, availableCells: min(own, part.width), style: style)
      bytes.append(style.opening(.dimmed) + separator + style.closing(.dimmed))
      snippet.append(to: &bytes, base: .dimmed)
      visible.formUnion(snippet.hits)
      rest -= gap(before: index) + snippet.width
      separator = style.dot
    }
  }
}
