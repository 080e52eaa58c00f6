internal import System
internal import UnicodeText

/// Reads byte ranges of a file into a buffer, block by block.
extension LineFile {
  /// The reason why reading the blocks of a part ended.
  enum BlocksEnding {
    case done
    /// `body` returned `false`.
    case stopped
    /// The lines of the part that begin at or after this offset must be read from the mapping.
    case mappedLine(Int)
    /// The part begins inside a line that is longer than a block.
    case insideLongLine
    /// The limit was reached; `body` got all lines before this offset.
    case limit(Int)
  }

  /// The number of bytes that the search for the end of a line reads first; most lines are shorter.
  static let usualLine = 1 << 14

  /// The number of bytes that the search for the end of the buffer's last line reads first.
  private static let overlap = 1 << 10

  /// Calls `body` for each block of the lines that begin in a part, until `body` returns `false`.
  ///
  /// If `leavesLongLines` is true, reading ends at the first line that is longer than a block.
  /// Reading also ends after the first block that ends at least `limit` bytes after the start of
  /// the part.
  func readBlocks(
    of part: Range<Int>, _ blockSize: Int, upTo limit: Int, _ buffer: inout GrowableBuffer<UInt8>,
    leavesLongLines: Bool, _ isCancelled: () -> Bool, _ body: (Span<UInt8>) -> Bool
  ) throws(CorpusError) -> BlocksEnding {
    buffer.truncate(to: 0)
    // The byte before the part shows whether a line begins at the start of the part.
    var isInside = part.lowerBound > 0
    // The text offset of the first byte in the buffer.
    var at = isInside ? part.lowerBound - 1 : 0
    var isLast = false
    while at < part.upperBound, !isLast {
      if isCancelled() { throw CorpusError(.cancelled) }
      let block = isInside ? min(blockSize, Self.usualLine) : blockSize
      let before = buffer.count
      let wanted = min(max(1, block - before), part.upperBound - at - before)
      try fill(&buffer, with: wanted, at: at + before)
      isLast = buffer.count == before || at + buffer.count == part.upperBound
      if isInside {
        let newline = buffer.withSpan { Kernels.firstIndex(of: Self.newline, in: $0) }
        guard let newline else {
          if leavesLongLines, !isLast { return .insideLongLine }
          at += buffer.count
          buffer.truncate(to: 0)
          continue
        }
        isInside = false
        at += newline + 1
        buffer.removeFirst(newline + 1)
      }
      if isLast ? buffer.count == 0 : buffer.count < blockSize { continue }
      let end = buffer.withSpan { TextEnd.endOfLines(in: $0, from: 0) }
      if isLast ? end == buffer.count : end > 0 {
        if !buffer.withSpan({ body($0.extracting(0..<end)) }) { return .stopped }
        at += end
        buffer.removeFirst(end)
        if at < part.upperBound, at - part.lowerBound >= limit { return .limit(at) }
      } else {
        // The last line in `buffer` is longer than a block, continues after the part, or is the
        // last line of the file.
        let limit = leavesLongLines ? blockSize : .max
        guard let length = try completeLine(&buffer, at: at, within: limit, isCancelled) else {
          if end > 0, !buffer.withSpan({ body($0.extracting(0..<end)) }) { return .stopped }
          return .mappedLine(at + end)
        }
        if !buffer.withSpan({ body($0.extracting(0..<length)) }) { return .stopped }
        at += length
        buffer.truncate(to: 0)
      }
    }
    return .done
  }

  /// Appends the rest of the last line to `buffer`, and returns the offset in `buffer` where that
  /// line ends.
  ///
  /// The result is `nil` if the line does not end within the next `limit` bytes.
  ///
  /// The contents of `buffer` begin at offset `offset` of the text.
  func completeLine(
    _ buffer: inout GrowableBuffer<UInt8>, at offset: Int, within limit: Int = .max,
    _ isCancelled: () -> Bool
  ) throws(CorpusError) -> Int? {
    let start = buffer.count
    var step = Self.overlap
    while true {
      let before = buffer.count
      if before - start >= limit { return nil }
      if before > Segment.limit { throw CorpusError(.recordTooLarge(limit: Segment.limit)) }
      if isCancelled() { throw CorpusError(.cancelled) }
      let left = max(0, min(step, size - offset - before))
      try fill(&buffer, with: left, at: offset + before)
      if buffer.count == before { break }
      let found = buffer.withSpan { Kernels.firstIndex(of: Self.newline, in: $0, from: before) }
      if let found { return found + 1 }
      step = min(step * 2, 1 << 24)
    }
    TextEnd.endLastLine(of: &buffer)
    return buffer.count
  }

  /// Appends up to `count` bytes of the text, starting at `offset`.
  func fill(
    _ buffer: inout GrowableBuffer<UInt8>, with count: Int, at offset: Int
  ) throws(CorpusError) {
    guard buffer.reserveIfPossible(count + 64) else { throw CorpusError(.outOfMemory) }
    if Self.read(descriptor, count, at: start + offset, to: &buffer) { return }
    throw CorpusError(.readFailed(reason: "input/output error"))
  }
}
