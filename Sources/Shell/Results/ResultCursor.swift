internal import Basics
internal import Reporting
internal import Searching

/// The last result, the page that is shown of it, and the hit that navigation stands on.
final class ResultCursor {
  /// What the last query found; nil where nothing was searched yet, or where that is not searched any more.
  var outcome: Outcome?

  /// The last result.
  ///
  /// - Throws: a failure where nothing was searched yet.
  func last() throws -> Outcome {
    guard let outcome else {
      throw ShellError.failure("there is no result yet: type a query first")
    }
    return outcome
  }

  /// Forgets the result, because other records are searched from now on.
  func forget() { outcome = nil }

  // MARK: Hits

  /// Where navigation stands, if that is before a row; the first hit where nobody has moved.
  func place(before row: Int) -> HitPlace? {
    guard var found = outcome else { return nil }
    if let current = found.current { return current }
    // Where the row of the hit cannot be had, showing it says why.
    let place = try? found.place(ofHit: 0, before: row)
    outcome = found
    return place
  }

  /// Moves by so many hits, and stops at the ends.
  ///
  /// - Returns: the end beyond which more were wanted: -1, 1, or 0 for none.
  /// - Throws: a failure where there is no hit, or where a source cannot give a row on the way.
  func moveHit(by steps: Int) throws -> Int {
    var found = try last()
    let start = try found.current ?? firstHit(of: &found)
    if steps.magnitude <= Self.mostSteps {
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
        "this source does not number its hits: go \(Self.mostSteps) at a time")
    }
    let (sum, overflow) = number.addingReportingOverflow(steps)
    return try goToHit(overflow ? (steps < 0 ? -1 : .max) : sum)
  }

  /// Goes to a hit by its number from 0, or to the end nearest to it.
  ///
  /// - Returns: the end beyond which it would be: -1, 1, or 0 for none.
  func goToHit(_ wanted: Int) throws -> Int {
    var found = try last()
    let first = try firstHit(of: &found)
    var target = max(0, found.hitCount.map { min(wanted, $0 - 1) } ?? wanted)
    var place = try found.placeOrFailure(ofHit: target)
    if place == nil {
      // The source did not know how many there are; by now all have been counted.
      target = found.countedHits - 1
      place = try found.placeOrFailure(ofHit: target)
    }
    found.current = place ?? first
    outcome = found
    return wanted < 0 ? -1 : wanted > target ? 1 : 0
  }

  /// So many hits away are reached by walking, those farther by their numbers.
  private static let mostSteps = 1000

  private func firstHit(of found: inout Outcome) throws -> HitPlace {
    if let first = try found.placeOrFailure(ofHit: 0) { return first }
    throw ShellError.failure("the result has no hit to go to: nothing in it is highlighted")
  }

  // MARK: Rows

  /// The row that a command means which names none: that of the current hit, or the first of the page.
  func currentRow() throws -> Int {
    var found = try last()
    guard found.rows.count > 0 else { throw found.noRow(1) }
    if let current = found.current { return current.row }
    return try found.placeOrFailure(ofHit: 0)?.row ?? max(0, found.page.lowerBound)
  }
}

extension Outcome {
  /// The error of a command that names a row, from 1, which is not there.
  func noRow(_ row: Int) -> ShellError {
    .failure(
      "there is no row \(row): the result has \(NumberFormat.counted(rows.count, "row"))"
        + (rows.count > 0 ? ", numbered from 1" : ""))
  }

  /// The number of a hit among all, from 0; nil if a source cannot tell.
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
