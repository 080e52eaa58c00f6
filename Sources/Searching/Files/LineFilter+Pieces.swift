internal import Corpora
internal import UnicodeText

/// Searching pieces of a line that is too long to be searched by one thread.
extension LineFilter {
  /// The maximum length of a needle, in bytes, for which pieces of a line are tested.
  private static let longestForPieces = 1 << 10

  /// The maximum number of bytes of text to fold on each side of a candidate.
  private static let reach = 1 << 11

  /// The maximum number of candidates that are tested one by one in a piece.
  ///
  /// For more candidates, folding the whole line is faster.
  private static let maximumDecided = 256

  func match(
    in text: Span<UInt8>, _ range: Range<Int>, isLast: Bool, _ isMatch: (Span<UInt8>) -> Bool
  ) -> MatchLikelihood {
    if longest > Self.longestForPieces { return .possible }
    // A candidate near the end of a piece is tested together with the next piece. The search of a
    // piece therefore starts some bytes before the piece.
    let lowest = max(0, range.lowerBound - 2 * Self.reach - 64)
    let start = LineBounds.start(of: range.lowerBound, in: text, from: lowest)
    let piece = text.extracting(start..<range.upperBound)
    let isStart = start > lowest || lowest == 0
    let isAtEnd = isLast || piece[piece.count - 1] == UInt8(ascii: "\n")
    let (raw, pivots) = finders(for: piece)
    var decided = 0
    func match(_ place: Int, _ isCertain: Bool) -> MatchLikelihood {
      guard canCount else { return .possible }
      if isCertain { return .certain }
      decided += 1
      switch surroundings(of: place, in: piece, isStart: isStart, isAtEnd: isAtEnd) {
      case .range(let range) where decided <= Self.maximumDecided:
        return isMatch(piece.extracting(range)) ? .certain : .absent
      case .inOtherPiece: return .absent
      case .range, .unknown: return .possible
      }
    }
    if let raw {
      var from = 0
      var rawCursor = RawOccurrences.Cursor()
      while let place = rawCursor.next(of: raw, in: piece, from: from) {
        let found = match(place, raw.isCertain(at: place, in: piece))
        if found != .absent { return found }
        // A cursor finds only one occurrence in a line, so use a new cursor to find the next
        // occurrence in the same line.
        rawCursor = RawOccurrences.Cursor()
        from = place + 1
      }
    }
    var pivotCursor = PivotFilter.Cursor()
    var from = 0
    while let pivots, let candidate = pivotCursor.next(of: pivots, in: piece, from: from) {
      let found = match(candidate.place, candidate.isCertain)
      if found != .absent { return found }
      pivotCursor.continueInLine()
      from = candidate.place + 1
    }
    return .absent
  }

  private enum Surroundings {
    /// A range of the text that includes the whole occurrence, if the candidate is an occurrence.
    ///
    /// Folding the range alone gives the same bytes as folding the range within the line.
    case range(Range<Int>)
    /// The text to fold extends into the previous or the next piece.
    ///
    /// The candidate is tested with that piece.
    case inOtherPiece
    case unknown
  }

  /// The text to fold around a candidate to decide whether the candidate is an occurrence.
  ///
  /// Folding never removes an ASCII byte. On each side of the candidate, the text to fold has more
  /// ASCII bytes than the needle has bytes, so it includes the whole occurrence. Each end of the
  /// text to fold is between two ASCII bytes, where folding never joins characters.
  ///
  /// `isStart` is whether the text begins at the start of the line. `isAtEnd` is whether the text
  /// ends at the end of the line.
  private func surroundings(
    of place: Int, in text: Span<UInt8>, isStart: Bool, isAtEnd: Bool
  ) -> Surroundings {
    var lower = place
    var ascii = 0
    let lowest = max(0, place - Self.reach)
    while lower > lowest, ascii <= longest || text[lower] >= 0x80 || text[lower - 1] >= 0x80 {
      lower -= 1
      if text[lower] < 0x80 { ascii += 1 }
    }
    if lower == lowest, lower > 0 { return .unknown }
    if lower == 0, !isStart { return .inOtherPiece }
    var upper = place
    ascii = 0
    let limit = min(text.count, place + Self.reach)
    while upper < limit,
      ascii <= longest || upper == 0 || text[upper - 1] >= 0x80 || text[upper] >= 0x80
        || text[upper - 1] == UInt8(ascii: "\r")
    {
      if text[upper] < 0x80 { ascii += 1 }
      upper += 1
    }
    if upper < limit || upper == text.count && isAtEnd { return .range(lower..<upper) }
    return upper == text.count ? .inOtherPiece : .unknown
  }
}
