internal import CEdit
package import System

/// System calls for the terminal, and system calls that a signal can interrupt.
extension Platform {
  /// Exits the process, after restoring the terminal if a line editor is reading from it.
  package static func exit(_ code: Int32) -> Never {
    ce_terminal_restore()
    endProcess(code)
  }

  /// The size in cells of the terminal that `descriptor` refers to; nil if `descriptor` is not a
  /// terminal, or if the size is unknown.
  package static func terminalSize(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
    var columns: Int32 = 0
    var rows: Int32 = 0
    // SAFETY: the call writes the two integers and keeps no pointer.
    let isKnown = unsafe ce_terminal_size(descriptor, &columns, &rows)
    return isKnown ? (Int(columns), Int(rows)) : nil
  }

  // MARK: Files

  /// All bytes of the file at `path`.
  ///
  /// - Throws: `SystemError` if the file cannot be opened or read. If `isInterruptible` is true, a
  ///   pending SIGINT or termination signal also throws.
  package static func contents(
    of path: String, isInterruptible: Bool = false
  ) throws(SystemError) -> [UInt8] {
    // Open a pipe without waiting for its writer: the first read waits instead, and a signal can
    // end that wait.
    let descriptor = try open(path, for: .readingWithoutWaiting)
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

  /// Opens and locks the regular file at `path`, creating it if it is missing.
  static func openLocked(_ path: String) throws(SystemError) -> Int32 {
    let descriptor = unsafe ce_open_locked(path)
    if descriptor < 0 { throw SystemError(code: -descriptor) }
    return descriptor
  }

  /// Atomically replaces the file at `path` with a new file that contains `bytes` and that only its
  /// owner can access.
  ///
  /// If `isDurable` is true, the file also survives a power failure, at the cost of an `fsync`.
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

  /// Appends all of `bytes` to a file, or nothing if writing fails.
  static func append(_ bytes: Span<UInt8>, to descriptor: Int32) throws(SystemError) {
    // SAFETY: the call reads the span's bytes and keeps no pointer.
    let error = unsafe bytes.withUnsafeBytes { block in
      unsafe block.baseAddress.map { unsafe ce_append(descriptor, $0, block.count) } ?? 0
    }
    if error != 0 { throw SystemError(code: error) }
  }

  /// Writes all of `bytes`, and waits as long as necessary; only a termination signal interrupts
  /// the wait.
  ///
  /// - Throws: `SystemError`; its `isBrokenPipe` is true if the reader has closed the pipe.
  package static func write(_ bytes: Span<UInt8>, to descriptor: Int32) throws(SystemError) {
    // SAFETY: the call reads the span's bytes and keeps no pointer.
    let error = unsafe bytes.withUnsafeBytes {
      unsafe ce_write(descriptor, $0.baseAddress, $0.count)
    }
    if error != 0 { throw SystemError(code: error) }
  }

  /// Starts a program; `feed` is the write end of a pipe to the program's standard input, or nil if
  /// `isFed` is false.
  static func spawn(
    _ arguments: [String], environment: EnvironmentVariables?, isFed: Bool
  ) throws(SystemError) -> (process: Int32, feed: Int32?) {
    // Reject a command without a program name, because the C library would dereference a null
    // pointer.
    if arguments.isEmpty { throw .invalid }
    let variables = (environment ?? Self.environment()).entries
    var process: Int32 = 0
    var feed: Int32 = -1
    // SAFETY: both lists end with a null pointer and are valid until the call returns; the call
    // keeps no pointer.
    let error = unsafe CStringList.withPointers(to: arguments) { arguments in
      unsafe CStringList.withPointers(to: variables) { variables in
        unsafe ce_spawn(arguments, variables, isFed ? -1 : 0, &process, &feed)
      }
    }
    if error != 0 { throw SystemError(code: error) }
    return (process, feed < 0 ? nil : feed)
  }

  enum ReadResult {
    case bytes
    case end
    case signal
    case failed(SystemError)
  }

  /// Waits until `descriptor` is readable or a signal arrives, and appends at most 64 KiB from
  /// `descriptor` to `buffer`.
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
  /// Waits until `signal()` is called, a signal arrives, or `milliseconds` have passed.
  package func wait(milliseconds: Int32) { _ = ce_wait_readable(descriptor, milliseconds) }
}

extension Signals {
  /// Waits until a descriptor is readable, a signal arrives, or `milliseconds` have passed; a
  /// negative value means no time limit.
  package static func wait(for descriptor: Int32, milliseconds: Int32) {
    _ = ce_wait_readable(descriptor, milliseconds)
  }
}
