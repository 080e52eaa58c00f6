/// A descriptor that can be waited on until another thread has something to say.
package final class WakeUp: Sendable {
  /// Can be read from once `signal()` was called, until `clear()` is.
  package let descriptor: Int32

  private let writeEnd: Int32

  /// Makes a pipe; nil if the system has none left.
  package init?() {
    guard let ends = Platform.pipe() else { return nil }
    (descriptor, writeEnd) = (ends.reading, ends.writing)
  }

  deinit {
    Platform.close(descriptor)
    Platform.close(writeEnd)
  }

  /// Wakes whoever waits, from any thread.
  ///
  /// Signals that nobody has taken yet are one.
  package func signal() {
    // A full pipe already wakes.
    let byte: [UInt8] = [0]
    _ = try? Platform.writeSome(byte.span, to: writeEnd)
  }

  /// Takes the signals that have come.
  package func clear() {
    while let bytes = try? Platform.read(descriptor, upTo: 64), bytes.count == 64 {}
  }
}
