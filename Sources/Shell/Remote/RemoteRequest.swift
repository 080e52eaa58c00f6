internal import Attaching
internal import Searching
internal import System

/// The options for a table on a server, parsed but not yet checked.
struct RemoteRequest: Equatable {
  var user: String?
  var idleSeconds: Int?

  static let parameters: [Parameter<RemoteRequest>] = [
    .option(
      "--user", value: "NAME",
      help: "The user name; the variable SEARCHBENCH_PASSWORD holds the password.",
      change: { $0.user = $1 }),
    .number(
      "--timeout", in: 1...86_400,
      help: "Give up if the server sends nothing for N seconds (default: 60).",
      change: { $0.idleSeconds = $1 }),
  ]

  /// Parses an address, and finds the account for its server.
  ///
  /// - Throws: a usage error for a malformed address; a failure for malformed credentials.
  func server(
    _ text: String, _ environment: EnvironmentVariables
  ) throws -> (RemoteAddress, RemoteAccount) {
    let address: RemoteAddress
    do throws(RemoteAddress.Failure) {
      address = try RemoteAddress(text)
    } catch {
      throw ShellError.usage(error.message)
    }
    if address.password != nil { return (address, RemoteAccount()) }
    return (
      address,
      try Credentials.account(address.user ?? user, for: address.server, environment)
    )
  }
}

/// The options for attaching a table, parsed but not yet checked.
struct AttachRequest: Equatable {
  var remote = RemoteRequest()
  var textColumns: [String] = []
  var key: String?

  static let parameters: [Parameter<AttachRequest>] =
    .group(RemoteRequest.parameters, in: { try $1(&$0.remote) })
    + [
      .list(
        "--text-columns", value: "A,B",
        help: "The columns to search in a table that searchbench publish did not make.",
        change: { $0.textColumns += $1.split(separator: ",").map(String.init) }),
      .option(
        "--key", value: "COLUMN",
        help: "The unsigned integer column that numbers the records of the table.",
        change: { $0.key = $1 }),
    ]

  /// Creates the source of a table.
  ///
  /// - Throws: a usage error for a malformed address; a failure if the server does not give a valid
  ///   answer.
  func source(
    _ text: String, named name: String?, _ environment: EnvironmentVariables
  ) throws -> AttachedSource {
    if key != nil, textColumns.isEmpty {
      throw ShellError.usage("--key needs --text-columns, the columns to search")
    }
    let (address, account) = try remote.server(text, environment)
    do throws(SearchError) {
      return try Attachment.source(
        address, named: name, account,
        choice: textColumns.isEmpty ? nil : ForeignChoice(columns: textColumns, key: key),
        idleSeconds: remote.idleSeconds ?? 60, .signals)
    } catch {
      throw ShellError(error)
    }
  }

  /// The words of the command that attaches the same table, without user and password.
  func words(of source: AttachedSource) -> [String] {
    var words = [":attach", source.place, "--as", source.name]
    if !textColumns.isEmpty { words += ["--text-columns", textColumns.joined(separator: ",")] }
    if let key { words += ["--key", key] }
    if let seconds = remote.idleSeconds { words += ["--timeout", String(seconds)] }
    return words
  }
}
