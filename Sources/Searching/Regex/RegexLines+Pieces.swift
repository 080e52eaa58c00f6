internal import Corpora
internal import UnicodeText

/// Searching pieces of a line that is too long to be searched by one thread.
extension RegexLines {
  /// The maximum length of a match, in bytes, for which a piece alone can show that no match overlaps it.
  private static let longestForPieces = 1 << 12

  /// If the length of a match has no such limit, this many bytes on either side of a string are searched.
  private static let usualReach = 256

  /// The bytes in which strings are looked for at a time.
  private static let step = 1 << 13

  /// The bytes of a window beyond the longest match, for the characters beside it.
  private static let margin = 8

  /// Whether a line matches because of the text in `range`; `text` ends where `range` ends.
  ///
  /// `isLast` tells whether the line ends with the text, without a line end.
  ///
  /// - Complexity: O(*n*) in the length of the range.
  func match(in text: Span<UInt8>, piece range: Range<Int>, isLast: Bool) -> MatchLikelihood {
    let limit = longestMatch.flatMap { $0 <= Self.longestForPieces ? $0 : nil }
    let reach = (limit ?? Self.usualReach) + Self.margin
    // A match may begin in the piece before this one, but not in the line before this one.
    func start(_ overlap: Int) -> Int {
      LineBounds.start(of: range.lowerBound, in: text, from: max(0, range.lowerBound - overlap))
    }
    guard let finder = prefilter.finder(forBytes: range.count), !(isLast && prefilter.looksAhead)
    else {
      guard let automaton, limit != nil else { return .perhaps }
      return automaton.match(in: text, start(reach)..<text.count, isLast: isLast)
    }
    let first = start(reach + PatternStrings.longest)
    var next = first
    var searched = 0
    var places = FoundPlaces()
    // For each string, the finder looks for the end of its line, so it gets little text at a time.
    var end = min(first + Self.step, text.count)
    while true {
      finder.find(in: text.extracting(0..<end), from: &next, into: &places)
      if places.count == 0 {
        if end == text.count { return .nowhere }
        next = max(first, end - PatternStrings.longest)
        end = min(end + Self.step, text.count)
        continue
      }
      if places.certain[0] == 1 { return .surely }
      guard let automaton else { return .perhaps }
      let place = places.places[0]
      let isDense = limit != nil && searched > range.count / 16
      let window =
        max(
          first, place - PatternStrings.longest - reach)..<(isDense
        ? text.count : min(text.count, place + reach))
      let match = automaton.match(
        in: text, window, isLast: isLast && window.upperBound == text.count)
      if match != .nowhere { return match }
      if limit == nil { return .perhaps }
      if window.upperBound == text.count { return .nowhere }
      searched += window.count
      next = place + 1
    }
  }
}

extension PatternNode {
  /// The maximum length of a match in bytes; `nil` if there is no maximum.
  var longestMatch: Int? {
    switch self {
    case .empty, .textStart, .textEnd, .lineStart, .lineEnd, .wordBoundary: return 0
    case .scalars(let set):
      let last = set.ranges.last?.upperBound ?? 0
      return last < 0x80 ? 1 : last < 0x800 ? 2 : last < 0x10000 ? 3 : 4
    case .sequence(let parts):
      return parts.reduce(0) { sum, part in
        sum.flatMap { sum in part.longestMatch.map { min(sum + $0, 1 << 32) } }
      }
    case .choice(let parts):
      return parts.reduce(0) { most, part in
        most.flatMap { most in part.longestMatch.map { max(most, $0) } }
      }
    case .repeated(let inner, _, let most):
      guard let length = inner.longestMatch else { return nil }
      return length == 0 ? 0 : most.map { min(length * $0, 1 << 32) }
    }
  }
}
