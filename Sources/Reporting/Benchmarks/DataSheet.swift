internal import Basics
package import Benchmarking

/// A table of values, each with what people read in its place: programs get the values, people the text.
public struct DataSheet: Sendable {
  /// A column; `name` is for programs, `heading` for people.
  public struct Column: Sendable {
    let name: String
    let heading: String
    let alignment: Table.Alignment
    /// Whether people can do without it where there is no room.
    let isDroppable: Bool
    /// Whether only programs get it.
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

  /// A value, and how it is shown.
  public struct Cell: Sendable {
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

  /// What a program is told beside the rows.
  package var facts: [JSON.Member] = []

  /// Lines for people, above the rows and below them.
  var title: [StyledText] = []
  var remarks: [StyledText] = []

  package init(_ columns: [Column]) { self.columns = columns }

  /// For people: the columns that have something to show, aligned; some may be left out where a terminal is narrow.
  func lines(_ style: TerminalStyle?) -> [String] {
    let droppable = usedColumns.enumerated().filter { columns[$1].isDroppable }.map(\.offset)
    return title.map { $0.rendered(style) }
      + (rows.isEmpty ? [] : table.dropping(droppable, for: style).lines(style))
      + remarks.map { $0.rendered(style) }
  }

  /// The columns in which there is something for people.
  private var usedColumns: [Int] {
    columns.indices.filter { column in
      !columns[column].isHidden && rows.contains { !$0[column].shown.plain.isEmpty }
    }
  }

  /// What people see.
  var table: Table {
    let used = usedColumns
    var table = Table(
      used.map { Table.Column(columns[$0].heading, alignment: columns[$0].alignment) })
    for row in rows { table.append(used.map { row[$0].shown }) }
    return table
  }
}
