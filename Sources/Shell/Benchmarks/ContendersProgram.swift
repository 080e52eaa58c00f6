internal import Benchmarking

/// The second executable, which holds the published ways to search; started when one of them is needed.
struct ContendersProgram: Sendable {
  /// Its path; nil if it is not installed.
  let path: String?

  init(_ environment: [String: String]) {
    path = ContenderProcess.executable(environment: environment)
  }

  /// Starts it, if contenders are wanted; a failure is a note, and then only our own ways take part.
  func start(for choice: ContenderChoice, _ note: (String) -> Void) -> ContenderProcess? {
    guard let path, choice != .none else { return nil }
    do throws(ContenderError) {
      return try ContenderProcess(executable: path)
    } catch {
      note(error.message)
      return nil
    }
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
