extension CatalogStore {
  /// The most changes that are kept for those who have the catalogue open; behind more, they load it again.
  static let changeLimit = 50_000

  /// Notes that these items were replaced or deleted by the transaction at hand.
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

  /// Whether so many more changes are too many: then none are kept, and everybody has to load again.
  func isLogFull(adding count: Int) throws(CatalogError) -> Bool {
    let kept = try attempt { () throws(DatabaseError) in
      try statement("SELECT count(*) FROM changes").first { $0.integer(0) } ?? 0
    }
    if kept + count <= Self.changeLimit { return false }
    try forgetChanges()
    return count > Self.changeLimit
  }

  /// Has everybody who has the catalogue open load it again.
  func forgetChanges() throws(CatalogError) {
    try attempt { () throws(DatabaseError) in try statement("DELETE FROM changes").run() }
    try setMeta("oldest_generation", try generation() + 1)
  }

  /// The attributes that some item has had, in the order in which they became fields.
  package func fieldNames() throws(CatalogError) -> [String] {
    try attempt { () throws(DatabaseError) in
      let select = try statement("SELECT name FROM fields ORDER BY field")
      var names: [String] = []
      while try select.step() { names.append(select.string(0)) }
      return names
    }
  }
}
