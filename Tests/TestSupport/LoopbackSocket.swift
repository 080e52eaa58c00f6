internal import CTestSupport

/// A socket on the loopback interface, closed when this value is destroyed.
///
/// Every call blocks until it can proceed, or until the descriptor `stop` is readable.
final class LoopbackSocket: Sendable {
  /// The outcome of a call.
  enum Outcome {
    case done

    /// The peer closed the connection.
    case closed

    /// The descriptor `stop` became readable.
    case stopped
  }

  private let descriptor: Int32
  private let stop: Int32

  private init?(_ descriptor: Int32, stop: Int32) {
    if descriptor < 0 { return nil }
    (self.descriptor, self.stop) = (descriptor, stop)
  }

  deinit { cts_close_socket(descriptor) }

  /// Listens on a free port; nil if the system provides no socket.
  static func listening(stop: Int32) -> (socket: LoopbackSocket, port: UInt16)? {
    var port: UInt16 = 0
    let descriptor = unsafe cts_listen(&port)
    return LoopbackSocket(descriptor, stop: stop).map { ($0, port) }
  }

  /// Connects to a port; nil if no program listens on the port.
  static func connected(to port: UInt16, stop: Int32) -> LoopbackSocket? {
    LoopbackSocket(cts_connect(port), stop: stop)
  }

  /// Waits for the next connection to this listening socket; nil if `stop` becomes readable.
  func accept() -> LoopbackSocket? {
    LoopbackSocket(cts_accept(descriptor, stop), stop: stop)
  }

  /// Makes a later close reset the connection, so that the peer's next read fails.
  func reset() { cts_reset_on_close(descriptor) }

  /// Reads the bytes that have arrived, at least one, and passes them to the closure.
  func receive(upTo size: Int = 65_536, _ use: (ArraySlice<UInt8>) -> Void) -> Outcome {
    var count = 0
    // SAFETY: At most `size` bytes are written, and the array has room for them.
    let block = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, used in
      count = unsafe buffer.baseAddress.map { unsafe cts_receive(descriptor, stop, $0, size) } ?? 0
      used = max(count, 0)
    }
    if count <= 0 { return count == 0 ? .closed : .stopped }
    use(block[...])
    return .done
  }

  /// Sends all bytes.
  func send(_ bytes: some Collection<UInt8>) -> Outcome {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      // SAFETY: The call reads at most `block.count` bytes, which is the size of the slice.
      let count = unsafe rest.withUnsafeBufferPointer { block in
        unsafe block.baseAddress.map { unsafe cts_send(descriptor, stop, $0, block.count) } ?? 0
      }
      if count <= 0 { return count == 0 ? .closed : .stopped }
      rest = rest.dropFirst(Int(count))
    }
    return .done
  }

  /// Waits until the peer closes the connection, and discards the bytes that arrive until then.
  func waitForClose() -> Outcome {
    while true {
      let outcome = receive { _ in }
      if outcome != .done { return outcome }
    }
  }
}
