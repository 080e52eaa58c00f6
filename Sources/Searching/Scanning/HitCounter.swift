internal import Corpora
internal import UnicodeText

/// Counts the hits of several needles in a record by its folded text, if that is exact.
struct HitCounter: Sendable {
  private let needles: [(needle: Needle, scope: FieldScope)]

  /// Creates a counter; `nil` if a target is not a needle.
  init?(_ targets: [Highlighter.Target]) {
    var needles: [(Needle, FieldScope)] = []
    for target in targets {
      guard case .needle(let needle) = target.kind else { return nil }
      needles.append((needle, target.scope))
    }
    self.needles = needles
  }

  /// The number of hits in a record; `nil` if the folded text is not enough to count them.
  ///
  /// It is not enough if separate places in the folded text may be one hit in the original. `isASCII` tells whether the
  /// record is known to be ASCII.
  func count(in folded: Span<UInt8>, of original: Span<UInt8>, isASCII: Bool) -> Int? {
    var places: [Range<Int>] = []
    for (needle, scope) in needles {
      var at = 0
      while let start = needle.first(in: folded, from: at) {
        at = start + needle.bytes.count
        if scope.includes(byteAt: start, ofRecordAt: 0, in: folded) { places.append(start..<at) }
      }
    }
    if places.count < 2 { return places.count }
    let merged = Highlighter.merged(places)
    let gap = needles.lazy.map(\.needle.certainGap).max() ?? 0
    let areApart = zip(merged, merged.dropFirst()).allSatisfy {
      $1.lowerBound - $0.upperBound >= gap
    }
    if areApart { return merged.count }
    guard needles.allSatisfy(\.needle.isCertainInASCII) else { return nil }
    return isASCII || UTF8Text.isASCII(original) ? merged.count : nil
  }
}
