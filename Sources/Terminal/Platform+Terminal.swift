internal import CEdit
package import System

/// The calls of the terminal, and those that heed its signals.
extension Platform {
  /// Ends the process, after restoring a terminal that is being read.
  package static func exit(_ code: Int32) -> Never {
    ce_terminal_restore()
    endProcess(code)
  }

  /// The size in cells of the terminal that `descriptor` is; nil if it is none or does not know.
  package static func terminalSize(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
    var columns: Int32 = 0
    var rows: Int32 = 0
    // SAFETY: the call writes the two integers and keeps no pointer.
    let isKnown = unsafe ce_terminal_size(descriptor, &columns, &rows)
    return isKnown ? (Int(columns), Int(rows)) : nil
  }

  // MARK: Files

  /// All bytes of the file at `path`; `isInterruptible`: a pending interrupt or termination ends
  /// the wait for a slow one.
  ///
  /// - Throws: `SystemError` if it cannot be opened or read.
  package static func contents(
    of path: String, isInterruptible: Bool = false
  ) throws(SystemError) -> [UInt8] {
    let descriptor = try open(path)
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    while true {
      switch read(from: descriptor, into: &bytes) {
      case .bytes: continue
      case .signal: if isInterruptible && Signals.isCancelled { throw .interruption }
      case .end: return bytes
      case .failed(let error): throw error
      }
    }
  }

  /// Opens and locks the regular file at `path`, making it if it is missing.
  static func openLocked(_ path: String) throws(SystemError) -> Int32 {
    let descriptor = unsafe ce_open_locked(path)
    if descriptor < 0 { throw SystemError(code: -descriptor) }
    return descriptor
  }

  /// Puts a new file with `bytes`, which only its owner may read, in the place of the one at `path`, in one step.
  ///
  /// `isDurable`: it outlasts a loss of power too, which takes a write to the medium.
  static func replaceFile(
    _ path: String, with bytes: Span<UInt8>, isDurable: Bool = true
  ) throws(SystemError) {
    // SAFETY: the call reads the span's bytes and keeps no pointer.
    let error = unsafe bytes.withUnsafeBytes { block in
      unsafe block.baseAddress.map {
        unsafe ce_replace_file(path, $0, block.count, isDurable)
      } ?? SystemError.invalid.code
    }
    if error != 0 { throw SystemError(code: error) }
  }

  // MARK: Descriptors

  /// Adds `bytes` at the end of a file, all or none.
  static func append(_ bytes: Span<UInt8>, to descriptor: Int32) throws(SystemError) {
    // SAFETY: the call reads the span's bytes and keeps no pointer.
    let error = unsafe bytes.withUnsafeBytes { block in
      unsafe block.baseAddress.map { unsafe ce_append(descriptor, $0, block.count) } ?? 0
    }
    if error != 0 { throw SystemError(code: error) }
  }

  /// Writes all of `bytes`, waiting as long as it takes; signals but for a termination do not end
  /// that.
  ///
  /// - Throws: `SystemError`; for a pipe that nobody reads any more its `isBrokenPipe` is true.
  package static func write(_ bytes: Span<UInt8>, to descriptor: Int32) throws(SystemError) {
    // SAFETY: the call reads the span's bytes and keeps no pointer.
    let error = unsafe bytes.withUnsafeBytes {
      unsafe ce_write(descriptor, $0.baseAddress, $0.count)
    }
    if error != 0 { throw SystemError(code: error) }
  }

  /// Starts a program; the second value is the writing end of its standard input, if it `isFed`.
  static func spawn(
    _ arguments: [String], environment: EnvironmentVariables?, isFed: Bool
  ) throws(SystemError) -> (process: Int32, feed: Int32?) {
    // The C library would follow the missing name into a crash.
    if arguments.isEmpty { throw .invalid }
    let variables = (environment ?? Self.environment()).entries
    var process: Int32 = 0
    var feed: Int32 = -1
    // SAFETY: both lists end in null and live until the call returns, which copies what it needs.
    let error = unsafe CStringList.withPointers(to: arguments) { arguments in
      unsafe CStringList.withPointers(to: variables) { variables in
        unsafe ce_spawn(arguments, variables, isFed ? -1 : 0, &process, &feed)
      }
    }
    if error != 0 { throw SystemError(code: error) }
    return (process, feed < 0 ? nil : feed)
  }

  /// Starts the program again in this process, with one more environment variable; returns only if that fails.
  static func restart(setting variable: String, to value: String) {
    // SAFETY: The arguments stay valid for the lifetime of the process.
    unsafe ce_start_again(CommandLine.unsafeArgv, variable, value)
  }

  enum ReadResult {
    case bytes
    case end
    case signal
    case failed(SystemError)
  }

  /// Appends what `descriptor` has next to `buffer`, waiting for it or for a signal.
  static func read(from descriptor: Int32, into buffer: inout [UInt8]) -> ReadResult {
    switch ce_wait_readable(descriptor, -1) {
    case ce_wait_signal: return .signal
    case ce_wait_failed: return .failed(.last)
    default: break
    }
    do throws(SystemError) {
      let block = try read(descriptor, upTo: 65_536)
      buffer += block
      return block.isEmpty ? .end : .bytes
    } catch {
      return error.isInterruption || error.isTryAgain ? .signal : .failed(error)
    }
  }
}

extension WakeUp {
  /// Waits for `signal()`, a signal of the system, or that many milliseconds.
  package func wait(milliseconds: Int32) { _ = ce_wait_readable(descriptor, milliseconds) }
}
