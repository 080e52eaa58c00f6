internal import SQLite

extension CatalogStore {
  /// The maximum number of changes in the log.
  ///
  /// If a transaction would exceed this limit, the log is emptied, and processes that have the
  /// catalog open must reload the catalog.
  static let changeLimit = 50_000

  /// Logs that the current transaction replaced or deleted these items.
  func logChanges(_ items: [Int]) throws(CatalogError) {
    if items.isEmpty { return }
    if try isLogFull(adding: items.count) { return }
    let generation = try generation() + 1
    try attempt { () throws(DatabaseError) in
      let insert = try statement("INSERT INTO changes VALUES (?, ?)")
      try insert.bind(1, generation)
      for item in items {
        try insert.bind(2, item)
        try insert.run()
      }
    }
  }

  /// Whether `count` exceeds `changeLimit`; if not, reserves capacity in the log for `count` changes.
  ///
  /// If the new changes do not fit after the logged changes, the log is emptied, and all processes
  /// must reload the catalog.
  func isLogFull(adding count: Int) throws(CatalogError) -> Bool {
    let kept = try attempt { () throws(DatabaseError) in
      try statement("SELECT count(*) FROM changes").first { $0.integer(0) } ?? 0
    }
    if kept + count <= Self.changeLimit { return false }
    try forgetChanges()
    return count > Self.changeLimit
  }

  /// Empties the log, so that all processes that have the catalog open reload it.
  func forgetChanges() throws(CatalogError) {
    try attempt { () throws(DatabaseError) in try statement("DELETE FROM changes").run() }
    try setMeta("oldest_generation", try generation() + 1)
  }

  /// The names of the attributes that any item has had, in the order in which they became fields.
  package func fieldNames() throws(CatalogError) -> [String] {
    try attempt { () throws(DatabaseError) in
      let select = try statement("SELECT name FROM fields ORDER BY field")
      var names: [String] = []
      while try select.step() { names.append(select.string(0)) }
      return names
    }
  }
}
