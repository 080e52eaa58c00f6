/// A pipe through which one thread wakes another thread.
package final class WakeUp: Sendable {
  /// The descriptor to poll, which is readable from a call of `signal()` until the next call of
  /// `clear()`.
  package let descriptor: Int32

  private let writeEnd: Int32

  /// Creates a pipe; nil if the system cannot create one.
  package init?() {
    guard let ends = Platform.pipe() else { return nil }
    (descriptor, writeEnd) = (ends.reading, ends.writing)
  }

  deinit {
    Platform.close(descriptor)
    Platform.close(writeEnd)
  }

  /// Wakes the waiting thread; can be called on any thread.
  ///
  /// Several signals before a call of `clear()` have the same effect as one signal.
  package func signal() {
    // Ignore the error if the pipe is full: a full pipe is readable, so the thread wakes up.
    let byte: [UInt8] = [0]
    _ = try? Platform.writeSome(byte.span, to: writeEnd)
  }

  /// Discards all pending signals.
  package func clear() {
    while let bytes = try? Platform.read(descriptor, upTo: 64), bytes.count == 64 {}
  }
}
