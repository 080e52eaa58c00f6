internal import Benchmarking
internal import System

/// The second executable, which runs the contenders; it is started only if they are needed.
struct ContendersProgram: Sendable {
  /// The path of the executable; nil if it is not installed.
  let path: String?

  init(_ environment: EnvironmentVariables) {
    path = ContenderProcess.executable(environment: environment)
  }

  /// Starts the executable if `choice` includes contenders.
  ///
  /// If it cannot be started, the reason becomes a note, and `choice` becomes `none`.
  ///
  /// - Returns: the process; nil if it is not needed, not installed or not started.
  /// - Throws: `contendersFailed` if it cannot be started and contenders were named.
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
  /// Parses the value of an option: names separated by commas, `all`, or `none`; nil means all.
  init(_ text: String?) {
    switch text {
    case nil, "all": self = .all
    case "none": self = .none
    case let names?: self = .named(names.words)
    }
  }
}
