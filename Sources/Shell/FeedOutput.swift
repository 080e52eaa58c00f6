internal import Reporting
internal import System
internal import Terminal
internal import UnicodeText

/// An output that writes to the standard input of a foreground program.
///
/// It waits while the program does not read.
///
/// A termination signal ends the wait, so that a program that has stopped reading cannot keep this
/// process running.
final class FeedOutput: Output {
  private let descriptor: Int32
  private var buffer = GrowableBuffer<UInt8>(capacity: FileOutput.capacity)

  init(descriptor: Int32) { self.descriptor = descriptor }

  func write(_ bytes: Span<UInt8>) throws(OutputError) {
    if buffer.count + bytes.count > FileOutput.capacity { try flush() }
    if bytes.count >= FileOutput.capacity {
      try send(bytes)
    } else {
      buffer.append(copying: bytes)
    }
  }

  func flush() throws(OutputError) {
    defer { buffer.truncate(to: 0) }
    try buffer.withSpan { (bytes) throws(OutputError) in try send(bytes) }
  }

  private func send(_ bytes: Span<UInt8>) throws(OutputError) {
    do throws(SystemError) {
      try Platform.write(bytes, to: descriptor)
    } catch {
      if error.isBrokenPipe { throw .closed }
      if error.isInterruption || Signals.termination != nil { throw .cancelled }
      throw .failed(path: "to the command", reason: error.message)
    }
  }
}
