public import Searching
internal import System
internal import UnicodeText

/// An output that writes to an open descriptor through a buffer of its own.
///
/// The first failure is kept: every later call throws it again, so that no write after it can look like a success. Only
/// after `cancelled` can more be written; what was to be written then is dropped.
/// The descriptor is borrowed and never closed. What was not flushed when the object goes away is lost: a flush that
/// nobody can hear fail would be silent.
public final class FileOutput: Output {
  /// The number of bytes gathered before the system is called.
  public static let capacity = 64 * 1024

  private let descriptor: Int32
  private let path: String?
  private let cancellation: Cancellation
  private var buffer = GrowableBuffer<UInt8>(capacity: FileOutput.capacity)
  private var failure: OutputError?

  /// Creates an output over an open descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: open for writing.
  ///   - path: for messages.
  ///   - cancellation: ends a write that waits for a slow reader; asked when a signal has interrupted it.
  public init(descriptor: Int32, path: String? = nil, cancellation: Cancellation = .never) {
    self.descriptor = descriptor
    self.path = path
    self.cancellation = cancellation
  }

  /// A new output over descriptor 1.
  public static func standardOutput(cancellation: Cancellation = .never) -> FileOutput {
    FileOutput(descriptor: 1, cancellation: cancellation)
  }

  /// A new output over descriptor 2.
  public static func standardError() -> FileOutput { FileOutput(descriptor: 2) }

  public func write(_ bytes: Span<UInt8>) throws(OutputError) {
    if let failure { throw failure }
    if buffer.count + bytes.count > Self.capacity { try flush() }
    if bytes.count >= Self.capacity {
      try send(bytes)
    } else {
      buffer.append(copying: bytes)
    }
  }

  public func flush() throws(OutputError) {
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
