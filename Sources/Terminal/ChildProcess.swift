internal import CEdit
package import System

/// A child process in the foreground, which shares this process's terminal and process group.
///
/// Until the child ends, this process ignores Ctrl-C, so that only the child handles it.
package struct ChildProcess: ~Copyable {
  /// The way in which a program ended.
  package enum Ending: Equatable, Sendable {
    case exited(Int32)
    case killed(bySignal: Int32)
  }

  private let process: Int32

  /// The write end of the pipe to the program's standard input; nil if the program inherited this
  /// process's standard input, or after `closeFeed()`.
  package private(set) var feedDescriptor: Int32?

  /// Runs the program `arguments[0]`, which is looked up in `PATH`, with this process's standard
  /// input, and waits until it ends.
  ///
  /// - Throws: `SystemError` if the program cannot be started.
  package static func run(
    _ arguments: [String], environment: EnvironmentVariables? = nil
  ) throws(SystemError) -> Ending {
    try ChildProcess(arguments, environment: environment, isFed: false).finish()
  }

  /// Starts the program `arguments[0]`, which is looked up in `PATH`, with a pipe as its standard
  /// input.
  ///
  /// - Throws: `SystemError` if the program cannot be started.
  package init(feeding arguments: [String], environment: EnvironmentVariables? = nil)
    throws(SystemError)
  {
    try self.init(arguments, environment: environment, isFed: true)
  }

  private init(
    _ arguments: [String], environment: EnvironmentVariables?, isFed: Bool
  ) throws(SystemError) {
    ce_signals_shield(true)
    do throws(SystemError) {
      (process, feedDescriptor) = try Platform.spawn(
        arguments, environment: environment, isFed: isFed)
    } catch {
      ce_signals_shield(false)
      throw error
    }
  }

  /// Writes `bytes` to the program's standard input; returns false if that fails.
  ///
  /// The usual reason for a failure is that the program has closed its standard input, as a pager
  /// does when the user quits it.
  @discardableResult
  package borrowing func feed(_ bytes: Span<UInt8>) -> Bool {
    guard let feedDescriptor else { return false }
    do throws(SystemError) {
      try Platform.write(bytes, to: feedDescriptor)
      return true
    } catch {
      return false
    }
  }

  /// Closes the program's standard input.
  package mutating func closeFeed() {
    if let feedDescriptor { Platform.close(feedDescriptor) }
    feedDescriptor = nil
  }

  /// Closes the program's standard input and waits until the program ends.
  package consuming func finish() -> Ending {
    let process = process
    if let feedDescriptor { Platform.close(feedDescriptor) }
    discard self
    return Self.wait(for: process)
  }

  deinit {
    if let feedDescriptor { Platform.close(feedDescriptor) }
    _ = Self.wait(for: process)
  }

  private static func wait(for process: Int32) -> Ending {
    let status = ce_wait(process)
    ce_signals_shield(false)
    return status < 256 ? .exited(status) : .killed(bySignal: status - 256)
  }
}
