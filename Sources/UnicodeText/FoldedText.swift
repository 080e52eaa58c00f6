/// Folded text, with a mapping from each folded byte to its source bytes in the original text.
package struct FoldedText: Sendable {
  /// A run of folded bytes, and the range of the original text that the run comes from.
  struct Run: Hashable, Sendable {
    /// The offset of the run in `bytes`; the run ends where the next run begins.
    let start: Int
    let source: Range<Int>
    /// Whether each scalar of the run comes from a scalar of equal length at the same offset in
    /// `source`.
    ///
    /// If the value is false, each byte of the run comes from all of `source`.
    let isAligned: Bool
  }

  /// The folded UTF-8.
  package let bytes: [UInt8]

  let runs: [Run]

  /// The smallest range of the original text that contains the source bytes of all folded bytes in
  /// `range`.
  ///
  /// For an empty range, the result is an empty range directly before the source bytes of the next
  /// folded byte. The result need not begin or end at a grapheme cluster boundary; see
  /// `Graphemes.widened(_:in:)`.
  ///
  /// - Complexity: O(log *n* + *m*), where *n* is the number of bytes and *m* is the number of runs
  ///   in `range`.
  package func sources(of range: Range<Int>) -> Range<Int> {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    guard !range.isEmpty else {
      let next =
        range.lowerBound == bytes.count
        ? (runs.last?.source.upperBound ?? 0)
        : source(ofByteAt: range.lowerBound, in: run(at: range.lowerBound)).lowerBound
      return next..<next
    }
    var index = run(at: range.lowerBound)
    var result = source(ofByteAt: range.lowerBound, in: index)
    while index < runs.count && runs[index].start < range.upperBound {
      let isLast = index + 1 == runs.count || runs[index + 1].start >= range.upperBound
      let first = source(ofByteAt: max(runs[index].start, range.lowerBound), in: index)
      let last = isLast ? source(ofByteAt: range.upperBound - 1, in: index) : runs[index].source
      let low = min(result.lowerBound, first.lowerBound)
      result = low..<max(result.upperBound, first.upperBound, last.upperBound)
      index += 1
    }
    return result
  }

  private func source(ofByteAt byte: Int, in index: Int) -> Range<Int> {
    let run = runs[index]
    guard run.isAligned else { return run.source }
    var (low, high) = (byte, byte + 1)
    while bytes[low] & 0xC0 == 0x80 { low -= 1 }
    while high < bytes.count && bytes[high] & 0xC0 == 0x80 { high += 1 }
    let offset = run.source.lowerBound - run.start
    return low + offset..<high + offset
  }

  /// The index of the run that contains the byte at `place`.
  private func run(at place: Int) -> Int {
    var low = 0
    var high = runs.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle].start <= place { low = middle } else { high = middle }
    }
    return low
  }
}
