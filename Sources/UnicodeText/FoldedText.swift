/// A folded text that maps each of its bytes to the bytes of the original it came from.
package struct FoldedText: Sendable {
  /// A run of folded bytes with one rule for their origin.
  struct Run: Hashable, Sendable {
    /// The offset of the run in `bytes`; it ends where the next run begins.
    let start: Int
    let source: Range<Int>
    /// Whether each byte corresponds to one byte of `source`; otherwise, each corresponds to the whole of `source`.
    let isByteForByte: Bool
  }

  /// The folded UTF-8.
  package let bytes: [UInt8]

  let runs: [Run]

  /// The smallest range of the original that holds all sources of the folded bytes in `range`.
  ///
  /// An empty range gives an empty range at the start of the source of the next byte. The result
  /// need not begin or end at a grapheme cluster boundary; see `Graphemes.widened(_:in:)`.
  ///
  /// - Complexity: O(log *n* + *m*), where *n* is the number of bytes and *m* the number of runs
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
    guard run.isByteForByte else { return run.source }
    let place = run.source.lowerBound + byte - run.start
    return place..<place + 1
  }

  /// The index of the run that holds the byte at `place`.
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

extension Folding {
  /// Folds `text` and records where every byte came from; for the few texts that are displayed.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes; O(*m* log *m*) within a run of *m*
  ///   marks.
  package func foldWithSources(_ text: Span<UInt8>) -> FoldedText {
    var output = GrowableBuffer<UInt8>(capacity: text.count + 64)
    var runs: [FoldedText.Run] = []
    var folder = SegmentFolder(self)
    var at = 0
    while at < text.count {
      // The last byte of an ASCII run may be the base letter of the marks after it.
      var plain = Kernels.asciiPrefix(of: text, from: at)
      if at + plain < text.count && plain > 0 && text[at + plain - 1] < 0x80 { plain -= 1 }
      if plain > 0 {
        let stretch = text.extracting(at..<at + plain)
        runs.append(.init(start: output.count, source: at..<at + plain, isByteForByte: true))
        if ignoresCase {
          _ = Kernels.appendLowercasedASCII(stretch, to: &output)
        } else {
          output.append(copying: stretch)
        }
        at += plain
      }
      if at == text.count { break }
      let end = at + Kernels.foldingSegment(of: text, at: at, by: self)
      folder.fold(at..<end, of: text)
      for piece in folder.pieces {
        runs.append(.init(start: output.count, source: piece.source, isByteForByte: false))
        output.append(scalar: piece.scalar)
      }
      at = end
    }
    return FoldedText(bytes: output.array(), runs: runs)
  }
}
