import Cataloguing

/// A file that the model can index, represented by its parsed contents.
enum ModelFile: Equatable {
  case csv(header: [String], rows: [[String]])
  case lines([String])
  case binary

  struct Record {
    /// The name and text of each cell.
    let cells: [(name: String, text: String)]
    let line: Int
  }

  /// The text of the file.
  var text: String {
    switch self {
    case .csv(let header, let rows):
      ([header] + rows).map { row in
        row.map { "\"" + $0.doubled("\"") + "\"" }.joined(separator: ",") + "\n"
      }.joined()
    case .lines(let lines): lines.map { $0 + "\n" }.joined()
    case .binary: "x\0\0\0y"
    }
  }

  var names: [String] {
    if case .csv(let header, _) = self { header } else { ["text"] }
  }

  var records: [Record] {
    switch self {
    case .csv(let header, let rows):
      var line = 2
      return rows.map { row in
        defer { line += 1 + row.joined().utf8.count { $0 == UInt8(ascii: "\n") } }
        return Record(cells: zip(header, row).map { ($0, $1) }, line: line)
      }
    case .lines(let lines):
      return lines.enumerated().map { Record(cells: [("text", $1)], line: $0 + 1) }
    case .binary: return []
    }
  }

  /// The attributes of a record in the order in which a reader sets them: the standard attributes
  /// come first.
  static func attributes(
    _ record: Record, _ names: [String], _ options: SourceOptions
  ) -> [(name: String, text: String)] {
    let named = record.cells.map { name, text -> (name: String, text: String) in
      if name == options.titleField { return ("title", text) }
      if name == options.keywordsField { return ("keywords", text) }
      if options.titleField == nil, names == ["text"] { return ("title", text) }
      let isTaken =
        name == "title" && options.titleField != nil
        || name == "keywords" && options.keywordsField != nil
      return (isTaken ? "field." + name : name, text)
    }.filter { !$0.text.isEmpty }
    let columns = ItemAttributes.reservedNames
    return named.filter { columns.contains($0.name) } + named.filter { !columns.contains($0.name) }
  }
}

extension String {
  fileprivate func doubled(_ mark: Character) -> String {
    map { $0 == mark ? "\($0)\($0)" : String($0) }.joined()
  }
}
