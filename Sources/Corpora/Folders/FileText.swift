internal import System
package import UnicodeText

/// The whole text of one file, as the loader sees it.
///
/// It is valid UTF-8: gzip is decompressed, a byte order mark dropped, and each ill-formed sequence
/// replaced by U+FFFD. A carriage return before a newline is dropped, so that the parts between
/// newlines are the records that loading its lines gives; all other bytes are kept.
package struct FileText: Sendable {
  /// Empty if the file is binary.
  package let text: FrozenBuffer<UInt8>

  /// The digest of the raw bytes of the file; empty if it is binary.
  package let sha256: [UInt8]

  /// The ill-formed sequences replaced.
  package let invalidSequences: Int

  /// Whether there is a zero byte among the first ones: the loader leaves such files of folders out.
  package let isBinary: Bool

  /// Reads the file at `path`; of a binary one no more than it takes to see that.
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

  /// The digest of the raw bytes of the file at `path`: that of loading it.
  ///
  /// - Throws: what reading throws.
  package static func sha256(
    of path: String, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(CorpusError) -> [UInt8] {
    try placed(path) { () throws(CorpusError) in
      // It is decompressed too: what follows the last gzip member is not read by loading either.
      var source = try ByteSource(FilePath(path), hasher: SHA256(), isCancelled: isCancelled)
      var room = GrowableBuffer<UInt8>(capacity: InputWindow.step)
      repeat {
        room.truncate(to: 0)
        // SAFETY: what is read fits in the buffer that is lent for it.
        unsafe try room.append(upTo: InputWindow.step) { room throws(CorpusError) in
          unsafe try source.read(into: room)
        }
      } while room.count == InputWindow.step
      return source.hasher?.finalized() ?? []
    }
  }

  /// What `body` returns; its error gets the place, unless it has one.
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

  /// Appends bytes but for the carriage returns before newlines, and returns how many were dealt with.
  private static func append(
    _ bytes: Span<UInt8>, to text: inout GrowableBuffer<UInt8>, isAtEnd: Bool
  ) -> Int {
    var start = 0
    while start < bytes.count {
      let rest = bytes.extracting(start..<bytes.count)
      guard let found = Kernels.firstIndex(of: UInt8(ascii: "\r"), in: rest) else { break }
      text.append(copying: rest.extracting(0..<found))
      start += found
      // What follows the last byte decides about it.
      if start + 1 == bytes.count && !isAtEnd { return start }
      let isDropped = start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "\n")
      if !isDropped { text.append(UInt8(ascii: "\r")) }
      start += 1
    }
    text.append(copying: bytes.extracting(start..<bytes.count))
    return bytes.count
  }
}
