package import System

/// The user's pager and editor, chosen by environment variables, and the shell.
package enum ExternalPrograms {
  /// The arguments that start a pager, which shows the text from its standard input.
  ///
  /// The result is nil if the user disabled the pager (`PAGER` is empty or `cat`), or if no pager
  /// is installed.
  package static func pager(environment: EnvironmentVariables) -> [String]? {
    if let named = environment["PAGER"] {
      return named.isEmpty || named == "cat" ? nil : ["/bin/sh", "-c", named]
    }
    let path = environment["PATH"] ?? "/usr/bin:/bin"
    if Platform.findProgram("less", in: path) != nil { return ["less", "-FRX"] }
    return Platform.findProgram("more", in: path).map { [$0] }
  }

  /// The arguments that open `path` at `line` in the user's editor.
  ///
  /// The editor is the first nonempty value of `preferred`, `VISUAL` and `EDITOR`. If all are
  /// empty, the editor is `vi`.
  package static func editor(
    for path: String, line: Int?, preferred: String? = nil, environment: EnvironmentVariables
  ) -> [String] {
    let named = [preferred, environment["VISUAL"], environment["EDITOR"]].lazy.compactMap(\.self)
    let editor = named.first { !$0.isEmpty } ?? "vi"
    // A path that starts with `-` would be parsed as an option, and a path that starts with `+` as
    // a vi command.
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    let operand = isAbsolute || path.utf8.starts(with: "./".utf8) ? path : "./" + path
    let place = line.map { ["+\($0)"] } ?? []
    // The user's setting can contain options ("code -w"), so let a shell split the setting. Pass
    // the path as one argument.
    return ["/bin/sh", "-c", editor + #" "$@""#, editor] + place + [operand]
  }

  /// The arguments to run `command` in a shell.
  package static func shell(_ command: String) -> [String] { ["/bin/sh", "-c", command] }
}
