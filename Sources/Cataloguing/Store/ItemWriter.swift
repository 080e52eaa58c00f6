package import SQLite
internal import UnicodeText

/// Writes items in the open transaction of a store, one after the other.
///
/// For each item, call `begin`, then `set` for each attribute, then `end`. Only `end` writes to the
/// database.
package final class ItemWriter {
  /// The result of writing an item.
  package struct Written: Equatable, Sendable {
    package enum Kind: Sendable { case added, replaced, unchanged }

    /// The item's number, which never changes while the item exists.
    package let item: Int
    package let kind: Kind
  }

  private struct Counts {
    var ready = 0
    var failed = 0
  }

  private struct Known {
    let item: Int
    let origin: Int
    let fingerprint: Int
    let line: Int
    let expires: Int?
    let problem: String?

    var isFailed: Bool { problem != nil }
  }

  private let store: CatalogStore
  private let insert: Statement
  private let lookUp: Statement

  /// The time at which items are written, in seconds since 1970.
  var now = Int.min

  /// The number of items that had already expired when they were written again.
  private(set) var revived = 0

  private var nextItem: Int
  private var counts: [Int: Counts] = [:]
  private var replaced: [Int] = []

  // The current item.
  private var origin = 0
  private var line = 0
  private var expires: Int?
  private var problem: String?

  /// The texts of the current item's columns, to which `end` adds the id and the additional
  /// attributes.
  private var texts = ParameterTexts()
  private var attributes = GrowableBuffer<UInt8>()
  private var fingerprint = Fingerprint()

  /// The attributes that already have a field.
  ///
  /// `columns` contains a flag for each standard attribute, and `names` contains the names of
  /// additional attributes.
  private var columns = [Bool](repeating: false, count: Schema.textColumns.count)
  private var names: Set<String> = []

  /// The JSON keys of the additional attributes that are in `names`, in order of first use.
  private var keys: [[UInt8]] = []

  /// The number of additional attributes of the current item; most items have the same additional
  /// attributes in the same order.
  private var attributeCount = 0

  init(_ store: CatalogStore) throws(CatalogError) {
    self.store = store
    nextItem = try store.nextItem()
    (insert, lookUp) = try store.attempt { () throws(DatabaseError) in
      let columns = Schema.textColumns.joined(separator: ", ")
      let marks = String(repeating: "?, ", count: 14)
      let insert = try store.statement(
        """
        INSERT INTO items(item, id, origin, line, expires, problem, fingerprint, \(columns), attributes)
        VALUES (\(marks)?) ON CONFLICT(id) DO NOTHING
        """)
      let lookUp = try store.statement(
        "SELECT item, origin, fingerprint, line, expires, problem FROM items WHERE id = ?"
      )
      return (insert, lookUp)
    }
    for name in try store.fieldNames() {
      if let column = ItemColumn(named: name) {
        columns[column.rawValue] = true
      } else {
        names.insert(name)
      }
    }
  }

  // MARK: One item

  /// Starts an item of an origin; `expires` is in seconds since 1970.
  package func begin(origin: Int, line: Int, expires: Int?) {
    self.origin = origin
    self.line = line
    self.expires = expires
    problem = nil
    texts.clear()
    attributes.truncate(to: 0)
    attributeCount = 0
    fingerprint = Fingerprint()
  }

  /// Sets a standard attribute; empty text is ignored.
  package func set(_ column: ItemColumn, _ text: Span<UInt8>) throws(CatalogError) {
    if text.isEmpty { return }
    fingerprint.add(UInt64(column.rawValue), text)
    if !columns[column.rawValue] {
      try addField(column.name)
      columns[column.rawValue] = true
    }
    texts.append(text, as: Int32(8 + column.rawValue))
  }

  /// Sets an additional attribute that was not set before; empty text is ignored.
  package func set(_ name: AttributeName, _ text: Span<UInt8>) throws(CatalogError) {
    if text.isEmpty { return }
    // `keys[attributeCount]` and `name.key` are nearly always the same array, so comparing them
    // does not read their bytes.
    if attributeCount >= keys.count || keys[attributeCount] != name.key { try note(name) }
    attributeCount += 1
    attributes.append(UInt8(ascii: attributes.count == 0 ? "{" : ","))
    attributes.append(copying: name.key.span)
    JSONObjectText.append(text, to: &attributes)
  }

  private func note(_ name: AttributeName) throws(CatalogError) {
    if !names.contains(name.name) {
      try addField(name.name)
      names.insert(name.name)
    }
    if attributeCount == keys.count { keys.append(name.key) }
  }

  /// Stores why the item's content could not be read; the item is counted, but no search finds it.
  package func fail(_ reason: String) { problem = reason }

  /// The hash of the attributes set so far.
  package func currentFingerprint() -> Int {
    var whole = fingerprint
    attributes.withSpan { whole.add(100, $0) }
    return whole.value
  }

  /// Writes the item, replacing any item with the same id.
  package func end(id: Span<UInt8>) throws(CatalogError) -> Written {
    let hash = currentFingerprint()
    texts.append(id, as: 2)
    if attributes.count > 0 {
      attributes.append(UInt8(ascii: "}"))
      attributes.withSpan { texts.append($0, as: 15) }
    }
    return try store.attempt { () throws(DatabaseError) in
      try insert.bind(1, nextItem)
      try insert.bind(3, origin)
      try insert.bind(4, line)
      try insert.bind(5, expires)
      try insert.bind(6, problem)
      try insert.bind(7, hash)
      try texts.run(insert)
      if store.database.changes == 1 {
        count(origin, isFailed: problem != nil, 1)
        nextItem += 1
        return Written(item: nextItem - 1, kind: .added)
      }
      try lookUp.bind(1, text: id)
      let found = try lookUp.first { row in
        Known(
          item: row.integer(0), origin: row.integer(1), fingerprint: row.integer(2),
          line: row.integer(3), expires: row.optionalInteger(4), problem: row.optionalString(5))
      }
      guard let found else {
        throw DatabaseError(code: 1, detail: "the lookup of an existing id found no item")
      }
      return try replace(found, hash)
    }
  }

  /// Writes the item under a generated id, and returns the id.
  package func endWithNewID() throws(CatalogError) -> (Written, id: String) {
    var id = "item-\(nextItem)"
    while try isTaken(id) { id += "-2" }
    let written = try end(id: Array(id.utf8).span)
    return (written, id)
  }

  private func isTaken(_ id: String) throws(CatalogError) -> Bool {
    try store.attempt { () throws(DatabaseError) in
      try lookUp.bind(1, id)
      return try lookUp.first { _ in true } ?? false
    }
  }

  /// Replaces the existing item with the same id.
  private func replace(_ old: Known, _ hash: Int) throws(DatabaseError) -> Written {
    noteRevival(from: old.expires, to: expires)
    let isSame = old.fingerprint == hash && old.origin == origin && old.problem == problem
    if isSame, old.line == line, old.expires == expires {
      return Written(item: old.item, kind: .unchanged)
    }
    if isSame {
      try place(old.item, line: line, expires: expires)
      return Written(item: old.item, kind: .unchanged)
    }
    let delete = try store.statement("DELETE FROM items WHERE item = ?")
    try delete.bind(1, old.item)
    try delete.run()
    count(old.origin, isFailed: old.isFailed, -1)
    replaced.append(old.item)
    // Open snapshots have no record of a failed item. Give the item a new number, so that the
    // snapshots append a record for it, as for a new item.
    let item = old.isFailed ? nextItem : old.item
    if old.isFailed { nextItem += 1 }
    try noteDisplaced(old, by: item)
    try insert.bind(1, item)
    try texts.run(insert)
    count(origin, isFailed: problem != nil, 1)
    return Written(item: item, kind: old.isFailed ? .added : .replaced)
  }

  /// Stores that the old item's file also contains a record with the id of the new item.
  ///
  /// If the new item is deleted, the next refresh reads the old item's file again. While the new
  /// item exists, a refresh skips the old item's file if it is unchanged. Otherwise, two sources
  /// with the same ids would replace each other's items at every refresh.
  private func noteDisplaced(_ old: Known, by item: Int) throws(DatabaseError) {
    if item != old.item {
      let move = try store.statement("UPDATE OR REPLACE displaced SET item = ? WHERE item = ?")
      try move.bind(1, item)
      try move.bind(2, old.item)
      try move.run()
    }
    if old.origin == origin { return }
    let mark = try store.statement(
      """
      UPDATE origins SET missing = 1 WHERE origin = ?1 AND missing = 0
      AND source IS NOT (SELECT source FROM origins WHERE origin = ?2)
      """)
    try mark.bind(1, old.origin)
    try mark.bind(2, origin)
    try mark.run()
    let note = try store.statement(
      """
      INSERT OR IGNORE INTO displaced
      SELECT ?1, origin FROM origins WHERE origin = ?2 AND source IS NOT NULL
      """)
    try note.bind(1, item)
    try note.bind(2, old.origin)
    try note.run()
    let clear = try store.statement("DELETE FROM displaced WHERE item = ? AND origin = ?")
    try clear.bind(1, item)
    try clear.bind(2, origin)
    try clear.run()
  }

  /// Updates the line and expiry of an item that is otherwise unchanged.
  package func place(_ item: Int, line: Int, expires: Int?) throws(DatabaseError) {
    let update = try store.statement("UPDATE items SET line = ?, expires = ? WHERE item = ?")
    try update.bind(1, line)
    try update.bind(2, expires)
    try update.bind(3, item)
    try update.run()
    replaced.append(item)
  }

  /// Keeps an unchanged item, updating its line and expiry if they differ.
  func keep(_ item: KnownItems.Item, line: Int, expires: Int?) throws(CatalogError) {
    if item.line == line, item.expires == expires { return }
    noteRevival(from: item.expires, to: expires)
    try store.attempt { () throws(DatabaseError) in
      try place(item.number, line: line, expires: expires)
    }
  }

  private func noteRevival(from old: Int?, to new: Int?) {
    if old ?? .max <= now, new ?? .max > now { revived += 1 }
  }

  private func count(_ origin: Int, isFailed: Bool, _ change: Int) {
    if isFailed {
      counts[origin, default: Counts()].failed += change
    } else {
      counts[origin, default: Counts()].ready += change
    }
  }

  private func addField(_ name: String) throws(CatalogError) {
    try store.attempt { () throws(DatabaseError) in
      let statement = try store.statement(
        "INSERT INTO fields(name) VALUES (?) ON CONFLICT DO NOTHING")
      try statement.bind(1, name)
      try statement.run()
    }
  }

  // MARK: The end of the transaction

  /// Writes the next item's number and the counts of the origins; call this before the transaction
  /// ends.
  func finish() throws(CatalogError) {
    try store.setMeta("next_item", nextItem)
    try store.attempt { () throws(DatabaseError) in
      let update = try store.statement(
        "UPDATE origins SET ready = ready + ?, failed = failed + ? WHERE origin = ?")
      for (origin, change) in counts {
        try update.bind(1, change.ready)
        try update.bind(2, change.failed)
        try update.bind(3, origin)
        try update.run()
      }
    }
    for (origin, change) in counts where change.ready <= 0 && change.failed <= 0 {
      try store.forgetIfEmpty(origin: origin)
    }
    try store.logChanges(replaced)
    counts = [:]
    replaced = []
  }
}
