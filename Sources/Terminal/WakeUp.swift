internal import CEdit

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A descriptor that can be waited on until another thread has something to say.
@safe public final class WakeUp: Sendable {
  /// Can be read from once `signal()` was called, until `clear()` is.
  public let descriptor: Int32

  private let writeEnd: Int32

  /// Makes a pipe; nil if the system has none left.
  public init?() {
    var ends: [Int32] = [-1, -1]
    // SAFETY: the call fills in the two numbers.
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

  /// Wakes whoever waits, from any thread.
  ///
  /// Signals that nobody has taken yet are one.
  public func signal() {
    var byte: UInt8 = 0
    // SAFETY: one byte, alive for the call; a full pipe already wakes.
    _ = unsafe write(writeEnd, &byte, 1)
  }

  /// Takes the signals that have come.
  public func clear() {
    var bytes = [UInt8](repeating: 0, count: 64)
    // SAFETY: the call writes at most as many bytes as the array holds.
    while unsafe read(descriptor, &bytes, bytes.count) == bytes.count {}
  }

  /// Waits for a signal of either kind, or so long.
  package func wait(milliseconds: Int32) { _ = ce_wait_readable(descriptor, milliseconds) }
}
