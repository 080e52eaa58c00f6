internal import UnicodeText

/// What is known of an item that cannot be found by a search.
package struct ItemFacts: Equatable, Sendable {
  /// Why it has no content; nil if it has.
  package let problem: String?

  /// When it expires, in seconds since 1970.
  package let expires: Int?
}

extension CatalogStore {
  /// What keeps the item with an id from being found; nil if there is no such item.
  package func facts(ofID id: String) throws(CatalogError) -> ItemFacts? {
    try attempt { () throws(DatabaseError) in
      let select = try statement("SELECT problem, expires FROM items WHERE id = ?")
      try select.bind(1, id)
      return try select.first {
        ItemFacts(problem: $0.optionalString(0), expires: $0.optionalInteger(1))
      }
    }
  }

  /// The id that is nearest to one that is not there, among those that begin alike; nil if none is near.
  ///
  /// - Complexity: O(log *n*): at most so many ids are looked at.
  package func nearestID(to id: String) throws(CatalogError) -> String? {
    // Comparing takes as long as both are long, each with each.
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
