internal import Reporting
internal import System
internal import Terminal
internal import UnicodeText

/// An output that writes to the standard input of a foreground program.
///
/// A write blocks while the program does not read its input.
///
/// A termination signal interrupts a blocked write, so a program that no longer reads cannot keep
/// this process running.
final class FeedOutput: Output {
  private let arguments: [String]
  private var child: ChildProcess?
  private var descriptor: Int32?

  /// The error if the program could not be started when output was sent; otherwise nil.
  private(set) var startFailure: SystemError?

  private var buffer = GrowableBuffer<UInt8>(capacity: FileOutput.capacity)

  /// Creates an output to the program `arguments[0]`.
  ///
  /// The program is started by `start()`, or when the first bytes are sent.
  init(to arguments: [String]) { self.arguments = arguments }

  /// Starts the program, unless it was started before.
  ///
  /// - Throws: `SystemError` if the program cannot be started.
  func start() throws(SystemError) {
    if child != nil { return }
    let started = try ChildProcess(feeding: arguments)
    descriptor = started.feedDescriptor
    child = consume started
  }

  /// Closes the program's standard input and waits until the program ends; returns nil if the
  /// program was not started.
  func finish() -> ChildProcess.Ending? {
    descriptor = nil
    return child.take()?.finish()
  }

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
    if bytes.isEmpty { return }
    do throws(SystemError) {
      try start()
    } catch {
      startFailure = error
      throw .failed(path: arguments[0], reason: error.message)
    }
    guard let descriptor else { throw .closed }
    do throws(SystemError) {
      try Platform.write(bytes, to: descriptor)
    } catch {
      if error.isBrokenPipe { throw .closed }
      if error.isInterruption || Signals.termination != nil { throw .cancelled }
      throw .failed(path: "to the command", reason: error.message)
    }
  }
}
