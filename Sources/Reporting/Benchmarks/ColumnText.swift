internal import Basics
internal import Benchmarking
internal import JSON

/// Formats the values of an experiment's columns for people.
enum ColumnText {
  /// A value with the name or unit of its column, such as `n = 10,000`, `50 % duplicates` or `1.2
  /// MB`.
  static func text(_ value: JSON?, of column: String) -> String {
    switch (column, value) {
    case ("query", .string(let text)): "'\(text)'"
    case (_, .string(let text)): text
    case ("n", .integer(let number)): "n = \(NumberFormat.grouped(number))"
    case ("duplicates", .integer(let number)): "\(number) % duplicates"
    case ("records", .integer(let number)): NumberFormat.counted(number, "record")
    case ("matches", .integer(let number)): NumberFormat.counted(number, "match", "matches")
    case ("bytes", .integer(let number)): NumberFormat.bytes(number)
    case ("memory_bytes", .integer(let number)): NumberFormat.bytes(number) + " of memory"
    case (_, .integer(let number)): "\(NumberFormat.grouped(number)) \(column)"
    default: ""
    }
  }

  /// The text of a value in a table cell; the column's name is only in the heading.
  static func cell(_ value: JSON?, of column: String) -> String {
    switch (column, value) {
    case ("n", .integer(let number)): NumberFormat.grouped(number)
    case ("duplicates", .integer(let number)): "\(number) %"
    case ("bytes", .integer(let number)), ("memory_bytes", .integer(let number)):
      NumberFormat.bytes(number)
    case (_, .integer(let number)): NumberFormat.grouped(number)
    case (_, .string(let text)): text
    default: ""
    }
  }

  /// The heading of a column: its name without the suffix `_bytes`.
  static func heading(_ column: String) -> String {
    column.replacingOccurrences(of: "_bytes", with: "")
  }
}
