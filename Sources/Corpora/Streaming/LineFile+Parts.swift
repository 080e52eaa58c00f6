package import UnicodeText

extension LineFile {
  /// How reading a part ended.
  package enum Reading: Sendable {
    case done
    /// `body` had enough.
    case stopped
    /// The file became shorter while its mapping was read, or its medium failed: what was seen of the part is void, and
    /// it is to be read again.
    case changed
    /// The file cannot be read, a line is too long for a record, or it was cancelled.
    case failed
  }

  /// How much more is read at a time to find the end of a line.
  private static let overlap = 1 << 10

  private static let newline = UInt8(ascii: "\n")

  /// Calls `body` with the lines that begin in `part` of the text, block by block, until it returns `false`.
  ///
  /// What `body` gets are whole lines, all with their ends: a last line without one is given one. With `copies` bytes
  /// are read to `room`, and nothing that changes in the file meanwhile shows.
  package func read(
    _ part: Range<Int>, inBlocksOf blockSize: Int, copies: Bool,
    _ room: inout GrowableBuffer<UInt8>,
    isCancelled: () -> Bool, _ body: (Span<UInt8>) -> Bool
  ) -> Reading {
    guard let mapping, !copies, !mapping.isMended else {
      return readCopies(part, inBlocksOf: blockSize, &room, isCancelled, body)
    }
    let place = part.lowerBound + start..<part.upperBound + start
    defer { mapping.forget(place) }
    let reading = mapping.withSpan(of: place) { text in
      read(text, at: part.lowerBound, inBlocksOf: blockSize, &room, isCancelled, body)
    }
    guard reading != .failed, !mapping.isMended,
      case .file(let now) = try? Platform.kind(of: descriptor), now >= place.upperBound
    else { return reading == .failed ? .failed : .changed }
    return reading
  }

  // MARK: Mapped

  /// Goes through the lines that begin in a part of the mapping.
  ///
  /// Nothing beside the part is touched, for its pages may be given back at any time: the byte before it and the end of
  /// its last line are read.
  private func read(
    _ text: Span<UInt8>, at offset: Int, inBlocksOf blockSize: Int,
    _ room: inout GrowableBuffer<UInt8>, _ isCancelled: () -> Bool, _ body: (Span<UInt8>) -> Bool
  ) -> Reading {
    var first = 0
    if offset > 0 {
      room.truncate(to: 0)
      guard Self.read(descriptor, 1, at: start + offset - 1, to: &room) else { return .failed }
      if room.count == 0 { return .changed }
      if room[0] != Self.newline {
        guard let end = Kernels.firstIndex(of: Self.newline, in: text) else { return .done }
        first = end + 1
      }
    }
    let end = TextEnd.endOfLines(in: text, from: first)
    while first < end {
      if isCancelled() { return .failed }
      let near = min(first + blockSize, end) - 1
      let newline = Kernels.firstIndex(of: Self.newline, in: text, from: near)
      // The last newline may have gone since it was seen.
      let last = min(newline ?? end - 1, end - 1)
      if !body(text.extracting(first..<last + 1)) { return .stopped }
      first = last + 1
    }
    if end == text.count { return .done }
    room.truncate(to: 0)
    room.append(copying: text.extracting(end..<text.count))
    guard let length = completeLine(&room, at: offset + end, isCancelled) else { return .failed }
    return room.withSpan { body($0.extracting(0..<length)) } ? .done : .stopped
  }

  // MARK: Read

  private func readCopies(
    _ part: Range<Int>, inBlocksOf blockSize: Int, _ room: inout GrowableBuffer<UInt8>,
    _ isCancelled: () -> Bool, _ body: (Span<UInt8>) -> Bool
  ) -> Reading {
    var from = part.lowerBound
    while from < part.upperBound {
      if isCancelled() { return .failed }
      let block = from..<min(part.upperBound, from + blockSize)
      guard let lines = readLines(in: block, &room, isCancelled) else { return .failed }
      from = block.upperBound
      if !lines.isEmpty, !room.withSpan({ body($0.extracting(lines)) }) { return .stopped }
    }
    return .done
  }

  /// Reads the lines that begin in a block to `room`, in place of what it holds; where they are there.
  private func readLines(
    in block: Range<Int>, _ room: inout GrowableBuffer<UInt8>, _ isCancelled: () -> Bool
  ) -> Range<Int>? {
    // The byte before tells whether a line begins with the block.
    let lead = block.lowerBound == 0 ? 0 : 1
    let offset = block.lowerBound - lead
    room.truncate(to: 0)
    guard Self.read(descriptor, block.count + lead, at: start + offset, to: &room) else {
      return nil
    }
    if room.count <= lead { return 0..<0 }
    var first = 0
    if lead > 0 {
      let before = room.withSpan { Kernels.firstIndex(of: Self.newline, in: $0) }
      guard let before, before + 1 < room.count else { return 0..<0 }
      first = before + 1
    }
    if room[room.count - 1] == Self.newline { return first..<room.count }
    return completeLine(&room, at: offset, isCancelled).map { first..<$0 }
  }

  /// Reads on until the last line of a buffer, which has no end, ends; where that is in the buffer.
  ///
  /// What the buffer holds begins at `offset` of the text. `nil` if the line is too long, or it was cancelled.
  private func completeLine(
    _ room: inout GrowableBuffer<UInt8>, at offset: Int, _ isCancelled: () -> Bool
  ) -> Int? {
    var step = Self.overlap
    while true {
      let before = room.count
      if before > Segment.limit || isCancelled() { return nil }
      let left = max(0, min(step, size - offset - before))
      guard Self.read(descriptor, left, at: start + offset + before, to: &room) else { return nil }
      if room.count == before { break }
      let found = room.withSpan { Kernels.firstIndex(of: Self.newline, in: $0, from: before) }
      if let found { return found + 1 }
      step = min(step * 2, 1 << 24)
    }
    TextEnd.endLastLine(of: &room)
    return room.count
  }
}
