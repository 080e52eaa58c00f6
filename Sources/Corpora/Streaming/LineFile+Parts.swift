package import UnicodeText

extension LineFile {
  /// How reading a part ended.
  package enum Reading: Sendable {
    case done
    /// `body` had enough.
    case stopped
    /// The file became shorter while its mapping was read: what was seen of the part is void, and it is to be read
    /// again.
    case changed
    /// The file cannot be read, a line is too long for a record, or it was cancelled.
    case failed
  }

  /// How much more is read at a time to find the end of a line.
  private static let overlap = 1 << 12

  /// The bytes searched for a line end between two looks at whether to stop.
  private static let patience = 1 << 22

  /// Calls `body` with the lines that begin in `part` of the text, block by block, until it returns `false`.
  ///
  /// What `body` gets are whole lines, all with their ends: a last line without one is given one. With `copies` bytes
  /// are read to `room`, and nothing that changes in the file meanwhile shows.
  package func read(
    _ part: Range<Int>, inBlocksOf blockSize: Int, copies: Bool,
    _ room: inout GrowableBuffer<UInt8>,
    isCancelled: () -> Bool, _ body: (Span<UInt8>) -> Bool
  ) -> Reading {
    let mapping = copies ? nil : mapping
    mapping?.want(part.lowerBound + start..<part.upperBound + start)
    defer { mapping?.forget(part.lowerBound + start..<part.upperBound + start) }
    var from = part.lowerBound
    var lastByte = from
    while from < part.upperBound {
      if isCancelled() { return .failed }
      let block = from..<min(part.upperBound, from + blockSize)
      let lines =
        mapping.map { self.lines(in: block, of: $0, isCancelled) }
        ?? readLines(in: block, &room, isCancelled)
      guard let lines else { return .failed }
      from = block.upperBound
      lastByte = max(lastByte, lines.upperBound)
      var goesOn = true
      if let mapping {
        var end = lines.upperBound
        let isOpen = !lines.isEmpty && end == size && endsOpen(lines, in: mapping)
        if isOpen { end = openLine(lines, in: mapping, &room) }
        if end > lines.lowerBound {
          goesOn = mapping.withSpan(of: lines.lowerBound + start..<end + start, body)
        }
        if goesOn, isOpen { goesOn = room.withSpan(body) }
      } else if !lines.isEmpty {
        goesOn = room.withSpan { body($0.extracting(lines)) }
      }
      if !goesOn { return isShort(lastByte, mapping) ? .changed : .stopped }
    }
    return isShort(lastByte, mapping) ? .changed : .done
  }

  /// Whether a mapped file no longer has the bytes up to `end`.
  private func isShort(_ end: Int, _ mapping: FileMapping?) -> Bool {
    guard mapping != nil else { return false }
    guard case .file(let now) = try? Platform.kind(of: descriptor) else { return true }
    return now < end + start
  }

  // MARK: Mapped

  /// Where the lines that begin in a block stand in the text; nil if the last one does not end, or it was cancelled.
  private func lines(
    in block: Range<Int>, of mapping: FileMapping, _ isCancelled: () -> Bool
  ) -> Range<Int>? {
    let none = block.upperBound..<block.upperBound
    var first = block.lowerBound
    if first > 0 {
      let before = mapping.withSpan(of: first - 1 + start..<block.upperBound - 1 + start) {
        Kernels.firstIndex(of: UInt8(ascii: "\n"), in: $0)
      }
      guard let before else { return none }
      first += before
    }
    var end = block.upperBound - 1
    while end < size {
      if end - first > Segment.limit || isCancelled() { return nil }
      let step = end..<min(size, end + Self.patience)
      let newline = mapping.withSpan(of: step.lowerBound + start..<step.upperBound + start) {
        Kernels.firstIndex(of: UInt8(ascii: "\n"), in: $0)
      }
      if let newline { return first..<end + newline + 1 }
      end = step.upperBound
    }
    return first..<size
  }

  private func endsOpen(_ lines: Range<Int>, in mapping: FileMapping) -> Bool {
    mapping.withSpan(of: lines.upperBound - 1 + start..<lines.upperBound + start) {
      $0[0] != UInt8(ascii: "\n")
    }
  }

  /// Copies the last of the lines, which has no end, to `room`, and ends it; where it begins.
  private func openLine(
    _ lines: Range<Int>, in mapping: FileMapping, _ room: inout GrowableBuffer<UInt8>
  ) -> Int {
    mapping.withSpan(of: lines.lowerBound + start..<lines.upperBound + start) { text in
      var begin = text.count
      while begin > 0, text[begin - 1] != UInt8(ascii: "\n") { begin -= 1 }
      room.truncate(to: 0)
      room.append(copying: text.extracting(begin..<text.count))
      Self.endLine(&room)
      return lines.lowerBound + begin
    }
  }

  /// Ends the line at the end of a buffer.
  ///
  /// A CR at the very end of a file is text: with one more it stays when the line loses its end.
  private static func endLine(_ buffer: inout GrowableBuffer<UInt8>) {
    if buffer[buffer.count - 1] == UInt8(ascii: "\r") { buffer.append(UInt8(ascii: "\r")) }
    buffer.append(UInt8(ascii: "\n"))
  }

  // MARK: Read

  /// Reads the lines that begin in a block to `room`, in place of what it holds; where they are there.
  private func readLines(
    in block: Range<Int>, _ room: inout GrowableBuffer<UInt8>, _ isCancelled: () -> Bool
  ) -> Range<Int>? {
    let newline = UInt8(ascii: "\n")
    // The byte before tells whether a line begins with the block.
    let lead = block.lowerBound == 0 ? 0 : 1
    let offset = start + block.lowerBound - lead
    room.truncate(to: 0)
    guard Self.read(descriptor, block.count + lead, at: offset, to: &room) else { return nil }
    if room.count <= lead { return 0..<0 }
    var first = 0
    if lead > 0 {
      let before = room.withSpan { Kernels.firstIndex(of: newline, in: $0) }
      guard let before, before + 1 < room.count else { return 0..<0 }
      first = before + 1
    }
    var step = Self.overlap
    while room[room.count - 1] != newline {
      let before = room.count
      if before - first > Segment.limit || isCancelled() { return nil }
      let left = min(step, start + size - offset - before)
      guard Self.read(descriptor, left, at: offset + before, to: &room) else { return nil }
      if room.count == before {
        Self.endLine(&room)
        break
      }
      let found = room.withSpan { Kernels.firstIndex(of: newline, in: $0, from: before) }
      if let found { return first..<found + 1 }
      step = min(step * 2, 1 << 24)
    }
    return first..<room.count
  }
}
