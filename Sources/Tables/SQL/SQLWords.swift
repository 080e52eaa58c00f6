/// The names and the integers in an SQL query or condition, with their original spelling.
///
/// String literals, comments, keywords and the names of functions are skipped.
package struct SQLWords {
  /// The names of columns and tables, without their quotes.
  private(set) var names: Set<String> = []

  /// The integers, each with the sign that precedes it.
  private(set) var integers: [String] = []

  /// The SQL keywords to skip; only keywords that could be mistaken for a column name are listed.
  private static let keywords: Set<String> = [
    "all", "and", "as", "asc", "between", "by", "case", "desc", "distinct", "else", "end", "from",
    "group", "having", "in", "is", "join", "like", "limit", "not", "null", "offset", "on", "or",
    "order", "select", "then", "union", "using", "values", "when", "where", "with",
  ]

  /// Reads the names and the integers of `sql`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package init(_ sql: String) {
    let bytes = Array(sql.utf8)
    var at = 0
    // The last byte before the current word, ignoring whitespace.
    var previous: UInt8 = 0
    while at < bytes.count {
      let start = at
      let byte = bytes[at]
      at += 1
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "["):
        // Two consecutive quotes are read as the end of one quoted text and the start of another.
        let closing = byte == UInt8(ascii: "[") ? UInt8(ascii: "]") : byte
        let end = bytes[at...].firstIndex(of: closing) ?? bytes.count
        if byte != UInt8(ascii: "'") { names.insert(Self.text(bytes[at..<end])) }
        at = min(end + 1, bytes.count)
      case UInt8(ascii: "-") where at < bytes.count && bytes[at] == UInt8(ascii: "-"):
        at = bytes[at...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        continue
      case UInt8(ascii: "/") where at < bytes.count && bytes[at] == UInt8(ascii: "*"):
        at = Self.end(ofCommentIn: bytes, from: at + 1)
        continue
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        while at < bytes.count, Self.isWord(bytes[at]) || bytes[at] == UInt8(ascii: ".") { at += 1 }
        let word = bytes[start..<at]
        if previous != UInt8(ascii: "."), word.allSatisfy({ $0 &- 0x30 <= 9 }) {
          integers.append((previous == UInt8(ascii: "-") ? "-" : "") + Self.text(word))
        }
      case let first where Self.isWord(first):
        while at < bytes.count, Self.isWord(bytes[at]) { at += 1 }
        let next = bytes[at...].first { $0 != 0x20 && !(0x09...0x0D ~= $0) }
        let word = Self.text(bytes[start..<at])
        if next != UInt8(ascii: "("), !Self.keywords.contains(word.lowercased()) {
          names.insert(word)
        }
      case 0x20, 0x09...0x0D: continue
      default: break
      }
      previous = byte
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte &- 0x30 <= 9 || (byte | 0x20) &- 0x61 <= 25 || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// The offset after the end of a comment; the end of the text if the comment does not end.
  private static func end(ofCommentIn bytes: [UInt8], from start: Int) -> Int {
    var at = start + 1
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "/"), bytes[at - 1] == UInt8(ascii: "*") { return at + 1 }
      at += 1
    }
    return bytes.count
  }

  // MARK: Warnings

  /// The name of the row ID, which occurs in queries that the program generates.
  private static let rowID = "_rowid_"

  /// Warnings about words that SQL probably does not interpret as the user intends: names of
  /// columns that differ only in case, and integers that SQL rounds.
  ///
  /// - Parameter columns: the columns that the query reads from a table.
  /// - Returns: the warnings as sentences; warnings about columns come first.
  package func warnings(_ columns: [RecordTable.Column]) -> [String] {
    var warnings: [String] = []
    for column in columns where column.name != column.heading && names.contains(column.heading) {
      let heading = column.heading.lowercased()
      guard heading != Self.rowID,
        let other = columns.first(where: { $0.name.lowercased() == heading })
      else { continue }
      warnings.append(
        "SQL ignores case, so \(column.heading) means the column \(other.heading): "
          + "write \(column.name) for the column \(column.heading)")
    }
    let rounded = integers.first {
      Int64($0) == nil && !CellNumber.keepsDigits(Array($0.utf8).span)
    }
    if let rounded, rounded.utf8.count < 100 {
      warnings.append("SQL rounds the number \(rounded): write '\(rounded)' to compare it as text")
    }
    return warnings
  }
}
