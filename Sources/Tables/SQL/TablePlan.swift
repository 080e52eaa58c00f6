/// How a table reads its rows for an SQL query: the constraints that the table tests, and the order
/// of the rows.
///
/// SQLite tests the constraints on record numbers and cells again. Therefore, a table may return
/// extra rows, but must return every row that satisfies the constraints.
struct TablePlan: Equatable {
  enum Step: Equatable {
    /// The argument is the query of a search; without a query, the table-valued function finds all
    /// records.
    case query
    /// The argument is the strategy of a search.
    case strategy
    /// The record number is equal to, at most, or at least the argument.
    case record(Comparison)
    /// The cell of the column equals the argument.
    case equals(column: Int)
    /// The cell of the column matches the argument, which is a LIKE pattern.
    case like(column: Int)
    case glob(column: Int)
  }

  enum Comparison: Character {
    case equal = "="
    case less = "<"
    case greater = ">"

    /// The indices of the records whose numbers, counted from 1, satisfy the comparison with
    /// `number`.
    func indices(_ number: Int64) -> Range<Int> {
      let end = max(0, Int(clamping: number))
      return switch self {
      case .equal: max(0, end - 1)..<end
      case .less: 0..<end
      case .greater: max(0, end - 1)..<Int.max
      }
    }
  }

  /// The constraints, in the same order as the arguments that SQLite passes.
  var steps: [Step] = []

  /// A sort order of the rows: the byte order of the cells in one column.
  struct Order: Equatable {
    var column: Int
    var isDescending: Bool

    /// The columns that the query reads: bit *i* stands for column *i*.
    var used: UInt64
  }

  /// The sort order of the rows; nil to keep the order of the records.
  var order: Order?

  /// Whether the query only counts the rows.
  var onlyCounts = false

  init() {}

  // MARK: Text

  /// The plan, encoded as the string that SQLite stores with a prepared statement.
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
