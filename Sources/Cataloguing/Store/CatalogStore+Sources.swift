internal import SQLite

/// A file or folder whose items the catalog keeps up to date.
package struct CatalogSource: Equatable, Sendable {
  package let number: Int

  /// The absolute path.
  package let path: String
  package let domain: String

  /// The source's options, as the string `SourceOptions.stored`.
  package let options: String

  /// When the source was last read completely, in seconds since 1970.
  package let indexed: Int?

  /// The problems of the last reading, one per line.
  package let problem: String?

  /// Whether the last reading failed or was interrupted.
  package let isUnfinished: Bool

  /// Whether items of the source are missing because items of other files replaced these items and
  /// were then deleted.
  package let lacksItems: Bool
}

/// Whether items of an unchanged file are missing from the catalog, and what restores them.
///
/// The raw values are stored in the table `origins`.
package enum MissingItems: Int, Sendable {
  case none = 0

  /// Items were deleted by id, or replaced by items of other sources that have the same ids.
  ///
  /// Only adding the file again restores the items.
  case restoredByAdding = 1

  /// Items of other files with the same ids replaced items of this file, and have since been
  /// deleted.
  ///
  /// The next refresh reads the source again at any age, and restores the replaced items.
  case restoredByRefresh = 2
}

/// The origin of items: their domain and, if they were read from a file, that file.
package struct CatalogOrigin: Equatable, Sendable {
  package let number: Int
  package let domain: String
  package let source: Int?
  package let path: String

  /// The file's stamp when it was last read completely; nil if the file must be read.
  package let stamp: SourceStamp?
  package let missing: MissingItems
  package let ready: Int
  package let failed: Int
  package let pending: Int
}

/// The properties that show whether a source's file has changed.
package struct SourceStamp: Hashable, Sendable {
  /// The size in bytes.
  package let size: Int

  /// The modification time, in nanoseconds since 1970.
  package let modified: Int

  /// The time of the last change of the content or of the metadata, in nanoseconds since 1970.
  ///
  /// The value is nil if the time is unknown, or so recent that a later change could have the same
  /// time.
  package let changed: Int?

  /// The device and inode; nil if they are unknown.
  package let device: Int?
  package let inode: Int?

  package let sha256: [UInt8]
}

extension CatalogStore {
  // MARK: Sources

  /// All sources, in the order in which they were added.
  package func sources() throws(CatalogError) -> [CatalogSource] {
    try attempt { () throws(DatabaseError) in
      let select = try statement(
        """
        SELECT source, path, domain, options, indexed, problem,
        EXISTS(SELECT 1 FROM meta WHERE key = 'unfinished ' || source), \(lacksItemsSQL)
        FROM sources ORDER BY source
        """)
      var sources: [CatalogSource] = []
      while try select.step() {
        sources.append(
          CatalogSource(
            number: select.integer(0), path: select.string(1), domain: select.string(2),
            options: select.string(3), indexed: select.optionalInteger(4),
            problem: select.optionalString(5), isUnfinished: select.integer(6) != 0,
            lacksItems: select.integer(7) != 0))
      }
      return sources
    }
  }

  /// The SQL condition that is true if the next refresh restores missing items of the source.
  private var lacksItemsSQL: String {
    schema < 2
      ? "0" : "EXISTS(SELECT 1 FROM origins AS o WHERE o.source = sources.source AND o.missing = 2)"
  }

  /// Adds a source, or updates the domain and options of the source with this path; returns the
  /// source's number.
  ///
  /// If the domain changes, the source's items move to the new domain immediately. If the options
  /// change, all files of the source are marked to be read again, because the new options can
  /// produce other items.
  package func addSource(
    path: String, domain: String, options: String
  ) throws(CatalogError) -> Int {
    try writing { () throws(CatalogError) in
      guard try isOn() else { throw .off(name) }
      let before = try self.sources().first { $0.path.utf8.elementsEqual(path.utf8) }
      try run(
        """
        INSERT INTO sources(path, domain, options) VALUES (?, ?, ?)
        ON CONFLICT(path) DO UPDATE SET domain = excluded.domain, options = excluded.options
        """
      ) { (statement) throws(DatabaseError) in
        try statement.bind(1, path)
        try statement.bind(2, domain)
        try statement.bind(3, options)
      }
      let number = try attempt { () throws(DatabaseError) in
        let select = try statement("SELECT source FROM sources WHERE path = ?")
        try select.bind(1, path)
        return try select.first { $0.integer(0) } ?? 0
      }
      try run("UPDATE origins SET domain = ? WHERE source = ? AND domain <> ?1") {
        (statement) throws(DatabaseError) in
        try statement.bind(1, domain)
        try statement.bind(2, number)
      }
      if let before, before.options != options { try forgetReading(of: number) }
      return number
    }
  }

  /// Restores a source to the state that it had before it was added again.
  ///
  /// A new source is removed together with its origins, which have no items.
  func revert(source number: Int, to before: CatalogSource?) throws(CatalogError) {
    try writing { () throws(CatalogError) in
      let bind = { (statement: Statement) throws(DatabaseError) in
        try statement.bind(1, number)
        guard let before else { return }
        try statement.bind(2, before.domain)
        try statement.bind(3, before.options)
        try statement.bind(4, before.indexed)
        try statement.bind(5, before.problem)
      }
      try mark(source: number, isUnfinished: before?.isUnfinished ?? false)
      guard before != nil else {
        try run("DELETE FROM origins WHERE source = ?1 AND ready = 0 AND failed = 0", bind)
        try run(
          "DELETE FROM sources WHERE source = ?1 AND source NOT IN (SELECT source FROM origins WHERE source IS NOT NULL)",
          bind)
        return
      }
      try run("UPDATE origins SET domain = ?2, pending = 0 WHERE source = ?1") {
        (statement) throws(DatabaseError) in
        try statement.bind(1, number)
        try statement.bind(2, before?.domain)
      }
      try run(
        """
        UPDATE sources SET domain = ?2, options = ?3, indexed = ?4, problem = ?5
        WHERE source = ?1
        """, bind)
    }
  }

  /// In the current transaction, marks all files of a source to be read again.
  private func forgetReading(of source: Int) throws(CatalogError) {
    let bind = { (statement: Statement) throws(DatabaseError) in try statement.bind(1, source) }
    try run("UPDATE sources SET indexed = NULL WHERE source = ?", bind)
    try run("UPDATE origins SET \(Self.withoutStamp) WHERE source = ?", bind)
    try run(
      """
      DELETE FROM clients WHERE client IN (SELECT 'file ' || origin FROM origins WHERE source = ?)
      """, bind)
  }

  /// The problems of the source's last reading, one per line.
  func problem(ofSource source: Int) throws(CatalogError) -> String? {
    try attempt { () throws(DatabaseError) in
      let select = try statement("SELECT problem FROM sources WHERE source = ?")
      try select.bind(1, source)
      return try select.first { $0.optionalString(0) } ?? nil
    }
  }

  /// Stores that reading a source has started; until `settle` is called, the source stays due for a
  /// refresh.
  func start(source: Int) throws(CatalogError) {
    try writing { () throws(CatalogError) in try mark(source: source, isUnfinished: true) }
  }

  private func mark(source: Int, isUnfinished: Bool) throws(CatalogError) {
    try run(
      isUnfinished
        ? "INSERT OR REPLACE INTO meta VALUES ('unfinished ' || ?, 1)"
        : "DELETE FROM meta WHERE key = 'unfinished ' || ?"
    ) { (statement) throws(DatabaseError) in try statement.bind(1, source) }
  }

  /// Stores the result of reading a source: its problems, one per line, and the time if the source
  /// was read completely.
  ///
  /// If `isUnfinished` is true, the source is due for a refresh immediately.
  package func settle(
    source: Int, at time: Int?, problem: String?, isUnfinished: Bool = false
  ) throws(CatalogError) {
    try writing { () throws(CatalogError) in
      try mark(source: source, isUnfinished: isUnfinished)
      try run("UPDATE sources SET indexed = coalesce(?, indexed), problem = ? WHERE source = ?") {
        (statement) throws(DatabaseError) in
        try statement.bind(1, time)
        try statement.bind(2, problem)
        try statement.bind(3, source)
      }
    }
  }

  // MARK: Origins

  /// The SQL assignments that clear the stamp of an origin's file, so that the file is read again.
  static let withoutStamp =
    "size = NULL, modified = NULL, changed = NULL, device = NULL, inode = NULL, sha256 = NULL"

  private var originColumns: String {
    "origin, domain, source, path, size, modified, sha256, ready, failed, pending, "
      + (schema < 2 ? "NULL, NULL, NULL, 1" : "changed, device, inode, missing")
  }

  /// A count, clamped so that sums cannot overflow if another program has written the table.
  private static func count(_ row: Statement, _ column: Int32) -> Int {
    min(max(row.integer(column), 0), 1 << 40)
  }

  private static func origin(_ row: Statement) -> CatalogOrigin {
    var stamp: SourceStamp?
    if let size = row.optionalInteger(4), let sum = row.blob(6) {
      stamp = SourceStamp(
        size: size, modified: row.integer(5), changed: row.optionalInteger(10),
        device: row.optionalInteger(11), inode: row.optionalInteger(12), sha256: sum)
    }
    return CatalogOrigin(
      number: row.integer(0), domain: row.string(1), source: row.optionalInteger(2),
      path: row.string(3), stamp: stamp,
      missing: MissingItems(rawValue: row.integer(13)) ?? .restoredByRefresh, ready: count(row, 7),
      failed: count(row, 8), pending: count(row, 9))
  }

  /// The origins of a source, or all origins if `source` is nil, in the order of their numbers.
  package func origins(ofSource source: Int? = nil) throws(CatalogError) -> [CatalogOrigin] {
    try attempt { () throws(DatabaseError) in
      let condition = source == nil ? "" : "WHERE source = ?"
      let select = try statement(
        "SELECT \(originColumns) FROM origins \(condition) ORDER BY origin")
      if let source { try select.bind(1, source) }
      var origins: [CatalogOrigin] = []
      while try select.step() { origins.append(Self.origin(select)) }
      return origins
    }
  }

  /// The number of the origin with this domain, source and path; if this origin does not exist, the
  /// current transaction creates it.
  func origin(domain: String, source: Int?, path: String) throws(CatalogError) -> Int {
    try attempt { () throws(DatabaseError) in
      let select = try statement(
        "SELECT origin FROM origins WHERE domain = ? AND path = ? AND source IS ?")
      try select.bind(1, domain)
      try select.bind(2, path)
      try select.bind(3, source)
      if let number = try select.first({ $0.integer(0) }) { return number }
      let insert = try statement("INSERT INTO origins(domain, path, source) VALUES (?, ?, ?)")
      try insert.bind(1, domain)
      try insert.bind(2, path)
      try insert.bind(3, source)
      try insert.run()
      return try statement("SELECT last_insert_rowid()").first { $0.integer(0) } ?? 0
    }
  }

  /// Sets the number of pending items of an origin, and clears its file's stamp; returns the
  /// origin's number.
  ///
  /// If `isResumed` is false, the file will be read from its start, so it is no longer marked as
  /// having missing items.
  package func announce(
    domain: String, source: Int, path: String, pending: Int, isResumed: Bool
  ) throws(CatalogError) -> Int {
    try writing { () throws(CatalogError) in
      try announceInTransaction(
        domain: domain, source: source, path: path, pending: pending, isResumed: isResumed)
    }
  }

  /// In the current transaction, sets the number of pending items of an origin, and clears its
  /// file's stamp.
  func announceInTransaction(
    domain: String, source: Int, path: String, pending: Int, isResumed: Bool
  ) throws(CatalogError) -> Int {
    guard try isOn() else { throw .off(name) }
    guard try has(source: source) else { throw .forgotten(path: path) }
    let number = try origin(domain: domain, source: source, path: path)
    try run("UPDATE origins SET pending = ?, \(Self.withoutStamp) WHERE origin = ?") {
      (statement) throws(DatabaseError) in
      try statement.bind(1, pending)
      try statement.bind(2, number)
    }
    if isResumed { return number }
    let bind = { (statement: Statement) throws(DatabaseError) in try statement.bind(1, number) }
    try run("UPDATE origins SET missing = 0 WHERE origin = ?", bind)
    try run("DELETE FROM displaced WHERE origin = ?", bind)
    return number
  }

  private func has(source: Int) throws(CatalogError) -> Bool {
    try attempt { () throws(DatabaseError) in
      let select = try statement("SELECT 1 FROM sources WHERE source = ?")
      try select.bind(1, source)
      return try select.first { _ in true } ?? false
    }
  }

  /// Whether an origin with this number exists in the current transaction.
  func has(origin: Int) throws(CatalogError) -> Bool {
    try attempt { () throws(DatabaseError) in
      let select = try statement("SELECT 1 FROM origins WHERE origin = ?")
      try select.bind(1, origin)
      return try select.first { _ in true } ?? false
    }
  }

  /// In the current transaction, sets the number of pending items of an origin.
  func setPending(_ count: Int, origin: Int) throws(CatalogError) {
    try run("UPDATE origins SET pending = ? WHERE origin = ?") {
      (statement) throws(DatabaseError) in
      try statement.bind(1, count)
      try statement.bind(2, origin)
    }
  }

  /// Stores the stamp of a file that was read completely, in the current transaction.
  func stamp(origin: Int, _ stamp: SourceStamp) throws(CatalogError) {
    try run(
      """
      UPDATE origins SET size = ?, modified = ?, changed = ?, device = ?, inode = ?, sha256 = ?,
      pending = 0 WHERE origin = ?
      """
    ) { (statement) throws(DatabaseError) in
      try statement.bind(1, stamp.size)
      try statement.bind(2, stamp.modified)
      try statement.bind(3, stamp.changed)
      try statement.bind(4, stamp.device)
      try statement.bind(5, stamp.inode)
      try statement.bind(6, blob: stamp.sha256)
      try statement.bind(7, origin)
    }
  }
}
