internal import Corpora

extension CatalogStore {
  /// The snapshot with all that has changed since, nil if nothing has.
  func updated(_ old: CatalogSnapshot, now: Int) throws(CatalogError) -> CatalogSnapshot? {
    let generation = try generation()
    if generation == old.generation, !old.hasExpired(now: now) { return nil }
    return try load(now: now)
  }
}
