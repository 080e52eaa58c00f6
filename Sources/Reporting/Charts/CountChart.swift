internal import Basics

/// Counts of records as horizontal bars, for a terminal, SVG and HTML.
package struct CountChart: Sendable {
  /// A bar: the table cells that name the bar, and the number of records that the bar represents.
  package struct Row: Sendable {
    package let cells: [String]
    package let count: Int

    package init(_ cells: [String], _ count: Int) {
      self.cells = cells
      self.count = count
    }

    var name: String { cells.joined(separator: " · ") }
  }

  private let title: String
  private let columns: [String]
  private let rows: [Row]

  /// The number of records that corresponds to a share of 100 %.
  private let total: Int

  /// Whether the share of each row is shown.
  private let showsShares: Bool

  package init(
    title: String, columns: [String], rows: [Row], total: Int, showsShares: Bool
  ) {
    self.title = title
    self.columns = columns
    self.rows = rows
    self.total = total
    self.showsShares = showsShares
  }

  private var largest: Double { Double(max(1, rows.map(\.count).max() ?? 1)) }

  private func share(_ count: Int) -> String {
    NumberFormat.fixed(100 * Double(count) / Double(max(1, total)), decimals: 1) + " %"
  }

  // MARK: Terminal

  /// The minimum and maximum width of the longest bar, in cells.
  private static let barWidth = 8...40

  /// The rows as a table; at a terminal, each row has a bar.
  package func table(_ style: TerminalStyle?) -> Table {
    var headings = columns.map { Table.Column($0) } + [.init("records", alignment: .trailing)]
    if showsShares { headings.append(.init("share", alignment: .trailing)) }
    if style != nil { headings.append("") }
    var table = Table(headings)
    let widths = columns.indices.map { column in
      max(
        StyledText(columns[column]).width(style),
        rows.map { StyledText($0.cells[column]).width(style) }.max() ?? 0)
    }
    let used = widths.reduce(0, +) + 2 * headings.count + 16
    let maximumLength = min(
      Self.barWidth.upperBound, max(Self.barWidth.lowerBound, (style?.width ?? 0) - used))
    for row in rows {
      var cells = row.cells.map { StyledText($0) } + [StyledText(NumberFormat.grouped(row.count))]
      if showsShares { cells.append(StyledText(share(row.count))) }
      if let style {
        let length = Double(row.count) / largest * Double(maximumLength)
        cells.append(
          row.count == 0
            ? "" : StyledText(BarText.bar(length, isUTF8: style.isUTF8), .series(0)))
      }
      table.append(cells)
    }
    return table
  }

  // MARK: Pictures

  /// The complete text of an SVG file.
  package var svg: String { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + element + "\n" }

  /// The complete text of an HTML page that contains the picture.
  package var html: String {
    HTMLPage.text(title: title, main: Markup.element("figure", [:], element))
  }

  private static let left = 210.0
  private static let top = 76.0
  private static let right = SVGChart.width - 130

  private var element: String {
    // If there are many bars, draw thinner bars, so that a histogram stays readable.
    let rowHeight = rows.count > 60 ? 14.0 : 26.0
    let barHeight = rowHeight * 0.7
    var elements: [String] = []
    for (index, row) in rows.enumerated() {
      let y = Self.top + Double(index) * rowHeight
      let width = Double(row.count) / largest * (Self.right - Self.left)
      let text = NumberFormat.grouped(row.count) + (showsShares ? " · \(share(row.count))" : "")
      elements.append(
        SVGText.text(
          Self.left - 10, y + barHeight / 2 + 4, SVGChart.shortened(row.name, 27), "c-name",
          anchor: "end"))
      elements.append(
        Markup.element(
          "rect",
          [
            "x": Markup.number(Self.left), "y": Markup.number(y),
            "width": Markup.number(max(row.count > 0 ? 1 : 0, width)),
            "height": Markup.number(barHeight), "rx": "2", "class": "c-bar \(SVGPalette.style(0))",
          ], Markup.element("title", [:], Markup.escaped("\(row.name): \(text)"))))
      elements.append(
        SVGText.text(Self.left + width + 8, y + barHeight / 2 + 4, text, "c-value"))
    }
    let height = Self.top + Double(rows.count) * rowHeight + 20
    let words = rows.prefix(20).map { "\($0.name): \($0.count)" }.joined(separator: ", ")
    return SVGChart.frame(
      title: title, subtitle: NumberFormat.counted(total, "record"),
      alternative: "\(title). \(words)", height: height, elements)
  }
}
