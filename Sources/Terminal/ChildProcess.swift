internal import CEdit
package import System

/// A child process in the foreground, which shares this process's terminal and process group.
///
/// Until the child ends, this process ignores Ctrl-C, so that only the child handles it. A child
/// that reads this process's output can end before `finish()` is called; from then on, this process
/// handles Ctrl-C again.
package struct ChildProcess: ~Copyable {
  /// How a program ended.
  package enum Ending: Equatable, Sendable {
    case exited(Int32)
    case killed(bySignal: Int32)
  }

  private let process: Int32

  /// The write end of the pipe to the program's standard input; nil if the program inherited this
  /// process's standard input.
  package let feedDescriptor: Int32?

  /// Runs the program `arguments[0]` with this process's standard input, and waits until the
  /// program ends.
  ///
  /// The program is looked up in `PATH`.
  ///
  /// - Throws: `SystemError` if the program cannot be started.
  package static func run(
    _ arguments: [String], environment: EnvironmentVariables? = nil
  ) throws(SystemError) -> Ending {
    try ChildProcess(arguments, environment: environment, isFed: false).finish()
  }

  /// Starts the program `arguments[0]` with a pipe as its standard input.
  ///
  /// The program is looked up in `PATH`.
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
    if isFed { ce_signals_shield_from_reader(process) }
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
