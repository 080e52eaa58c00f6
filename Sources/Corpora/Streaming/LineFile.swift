package import UnicodeText

/// A regular file of lines that is read in blocks, by several threads at once.
///
/// A block owns the lines that begin in it, so every line belongs to one block. Bytes are read, not mapped: reading into
/// memory that stays in the cache costs no more, and a file that shrinks meanwhile only ends sooner.
package final class LineFile: Sendable {
  /// The path as it was given.
  package let path: String

  /// The bytes that the file had when it was opened.
  package let size: Int

  /// The bytes of a block.
  package let blockSize: Int

  private let descriptor: Int32

  /// How much more is read at a time to find the end of a block's last line.
  private static let overlap = 1 << 12

  /// Opens the file; nil if it cannot be opened, is no regular file of known size, or is compressed.
  package init?(_ path: String, blockSize: Int) {
    guard let descriptor = try? Platform.open(FilePath(path)) else { return nil }
    // Files of /proc say that they are empty, and are not.
    guard case .file(let size) = try? Platform.kind(of: descriptor), size > 0 else {
      Platform.close(descriptor)
      return nil
    }
    self.path = path
    self.size = size
    // The mark at the start of a file must be in one block.
    self.blockSize = max(3, blockSize)
    self.descriptor = descriptor
    var start = GrowableBuffer<UInt8>()
    guard read(2, at: 0, to: &start) else { return nil }
    if start.count == 2, start[0] == 0x1F, start[1] == 0x8B { return nil }
  }

  deinit { Platform.close(descriptor) }

  package var blockCount: Int { (size + blockSize - 1) / blockSize }

  /// Reads the lines that begin in a block to `buffer`, in place of what it holds.
  ///
  /// A last line without an end is given one.
  ///
  /// - Returns: where the lines are in the buffer; nil if reading fails, a line is too long for a record, or it is
  ///   cancelled.
  package func readLines(
    ofBlock block: Int, into buffer: inout GrowableBuffer<UInt8>, isCancelled: () -> Bool
  ) -> Range<Int>? {
    let start = block * blockSize
    // The byte before tells whether a line begins with the block.
    let lead = start == 0 ? 0 : 1
    buffer.truncate(to: 0)
    guard read(blockSize + lead, at: start - lead, to: &buffer) else { return nil }
    guard let first = firstLine(in: buffer, lead) else { return 0..<0 }
    guard let end = finishLastLine(&buffer, from: start - lead, isCancelled) else { return nil }
    return first..<end
  }

  /// Where the first line of a block begins in its bytes; nil if none does.
  private func firstLine(in buffer: borrowing GrowableBuffer<UInt8>, _ lead: Int) -> Int? {
    if buffer.count <= lead { return nil }
    if lead == 0 {
      let isMarked =
        buffer.count >= 3 && buffer[0] == 0xEF && buffer[1] == 0xBB && buffer[2] == 0xBF
      return isMarked ? 3 : 0
    }
    let newline = buffer.withSpan { Kernels.firstIndex(of: UInt8(ascii: "\n"), in: $0) }
    guard let newline, newline + 1 < buffer.count else { return nil }
    return newline + 1
  }

  /// Reads on to the end of the last line; the place behind it.
  private func finishLastLine(
    _ buffer: inout GrowableBuffer<UInt8>, from offset: Int, _ isCancelled: () -> Bool
  ) -> Int? {
    let newline = UInt8(ascii: "\n")
    var step = Self.overlap
    while buffer.count > 0, buffer[buffer.count - 1] != newline {
      let before = buffer.count
      if before > Segment.limit || isCancelled() { return nil }
      guard read(step, at: offset + before, to: &buffer) else { return nil }
      if buffer.count == before {
        // A CR at the very end of a file is text: with one more it stays when the line loses its end.
        let isReturn = buffer[before - 1] == UInt8(ascii: "\r")
        if isReturn { buffer.append(UInt8(ascii: "\r")) }
        buffer.append(newline)
        return buffer.count
      }
      let found = buffer.withSpan { Kernels.firstIndex(of: newline, in: $0, from: before) }
      if let found { return found + 1 }
      step = min(step * 2, 1 << 24)
    }
    return buffer.count
  }

  /// Appends up to `count` bytes of the file, fewer only at its end; false if that fails.
  private func read(_ count: Int, at offset: Int, to buffer: inout GrowableBuffer<UInt8>) -> Bool {
    guard buffer.reserveIfPossible(count + 64) else { return false }
    var isFine = true
    unsafe buffer.append(upTo: count) { room in
      var done = 0
      while done < count {
        // SAFETY: `done` is less than `count`, for which there is room.
        let rest = unsafe UnsafeMutableBufferPointer(rebasing: room[done..<count])
        guard let added = unsafe Platform.read(descriptor, into: rest, at: offset + done) else {
          isFine = false
          break
        }
        if added == 0 { break }
        done += added
      }
      return done
    }
    return isFine
  }
}

extension LineFile {
  /// Whether options leave text as it stands in its file, but for line ends and ill-formed bytes.
  package static func suits(_ options: LoadOptions) -> Bool {
    (options.type == "auto" || options.type == LinesFormat().name) && options.fields.isEmpty
      && options.aliasFields.isEmpty && !options.isStrict && !options.computesSHA256
  }

  /// Whether the file at `path` would be read as lines.
  package static func isOfLines(_ path: String, _ options: LoadOptions) -> Bool {
    if path == "-" { return false }
    let format = FormatCatalog.format(ofFileNamed: path)
    return options.type != "auto" || format == nil || format?.name == LinesFormat().name
  }
}
