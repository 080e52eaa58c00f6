/// Splits inside words: aB, before the last capital of ABCd, and between letters and digits both ways.
///
/// A mark belongs to the letter before it.
enum CamelCase {
  static func forEachPart<E: Error>(
    of word: Range<Int>, in text: Span<UInt8>, _ body: (Range<Int>) throws(E) -> Void
  ) throws(E) {
    var start = word.lowerBound
    var at = word.lowerBound
    var last = ScalarProperties.Kind.other
    var beforeLast = ScalarProperties.Kind.other
    var lastStart = word.lowerBound
    while at < word.upperBound {
      let (scalar, length) = UTF8Text.scalar(at: at, in: text)
      let kind = ScalarProperties(of: scalar).kind
      if kind != .mark {
        if isBoundary(last, kind) {
          try body(start..<at)
          start = at
        } else if beforeLast == .upper && last == .upper && kind == .lower {
          try body(start..<lastStart)
          start = lastStart
        }
        beforeLast = last
        last = kind
        lastStart = at
      }
      at += length
    }
    try body(start..<word.upperBound)
  }

  private static func isBoundary(
    _ before: ScalarProperties.Kind, _ after: ScalarProperties.Kind
  ) -> Bool {
    (before == .lower && after == .upper) || (before.isLetter && after == .digit)
      || (before == .digit && after.isLetter)
  }
}
