/// A descriptor with which one thread wakes another.
package final class WakeUp: Sendable {
  /// Readable from a call of `signal()` to the next call of `clear()`.
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
  /// Several signals before a `clear()` count as one.
  package func signal() {
    // A full pipe is readable already.
    let byte: [UInt8] = [0]
    _ = try? Platform.writeSome(byte.span, to: writeEnd)
  }

  /// Discards the signals so far.
  package func clear() {
    while let bytes = try? Platform.read(descriptor, upTo: 64), bytes.count == 64 {}
  }
}
