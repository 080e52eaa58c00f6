/// Parses delimited rows with a simple loop over the bytes of the whole file.
///
/// The parser accepts malformed quotes, and returns the header row like other rows.
package enum NaiveRows {
  /// Returns the cells of each row; nil if a quote is never closed.
  package static func parse(_ file: [UInt8], delimiter: UInt8) -> [[String]]? {
    var rows: [[[UInt8]]] = []
    var at = 0
    while at < file.count {
      var row: [[UInt8]] = []
      var isBlank = false
      while true {
        let start = at
        var cell: [UInt8] = []
        var isQuoted = false
        if at < file.count && file[at] == 0x22 {
          isQuoted = true
          at += 1
          while true {
            if at == file.count { return nil }
            if file[at] == 0x22 {
              if at + 1 < file.count && file[at + 1] == 0x22 {
                cell.append(0x22)
                at += 2
                continue
              }
              at += 1
              break
            }
            cell.append(file[at])
            at += 1
          }
        }
        let after = at
        while at < file.count && file[at] != delimiter && file[at] != 10 { at += 1 }
        var end = at
        if at < file.count && file[at] == 10 && end > after && file[end - 1] == 13 { end -= 1 }
        if !isQuoted || end > after {
          cell = Array(file[start..<end])
          isQuoted = false
        }
        row.append(cell)
        let isEnd = at == file.count || file[at] == 10
        at = min(at + 1, file.count)
        isBlank = row.count == 1 && cell.isEmpty && !isQuoted
        if isEnd { break }
      }
      let isFirstBlank = rows.isEmpty && isBlank
      if !isFirstBlank && !(isBlank && rows[0].count > 1) { rows.append(row) }
    }
    guard let columns = rows.first?.count else { return [] }
    return rows.map { row in
      var cells = row.prefix(columns).map { $0 }
      if row.count > columns {
        cells[columns - 1] = Array(row[(columns - 1)...].joined(separator: [delimiter]))
      }
      cells += [[UInt8]](repeating: [], count: columns - cells.count)
      return cells.map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
