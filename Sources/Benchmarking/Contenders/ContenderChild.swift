internal import CSystem

/// A child process with nonblocking pipes for its input and output.
///
/// `deinit` terminates and reaps the process if it still runs.
final class ContenderChild {
  /// An `errno` of a system call.
  struct Failure: Error {
    let code: Int32
  }

  enum Direction {
    case reading
    case writing
  }

  /// The time for the process to exit after its pipes are closed, in milliseconds; then it is killed.
  private static let grace: Int32 = 2_000

  let process: Int32
  private let to: Int32
  private let from: Int32
  private var ending: String?

  /// Starts the program at `path`.
  init(_ path: String, _ arguments: [String]) throws(Failure) {
    var child = csys_child()
    let texts = ([path] + arguments).map { Array($0.utf8CString) }
    let code = unsafe Self.withPointers(to: texts) { list in
      unsafe csys_spawn(list[0], list, &child)
    }
    if code != 0 { throw Failure(code: code) }
    process = child.process
    to = child.to
    from = child.from
  }

  /// Calls `body` with a null-terminated array of C strings.
  private static func withPointers(
    to texts: [[CChar]],
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32
  ) -> Int32 {
    let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
      capacity: texts.count + 1)
    // SAFETY: Each copy is as long as its text; all copies are freed after `body` returns.
    for (place, text) in texts.enumerated() {
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.count)
      unsafe copy.initialize(from: text, count: text.count)
      unsafe (list + place).initialize(to: copy)
    }
    unsafe (list + texts.count).initialize(to: nil)
    defer {
      for place in texts.indices { unsafe list[place]?.deallocate() }
      unsafe list.deallocate()
    }
    return unsafe body(list)
  }

  deinit { finish(isKilled: false) }

  /// Whether `path` is an executable file.
  static func isProgram(_ path: String) -> Bool {
    // SAFETY: The call reads the C string and keeps no pointer.
    unsafe path.withCString { unsafe csys_is_program($0) } != 0
  }

  /// Ends the process and waits for it: kills it, or closes its pipes so that it exits.
  ///
  /// - Returns: How the process ended, such as `ended with exit code 3`.
  @discardableResult
  func finish(isKilled: Bool) -> String {
    if let ending { return ending }
    if isKilled { csys_kill(process) }
    csys_pipe_close(to)
    csys_pipe_close(from)
    var status = csys_reap(process, isKilled ? -1 : Self.grace)
    if status == csys_running {
      csys_kill(process)
      status = csys_reap(process, -1)
    }
    let how =
      switch status {
      case ..<0: "ended"
      case 256...: "was ended by signal \(status - 256)"
      default: "ended with exit code \(status)"
      }
    ending = how
    return how
  }

  // MARK: Bytes

  /// Waits until the pipe is ready, for at most `milliseconds`; a signal ends the wait early.
  func wait(for direction: Direction, milliseconds: Int32) {
    switch direction {
    case .reading: _ = csys_wait(from, 0, milliseconds)
    case .writing: _ = csys_wait(to, 1, milliseconds)
    }
  }

  /// Reads at most `count` bytes without blocking; nil at the end of the pipe.
  func read(_ count: Int) -> [UInt8]? {
    var length: Int64 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { room, used in
      // SAFETY: At most `count` bytes are written, the capacity of the array.
      length = unsafe csys_pipe_read(from, room.baseAddress, count)
      used = max(0, Int(length))
    }
    return length < 0 ? nil : bytes
  }

  /// Writes as many of the bytes as fit without blocking, and returns how many; nil if the reader closed the pipe.
  func write(_ bytes: ArraySlice<UInt8>) -> Int? {
    // SAFETY: The call reads the slice's bytes and keeps no pointer.
    let length = unsafe bytes.withUnsafeBufferPointer {
      unsafe csys_pipe_write(to, $0.baseAddress, $0.count)
    }
    return length < 0 ? nil : Int(length)
  }
}
