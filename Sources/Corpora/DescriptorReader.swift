internal import System
import UnicodeText

/// Reads an open file.
///
/// The reader copies bytes with `read(2)` instead of mapping the file. Therefore, if another
/// process shortens the file, the text ends early, and this process does not crash. Bytes added to
/// a regular file after it was opened are not read.
struct DescriptorReader: ~Copyable {
  /// The size of the file when it was opened, in bytes; nil if the file is not a regular file.
  let size: Int?

  /// The SHA-256 of the bytes read so far; nil if no digest was requested.
  private(set) var hasher: SHA256?

  let descriptor: Int32
  private let isOwned: Bool
  private let isCancelled: @Sendable () -> Bool

  /// The number of bytes that remain to be read; `Int.max` if this number is unknown.
  private var remaining: Int

  /// The file offset of the next read; nil to read at the current offset of the descriptor.
  private var offset: Int?

  /// Creates a reader of `descriptor`; if `isOwned` is set, deinitialization closes the descriptor.
  ///
  /// `isCancelled` is called before each read.
  init(
    _ descriptor: Int32, isOwned: Bool, hasher: SHA256?, isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.descriptor = descriptor
    self.isOwned = isOwned
    self.hasher = hasher
    self.isCancelled = isCancelled
    // Files that the system generates on the fly, as in /proc, report a size of 0.
    if isOwned, case .file(let bytes) = try? Platform.kind(of: descriptor), bytes > 0 {
      size = bytes
      remaining = bytes
    } else {
      size = nil
      remaining = .max
    }
  }

  /// Reads an open regular file, with support for seeking, and does not close the file.
  ///
  /// The reader tracks its own offset, so several readers can share `descriptor`.
  init(seeking descriptor: Int32, size: Int, isCancelled: @escaping @Sendable () -> Bool) {
    self.descriptor = descriptor
    isOwned = false
    hasher = nil
    self.isCancelled = isCancelled
    self.size = size
    remaining = size
    offset = 0
  }

  /// Reads a regular file from its start, and does not close it.
  ///
  /// The reader tracks its own offset, so several readers can share `descriptor`.
  init(sharing descriptor: Int32, isCancelled: @escaping @Sendable () -> Bool) {
    self.init(descriptor, isOwned: false, hasher: nil, isCancelled: isCancelled)
    offset = 0
  }

  deinit { if isOwned { Platform.close(descriptor) } }

  /// Seeks to `offset`; reading then ends at `end`, or at the end of the file.
  ///
  /// Does nothing if the size of the file is unknown.
  ///
  /// - Throws: `readFailed`.
  mutating func seek(to offset: Int, end: Int = .max) throws(CorpusError) {
    guard let size else { return }
    remaining = max(0, min(size, end) - offset)
    if self.offset != nil {
      self.offset = offset
      return
    }
    do throws(SystemError) {
      try Platform.seek(descriptor, to: offset)
    } catch {
      throw CorpusError(.readFailed(reason: error.readingReason))
    }
  }

  /// Waits at most `milliseconds` for input, and returns whether input can be read without
  /// blocking.
  func hasMore(within milliseconds: Int32) -> Bool {
    Platform.isReadable(descriptor, within: milliseconds)
  }

  /// Appends some bytes to `span` and returns their number; 0 at the end of the input.
  ///
  /// - Throws: `readFailed`, `isFolder`, `cancelled`.
  mutating func read(into span: inout OutputSpan<UInt8>) throws(CorpusError) -> Int {
    let limit = min(span.freeCapacity, remaining)
    if limit == 0 { return 0 }
    while true {
      if isCancelled() { throw CorpusError(.cancelled) }
      if let offset { return try read(into: &span, at: offset) }
      // If a read may block, wait in short steps, and check for cancellation after each step. A
      // signal interrupts only one thread, so it might not interrupt a longer wait.
      if size == nil, !Platform.isReadable(descriptor, within: 50) { continue }
      do throws(SystemError) {
        let count = try Platform.read(descriptor, upTo: limit, into: &span)
        if remaining != .max { remaining -= count }
        if hasher != nil { hasher?.update(span.span.extracting(last: count)) }
        return count
      } catch {
        if error.isFolder { throw CorpusError(.isFolder) }
        if !error.isInterruption, !error.isTryAgain {
          throw CorpusError(.readFailed(reason: error.readingReason))
        }
      }
    }
  }

  private mutating func read(
    into span: inout OutputSpan<UInt8>, at start: Int
  ) throws(CorpusError) -> Int {
    let before = span.count
    guard Platform.fill(&span, upTo: remaining, from: descriptor, at: start) else {
      throw CorpusError(.readFailed(reason: SystemError.last.readingReason))
    }
    let count = span.count - before
    offset = start + count
    if remaining != .max { remaining -= count }
    return count
  }
}
