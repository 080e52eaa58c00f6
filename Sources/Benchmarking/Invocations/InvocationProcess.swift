internal import System

/// A running process; `finish` collects its whole standard output.
struct InvocationProcess {
  /// The output of a process, and how the process ended.
  struct Ending {
    var output: [UInt8] = []

    /// The exit code; nil if a signal ended the process.
    var exitCode: Int32?

    /// How the process ended, such as `was ended by signal 11`.
    var how = ""
  }

  /// The time, in nanoseconds, that an interrupted process gets to write the samples taken so far.
  private static let grace: UInt64 = 700_000_000

  /// The interval between checks of the pipes and of cancellation, in milliseconds.
  private static let step: Int32 = 20

  private let process: PipedProcess

  /// Starts a program.
  ///
  /// - Throws: `notStarted`.
  init(_ path: String, _ arguments: [String]) throws(InvocationError) {
    do throws(SystemError) {
      process = try PipedProcess(path, arguments, hasErrors: true)
    } catch {
      throw .notStarted(path: path, reason: error.message)
    }
  }

  /// Collects the output until the process ends.
  ///
  /// A canceled process is interrupted, and is killed if it has not ended after 0.7 s.
  ///
  /// - Parameters:
  ///   - timeout: The time after which the process is killed, in nanoseconds; nil for no limit.
  ///   - isCancelled: Checked every 20 ms.
  ///   - onErrors: Called with the next bytes of standard error.
  ///   - onWait: Called every 20 ms.
  /// - Returns: The process's standard output, and how the process ended.
  func finish(
    timeout: UInt64? = nil, isCancelled: () -> Bool, onErrors: ([UInt8]) -> Void = { _ in },
    onWait: () -> Void = {}
  ) -> Ending {
    var ending = Ending()
    var deadline = timeout.map { Platform.monotonicNanoseconds() + $0 }
    var isInterrupted = false
    while true {
      // Read standard error too: a process would block forever once its error pipe is full.
      let errors = process.readErrors(1 << 16) ?? []
      if !errors.isEmpty { onErrors(errors) }
      guard let more = process.read(1 << 16) else { break }
      ending.output += more
      guard more.isEmpty else { continue }
      let now = Platform.monotonicNanoseconds()
      if isCancelled(), !isInterrupted {
        isInterrupted = true
        process.interrupt()
        deadline = now + Self.grace
      }
      if let deadline, now >= deadline {
        ending.how = process.finish(isKilled: true)
        return ending
      }
      onWait()
      if errors.isEmpty { process.wait(for: .reading, milliseconds: Self.step) }
    }
    while let more = process.readErrors(1 << 16), !more.isEmpty { onErrors(more) }
    ending.how = process.finish(isKilled: false)
    ending.exitCode = process.exitCode
    return ending
  }
}
