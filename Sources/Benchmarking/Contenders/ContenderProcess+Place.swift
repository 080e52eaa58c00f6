internal import System

extension ContenderProcess {
  /// The name of the contenders' program.
  public static let program = "searchbench-contenders"

  /// The variable of the environment that names another path of it.
  public static let variable = "SEARCHBENCH_CONTENDERS"

  /// Where this program lies, without a slash at the end; links are resolved.
  package static var folder: String { folder(of: Platform.executable() ?? "") }

  /// The path of the contenders' program, beside another program (this one, if nil); nil if it is not installed.
  ///
  /// `SEARCHBENCH_CONTENDERS` of the environment may name another path, which is believed.
  public static func executable(
    beside program: String? = nil, environment: [String: String] = [:]
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
