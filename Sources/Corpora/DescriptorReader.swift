internal import System
import UnicodeText

/// Reads an open file.
///
/// Bytes are read with `read(2)` into memory of our own: a file that shrinks meanwhile just ends
/// early. Of a file that grows, what was there when it was opened is read.
struct DescriptorReader: ~Copyable {
  /// The bytes of the file when it was opened, if it is a regular one.
  let size: Int?

  /// The digest of what was read so far, if it is wanted.
  private(set) var hasher: SHA256?

  let descriptor: Int32
  private let isOwned: Bool
  private let isCancelled: @Sendable () -> Bool

  /// The bytes still to be read; `Int.max` where the end is not known.
  private var remaining: Int

  /// Reads from `descriptor`, which is closed at the end if it `isOwned`.
  ///
  /// `isCancelled` is asked before every call to the system.
  init(
    _ descriptor: Int32, isOwned: Bool, hasher: SHA256?, isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.descriptor = descriptor
    self.isOwned = isOwned
    self.hasher = hasher
    self.isCancelled = isCancelled
    // What the system makes up as it is read (as in /proc) says that it has no bytes.
    if isOwned, case .file(let bytes) = try? Platform.kind(of: descriptor), bytes > 0 {
      size = bytes
      remaining = bytes
    } else {
      size = nil
      remaining = .max
    }
  }

  deinit { if isOwned { Platform.close(descriptor) } }

  /// Goes to `offset` of a file whose size is known.
  ///
  /// - Throws: `readFailed`.
  mutating func seek(to offset: Int) throws(CorpusError) {
    guard let size else { return }
    do throws(SystemError) {
      try Platform.seek(descriptor, to: offset)
    } catch {
      throw CorpusError(.readFailed(reason: error.readingReason))
    }
    remaining = max(0, size - offset)
  }

  /// Whether `read` would not wait: waits for that as many milliseconds, at most.
  func hasMore(within milliseconds: Int32) -> Bool {
    Platform.isReadable(descriptor, within: milliseconds)
  }

  /// Reads some bytes to the start of `room` and returns how many, 0 at the end.
  ///
  /// - Throws: `readFailed`, `isFolder`, `cancelled`.
  mutating func read(into room: UnsafeMutableBufferPointer<UInt8>) throws(CorpusError) -> Int {
    let limit = min(room.count, remaining)
    if limit == 0 { return 0 }
    let space = unsafe UnsafeMutableBufferPointer(rebasing: room[0..<limit])
    while true {
      if isCancelled() { throw CorpusError(.cancelled) }
      do throws(SystemError) {
        let count = unsafe try Platform.read(descriptor, into: space)
        if remaining != .max { remaining -= count }
        if hasher != nil {
          unsafe hasher?.update(UnsafeBufferPointer(rebasing: space[0..<count]).span)
        }
        return count
      } catch {
        if error.isFolder { throw CorpusError(.isFolder) }
        if !error.isInterruption { throw CorpusError(.readFailed(reason: error.readingReason)) }
      }
    }
  }
}
