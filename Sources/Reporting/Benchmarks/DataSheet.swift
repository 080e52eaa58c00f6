internal import Basics
package import JSON

/// A table in which each cell has a value for programs and a string for people.
package struct DataSheet: Sendable {
  /// A column; formats for programs use `name`, and formats for people show `heading`.
  package struct Column: Sendable {
    let name: String
    let heading: String
    let alignment: Table.Alignment
    /// Whether the column is dropped on a narrow terminal.
    let isDroppable: Bool
    /// Whether the column is only for programs.
    let isHidden: Bool

    package init(
      _ name: String, _ heading: String, _ alignment: Table.Alignment = .leading,
      isDroppable: Bool = false, isHidden: Bool = false
    ) {
      self.isHidden = isHidden
      self.name = name
      self.heading = heading
      self.alignment = alignment
      self.isDroppable = isDroppable
    }
  }

  /// A value for programs, and the string that people see instead.
  package struct Cell: Sendable {
    let value: JSON
    let shown: StyledText

    package init(_ value: JSON, _ shown: StyledText) {
      self.value = value
      self.shown = shown
    }

    package init(_ text: String, _ role: TextRole = .plain) {
      self.init(.string(text), StyledText(text, role))
    }

    package init(_ number: Int) {
      self.init(.integer(number), StyledText(NumberFormat.grouped(number)))
    }

    /// A cell without a value.
    package static let empty = Cell(.null, "")
  }

  let columns: [Column]
  package var rows: [[Cell]] = []

  /// The members that precede the rows in the JSON object.
  package var facts: [JSON.Member] = []

  /// Lines for people: `title` is above the rows, and `remarks` are below the rows.
  var title: [StyledText] = []
  var remarks: [StyledText] = []

  package init(_ columns: [Column]) { self.columns = columns }

  /// The sheet as aligned lines for people, without empty columns and without droppable columns
  /// that do not fit.
  func lines(_ style: TerminalStyle?) -> [String] {
    let droppable = usedColumns.enumerated().filter { columns[$1].isDroppable }.map(\.offset)
    return title.map { $0.rendered(style) }
      + (rows.isEmpty ? [] : table.dropping(droppable, for: style).lines(style))
      + remarks.map { $0.rendered(style) }
  }

  /// The columns that are not hidden and have human-readable text in at least one row.
  private var usedColumns: [Int] {
    columns.indices.filter { column in
      !columns[column].isHidden && rows.contains { !$0[column].shown.plain.isEmpty }
    }
  }

  /// The human-readable table.
  var table: Table {
    let used = usedColumns
    var table = Table(
      used.map { Table.Column(columns[$0].heading, alignment: columns[$0].alignment) })
    for row in rows { table.append(used.map { row[$0].shown }) }
    return table
  }
}
