internal import Attaching
internal import System
internal import Terminal

/// Finds the account for a server: in options, environment variables or the credentials file.
///
/// A line of the credentials file is `SERVER USER PASSWORD`, such as `http://db1:8123 reader
/// secret`; `#` begins a comment. A credentials file that other users can read is refused.
/// Passwords are never shown.
enum Credentials {
  /// The account for a server.
  ///
  /// - Throws: a failure if other users can read the credentials file, or if a line of the file is
  ///   malformed.
  static func account(
    _ user: String?, for server: String, _ environment: EnvironmentVariables
  ) throws -> RemoteAccount {
    if let password = environment["SEARCHBENCH_PASSWORD"] {
      return RemoteAccount(user: user ?? "default", password: password)
    }
    guard let path = BaseDirectory.config.path(of: "credentials", environment: environment),
      let status = Platform.status(of: path)
    else { return RemoteAccount(user: user) }
    guard status.permissions & 0o077 == 0 else {
      throw ShellError.failure(
        "\(path) is not used because others can read it: chmod 600 \(CommandWords.quoted(path))",
        at: .word(path))
    }
    guard let bytes = Platform.contents(ofRegularFile: path) else {
      throw ShellError.failure("cannot read \(path)", at: .word(path))
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let words = line.split { $0 == " " || $0 == "\t" }.map(String.init)
      if words.isEmpty || words[0].hasPrefix("#") { continue }
      guard words.count == 3 else {
        throw ShellError.failure(
          "\(path), line \(index + 1): each line must be SERVER USER PASSWORD", at: .word(path))
      }
      if words[0] == server, user == nil || user == words[1] {
        return RemoteAccount(user: words[1], password: words[2])
      }
    }
    return RemoteAccount(user: user)
  }
}
