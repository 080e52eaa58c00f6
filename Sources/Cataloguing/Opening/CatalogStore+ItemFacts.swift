internal import SQLite
internal import UnicodeText

/// Facts about an item that its record does not contain.
package struct ItemFacts: Equatable, Sendable {
  /// The item's domain; empty for none.
  package let domain: String

  /// Why the item's content could not be read; nil if there was no problem.
  package let problem: String?

  /// When the item expires, in seconds since 1970.
  package let expires: Int?
}

extension CatalogStore {
  /// The facts about the item with this id; nil if there is no such item.
  package func facts(ofID id: String) throws(CatalogError) -> ItemFacts? {
    try attempt { () throws(DatabaseError) in
      let select = try statement(
        "SELECT domain, problem, expires FROM items JOIN origins USING (origin) WHERE id = ?")
      try select.bind(1, id)
      return try select.first {
        ItemFacts(
          domain: $0.string(0), problem: $0.optionalString(1), expires: $0.optionalInteger(2))
      }
    }
  }

  /// The existing id that is most similar to an unknown id and shares a prefix with it; nil if no
  /// existing id is similar.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of items, plus comparisons with at most a
  ///   few hundred ids.
  package func nearestID(to id: String) throws(CatalogError) -> String? {
    // Skip long ids: comparing two ids takes time proportional to the product of their lengths.
    if id.utf8.count > 200 { return nil }
    var near: [String] = []
    for length in [id.count - 1, id.count / 2, 1] where length > 0 && near.count < 200 {
      let beginning = String(id.prefix(length))
      try attempt { () throws(DatabaseError) in
        let select = try statement("SELECT id FROM items WHERE id >= ? ORDER BY id LIMIT 200")
        try select.bind(1, beginning)
        while try select.step() {
          let other = select.string(0)
          if !other.hasPrefix(beginning) { break }
          near.append(other)
        }
        select.reset()
      }
      if let match = Nearest.match(id, among: near) { return match }
    }
    return nil
  }
}
