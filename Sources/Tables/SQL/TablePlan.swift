/// How an SQL query reads a table: the constraints that the table itself tests, and the order of its rows.
///
/// SQLite tests the constraints on records and cells again. So a plan must keep every row that satisfies them, but may
/// keep other rows as well.
struct TablePlan: Equatable {
  enum Step: Equatable {
    /// The argument is the query of a search; without it, a function finds everything.
    case query
    /// The argument is the strategy of a search.
    case strategy
    /// The record number is equal to the argument, at most the argument, or at least the argument.
    case record(Comparison)
    /// The cell of the column equals the argument.
    case equals(column: Int)
    /// The cell of the column matches the argument, a LIKE or GLOB pattern.
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

    /// The columns that the query reads: bit *i* is column *i*.
    var used: UInt64
  }

  /// The order of the rows; nil for the order of the records.
  var order: Order?

  /// Whether the query only counts the rows.
  var onlyCounts = false

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
    if let order {
      words.append("\(order.isDescending ? "d" : "a")\(order.column)")
      words.append("u\(order.used)")
    }
    if onlyCounts { words.append("n") }
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
      case ("a", let column?): order = Order(column: column, isDescending: false, used: 0)
      case ("d", let column?): order = Order(column: column, isDescending: true, used: 0)
      case ("n", _): onlyCounts = true
      case ("u", _): order?.used = UInt64(rest) ?? 0
      default: return nil
      }
    }
  }
}
