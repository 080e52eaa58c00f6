internal import System
package import UnicodeText

extension LineFile {
  /// How reading a part ended.
  package enum Reading: Sendable {
    case done
    /// `body` returned `false`.
    case stopped
    /// The file shrank while its mapping was read, or its device failed, so the results for the
    /// part are invalid. The caller must read the part again with `copies`.
    case changed
  }

  /// The number of bytes read at first to find the end of a line.
  private static let overlap = 1 << 10

  private static let newline = UInt8(ascii: "\n")

  /// Calls `body` with the lines that begin in `part` of the text, block by block, until it returns `false`.
  ///
  /// `body` gets complete lines with their line ends; a missing last line end is added. If the last
  /// line continues after the part, it is copied to `buffer`, unless it has at least `longLine` bytes.
  /// If `copies` is true, all bytes are first read into `buffer`, so that concurrent changes of the
  /// file do no harm.
  ///
  /// If `mayMatch` is given, it tests pieces of a long line while its end is looked for. It gets the text up to the end
  /// of a piece, and the range of the piece. If it returns `false` for all of them, `skipLine` is called instead of
  /// `body`.
  ///
  /// - Throws: `readFailed`, `recordTooLarge`, `cancelled`.
  package func read(
    _ part: Range<Int>, inBlocksOf blockSize: Int, longLine: Int = 1 << 18, copies: Bool,
    _ buffer: inout GrowableBuffer<UInt8>, mayMatch: ((Span<UInt8>, Range<Int>) -> Bool)? = nil,
    skipLine: () -> Void = {}, isCancelled: () -> Bool, _ body: (Span<UInt8>) -> Bool
  ) throws(CorpusError) -> Reading {
    guard let mapping, !copies, !mapping.wasZeroFilled else {
      return try readCopies(part, inBlocksOf: blockSize, &buffer, isCancelled, body)
    }
    let place = part.lowerBound + start..<part.upperBound + start
    guard let first = try firstLine(ofPart: place, in: mapping, &buffer, mayMatch) else {
      // The pages stay, because the thread that reads the line from its start needs them.
      return buffer.count == 0 ? .changed : .done
    }
    defer { mapping.forget(place) }
    let reading = try mapping.withSpan(of: place) { text throws(CorpusError) in
      try read(
        text, from: first, at: part.lowerBound, inBlocksOf: blockSize, longLine: longLine, &buffer,
        mayMatch, skipLine, isCancelled, body)
    }
    guard !mapping.wasZeroFilled,
      case .file(let now) = try? Platform.kind(of: descriptor), now >= place.upperBound
    else { return .changed }
    return reading
  }

  // MARK: Mapped

  /// Passes the lines that begin in a part of the mapping to `body`.
  ///
  /// If the last line continues after the part, a long line is passed from the mapping. A shorter line
  /// is copied to `buffer`, and `pread` reads the rest of it.
  private func read(
    _ text: Span<UInt8>, from start: Int, at offset: Int, inBlocksOf blockSize: Int, longLine: Int,
    _ buffer: inout GrowableBuffer<UInt8>, _ mayMatch: NewlineSearch.Test?, _ skipLine: () -> Void,
    _ isCancelled: () -> Bool, _ body: (Span<UInt8>) -> Bool
  ) throws(CorpusError) -> Reading {
    var first = start
    let end = TextEnd.endOfLines(in: text, from: first)
    while first < end {
      if isCancelled() { throw CorpusError(.cancelled) }
      let near = min(first + blockSize, end) - 1
      let newline = Kernels.firstIndex(of: Self.newline, in: text, from: near)
      // Another process may have removed the last newline since it was found.
      let last = min(newline ?? end - 1, end - 1)
      if !body(text.extracting(first..<last + 1)) { return .stopped }
      first = last + 1
    }
    if end == text.count { return .done }
    if let mapping,
      let (line, mayMatch) = line(
        at: offset + end, notBefore: offset + text.count, mapping, mayMatch),
      line.count >= longLine
    {
      defer { mapping.forget(line) }
      if !mayMatch {
        skipLine()
        return .done
      }
      return mapping.withSpan(of: line) { body($0) } ? .done : .stopped
    }
    buffer.truncate(to: 0)
    buffer.append(copying: text.extracting(end..<text.count))
    let length = try completeLine(&buffer, at: offset + end, isCancelled)
    return buffer.withSpan { body($0.extracting(0..<length)) } ? .done : .stopped
  }

  /// The range in the mapping of the line that begins at `first`, and whether it may match; nil if it has no line end.
  ///
  /// The line must not end before `least`.
  private func line(
    at first: Int, notBefore least: Int, _ mapping: FileMapping, _ mayMatch: NewlineSearch.Test?
  ) -> (line: Range<Int>, mayMatch: Bool)? {
    let found = firstNewline(in: start + least..<mapping.count, of: mapping, mayMatch)
    guard let newline = found.newline else { return nil }
    let line = start + first..<newline + 1
    guard let mayMatch, !found.mayMatch else { return (line, true) }
    let beginning = start + first..<min(start + least, line.upperBound)
    return (
      line,
      mapping.withSpan(of: 0..<mapping.count) { text in
        newlines.mayMatch(in: beginning, of: text, mayMatch)
      }
    )
  }

  /// The offset in the part of the first line that begins there; `nil` if there is none.
  ///
  /// If the file has shrunk, it returns `nil` and leaves `buffer` empty.
  private func firstLine(
    ofPart part: Range<Int>, in mapping: FileMapping, _ buffer: inout GrowableBuffer<UInt8>,
    _ mayMatch: NewlineSearch.Test?
  ) throws(CorpusError) -> Int? {
    if part.lowerBound == start { return 0 }
    buffer.truncate(to: 0)
    try fill(&buffer, with: 1, at: part.lowerBound - 1 - start)
    if buffer.count == 0 { return nil }
    if buffer[0] == Self.newline { return 0 }
    return firstNewline(in: part, of: mapping, mayMatch).newline.map { $0 + 1 - part.lowerBound }
  }

  /// The number of bytes to search before using `newlines`; most lines end within them.
  private static let usualLine = 1 << 14

  /// The first newline in a range of the mapping, and whether the text before it may hold a match.
  private func firstNewline(
    in range: Range<Int>, of mapping: FileMapping, _ mayMatch: NewlineSearch.Test?
  ) -> NewlineSearch.Finding {
    mapping.withSpan(of: 0..<mapping.count) { text in
      let near = range.prefix(Self.usualLine)
      let newline = Kernels.firstIndex(of: Self.newline, in: text.extracting(near))
      if let newline { return .init(newline: near.lowerBound + newline, mayMatch: true) }
      return newlines.first(in: range, of: text, mayMatch)
    }
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

  /// Replaces the contents of `buffer` with the lines that begin in `block`; returns their range in it.
  private func readLines(
    in block: Range<Int>, _ buffer: inout GrowableBuffer<UInt8>, _ isCancelled: () -> Bool
  ) throws(CorpusError) -> Range<Int> {
    // The byte before the block shows whether a line begins with the block.
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

  /// Reads up to the end of the last line in `buffer` and returns where that is in `buffer`.
  ///
  /// The contents of `buffer` begin at `offset` of the text.
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

  /// Appends up to `count` bytes of the text at `offset`.
  private func fill(
    _ buffer: inout GrowableBuffer<UInt8>, with count: Int, at offset: Int
  ) throws(CorpusError) {
    if Self.read(descriptor, count, at: start + offset, to: &buffer) { return }
    throw CorpusError(.readFailed(reason: "input/output error"))
  }
}
