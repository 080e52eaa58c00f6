internal import CEdit

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A descriptor that becomes readable when another thread calls `signal()`.
@safe public final class WakeUp: Sendable {
  /// Readable from a call of `signal()` until `clear()`.
  public let descriptor: Int32

  private let writeEnd: Int32

  /// Creates a pipe; nil if the system has none left.
  public init?() {
    var ends: [Int32] = [-1, -1]
    // SAFETY: The call fills in the two numbers.
    guard unsafe pipe(&ends) == 0 else { return nil }
    (descriptor, writeEnd) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    ce_close(descriptor)
    ce_close(writeEnd)
  }

  /// Makes the descriptor readable; can be called on any thread.
  ///
  /// Several signals before a `clear()` count as one.
  public func signal() {
    var byte: UInt8 = 0
    // SAFETY: One byte, which is valid for the call; a full pipe is already readable.
    _ = unsafe write(writeEnd, &byte, 1)
  }

  /// Makes the descriptor unreadable again.
  public func clear() {
    var bytes = [UInt8](repeating: 0, count: 64)
    // SAFETY: The call writes at most as many bytes as the array holds.
    while unsafe read(descriptor, &bytes, bytes.count) == bytes.count {}
  }

  /// Waits for `signal()`, for a process signal, or for at most `milliseconds`.
  package func wait(milliseconds: Int32) { _ = ce_wait_readable(descriptor, milliseconds) }
}
