internal import Corpora
internal import UnicodeText

/// Finds the lines that may consist of one needle and nothing else.
///
/// The filter `base` finds the lines that contain the needle. A line is then skipped if the needle
/// cannot begin at the start of the line, so few lines are selected even if the needle is common.
struct WholeLineFilter: LineScanner {
  private let base: LineFilter
  private let needle: [UInt8]
  private let folding: Folding

  /// Creates a filter for lines in which `base` finds `needle`, which is folded and not empty.
  init(_ base: LineFilter, _ needle: [UInt8], _ folding: Folding) {
    self.base = base
    self.needle = needle
    self.folding = folding
  }

  var summary: String { base.summary }

  var canCount: Bool { base.canCount }

  func match(
    in text: Span<UInt8>, _ range: Range<Int>, isLast: Bool, _ isMatch: (Span<UInt8>) -> Bool
  ) -> MatchLikelihood {
    base.match(in: text, range, isLast: isLast, isMatch)
  }

  func pick(in text: Span<UInt8>, _ body: (_ line: Range<Int>, _ isCertain: Bool) -> Void) {
    base.pick(in: text) { line, isCertain in
      if mayMatch(text.extracting(line)) { body(line, isCertain) }
    }
  }

  func count(in text: Span<UInt8>, _ isMatch: (_ line: Range<Int>) -> Bool) -> Int {
    base.count(in: text) { mayMatch(text.extracting($0)) && isMatch($0) }
  }

  /// Whether the line may fold to the needle.
  private func mayMatch(_ line: Span<UInt8>) -> Bool {
    if line.isEmpty { return false }
    let first = line[0]
    if first < 0x80, line.count == 1 || line[1] < 0x80 {
      let isUpper = folding.ignoresCase && first &- 0x41 < 26
      return (isUpper ? first | 0x20 : first) == needle[0]
    }
    return folding.mayBegin(line, with: needle.span)
  }
}

extension SubstringMatcher {
  func lineScanner(sample: consuming GrowableBuffer<UInt8>) -> (any LineScanner)? {
    let folding = folding ?? IndexedText.folding
    let filter = LineFilter(
      requirement, folding, isSufficient: isRequirementSufficient, sample: sample)
    guard bounds == .all, scope.isOneText, let filter, case .needle(let needle) = need else {
      return filter
    }
    return WholeLineFilter(filter, needle.bytes, folding)
  }
}
