internal import System
package import UnicodeText

extension LineFile {
  /// How reading a part ended.
  package enum Reading: Sendable {
    case done
    /// `body` had enough.
    case stopped
    /// The file became shorter while its mapping was read, or its medium failed: what was seen of the part is void. The
    /// caller reads it again, with `copies`.
    case changed
  }

  /// How much more is read at a time to find the end of a line.
  private static let overlap = 1 << 10

  private static let newline = UInt8(ascii: "\n")

  /// Calls `body` with the lines that begin in `part` of the text, block by block, until it returns `false`.
  ///
  /// What `body` gets are whole lines, all with their ends: a last line without one is given one. With `copies` bytes
  /// are read to `buffer`, and nothing that changes in the file meanwhile shows.
  ///
  /// - Throws: `readFailed`, `recordTooLarge`, `cancelled`.
  package func read(
    _ part: Range<Int>, inBlocksOf blockSize: Int, copies: Bool,
    _ buffer: inout GrowableBuffer<UInt8>,
    isCancelled: () -> Bool, _ body: (Span<UInt8>) -> Bool
  ) throws(CorpusError) -> Reading {
    guard let mapping, !copies, !mapping.isMended else {
      return try readCopies(part, inBlocksOf: blockSize, &buffer, isCancelled, body)
    }
    let place = part.lowerBound + start..<part.upperBound + start
    defer { mapping.forget(place) }
    let reading = try mapping.withSpan(of: place) { text throws(CorpusError) in
      try read(text, at: part.lowerBound, inBlocksOf: blockSize, &buffer, isCancelled, body)
    }
    guard !mapping.isMended,
      case .file(let now) = try? Platform.kind(of: descriptor), now >= place.upperBound
    else { return .changed }
    return reading
  }

  // MARK: Mapped

  /// Goes through the lines that begin in a part of the mapping.
  ///
  /// Nothing beside the part is touched, for its pages may be given back at any time: the byte before it and the end of
  /// its last line are read.
  private func read(
    _ text: Span<UInt8>, at offset: Int, inBlocksOf blockSize: Int,
    _ buffer: inout GrowableBuffer<UInt8>, _ isCancelled: () -> Bool, _ body: (Span<UInt8>) -> Bool
  ) throws(CorpusError) -> Reading {
    var first = 0
    if offset > 0 {
      buffer.truncate(to: 0)
      try fill(&buffer, with: 1, at: offset - 1)
      if buffer.count == 0 { return .changed }
      if buffer[0] != Self.newline {
        guard let end = Kernels.firstIndex(of: Self.newline, in: text) else { return .done }
        first = end + 1
      }
    }
    let end = TextEnd.endOfLines(in: text, from: first)
    while first < end {
      if isCancelled() { throw CorpusError(.cancelled) }
      let near = min(first + blockSize, end) - 1
      let newline = Kernels.firstIndex(of: Self.newline, in: text, from: near)
      // The last newline may have gone since it was seen.
      let last = min(newline ?? end - 1, end - 1)
      if !body(text.extracting(first..<last + 1)) { return .stopped }
      first = last + 1
    }
    if end == text.count { return .done }
    buffer.truncate(to: 0)
    buffer.append(copying: text.extracting(end..<text.count))
    let length = try completeLine(&buffer, at: offset + end, isCancelled)
    return buffer.withSpan { body($0.extracting(0..<length)) } ? .done : .stopped
  }

  // MARK: Read

  private func readCopies(
    _ part: Range<Int>, inBlocksOf blockSize: Int, _ buffer: inout GrowableBuffer<UInt8>,
    _ isCancelled: () -> Bool, _ body: (Span<UInt8>) -> Bool
  ) throws(CorpusError) -> Reading {
    var from = part.lowerBound
    while from < part.upperBound {
      if isCancelled() { throw CorpusError(.cancelled) }
      let block = from..<min(part.upperBound, from + blockSize)
      let lines = try readLines(in: block, &buffer, isCancelled)
      from = block.upperBound
      if !lines.isEmpty, !buffer.withSpan({ body($0.extracting(lines)) }) { return .stopped }
    }
    return .done
  }

  /// Reads the lines that begin in a block to `buffer`, replacing its contents; returns their range in it.
  private func readLines(
    in block: Range<Int>, _ buffer: inout GrowableBuffer<UInt8>, _ isCancelled: () -> Bool
  ) throws(CorpusError) -> Range<Int> {
    // The byte before shows whether a line begins with the block.
    let lead = block.lowerBound == 0 ? 0 : 1
    let offset = block.lowerBound - lead
    buffer.truncate(to: 0)
    try fill(&buffer, with: block.count + lead, at: offset)
    if buffer.count <= lead { return 0..<0 }
    var first = 0
    if lead > 0 {
      let before = buffer.withSpan { Kernels.firstIndex(of: Self.newline, in: $0) }
      guard let before, before + 1 < buffer.count else { return 0..<0 }
      first = before + 1
    }
    if buffer[buffer.count - 1] == Self.newline { return first..<buffer.count }
    return try first..<completeLine(&buffer, at: offset, isCancelled)
  }

  /// Reads on to the end of the last line in a buffer; returns where in the buffer that is.
  ///
  /// What the buffer holds begins at `offset` of the text.
  private func completeLine(
    _ buffer: inout GrowableBuffer<UInt8>, at offset: Int, _ isCancelled: () -> Bool
  ) throws(CorpusError) -> Int {
    var step = Self.overlap
    while true {
      let before = buffer.count
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

  /// Appends up to `count` bytes of the text.
  private func fill(
    _ buffer: inout GrowableBuffer<UInt8>, with count: Int, at offset: Int
  ) throws(CorpusError) {
    if Self.read(descriptor, count, at: start + offset, to: &buffer) { return }
    throw CorpusError(.readFailed(reason: "input/output error"))
  }
}
