package import Searching
internal import System
internal import UnicodeText

/// A buffered output over an open file descriptor.
///
/// After the first failure, every later call throws the same error, so that no later write appears
/// to succeed. The error `cancelled` is an exception: the buffered bytes are dropped, and later
/// writes can succeed.
///
/// The object does not own the descriptor, and never closes the descriptor. Bytes that are not
/// flushed when the object is destroyed are lost, because a flush in `deinit` could not report its
/// failure.
package final class FileOutput: Output {
  /// The size of the buffer in bytes.
  package static let capacity = 64 * 1024

  private let descriptor: Int32
  private let path: String?
  private let cancellation: Cancellation
  private var buffer = GrowableBuffer<UInt8>(capacity: FileOutput.capacity)
  private var failure: OutputError?

  /// Creates an output over an open descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: A descriptor that is open for writing.
  ///   - path: The path to show in error messages.
  ///   - cancellation: Checked when a signal interrupts a write that waits for a slow reader; can
  ///     stop the write.
  package init(descriptor: Int32, path: String? = nil, cancellation: Cancellation = .never) {
    self.descriptor = descriptor
    self.path = path
    self.cancellation = cancellation
  }

  /// Creates an output over standard output (descriptor 1).
  package static func standardOutput(cancellation: Cancellation = .never) -> FileOutput {
    FileOutput(descriptor: 1, cancellation: cancellation)
  }

  /// Creates an output over standard error (descriptor 2).
  package static func standardError() -> FileOutput { FileOutput(descriptor: 2) }

  package func write(_ bytes: Span<UInt8>) throws(OutputError) {
    if let failure { throw failure }
    if buffer.count + bytes.count > Self.capacity { try flush() }
    if bytes.count >= Self.capacity {
      try send(bytes)
    } else {
      buffer.append(copying: bytes)
    }
  }

  package func flush() throws(OutputError) {
    if let failure { throw failure }
    if buffer.count == 0 { return }
    defer { buffer.truncate(to: 0) }
    try buffer.withSpan { (bytes) throws(OutputError) in try send(bytes) }
  }

  private func send(_ bytes: Span<UInt8>) throws(OutputError) {
    do throws(SystemError) {
      let cancellation = cancellation
      if try Platform.writeAll(bytes, to: descriptor, isCancelled: { cancellation.isCancelled }) {
        return
      }
    } catch {
      let failure: OutputError =
        error.isBrokenPipe ? .closed : .failed(path: path, reason: error.reason)
      self.failure = failure
      throw failure
    }
    throw .cancelled
  }
}
