internal import SQLite

extension CatalogStore {
  /// Deletes the items with these ids; returns the number of deleted items.
  ///
  /// A refresh does not restore these items while their files are unchanged; adding a file again
  /// restores its items.
  package func delete(ids: [String]) throws(CatalogError) -> Int {
    try writing { () throws(CatalogError) in
      var items: [Int] = []
      try attempt { () throws(DatabaseError) in
        let select = try statement("SELECT item FROM items WHERE id = ?")
        for id in ids {
          try select.bind(1, id)
          if let item = try select.first({ $0.integer(0) }) { items.append(item) }
        }
      }
      if items.isEmpty { return 0 }
      let list = Self.list(items)
      let bind = { (statement: Statement) throws(DatabaseError) in try statement.bind(1, list) }
      let chosen = "item IN (SELECT value FROM json_each(?1))"
      try run(
        """
        UPDATE origins SET missing = 1 WHERE missing = 0 AND origin IN
        (SELECT origin FROM items WHERE \(chosen)
        UNION ALL SELECT origin FROM displaced WHERE \(chosen))
        """, bind)
      try run("DELETE FROM displaced WHERE \(chosen)", bind)
      return try deleteItems(items)
    }
  }

  /// In the current transaction, deletes the items with these numbers; returns the number of
  /// deleted items.
  func deleteItems(_ items: [Int]) throws(CatalogError) -> Int {
    if items.isEmpty { return 0 }
    let list = Self.list(items)
    return try deleteItems(where: "item IN (SELECT value FROM json_each(?1))") {
      (statement) throws(DatabaseError) in
      try statement.bind(1, list)
    }
  }

  /// The numbers as a JSON array, for a parameter of `json_each`.
  static func list(_ numbers: [Int]) -> String {
    "[" + numbers.map(String.init).joined(separator: ",") + "]"
  }

  /// Deletes the items of domains and their subdomains, and removes the sources that were added to
  /// these domains.
  ///
  /// - Throws: `item` for an invalid domain; nothing is then deleted.
  package func delete(domains: [String]) throws(CatalogError) -> Int {
    do throws(ItemError) {
      for domain in domains { try CatalogDomain.validate(domain) }
    } catch {
      throw .item(error)
    }
    return try writing { () throws(CatalogError) in
      var count = 0
      for domain in domains { count += try deleteInTransaction(domain: domain) }
      try deleteOrphanedStates()
      return count
    }
  }

  private func deleteInTransaction(domain: String) throws(CatalogError) -> Int {
    let bind = { (statement: Statement) throws(DatabaseError) in
      try statement.bind(1, domain)
      try statement.bind(2, domain + ".")
      try statement.bind(3, domain + "/")
    }
    let inside = "(domain = ?1 OR (domain >= ?2 AND domain < ?3))"
    let count = try deleteItems(
      where: "origin IN (SELECT origin FROM origins WHERE \(inside))", bind)
    try run("DELETE FROM origins WHERE \(inside)", bind)
    try run("DELETE FROM sources WHERE \(inside)", bind)
    return count
  }

  /// Deletes the items that have expired at `now`, in seconds since 1970; returns the number of
  /// deleted items.
  package func purgeExpired(now: Int) throws(CatalogError) -> Int {
    let isAny = try attempt { () throws(DatabaseError) in
      let select = try statement("SELECT 1 FROM items WHERE expires <= ? LIMIT 1")
      try select.bind(1, now)
      return try select.first { _ in true } ?? false
    }
    if !isAny { return 0 }
    return try writing { () throws(CatalogError) in
      let bind = { (statement: Statement) throws(DatabaseError) in try statement.bind(1, now) }
      // After the deletion, the catalog lacks items of the files that the expired items came from.
      // Make the next refresh read these files again.
      try run(
        """
        DELETE FROM clients WHERE client IN
        (SELECT 'file ' || origin FROM items WHERE expires <= ?1)
        """, bind)
      try run(
        """
        UPDATE origins SET \(Self.withoutStamp)
        WHERE source IS NOT NULL AND origin IN (SELECT origin FROM items WHERE expires <= ?1)
        """, bind)
      return try deleteItems(where: "expires <= ?1", bind)
    }
  }

  /// Deletes all items, sources and client states.
  package func deleteAll() throws(CatalogError) -> Int {
    let count = try writing { () throws(CatalogError) in
      let count = try deleteAllItems()
      try run("DELETE FROM origins")
      try run("DELETE FROM sources")
      try deleteOrphanedStates()
      try run("DELETE FROM clients")
      try run("DELETE FROM fields")
      return count
    }
    shrinkFile()
    return count
  }

  /// Turns the catalog on or off; turning it off deletes its items, but not its sources.
  package func setOn(_ isOn: Bool) throws(CatalogError) -> Int {
    let count = try writing { () throws(CatalogError) in
      let count = isOn ? 0 : try deleteAllItems()
      if !isOn {
        try run("DELETE FROM origins")
        try run("DELETE FROM clients")
        try run("UPDATE sources SET indexed = NULL, problem = NULL")
        try run("DELETE FROM meta WHERE key LIKE 'unfinished %'")
      }
      try setMeta("is_on", isOn ? 1 : 0)
      return count
    }
    if !isOn { shrinkFile() }
    return count
  }

  private func deleteAllItems() throws(CatalogError) -> Int {
    let count = try attempt { () throws(DatabaseError) in
      try statement("SELECT total(ready + failed) FROM origins").first { $0.integer(0) } ?? 0
    }
    try run("DELETE FROM items")
    try forgetChanges()
    return count
  }

  /// In the current transaction, deletes the items that satisfy `condition`, and updates the
  /// counts.
  ///
  /// If a deleted item had replaced an item of another file, that file is marked to be read again.
  func deleteItems(
    where condition: String, _ bind: (Statement) throws(DatabaseError) -> Void
  ) throws(CatalogError) -> Int {
    var counts: [(origin: Int, isFailed: Bool, count: Int)] = []
    try attempt { () throws(DatabaseError) in
      let select = try statement(
        """
        SELECT origin, problem IS NOT NULL, count(*) FROM items WHERE \(condition)
        GROUP BY origin, problem IS NOT NULL
        """)
      try bind(select)
      while try select.step() {
        counts.append((select.integer(0), select.integer(1) != 0, select.integer(2)))
      }
    }
    let total = counts.reduce(0) { $0 + $1.count }
    if total == 0 { return 0 }
    if try !isLogFull(adding: total) {
      let generation = try generation() + 1
      try run("INSERT INTO changes SELECT ?9, item FROM items WHERE \(condition)") {
        (statement) throws(DatabaseError) in
        try bind(statement)
        try statement.bind(9, generation)
      }
    }
    try markDisplaced(byItemsWhere: condition, bind)
    try run("DELETE FROM items WHERE \(condition)", bind)
    try attempt { () throws(DatabaseError) in
      let update = try statement(
        "UPDATE origins SET ready = ready - ?, failed = failed - ? WHERE origin = ?")
      for (origin, isFailed, count) in counts {
        try update.bind(1, isFailed ? 0 : count)
        try update.bind(2, isFailed ? count : 0)
        try update.bind(3, origin)
        try update.run()
      }
    }
    for origin in Set(counts.map(\.origin)) { try forgetIfEmpty(origin: origin) }
    return total
  }

  /// In the current transaction, marks the files whose items were replaced by items that satisfy
  /// `condition`.
  ///
  /// The next refresh reads the marked files again.
  private func markDisplaced(
    byItemsWhere condition: String, _ bind: (Statement) throws(DatabaseError) -> Void
  ) throws(CatalogError) {
    let isAny = try attempt { () throws(DatabaseError) in
      try statement("SELECT 1 FROM displaced LIMIT 1").first { _ in true } ?? false
    }
    if !isAny { return }
    let rows = "displaced WHERE item IN (SELECT item FROM items WHERE \(condition))"
    try run("DELETE FROM clients WHERE client IN (SELECT 'file ' || origin FROM \(rows))", bind)
    try run(
      """
      UPDATE origins SET \(Self.withoutStamp), missing = 2
      WHERE origin IN (SELECT origin FROM \(rows))
      """, bind)
    try run("DELETE FROM \(rows)", bind)
  }

  /// Deletes the origin if it has no items and was not created for a source.
  func forgetIfEmpty(origin: Int) throws(CatalogError) {
    try run(
      """
      DELETE FROM origins WHERE origin = ? AND source IS NULL AND ready = 0 AND failed = 0
      """
    ) { (statement) throws(DatabaseError) in try statement.bind(1, origin) }
  }

  /// Deletes the saved progress of files and sources that are no longer in the catalog.
  func deleteOrphanedStates() throws(CatalogError) {
    try run(
      """
      DELETE FROM meta WHERE key LIKE 'unfinished %'
      AND CAST(substr(key, 12) AS INTEGER) NOT IN (SELECT source FROM sources)
      """)
    try run(
      """
      DELETE FROM clients WHERE client LIKE 'file %'
      AND CAST(substr(client, 6) AS INTEGER) NOT IN (SELECT origin FROM origins)
      """)
  }

  /// Runs a statement, ignoring its rows.
  func run(
    _ sql: String, _ bind: (Statement) throws(DatabaseError) -> Void = { _ in }
  ) throws(CatalogError) {
    try attempt { () throws(DatabaseError) in
      let statement = try statement(sql)
      try bind(statement)
      try statement.run()
    }
  }

  /// Removes the image, and the unused pages of the database file; ignores errors, which can occur
  /// if another process has the file open.
  private func shrinkFile() {
    try? file.removeImage()
    try? database.execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
