internal import UnicodeText

/// A line of carets that marks the hits of the row above, on a terminal without styles.
///
/// The hits are marked with `^`. In the row with the current hit, only the current hit is marked
/// with `^`, and the other hits are marked with `~`.
enum CaretLine {
  // In an unfinished row, these bytes mark where hits start and end; the bytes never occur in
  // UTF-8.
  private static let hit: UInt8 = 0xFD
  private static let currentHit: UInt8 = 0xFE
  private static let end: UInt8 = 0xFF

  static func open(_ role: TextRole, _ bytes: inout GrowableBuffer<UInt8>) {
    if role == .hit { bytes.append(hit) }
    if role == .currentHit { bytes.append(currentHit) }
  }

  static func close(_ role: TextRole, _ bytes: inout GrowableBuffer<UInt8>) {
    if role == .hit || role == .currentHit { bytes.append(end) }
  }

  /// Ends the row that begins at `start`, and adds the line of carets if the row has hits and fits
  /// in `width` cells.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the row.
  static func finish(_ bytes: inout GrowableBuffer<UInt8>, from start: Int, width: Int) {
    var row = GrowableBuffer<UInt8>(capacity: bytes.count - start)
    bytes.withSpan { row.append(copying: $0.extracting(start..<$0.count)) }
    bytes.truncate(to: start)
    var carets: [UInt8] = []
    var column = 0
    row.withSpan { row in
      let hasCurrent = row.indices.contains { row[$0] == currentHit }
      var mark = UInt8(ascii: " ")
      var from = 0
      for index in 0...row.count where index == row.count || row[index] >= hit {
        let part = row.extracting(from..<index)
        bytes.append(copying: part)
        let cells = CellWidth.width(of: String(decoding: part))
        carets.append(contentsOf: repeatElement(mark, count: cells))
        column += cells
        from = index + 1
        if index == row.count { break }
        let isOther = row[index] == hit && hasCurrent
        mark = UInt8(ascii: row[index] == end ? " " : isOther ? "~" : "^")
      }
    }
    bytes.append(0x0A)
    guard let last = carets.lastIndex(where: { $0 != UInt8(ascii: " ") }), column <= width else {
      return
    }
    for caret in carets[...last] { bytes.append(caret) }
    bytes.append(0x0A)
  }
}
