internal import CKernels

extension Folding {
  /// Folds `text`, and records the source bytes of every folded byte.
  ///
  /// Most scalars always fold to one scalar of the same length. A comparison of the text with the
  /// folded text finds the runs of these scalars. Only the segments between these runs are folded
  /// again, scalar by scalar.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes; O(*m* log *m*) within a run of *m*
  ///   marks.
  package func foldWithSources(_ text: Span<UInt8>) -> FoldedText {
    var output = GrowableBuffer<UInt8>(capacity: text.count + 64)
    fold(text, into: &output)
    guard let runs = output.withSpan({ runs(of: text, foldedTo: $0) }) else {
      return foldSegmentBySegment(text)
    }
    return FoldedText(bytes: output.array(), runs: runs)
  }

  /// The length of a prefix of `text` in which each scalar folds to a scalar with the same length
  /// and the same offset in `folded`.
  ///
  /// `folded` must be the result of folding `text`. The prefix may be shorter than the longest
  /// prefix with this property.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the prefix.
  package func alignedPrefix(of text: Span<UInt8>, with folded: Span<UInt8>) -> Int {
    alignedLength(of: text, from: 0, with: folded, from: 0)
  }

  /// Folds like `foldWithSources`, but folds every non-ASCII segment separately.
  ///
  /// This method is the slow reference implementation; `foldWithSources` must find the same
  /// sources.
  package func foldSegmentBySegment(_ text: Span<UInt8>) -> FoldedText {
    var output = GrowableBuffer<UInt8>(capacity: text.count + 64)
    var runs: [FoldedText.Run] = []
    var folder = SegmentFolder(self)
    var at = 0
    while at < text.count {
      // Exclude the last byte of an ASCII run, because it can be the base letter of subsequent
      // marks.
      var plain = Kernels.asciiPrefix(of: text, from: at)
      if at + plain < text.count && plain > 0 && text[at + plain - 1] < 0x80 { plain -= 1 }
      if plain > 0 {
        let stretch = text.extracting(at..<at + plain)
        runs.append(.init(start: output.count, source: at..<at + plain, isAligned: true))
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
        runs.append(.init(start: output.count, source: piece.source, isAligned: false))
        output.append(scalar: piece.scalar)
      }
      at = end
    }
    return FoldedText(bytes: output.array(), runs: runs)
  }

  /// The runs of a text that folds to `folded`; `nil` if folding each segment separately gives
  /// another result.
  private func runs(of text: Span<UInt8>, foldedTo folded: Span<UInt8>) -> [FoldedText.Run]? {
    var runs: [FoldedText.Run] = []
    var folder = SegmentFolder(self)
    var (at, output) = (0, 0)
    while at < text.count {
      let aligned = alignedLength(of: text, from: at, with: folded, from: output)
      if aligned > 0 {
        runs.append(.init(start: output, source: at..<at + aligned, isAligned: true))
        at += aligned
        output += aligned
      }
      if at == text.count { break }
      let end = at + Kernels.foldingSegment(of: text, at: at, by: self)
      folder.fold(at..<end, of: text)
      for piece in folder.pieces {
        runs.append(.init(start: output, source: piece.source, isAligned: false))
        guard let (scalar, length) = Self.scalar(at: output, in: folded), scalar == piece.scalar
        else { return nil }
        output += length
      }
      at = end
    }
    return output == folded.count ? runs : nil
  }

  /// The length of a part of `text` in which each scalar folds to a scalar of equal length.
  ///
  /// The part begins at offset `start` of `text`, and its folded text begins at offset `output` of
  /// `folded`. If the part ends before the end of the text, it ends before a starter, because later
  /// scalars may combine with that starter.
  private func alignedLength(
    of text: Span<UInt8>, from start: Int, with folded: Span<UInt8>, from output: Int
  ) -> Int {
    let limit = min(text.count - start, folded.count - output)
    var length = 0
    while true {
      while length < limit && text[start + length] == folded[output + length] { length += 1 }
      if length == limit { break }
      let byte = text[start + length]
      if byte < 0x80, ignoresCase, byte &- 0x41 < 26, folded[output + length] == byte | 0x20 {
        length += 1
        continue
      }
      while length > 0 && text[start + length] & 0xC0 == 0x80 { length -= 1 }
      guard let (scalar, size) = Self.scalar(at: start + length, in: text),
        let (result, resultSize) = Self.scalar(at: output + length, in: folded),
        size == resultSize, ck_fold_scalar(scalar, mode) == result
      else { break }
      length += size
    }
    if start + length == text.count { return length }
    // Exclude an incomplete scalar at the end of the compared bytes.
    while length > 0 && text[start + length] & 0xC0 == 0x80 { length -= 1 }
    while length > 0 {
      var last = length - 1
      while last > 0 && text[start + last] & 0xC0 == 0x80 { last -= 1 }
      guard let (scalar, _) = Self.scalar(at: start + last, in: text) else { break }
      length = last
      if ScalarProperties(of: scalar).combiningClass == 0 { break }
    }
    return length
  }

  /// The scalar at `offset`, and its length in bytes; `nil` if no scalar starts at `offset`.
  private static func scalar(at offset: Int, in text: Span<UInt8>) -> (UInt32, Int)? {
    guard offset < text.count, text[offset] & 0xC0 != 0x80, text[offset] < 0xFE else { return nil }
    return UTF8Text.scalar(at: offset, in: text)
  }
}

extension Folding {
  /// Whether the folded text of `line` may begin with the first scalar of `folded`.
  ///
  /// The result is also true in three cases: the line begins with a byte order mark, one of its
  /// first two scalars is ill-formed, or the decision requires more than these two scalars.
  ///
  /// - Complexity: O(1).
  package func mayBegin(_ line: Span<UInt8>, with folded: Span<UInt8>) -> Bool {
    let start = line.extracting(0..<min(line.count, 8))
    guard Self.isWhole(at: 0, in: start), let (scalar, length) = Self.scalar(at: 0, in: start),
      scalar != 0xFEFF, line.count == length || Self.isWhole(at: length, in: start),
      Kernels.foldingSegment(of: start, at: 0, by: self) == length,
      let (wanted, _) = Self.scalar(at: 0, in: folded)
    else { return true }
    let single = ck_fold_scalar(scalar, mode)
    return single == 0 || single == wanted
  }

  /// Whether `text` contains a complete, well-formed scalar at `offset`.
  private static func isWhole(at offset: Int, in text: Span<UInt8>) -> Bool {
    let rest = text.extracting(offset..<text.count)
    return !rest.isEmpty && Kernels.validPrefix(of: rest) > 0
  }
}
