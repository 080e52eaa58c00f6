internal import Corpora
internal import UnicodeText

/// Searches separate pieces of a line that is too long for one thread.
extension RegexLines {
  /// If no match is longer than this number of bytes, searching one piece can rule out all matches
  /// that overlap the piece.
  private static let longestForPieces = 1 << 12

  /// The number of bytes to search on either side of a string if matches can be longer than
  /// `longestForPieces`.
  private static let usualReach = 256

  /// The number of bytes of text that one call of the finder searches.
  private static let step = 1 << 13

  /// The number of additional bytes to search on either side, so that the characters next to the
  /// longest match are included.
  private static let margin = 8

  /// How likely a line is to match, judged by the piece in `range`; `text` ends where `range` ends.
  ///
  /// `isLast` tells whether the file ends with `range`, without a newline.
  ///
  /// - Complexity: O(*n*) in the length of the range.
  func match(in text: Span<UInt8>, piece range: Range<Int>, isLast: Bool) -> MatchLikelihood {
    let limit = longestMatch.flatMap { $0 <= Self.longestForPieces ? $0 : nil }
    let reach = (limit ?? Self.usualReach) + Self.margin
    // A match can begin in the previous piece of the line, but not in the previous line.
    func start(_ overlap: Int) -> Int {
      LineBounds.start(of: range.lowerBound, in: text, from: max(0, range.lowerBound - overlap))
    }
    guard let finder = prefilter.finder(forBytes: range.count), !(isLast && prefilter.looksAhead)
    else {
      guard let automaton else { return .possible }
      let part = start(reach)..<text.count
      return limit == nil
        ? automaton.match(endingIn: text, part, notBefore: range.lowerBound, isLast: isLast)
        : automaton.match(in: text, part, longest: limit, isLast: isLast)
    }
    let first = start(reach + PatternStrings.longest)
    var next = first
    var searched = 0
    var places = FoundPlaces()
    // After each string that it finds, the finder searches the rest of the text for the end of the
    // line. Pass the text in small steps, so that this search is short.
    var read = min(first + Self.step, text.count)
    while true {
      finder.find(in: text.extracting(0..<read), from: &next, into: &places)
      if places.count == 0 {
        if read == text.count { return .absent }
        next = max(first, read - PatternStrings.longest)
        read = min(read + Self.step, text.count)
        continue
      }
      if places.certain[0] == 1 { return .certain }
      guard let automaton else { return .possible }
      let place = places.places[0]
      // If strings are frequent, let the automaton continue to the end of the piece instead of
      // starting again at each string.
      let isDense = searched > range.count / 16
      let start = max(first, place - PatternStrings.longest - reach)
      if limit == nil {
        // Strings at or after this offset are also found by the search of the next piece.
        let shared = text.count - reach
        var end = isDense ? max(place, shared) : place
        func match(upTo limit: Int) -> MatchLikelihood? {
          automaton.match(
            across: &end, from: place, in: text, start..<limit,
            isLast: isLast && limit == text.count)
        }
        let near = isDense ? text.count : min(text.count, place + reach)
        let match = match(upTo: near) ?? (near < text.count ? match(upTo: text.count) : nil)
        guard let match else { return place >= shared ? .absent : .possible }
        if match != .absent { return match }
        searched += end - start
        next = end
      } else {
        let end = isDense ? text.count : min(text.count, place + reach)
        let match = automaton.match(
          in: text, start..<end, longest: limit, isLast: isLast && end == text.count)
        if match != .absent || end == text.count { return match }
        searched += end - start
        next = place + 1
      }
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
      return parts.reduce(0) { maximum, part in
        maximum.flatMap { maximum in part.longestMatch.map { max(maximum, $0) } }
      }
    case .repeated(let inner, _, let maximum):
      guard let length = inner.longestMatch else { return nil }
      return length == 0 ? 0 : maximum.map { min(length * $0, 1 << 32) }
    }
  }
}
