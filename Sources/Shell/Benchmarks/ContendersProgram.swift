internal import Benchmarking
internal import System

/// The executable that runs the third-party implementations (contenders).
///
/// This executable is started only if a command needs contenders.
struct ContendersProgram: Sendable {
  /// The path of the contenders' executable; nil if the executable is not installed.
  let path: String?

  init(_ environment: EnvironmentVariables) {
    path = ContenderProcess.executable(environment: environment)
  }

  /// Starts the contenders' executable if `choice` includes contenders.
  ///
  /// If the executable cannot be started and `choice` is `all`, sets `choice` to `none` and adds a
  /// note with the reason.
  ///
  /// - Returns: the process; nil if the executable is not needed, is not installed or could not be
  ///   started.
  /// - Throws: `contendersFailed` if the executable cannot be started and the user named
  ///   contenders.
  func start(
    for choice: inout ContenderChoice, _ context: ExperimentContext
  ) throws(BenchmarkError) -> ContenderProcess? {
    guard let path, choice != .none else { return nil }
    let reason: String
    do throws(ContenderError) {
      return try ContenderProcess(executable: path, isCancelled: context.isCancelled)
    } catch {
      reason = error.message
    }
    if choice != .all { throw .contendersFailed(reason) }
    context.onNote(reason)
    choice = .none
    return nil
  }
}

extension ContenderChoice {
  /// Parses the value of `--contenders`: comma-separated names, `all` or `none`.
  ///
  /// If the option is absent, `text` is nil, which means `all`.
  init(_ text: String?) {
    switch text {
    case nil, "all": self = .all
    case "none": self = .none
    case let names?: self = .named(names.words)
    }
  }
}
