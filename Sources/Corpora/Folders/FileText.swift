internal import System
package import UnicodeText

/// The whole text of one file, converted as the loader converts it.
///
/// The text is valid UTF-8: gzip is decompressed, a byte order mark is removed, and each ill-formed
/// sequence is replaced by U+FFFD. A carriage return before a newline is removed. No other bytes
/// are removed or replaced. Therefore, the lines of the text are exactly the records that the
/// loader reads from the file in the format `lines`.
package struct FileText: Sendable {
  /// The text; empty if the file is binary.
  package let text: FrozenBuffer<UInt8>

  /// The SHA-256 of the raw bytes of the file; empty if the file is binary.
  package let sha256: [UInt8]

  /// The number of ill-formed sequences that were replaced.
  package let invalidSequences: Int

  /// Whether the first bytes of the file contain a zero byte; the loader skips such files in
  /// folders.
  package let isBinary: Bool

  /// Reads the file at `path`; a binary file is read only until it is detected as binary.
  ///
  /// - Throws: `recordTooLarge` if the text has more than `limit` bytes; `notFound`, `unreadable`,
  ///   `isFolder`, `readFailed`, `truncatedGzip`, `damagedGzip`, `outOfMemory`, `cancelled`.
  package static func read(
    _ path: String, limit: Int = Segment.limit,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(CorpusError) -> FileText {
    try placed(path) { () throws(CorpusError) in
      let source = try ByteSource(FilePath(path), hasher: SHA256(), isCancelled: isCancelled)
      let window = InputWindow(
        source, monitor: LoadMonitor(isCancelled: isCancelled, progress: nil), isStrict: false,
        limit: Segment.limit, step: InputWindow.step, blocks: BlockSizes())
      return try read(window, limit)
    }
  }

  /// The SHA-256 of the raw bytes of the file at `path`, as the loader computes it.
  ///
  /// - Throws: the errors of reading the file.
  package static func sha256(
    of path: String, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(CorpusError) -> [UInt8] {
    try placed(path) { () throws(CorpusError) in
      // Decompress gzip here too: the loader stops after the last gzip member, so data after that
      // member must not be hashed.
      var source = try ByteSource(FilePath(path), hasher: SHA256(), isCancelled: isCancelled)
      var buffer = GrowableBuffer<UInt8>(capacity: InputWindow.step)
      repeat {
        buffer.truncate(to: 0)
        try buffer.append(upTo: InputWindow.step) { span throws(CorpusError) in
          try source.read(into: &span)
        }
      } while buffer.count == InputWindow.step
      return source.hasher?.finalized() ?? []
    }
  }

  /// Calls `body`, and adds `path` to an error of `body` that has no path.
  private static func placed<R>(
    _ path: String, _ body: () throws(CorpusError) -> R
  ) throws(CorpusError) -> R {
    do throws(CorpusError) {
      return try body()
    } catch {
      throw CorpusError(error.code, path: error.path ?? path)
    }
  }

  private static func read(
    _ window: consuming InputWindow, _ limit: Int
  ) throws(CorpusError) -> FileText {
    var window = window
    var text = GrowableBuffer<UInt8>()
    try window.refill()
    if window.looksBinary {
      return FileText(text: text.freeze(), sha256: [], invalidSequences: 0, isBinary: true)
    }
    while true {
      guard text.reserveIfPossible(window.unreadCount) else { throw CorpusError(.outOfMemory) }
      let isAtEnd = window.isAtEnd
      window.consume(window.withUnread { append($0, to: &text, isAtEnd: isAtEnd) })
      if text.count > limit { throw CorpusError(.recordTooLarge(limit: limit)) }
      if isAtEnd { break }
      try window.refill()
    }
    return FileText(
      text: text.freeze(), sha256: window.hasher?.finalized() ?? [],
      invalidSequences: window.invalidSequences, isBinary: false)
  }

  /// Appends `bytes` without the carriage returns before newlines.
  ///
  /// Returns the number of bytes consumed.
  private static func append(
    _ bytes: Span<UInt8>, to text: inout GrowableBuffer<UInt8>, isAtEnd: Bool
  ) -> Int {
    var start = 0
    while start < bytes.count {
      let rest = bytes.extracting(start..<bytes.count)
      guard let found = Kernels.firstIndex(of: UInt8(ascii: "\r"), in: rest) else { break }
      text.append(copying: rest.extracting(0..<found))
      start += found
      // If `bytes` ends with a carriage return, the next byte decides whether to keep the carriage
      // return.
      if start + 1 == bytes.count && !isAtEnd { return start }
      let isDropped = start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "\n")
      if !isDropped { text.append(UInt8(ascii: "\r")) }
      start += 1
    }
    text.append(copying: bytes.extracting(start..<bytes.count))
    return bytes.count
  }
}
