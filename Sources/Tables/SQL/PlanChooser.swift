internal import CSQLite

/// Chooses how the table reads its rows for a query, from the constraints that SQLite passes to
/// `xBestIndex`.
struct PlanChooser {
  private let table: RecordTable
  private(set) var plan = TablePlan()
  private(set) var estimatedRows: Int

  /// Whether the table tests the last accepted constraint exactly, so that SQLite need not test the
  /// constraint again.
  private(set) var isExact = false

  /// Whether the plan can run; false if an argument of the table-valued function is unavailable.
  private(set) var isPossible = true

  init(_ table: RecordTable) {
    self.table = table
    // Estimate fewer rows for a search than for all records, because a search usually finds few
    // records of a large corpus.
    estimatedRows = table.knownCount ?? (table.isFunction ? 1000 : 1_000_000)
  }

  /// Adds a constraint to the plan if the table can test the constraint; returns whether the
  /// constraint was added.
  mutating func take(column: Int, operation: Int32, isUsable: Bool) -> Bool {
    isExact = false
    if table.isFunction, column >= table.columns.count {
      guard operation == SQLITE_INDEX_CONSTRAINT_EQ else { return false }
      guard isUsable else {
        isPossible = false
        return false
      }
      plan.steps.append(column == table.columns.count ? .query : .strategy)
      isExact = true
      return true
    }
    guard isUsable, column >= 0, let step = step(column, operation) else { return false }
    plan.steps.append(step)
    if case .record(.equal) = step {
      estimatedRows = 1
    } else {
      estimatedRows = estimatedRows / 4 + 1
    }
    return true
  }

  private func step(_ column: Int, _ operation: Int32) -> TablePlan.Step? {
    switch table.columns[column].content {
    case .record:
      switch operation {
      case SQLITE_INDEX_CONSTRAINT_EQ: return .record(.equal)
      case SQLITE_INDEX_CONSTRAINT_LT, SQLITE_INDEX_CONSTRAINT_LE: return .record(.less)
      case SQLITE_INDEX_CONSTRAINT_GT, SQLITE_INDEX_CONSTRAINT_GE: return .record(.greater)
      default: return nil
      }
    case .field:
      switch operation {
      case SQLITE_INDEX_CONSTRAINT_EQ: return .equals(column: column)
      case SQLITE_INDEX_CONSTRAINT_LIKE: return .like(column: column)
      case SQLITE_INDEX_CONSTRAINT_GLOB: return .glob(column: column)
      default: return nil
      }
    case .corpus, .source, .line, .column, .matched, .hits: return nil
    }
  }

  /// Decides whether the source only needs to count the rows, because the query reads no columns.
  mutating func noteUse(of columns: UInt64) {
    let hasConditions = plan.steps.contains { $0 != .query && $0 != .strategy }
    plan.onlyCounts =
      columns & table.columnMask == 0 && table.countsRows && !hasConditions && plan.order == nil
  }

  /// Plans to sort the rows for an ORDER BY, GROUP BY or DISTINCT of one text column; returns false
  /// if the table cannot sort them.
  mutating func takeOrder(column: Int, isDescending: Bool, used: UInt64) -> Bool {
    guard column >= 0, column < table.columns.count, table.canOrder(by: column, used: used) else {
      return false
    }
    plan.order = .init(column: column, isDescending: isDescending, used: used)
    return true
  }
}
