internal import Basics
internal import Reporting
internal import Terminal

/// Determines the number of the current hit, goes to a hit by its number, and recalls earlier
/// queries.
extension LiveState {
  /// A row, and the number of hits in the rows before it.
  struct CountedRow {
    /// The number of the request whose result contains the row.
    let result: Int
    let row: Int
    let hits: Int
  }

  /// The number of the current hit, from 1; nil if the row has no hit, or hits are not yet counted.
  var hitNumber: Int? {
    guard let result, let place, !result.rows.hits(ofRow: place.row).isEmpty else { return nil }
    return hitsBefore(place.row, in: result).map { $0 + place.hit + 1 }
  }

  private func hitsBefore(_ row: Int, in result: LiveResult) -> Int? {
    if let counted, counted.result == result.number, counted.row == row { return counted.hits }
    return result.hitsBefore(row)
  }

  /// The question to ask the locator now; nil if there is no question.
  var question: HitLocator.Question? {
    guard let result, result.isWhole, !isPending, let place else { return nil }
    if let wantedHit { return .place(ofHit: wantedHit - 1) }
    if hitNumber != nil || result.rows.hits(ofRow: place.row).isEmpty { return nil }
    return .hitsBefore(row: place.row)
  }

  /// Handles an answer of the locator; ignores an answer about an earlier result.
  mutating func take(_ answer: HitLocator.Answer) {
    guard let result, answer.result == result.number else { return }
    switch answer.question {
    case .hitsBefore(let row):
      if let hits = answer.hitsBefore {
        counted = CountedRow(result: result.number, row: row, hits: hits)
      }
    case .place(let hit):
      wantedHit = nil
      guard let place = answer.place else {
        notice =
          result.hitCount == 0 ? "nothing is highlighted" : "this source does not number its hits"
        return
      }
      decide()
      go(to: place)
      if let count = result.hitCount, hit >= count {
        notice = "the last hit"
      }
    }
  }

  /// Handles a key while the user types the number of a hit.
  mutating func pressForNumber(_ key: Key, _ number: EditableLine) -> Effect {
    var number = number
    switch key {
    case .escape, .control("c"), .control("g"), .alt("g"):
      numberLine = nil
    case .enter:
      numberLine = nil
      if number.text.isEmpty { break }
      // The text has only digits, so the conversion to `Int` fails only if the number is too large.
      let wanted = Int(number.text) ?? .max
      if wanted > 0 { wantedHit = wanted } else { notice = "hits are numbered from 1" }
    case .text(let typed), .paste(let typed):
      _ = number.apply(.text(typed.filter { $0.isASCII && $0.isNumber }))
      numberLine = number
    default:
      _ = number.apply(key)
      numberLine = number
    }
    return .nothing
  }

  /// Replaces the query with the next older query that contains the text typed before Ctrl-R.
  mutating func recall() -> Effect {
    let text = recalled?.text ?? line.text
    var next = (recalled?.index ?? -1) + 1
    while next < earlier.count, !earlier[next].hasOccurrence(of: text) || earlier[next] == line.text
    {
      next += 1
    }
    guard next < earlier.count else {
      notice = "no earlier query" + (text.isEmpty ? "" : " contains \(text)")
      return .nothing
    }
    recalled = (text, next)
    line.replace(with: earlier[next])
    return .search
  }
}
