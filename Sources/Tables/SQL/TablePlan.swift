/// How a query of SQL reads a table: the constraints that the table tests by itself, and the order of its rows.
///
/// SQLite tests every constraint again, so that a plan only has to keep all rows that can satisfy them.
struct TablePlan: Equatable {
  enum Step: Equatable {
    /// The argument is the query of a search; without it, a function finds everything.
    case query
    /// The argument is the strategy of a search.
    case strategy
    /// The record number is the argument, or is on this side of it.
    case record(Comparison)
    /// The cell of the column is the argument.
    case equals(column: Int)
    /// The cell of the column fits the argument, a pattern of LIKE or GLOB.
    case like(column: Int)
    case glob(column: Int)
  }

  enum Comparison: Character {
    case equal = "="
    case less = "<"
    case greater = ">"
  }

  /// The constraints, in the order of the arguments.
  var steps: [Step] = []

  /// The order of the rows, by the bytes of the cells of a column.
  struct Order: Equatable {
    var column: Int
    var isDescending: Bool
  }

  /// The order of the rows; nil for that of the records.
  var order: Order?

  init() {}

  // MARK: Text

  /// The plan as the text that SQLite keeps with a prepared statement.
  var text: String {
    var words = steps.map { step in
      switch step {
      case .query: "q"
      case .strategy: "s"
      case .record(let comparison): "r\(comparison.rawValue)"
      case .equals(let column): "e\(column)"
      case .like(let column): "l\(column)"
      case .glob(let column): "g\(column)"
      }
    }
    if let order { words.append("\(order.isDescending ? "d" : "a")\(order.column)") }
    return words.joined(separator: " ")
  }

  init?(_ text: String) {
    for word in text.split(separator: " ") {
      let rest = word.dropFirst()
      switch (word.first, Int(rest)) {
      case ("q", _): steps.append(.query)
      case ("s", _): steps.append(.strategy)
      case ("r", _):
        guard let comparison = rest.first.flatMap(Comparison.init) else { return nil }
        steps.append(.record(comparison))
      case ("e", let column?): steps.append(.equals(column: column))
      case ("l", let column?): steps.append(.like(column: column))
      case ("g", let column?): steps.append(.glob(column: column))
      case ("a", let column?): order = Order(column: column, isDescending: false)
      case ("d", let column?): order = Order(column: column, isDescending: true)
      default: return nil
      }
    }
  }
}
