extension Folding {
  /// Folds part of a text of records, appends it to `output`, and records where the folded records end.
  ///
  /// `text` is valid UTF-8, except for the bytes of `Separator`. `part` consists of whole records,
  /// which end at the offsets `ends`. The ends of the folded records, as offsets into `output`, are
  /// written to `folded`.
  ///
  /// - Returns: false if it was cancelled, which is checked for every megabyte.
  /// - Precondition: `folded` holds at least as many elements as `ends`; `output` stays below 4 GiB.
  /// - Complexity: O(*n*), where *n* is the number of bytes; O(*m* log *m*) within a run of *m* marks.
  @unsafe package func foldRecords(
    _ text: Span<UInt8>, in part: Range<Int>, endingAt ends: Span<UInt32>,
    into output: inout GrowableBuffer<UInt8>,
    endingAt folded: UnsafeMutableBufferPointer<UInt32>, isCancelled: () -> Bool
  ) -> Bool {
    precondition(part.lowerBound >= 0 && part.upperBound <= text.count)
    precondition(folded.count >= ends.count)
    let text = text.extracting(0..<part.upperBound)
    var folder = SegmentFolder(self)
    var noted = 0
    var at = part.lowerBound
    while at < text.count {
      if isCancelled() { return false }
      let needsNormalization = unsafe Kernels.foldRecords(
        text, from: &at, by: self, into: &output, endingAt: ends, folded, &noted)
      if !needsNormalization { continue }
      let end = at + Kernels.foldingSegment(of: text, at: at, by: self)
      folder.fold(at..<end, of: text)
      for piece in folder.pieces { output.append(scalar: piece.scalar) }
      at = end
    }
    return true
  }
}
