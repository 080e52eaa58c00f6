internal import Benchmarking

/// The second executable, which holds the published ways to search; started when one of them is needed.
struct ContendersProgram: Sendable {
  /// Its path; nil if it is not installed.
  let path: String?

  init(_ environment: [String: String]) {
    path = ContenderProcess.executable(environment: environment)
  }

  /// Starts it, if contenders are wanted.
  ///
  /// If it does not start, a note says why, and `choice` becomes none.
  ///
  /// - Throws: `contendersFailed` where contenders were named.
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
  /// What an option says: names parted by commas, `all` or `none`; all without it.
  init(_ text: String?) {
    switch text {
    case nil, "all": self = .all
    case "none": self = .none
    case let names?: self = .named(names.words)
    }
  }
}
