internal import UnicodeText

/// Writes one line of a table without trailing spaces: padding is written only before further text.
struct TableLine {
  private let style: TerminalStyle?
  private var pending = 0

  init(_ style: TerminalStyle?) { self.style = style }

  mutating func append(
    _ cell: StyledText, _ width: Int, isTrailing: Bool, _ bytes: inout GrowableBuffer<UInt8>
  ) {
    let shown = min(width, cell.width(style))
    let padding = max(0, width - shown)
    if isTrailing { pending += padding }
    if shown > 0 {
      bytes.append(blanks: pending)
      bytes.append(cell.rendered(style, width: width))
      pending = 0
    }
    pending += ColumnFit.gap + (isTrailing ? 0 : padding)
  }

  /// Appends a number; at a terminal, a number that is too wide for its column is truncated like
  /// text.
  mutating func append(_ number: Int, _ width: Int, _ bytes: inout GrowableBuffer<UInt8>) {
    let padding = width - Self.digits(of: number)
    if padding < 0 {
      return append(StyledText(String(number)), width, isTrailing: true, &bytes)
    }
    bytes.append(blanks: pending + padding)
    bytes.append(decimal: number)
    pending = ColumnFit.gap
  }

  /// Appends a marker; the next text follows directly, without padding.
  mutating func append(mark: String, _ bytes: inout GrowableBuffer<UInt8>) {
    bytes.append(blanks: pending)
    bytes.append(mark)
    pending = 0
  }

  mutating func append(
    _ snippet: Snippet, _ width: Int, _ bytes: inout GrowableBuffer<UInt8>
  ) {
    bytes.append(blanks: pending)
    snippet.append(to: &bytes)
    pending = ColumnFit.gap + max(0, width - snippet.width)
  }

  mutating func append(
    _ record: Span<UInt8>, _ cell: Range<Int>, _ width: Int, _ bytes: inout GrowableBuffer<UInt8>
  ) {
    bytes.append(blanks: pending)
    bytes.append(record, onOneLine: cell)
    pending = ColumnFit.gap + max(0, width - Self.width(of: record, cell))
  }

  mutating func skip(_ width: Int) { pending += ColumnFit.gap + width }

  /// The number of decimal digits of a non-negative number.
  static func digits(of number: Int) -> Int {
    var digits = 1
    var rest = number
    while rest >= 10 {
      rest /= 10
      digits += 1
    }
    return digits
  }

  /// The width, in cells, of a field that is written on one line to a file or pipe.
  static func width(of record: Span<UInt8>, _ cell: Range<Int>) -> Int {
    var isPlain = true
    for index in cell where record[index] < 0x20 || record[index] >= 0x7F || record[index] == 0x5C {
      isPlain = false
      break
    }
    if isPlain { return cell.count }
    var shown = GrowableBuffer<UInt8>(capacity: cell.count)
    shown.append(record, onOneLine: cell)
    return CellWidth.width(of: shown.text())
  }
}
