/// An output that keeps what is written to it, for tests and for feeding a child process.
public final class BufferOutput: Output {
  /// Everything written so far.
  public private(set) var bytes: [UInt8] = []

  /// How many times `flush()` was called.
  public private(set) var flushCount = 0

  public init() {}

  /// Everything written so far as text; invalid UTF-8 is shown as U+FFFD.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  public func write(_ bytes: Span<UInt8>) throws(OutputError) {
    self.bytes.reserveCapacity(self.bytes.count + bytes.count)
    for index in bytes.indices { self.bytes.append(bytes[index]) }
  }

  public func flush() throws(OutputError) { flushCount += 1 }
}
