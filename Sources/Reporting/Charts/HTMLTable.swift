internal import Basics

/// Writes tables as HTML.
struct HTMLTable {
  private let table: RunTable

  init(_ table: RunTable) { self.table = table }

  /// The table of a run; a click on a heading sorts the rows.
  ///
  /// Each row begins with the cells of its group, so that a sorted row still shows its group.
  var markup: String {
    if table.groups.isEmpty { return Markup.element("p", [:], "Nothing was measured.") }
    let columns = table.groupColumns + table.columns
    let headings = columns.map { column in
      let name = column.heading.isEmpty ? "remarks" : column.heading
      return Markup.element(
        "th", ["scope": "col", "class": column.isNumber ? "number" : "text"],
        Markup.element("button", ["type": "button"], Markup.escaped(name)))
    }
    let rows = table.groups.flatMap { group in
      group.rows.map { row in
        Markup.element("tr", [:], zip(columns, group.cells + row).map(Self.cell).joined())
      }
    }
    let caption =
      table.common.isEmpty
      ? "" : Markup.element("caption", [:], Markup.escaped(table.common.joined(separator: ", ")))
    return Markup.element("h2", [:], "Measurements")
      + Self.scrolling(
        Markup.element(
          "table", ["class": "sortable"],
          caption + Markup.element("thead", [:], Markup.element("tr", [:], headings.joined()))
            + Markup.element("tbody", [:], "\n" + rows.joined(separator: "\n") + "\n")))
  }

  private static func cell(_ column: RunTable.Column, _ cell: RunTable.Cell) -> String {
    // Show the text of the footnotes instead of the footnote marks.
    let text =
      cell.sentences.isEmpty ? cell.text.plain : cell.sentences.joined(separator: "; ")
    let content = Markup.escaped(text)
    let style = column.isNumber ? "number" : "text"
    guard let number = cell.number else { return Markup.element("td", ["class": style], content) }
    return Markup.element(
      "td", ["class": style, "data-value": NumberFormat.exact(number)], content)
  }

  /// The HTML of `table`, without buttons that sort the rows.
  static func markup(of table: Table) -> String {
    let styles = table.columns.map { $0.alignment == .trailing ? "number" : "text" }
    let headings = zip(table.columns, styles).map { column, style in
      Markup.element(
        "th", ["scope": "col", "class": style], Markup.escaped(column.heading))
    }
    let rows = table.rows.map { row in
      let cells = zip(row, styles).map { cell, style in
        Markup.element("td", ["class": style], Markup.escaped(cell.plain))
      }
      return Markup.element("tr", [:], cells.joined())
    }
    return scrolling(
      Markup.element(
        "table", [:],
        Markup.element("thead", [:], Markup.element("tr", [:], headings.joined()))
          + Markup.element("tbody", [:], rows.joined(separator: "\n"))))
  }

  /// Puts a table into a scrollable frame that can receive keyboard focus.
  private static func scrolling(_ table: String) -> String {
    Markup.element("div", ["class": "scroll", "tabindex": "0"], table)
  }
}
