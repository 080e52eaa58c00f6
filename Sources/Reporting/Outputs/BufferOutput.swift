/// An output that collects its bytes in memory, for tests and for the input of a child process.
package final class BufferOutput: Output {
  /// All bytes written so far.
  package private(set) var bytes: [UInt8] = []

  /// The number of calls of `flush()`.
  package private(set) var flushCount = 0

  package init() {}

  /// All bytes written so far as text; invalid UTF-8 becomes U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package func write(_ bytes: Span<UInt8>) throws(OutputError) {
    self.bytes.reserveCapacity(self.bytes.count + bytes.count)
    for index in bytes.indices { self.bytes.append(bytes[index]) }
  }

  package func flush() throws(OutputError) { flushCount += 1 }
}
