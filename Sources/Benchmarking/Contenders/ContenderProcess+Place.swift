package import System

extension ContenderProcess {
  /// The name of the contender program.
  package static let program = "searchbench-contenders"

  /// The environment variable that overrides the program's path.
  package static let variable = "SEARCHBENCH_CONTENDERS"

  /// The folder of this program, with symbolic links resolved and without a trailing slash.
  package static var folder: String { folder(of: Platform.executable() ?? "") }

  /// The path of the contender program; nil if the contender program is not installed.
  ///
  /// The contender program must be in the same folder as `program`, which is this program by
  /// default.
  ///
  /// A path in the environment variable `SEARCHBENCH_CONTENDERS` takes precedence and is not
  /// checked.
  package static func executable(
    beside program: String? = nil, environment: EnvironmentVariables = [:]
  ) -> String? {
    if let named = environment[variable], !named.isEmpty { return named }
    let path = "\(program.map(folder(of:)) ?? folder)/\(Self.program)"
    return PipedProcess.isProgram(path) ? path : nil
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return String(path[..<slash])
  }
}
