internal import System

/// The user's pager, editor and shell, as the environment names them.
public enum ExternalPrograms {
  /// The arguments that start a pager on its standard input; nil if the user wants none (`PAGER`
  /// empty or `cat`) or none is installed.
  public static func pager(environment: [String: String]) -> [String]? {
    if let named = environment["PAGER"] {
      return named.isEmpty || named == "cat" ? nil : ["/bin/sh", "-c", named]
    }
    let path = environment["PATH"] ?? "/usr/bin:/bin"
    if Platform.findProgram("less", in: path) != nil { return ["less", "-FRX"] }
    return Platform.findProgram("more", in: path).map { [$0] }
  }

  /// The arguments that open `path` at `line` in the user's editor: `preferred`, else `VISUAL`,
  /// else `EDITOR`, else `vi`.
  public static func editor(
    for path: String, line: Int?, preferred: String? = nil, environment: [String: String]
  ) -> [String] {
    let named = [preferred, environment["VISUAL"], environment["EDITOR"]].lazy.compactMap(\.self)
    let editor = named.first { !$0.isEmpty } ?? "vi"
    // A path that begins with a dash is not an option.
    let operand = path.hasPrefix("-") ? "./" + path : path
    let place = line.map { ["+\($0)"] } ?? []
    // The setting may hold options of its own ("code -w"), so a shell takes it apart, never the
    // path.
    return ["/bin/sh", "-c", editor + #" "$@""#, editor] + place + [operand]
  }

  /// The arguments that run `command` in a shell.
  public static func shell(_ command: String) -> [String] { ["/bin/sh", "-c", command] }
}
