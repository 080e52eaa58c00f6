internal import SQLite
internal import System

/// Queries and updates for the items of one file.
extension CatalogStore {
  /// The existing items of an origin, for matching records that have no id.
  func knownItems(ofOrigin origin: Int) throws(CatalogError) -> KnownItems {
    try attempt { () throws(DatabaseError) in
      let select = try statement(
        "SELECT item, fingerprint, line, expires FROM items WHERE origin = ? AND problem IS NULL")
      try select.bind(1, origin)
      var items: [KnownItems.Item] = []
      while try select.step() {
        items.append(
          KnownItems.Item(
            number: select.integer(0), fingerprint: select.integer(1), line: select.integer(2),
            expires: select.optionalInteger(3)))
      }
      return KnownItems(items)
    }
  }

  /// The number of the next new item.
  func nextItem() throws(CatalogError) -> Int { try counter("next_item", from: 1) }

  /// The numbers of an origin's items that are below `limit` and not in `others`, in ascending
  /// order.
  func items(
    ofOrigin origin: Int, below limit: Int, besides others: Set<Int>
  ) throws(CatalogError) -> [Int] {
    try attempt { () throws(DatabaseError) in
      let select = try statement(
        "SELECT item FROM items WHERE origin = ? AND item < ? ORDER BY item")
      try select.bind(1, origin)
      try select.bind(2, limit)
      var items: [Int] = []
      while try select.step() {
        let item = select.integer(0)
        if !others.contains(item) { items.append(item) }
      }
      return items
    }
  }

  /// Deletes items by number; returns the number of deleted items.
  func delete(items: [Int]) throws(CatalogError) -> Int {
    try writing { () throws(CatalogError) in try deleteItems(items) }
  }

  /// Deletes origins and their items; returns the number of deleted items.
  func forget(origins: [Int]) throws(CatalogError) -> Int {
    try writing { () throws(CatalogError) in
      let list = Self.list(origins)
      let bind = { (statement: Statement) throws(DatabaseError) in try statement.bind(1, list) }
      let condition = "origin IN (SELECT value FROM json_each(?1))"
      let count = try deleteItems(where: condition, bind)
      try run("DELETE FROM origins WHERE \(condition)", bind)
      try deleteOrphanedStates()
      return count
    }
  }

  /// Stores that a file was read completely, and deletes its saved progress.
  func finish(origin: Int, _ stamp: SourceStamp, client: String) throws(CatalogError) {
    try writing { () throws(CatalogError) in
      try self.stamp(origin: origin, stamp)
      try deleteState(ofClient: client)
    }
  }

  /// Stores the new stamps of files whose text is unchanged; if `renews` is true, also sets the
  /// expiry of the files' items.
  ///
  /// - Returns: The number of items that had expired at `now`, and are no longer expired.
  func confirm(
    _ files: [ConfirmedFile], renews: Bool, expires: Int?, now: Int
  ) throws(CatalogError) -> Int {
    try writing { () throws(CatalogError) in
      var revived = 0
      for file in files {
        if let stamp = file.stamp { try self.stamp(origin: file.origin, stamp) }
        if !renews { continue }
        if expires ?? .max > now { revived += try expiredCount(ofOrigin: file.origin, now: now) }
        try renew(origin: file.origin, expires: expires)
      }
      return revived
    }
  }

  private func expiredCount(ofOrigin origin: Int, now: Int) throws(CatalogError) -> Int {
    try attempt { () throws(DatabaseError) in
      let select = try statement("SELECT count(*) FROM items WHERE origin = ? AND expires <= ?")
      try select.bind(1, origin)
      try select.bind(2, now)
      return try select.first { $0.integer(0) } ?? 0
    }
  }

  /// In the current transaction, sets the expiry of an origin's items.
  private func renew(origin: Int, expires: Int?) throws(CatalogError) {
    let bind = { (statement: Statement) throws(DatabaseError) in
      try statement.bind(1, origin)
      try statement.bind(2, expires)
    }
    let count = try attempt { () throws(DatabaseError) in
      let select = try statement("SELECT count(*) FROM items WHERE origin = ?")
      try select.bind(1, origin)
      return try select.first { $0.integer(0) } ?? 0
    }
    if try !isLogFull(adding: count) {
      let generation = try generation() + 1
      try run("INSERT INTO changes SELECT ?2, item FROM items WHERE origin = ?1") {
        (statement) throws(DatabaseError) in
        try statement.bind(1, origin)
        try statement.bind(2, generation)
      }
    }
    try run("UPDATE items SET expires = ?2 WHERE origin = ?1", bind)
  }

  /// Creates an origin with one pending item for each file; returns the origins' numbers in the
  /// order of `files`.
  func announce(
    files: [String], domain: String, source: Int
  ) throws(CatalogError) -> [Int] {
    try writing { () throws(CatalogError) in
      var origins: [Int] = []
      for file in files {
        origins.append(
          try announceInTransaction(
            domain: domain, source: source, path: file, pending: 1, isResumed: false))
      }
      return origins
    }
  }
}

/// A file that was checked and is unchanged.
struct ConfirmedFile: Sendable {
  let origin: Int

  /// The file's new stamp, if it differs from the stored stamp.
  let stamp: SourceStamp?
}

extension SourceStamp {
  /// The stamp of a file that was read at `now`, in seconds since 1970; `status` must have been
  /// read before the file's text.
  init(_ status: FileStatus, sha256: [UInt8], now: Int) {
    // Do not store the time of a recent change: another change within the same clock tick would
    // give the file the same change time.
    let latest = Int(max(status.modifiedNanoseconds, status.changedNanoseconds))
    let isYoung = latest / 1_000_000_000 >= now - 2
    self.init(
      size: status.size, modified: Int(status.modifiedNanoseconds),
      changed: isYoung ? nil : Int(status.changedNanoseconds),
      device: Int(truncatingIfNeeded: status.identity.device),
      inode: Int(truncatingIfNeeded: status.identity.inode), sha256: sha256)
  }

  /// Whether the file's metadata shows that the file is unchanged; false if a part of the stamp is
  /// unknown.
  func matches(_ status: FileStatus) -> Bool {
    size == status.size && modified == Int(status.modifiedNanoseconds)
      && changed == Int(status.changedNanoseconds)
      && device == Int(truncatingIfNeeded: status.identity.device)
      && inode == Int(truncatingIfNeeded: status.identity.inode)
  }
}
