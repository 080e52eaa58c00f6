package import Searching

/// Moves between hits, and finds the current hit again after the query has changed.
package enum HitNavigation {
  /// A hit that is identified by its record instead of its row, so that it can be found in other
  /// results.
  package struct Anchor: Hashable, Sendable {
    package let key: RowKey
    package let hit: Hit

    package init(key: RowKey, hit: Hit) {
      self.key = key
      self.hit = hit
    }
  }

  /// The position of the first hit in `rows` that overlaps the anchor's hit in the same record and
  /// field.
  ///
  /// - Complexity: O(log *n*) to find the record, plus O(*m*) to find the hits in its *m* bytes.
  package static func kept(_ anchor: Anchor, in rows: some HitRows) -> HitPlace? {
    guard let row = rows.row(of: anchor.key) else { return nil }
    let hit = rows.hits(ofRow: row).firstIndex { hit in
      hit.field == anchor.hit.field && hit.representation == anchor.hit.representation
        && hit.range.overlaps(anchor.hit.range)
    }
    return hit.map { HitPlace(row: row, hit: $0) }
  }

  /// The hit nearest to the record `center`; distance is measured in records.
  ///
  /// If the nearest record with a hit is before the center, the last hit of the record is chosen.
  /// Otherwise, the first hit of the record is chosen. If two records are equally far from the
  /// center, the earlier record is chosen.
  ///
  /// - Parameters:
  ///   - center: A record inside or outside of the result.
  ///   - rows: The rows of the result.
  ///   - limit: The maximum number of rows to examine; nil for no limit.
  ///   - position: Returns the position of a record in the sequence of all searched records; later
  ///     rows must have higher positions.
  /// - Returns: The position of the hit; nil if no examined row has a hit.
  /// - Complexity: O(*n*), where *n* is the number of bytes of the examined rows.
  package static func nearest(
    to center: RowKey, in rows: some HitRows, limit: Int? = nil, position: (RowKey) -> Int
  ) -> HitPlace? {
    nearestRow(to: center, in: rows, limit: limit, position: position) {
      !rows.hits(ofRow: $0).isEmpty
    }.map { row, isBefore in
      HitPlace(row: row, hit: isBefore ? rows.hits(ofRow: row).count - 1 : 0)
    }
  }

  /// Among the rows that `accepts` accepts, the row nearest to `center`, and whether its record is
  /// before the center.
  package static func nearestRow(
    to center: RowKey, in rows: some HitRows, limit: Int? = nil, position: (RowKey) -> Int,
    accepts: (Int) -> Bool = { _ in true }
  ) -> (row: Int, isBefore: Bool)? {
    let middle = position(center)
    var next = min(rows.row(notBefore: center), rows.count)
    var previous = next - 1
    var looked = 0
    while previous >= 0 || next < rows.count, looked < limit ?? .max {
      looked += 1
      let isBefore =
        next >= rows.count
        || previous >= 0
          && middle - position(rows.key(ofRow: previous)) <= position(rows.key(ofRow: next))
            - middle
      let row = isBefore ? previous : next
      if accepts(row) { return (row, isBefore) }
      if isBefore { previous -= 1 } else { next += 1 }
    }
    return nil
  }

  /// The position of the hit that is `steps` hits after `place`; a negative number means hits
  /// before `place`.
  ///
  /// A move forward stops at the last hit, and a move backward stops at the first hit.
  ///
  /// - Parameters:
  ///   - place: A hit, or a row without hits. From a row without hits, the next hit is the first
  ///     hit of a later row, and the previous hit is the last hit of an earlier row.
  ///   - steps: The number of hits to move forward, or backward if negative.
  ///   - rows: The rows of the result.
  ///   - limit: The maximum number of rows to examine; nil for no limit. If the limit is reached,
  ///     the move stops at the last hit that it found.
  /// - Returns: The new position, and whether the move stopped at the end of the rows. The result
  ///   is nil if `place` is not a hit and no hit follows in the direction of the move.
  /// - Complexity: O(*n*), where *n* is the number of bytes of the rows passed.
  package static func step(
    from place: HitPlace, by steps: Int, in rows: some HitRows, limit: Int? = nil
  ) -> (place: HitPlace, isClamped: Bool)? {
    guard place.row >= 0, place.row < rows.count, steps != 0 else { return (place, false) }
    let direction = steps < 0 ? -1 : 1
    var left = steps.magnitude
    var looked = 1
    var hits = rows.hits(ofRow: place.row).count
    // A row without hits has no current hit, so the first step leaves the row.
    var current = hits > 0 ? HitPlace(row: place.row, hit: min(place.hit, hits - 1)) : nil
    var row = place.row
    if let start = current {
      let available = UInt(direction > 0 ? hits - 1 - start.hit : start.hit)
      if left <= available {
        return (HitPlace(row: row, hit: start.hit + direction * Int(left)), false)
      }
      left -= available
      current = HitPlace(row: row, hit: direction > 0 ? hits - 1 : 0)
    }
    while true {
      row += direction
      guard row >= 0, row < rows.count, looked <= limit ?? .max else { break }
      looked += 1
      hits = rows.hits(ofRow: row).count
      if hits == 0 { continue }
      if left <= UInt(hits) {
        let hit = direction > 0 ? Int(left) - 1 : hits - Int(left)
        return (HitPlace(row: row, hit: hit), false)
      }
      left -= UInt(hits)
      current = HitPlace(row: row, hit: direction > 0 ? hits - 1 : 0)
    }
    let isAtEnd = row < 0 || row >= rows.count
    return current.map { ($0, isAtEnd) }
  }
}
