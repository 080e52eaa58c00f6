internal import Basics
internal import JSON
internal import UnicodeText

extension JSON {
  /// The value as the text of a cell; empty for null.
  var cellText: String {
    switch self {
    case .null: ""
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .large(let value): "\(value)"
    case .number(let value): NumberFormat.exact(value)
    case .string(let value): value
    case .array, .object: String(decoding: encoded(), as: UTF8.self)
    }
  }

  /// The value as the text of a cell; a real number always has a decimal point, as in SQLite.
  var valueText: String {
    let text = cellText
    guard case .number = self, !text.isEmpty, !text.utf8.contains(UInt8(ascii: ".")) else {
      return text
    }
    return text + ".0"
  }

  /// Whether the value is text, an array or an object.
  var isText: Bool {
    switch self {
    case .string, .array, .object: true
    case .null, .bool, .integer, .large, .number: false
    }
  }
}

/// Writes rows of values as csv or tsv.
struct DelimitedValues<Syntax: CellSyntax>: ValueRowWriter {
  private let columns: [String]
  private let options: EncodingOptions
  package private(set) var dangerousCells = 0

  init(_ columns: [String], _ options: EncodingOptions) {
    self.columns = columns
    self.options = options
  }

  package mutating func open() -> String {
    let mark = options.hasByteOrderMark ? "\u{FEFF}" : ""
    return options.hasHeader ? mark + line(columns.map(JSON.string)) : mark
  }

  package mutating func write(_ row: [JSON], index: Int) -> String { line(row) }

  private mutating func line(_ row: [JSON]) -> String {
    var bytes = GrowableBuffer<UInt8>()
    for (index, value) in row.enumerated() {
      if index > 0 { bytes.append(Syntax.delimiter) }
      let text = value.valueText.utf8
      let isDangerous = value.isText && Formula.isDangerous(text.span, 0..<text.count)
      if isDangerous { dangerousCells += 1 }
      Syntax.append(
        text.span, in: 0..<text.count, prefixed: isDangerous && options.isSafe, to: &bytes)
    }
    bytes.append(options.usesCRLF ? "\r\n" : "\n")
    return bytes.text()
  }
}

/// Writes one JSON object per row, either each on its own line or all in one array.
struct JSONValues: ValueRowWriter {
  private let columns: [String]
  private let isArray: Bool

  package var escapesControls: Bool { true }

  init(_ columns: [String], isArray: Bool) {
    // The names in an object must be unique, but SQL allows two columns with the same name.
    self.columns = Self.distinct(columns)
    self.isArray = isArray
  }

  private static func distinct(_ columns: [String]) -> [String] {
    var seen: Set<String> = []
    return columns.map { column in
      var name = column
      var number = 2
      while !seen.insert(name).inserted {
        name = "\(column)_\(number)"
        number += 1
      }
      return name
    }
  }

  package mutating func open() -> String { isArray ? "[" : "" }

  package mutating func write(_ row: [JSON], index: Int) -> String {
    let object = JSON.object(zip(columns, row).map { JSON.Member($0, $1) })
    let text = String(decoding: object.encoded(), as: UTF8.self)
    return isArray ? (index == 0 ? "\n" : ",\n") + text : text + "\n"
  }

  package mutating func close(_ count: Int) -> String {
    isArray ? (count == 0 ? "]\n" : "\n]\n") : ""
  }
}

/// Writes a table in GitHub Flavored Markdown.
struct MarkdownValues: ValueRowWriter {
  private let columns: [String]
  private let hasHeader: Bool

  init(_ columns: [String], _ options: EncodingOptions) {
    self.columns = columns
    hasHeader = options.hasHeader
  }

  package mutating func open() -> String {
    if !hasHeader { return "" }
    var bytes = GrowableBuffer<UInt8>()
    MarkdownCells.appendHeader(columns.map { ($0, false) }, to: &bytes)
    return bytes.text()
  }

  package mutating func write(_ row: [JSON], index: Int) -> String {
    var bytes = GrowableBuffer<UInt8>()
    for value in row { MarkdownCells.append(value.valueText, to: &bytes) }
    MarkdownCells.endRow(&bytes)
    return bytes.text()
  }
}

/// Writes a block of `column: value` lines for each row.
struct ListValues: ValueRowWriter {
  private let labels: [String]
  private let style: TerminalStyle?

  package var escapesControls: Bool { style != nil }

  init(_ columns: [String], _ options: EncodingOptions) {
    style = options.terminal
    labels = columns.map { [style = options.terminal] in
      StyledText($0 + ":", .label).rendered(style)
    }
  }

  package mutating func write(_ row: [JSON], index: Int) -> String {
    var text = index == 0 ? "" : "\n"
    for (label, value) in zip(labels, row) {
      let lines = value.valueText.split(separator: "\n", omittingEmptySubsequences: false)
        .map { StyledText(String($0)).rendered(style) }
      let shown = lines.joined(separator: "\n  ")
      text += label + (shown.isEmpty ? "" : " " + shown) + "\n"
    }
    return text
  }
}

/// Writes aligned columns; the first rows determine the widths.
struct TableValues: ValueRowWriter {
  /// The number of rows that determine the widths.
  private static let measuredRows = 1_000

  private let columns: [String]
  private let options: EncodingOptions
  private var rows: [[JSON]] = []
  private var layout: (widths: [Int], numbers: [Bool])?

  package var escapesControls: Bool { true }

  init(_ columns: [String], _ options: EncodingOptions) {
    self.columns = columns
    self.options = options
  }

  package mutating func write(_ row: [JSON], index: Int) -> String {
    if let layout { return line(row.map { shown($0) }, layout) }
    rows.append(row)
    return rows.count < Self.measuredRows ? "" : flush()
  }

  package mutating func close(_ count: Int) -> String { layout == nil ? flush() : "" }

  private func shown(_ value: JSON) -> StyledText {
    if options.terminal != nil { return StyledText(value.valueText) }
    let text = value.valueText.utf8
    var bytes = GrowableBuffer<UInt8>(capacity: text.count)
    bytes.append(text.span, onOneLine: 0..<text.count)
    return StyledText(bytes.text())
  }

  private mutating func flush() -> String {
    let style = options.terminal
    let shown = rows.map { $0.map { self.shown($0) } }
    var natural = columns.map { StyledText($0).width(style) }
    for row in shown {
      for (index, cell) in row.enumerated() {
        natural[index] = max(natural[index], cell.width(style))
      }
    }
    let numbers = columns.indices.map { column in rows.allSatisfy { !$0[column].isText } }
    let layout = (style.map { ColumnFit.widths(natural, into: $0.width) } ?? natural, numbers)
    self.layout = layout
    rows = []
    let header = options.hasHeader ? line(columns.map { StyledText($0, .heading) }, layout) : ""
    return header + shown.map { line($0, layout) }.joined()
  }

  private func line(_ cells: [StyledText], _ layout: (widths: [Int], numbers: [Bool])) -> String {
    let style = options.terminal
    var line = ""
    var pending = 0
    for (index, cell) in cells.enumerated() {
      let width = layout.widths[index]
      let padding = max(0, width - cell.width(style))
      let text = cell.rendered(style, width: style == nil ? nil : width)
      pending += layout.numbers[index] ? padding : 0
      if !text.isEmpty {
        line += String(repeating: " ", count: pending) + text
        pending = 0
      }
      pending += ColumnFit.gap + (layout.numbers[index] ? 0 : padding)
    }
    return line + "\n"
  }
}
