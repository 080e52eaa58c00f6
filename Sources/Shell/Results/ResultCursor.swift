internal import Basics
internal import Reporting
internal import Searching

/// Stores the last result, with its current page and current hit.
final class ResultCursor {
  /// The last result; nil before the first search, and after the searched corpora changed.
  var outcome: Outcome?

  /// The last result.
  ///
  /// - Throws: a failure if there is no result.
  func last() throws -> Outcome {
    guard let outcome else {
      throw ShellError.failure("there is no result yet: type a query first")
    }
    return outcome
  }

  /// Discards the result, because the searched corpora have changed.
  func forget() { outcome = nil }

  // MARK: Hits

  /// The current hit or, before the user's first move, the first hit of the result.
  ///
  /// Before the first move, returns nil if the first hit is not in a row before `row`.
  func place(before row: Int) -> HitPlace? {
    guard var found = outcome else { return nil }
    if let current = found.current { return current }
    // Ignore an error, because showing the row will report the same error.
    let place = try? found.place(ofHit: 0, before: row)
    outcome = found
    return place
  }

  /// Moves by `steps` hits, at most to the first or the last hit.
  ///
  /// - Returns: -1 if the move was stopped at the first hit, 1 if it was stopped at the last hit,
  ///   otherwise 0.
  /// - Throws: a failure if there is no hit, or if a source cannot deliver a row that the move
  ///   passes.
  func moveHit(by steps: Int) throws -> Int {
    var found = try last()
    let start = try found.current ?? firstHit(of: &found)
    if steps.magnitude <= Self.maximumWalkedSteps {
      _ = found.rows.takeFailure()
      let step = HitNavigation.step(from: start, by: steps, in: found.rows)
      if let failure = found.rows.takeFailure() { throw ShellError(failure) }
      if let step {
        outcome?.current = step.place
        return step.isClamped ? steps.signum() : 0
      }
    }
    guard let number = try found.numberOrFailure(of: start) else {
      throw ShellError.failure(
        "this source does not number its hits: move at most \(Self.maximumWalkedSteps) "
          + "hits at a time")
    }
    let (sum, overflow) = number.addingReportingOverflow(steps)
    return try goToHit(overflow ? (steps < 0 ? -1 : .max) : sum)
  }

  /// Goes to a hit by its number, from 0.
  ///
  /// If the number is out of range, goes to the first or last hit.
  ///
  /// - Returns: -1 if the number is before the first hit, 1 if it is after the last hit, otherwise
  ///   0.
  func goToHit(_ wanted: Int) throws -> Int {
    var found = try last()
    let first = try firstHit(of: &found)
    var target = max(0, found.hitCount.map { min(wanted, $0 - 1) } ?? wanted)
    var place = try found.placeOrFailure(ofHit: target)
    if place == nil {
      // The hit number is too large. Looking for the hit has counted all hits, so go to the last
      // hit.
      target = found.countedHits - 1
      place = try found.placeOrFailure(ofHit: target)
    }
    found.current = place ?? first
    outcome = found
    return wanted < 0 ? -1 : wanted > target ? 1 : 0
  }

  /// The maximum number of hits to step over one by one.
  ///
  /// A move over more hits than this maximum computes the number of its target hit, and goes to
  /// that hit directly.
  private static let maximumWalkedSteps = 1000

  private func firstHit(of found: inout Outcome) throws -> HitPlace {
    if let first = try found.placeOrFailure(ofHit: 0) { return first }
    throw ShellError.failure("the result has no hit to go to: nothing in it is highlighted")
  }

  // MARK: Rows

  /// The current row, which commands without a row number use.
  ///
  /// The current row is the row of the current hit. Without a current hit, it is the row of the
  /// first hit or, without hits, the first row of the page.
  func currentRow() throws -> Int {
    var found = try last()
    guard found.rows.count > 0 else { throw found.noRow(1) }
    if let current = found.current { return current.row }
    return try found.placeOrFailure(ofHit: 0)?.row ?? max(0, found.page.lowerBound)
  }
}

extension Outcome {
  /// The error for a row number, counted from 1, that is not in the result.
  func noRow(_ row: Int) -> ShellError {
    .failure(
      "there is no row \(row): the result has \(NumberFormat.counted(rows.count, "row"))"
        + (rows.count > 0 ? ", numbered from 1" : ""))
  }

  /// The number of a hit among all hits, from 0; nil if a source cannot count its hits.
  func numberOrFailure(of place: HitPlace) throws -> Int? {
    do throws(SearchError) {
      return try number(of: place, .signals)
    } catch {
      throw ShellError(error)
    }
  }

  fileprivate mutating func placeOrFailure(ofHit number: Int) throws -> HitPlace? {
    do throws(SearchError) {
      return try place(ofHit: number)
    } catch {
      throw ShellError(error)
    }
  }
}
