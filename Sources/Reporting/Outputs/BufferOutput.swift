/// An output that collects its bytes in memory, for tests and for the input of a child process.
public final class BufferOutput: Output {
  /// All bytes written so far.
  public private(set) var bytes: [UInt8] = []

  /// The number of calls of `flush()`.
  public private(set) var flushCount = 0

  public init() {}

  /// All bytes written so far as text; invalid UTF-8 becomes U+FFFD.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  public func write(_ bytes: Span<UInt8>) throws(OutputError) {
    self.bytes.reserveCapacity(self.bytes.count + bytes.count)
    for index in bytes.indices { self.bytes.append(bytes[index]) }
  }

  public func flush() throws(OutputError) { flushCount += 1 }
}
