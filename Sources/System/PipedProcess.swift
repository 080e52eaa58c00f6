internal import CSystem

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A child process; non-blocking pipes connect its standard input and output with this process.
///
/// Deallocating this object ends and reaps the process.
package final class PipedProcess {
  package enum Direction {
    case reading
    case writing
  }

  /// The time in milliseconds that the process has to exit after its pipes are closed; after that
  /// time, it is killed.
  private static let grace: Int32 = 2_000

  package let process: Int32
  private let to: Int32
  private let from: Int32
  private let errors: Int32
  private var ending: String?

  /// The exit code of the process; nil if the process has not ended, or was ended by a signal.
  package private(set) var exitCode: Int32?

  /// Starts a program.
  ///
  /// If `hasErrors` is true, the program's standard error can be read; otherwise, it is discarded.
  package init(
    _ path: String, _ arguments: [String], hasErrors: Bool = false
  ) throws(SystemError) {
    var child = csys_child()
    let code = unsafe CStringList.withPointers(to: [path] + arguments) { list in
      unsafe csys_spawn(list[0], list, hasErrors ? 1 : 0, &child)
    }
    if code != 0 { throw SystemError(code: code) }
    process = child.process
    to = child.to
    from = child.from
    errors = child.errors
  }

  deinit { finish(isKilled: false) }

  /// Whether the path is an executable file.
  package static func isProgram(_ path: String) -> Bool {
    // SAFETY: The call reads the C string and keeps no pointer.
    unsafe path.withCString { unsafe csys_is_program($0) } != 0
  }

  /// Ends the process: closes its pipes, and waits until it exits; kills it first if `isKilled` is
  /// true.
  ///
  /// - Returns: A description of how the process ended, such as `ended with exit code 3`.
  @discardableResult
  package func finish(isKilled: Bool) -> String {
    if let ending { return ending }
    if isKilled { csys_kill(process) }
    csys_pipe_close(to)
    csys_pipe_close(from)
    if errors >= 0 { csys_pipe_close(errors) }
    var status = csys_reap(process, isKilled ? -1 : Self.grace)
    if status == csys_running {
      csys_kill(process)
      status = csys_reap(process, -1)
    }
    if (0..<256).contains(status) { exitCode = status }
    let how =
      switch status {
      case ..<0: "ended"
      case 256...: "was ended by signal \(status - 256)"
      default: "ended with exit code \(status)"
      }
    ending = how
    return how
  }

  /// Whether the parent process has ended, or has closed its end of this process's standard input.
  ///
  /// The result is also true if standard input contains unread bytes.
  package static var isAbandoned: Bool { csys_wait(0, 0, 0) != 0 }

  /// Asks the process to end, by sending SIGINT.
  package func interrupt() {
    if ending == nil { csys_interrupt(process) }
  }

  // MARK: Bytes

  /// Waits until a pipe is ready, a signal arrives, or the time limit has passed.
  package func wait(for direction: Direction, milliseconds: Int32) {
    switch direction {
    case .reading: _ = csys_wait(from, 0, milliseconds)
    case .writing: _ = csys_wait(to, 1, milliseconds)
    }
  }

  /// Reads at most `count` available bytes of the process's output, possibly none; nil at the end
  /// of the pipe.
  package func read(_ count: Int) -> [UInt8]? { read(count, from) }

  /// Reads at most `count` available bytes of the process's standard error, possibly none; nil at
  /// the end of the pipe.
  package func readErrors(_ count: Int) -> [UInt8]? { errors < 0 ? nil : read(count, errors) }

  private func read(_ count: Int, _ pipe: Int32) -> [UInt8]? {
    var length: Int64 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      // SAFETY: at most `count` bytes are written, and the array has this capacity.
      length = unsafe csys_pipe_read(pipe, buffer.baseAddress, count)
      used = max(0, Int(length))
    }
    return length < 0 ? nil : bytes
  }

  /// Writes as many bytes as the pipe accepts now, and returns their number; nil if the reader
  /// closed the pipe.
  package func write(_ bytes: ArraySlice<UInt8>) -> Int? {
    // SAFETY: The call reads the slice's bytes and keeps no pointer.
    let length = unsafe bytes.withUnsafeBufferPointer {
      unsafe csys_pipe_write(to, $0.baseAddress, $0.count)
    }
    return length < 0 ? nil : Int(length)
  }
}

/// Passes lists of C strings to system calls.
package enum CStringList {
  /// Calls `body` with a null-terminated list of C strings.
  package static func withPointers<R>(
    to texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> R
  ) -> R {
    let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
      capacity: texts.count + 1)
    // SAFETY: every copy is freed after `body`, and the list ends with a null pointer.
    for (place, text) in texts.enumerated() {
      unsafe (list + place).initialize(to: strdup(text))
    }
    unsafe (list + texts.count).initialize(to: nil)
    defer {
      for place in texts.indices { unsafe free(list[place]) }
      unsafe list.deallocate()
    }
    return unsafe body(list)
  }
}
