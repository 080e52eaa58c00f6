internal import Basics
internal import Benchmarking
internal import System
internal import Terminal

/// The folder of saved sessions, in which each session is a file with the name of the session.
struct SessionStore {
  /// The name of the session that is saved automatically.
  static let last = "last"

  /// The name under which the contents of `last` are kept when another session replaces them.
  static let previous = "previous"

  private let folder: String

  /// Creates the store for the folder that the environment variables determine.
  ///
  /// - Throws: a failure if saving is turned off, or if there is no home folder.
  init(_ environment: EnvironmentVariables) throws {
    guard let folder = Locations.sessions(environment) else {
      throw ShellError.failure(
        "sessions are not kept: SEARCHBENCH_SESSIONS is empty, or there is no home folder")
    }
    self.folder = folder
  }

  /// The names of the saved sessions, in byte order.
  static func names(_ environment: EnvironmentVariables) -> [String] {
    (try? SessionStore(environment))?.names ?? []
  }

  var names: [String] {
    (Platform.names(inDirectory: folder) ?? []).filter {
      Self.problem(withName: $0) == nil && Platform.status(of: path(of: $0))?.isRegular == true
    }
  }

  func path(of name: String) -> String { "\(folder)/\(name)" }

  func has(_ name: String) -> Bool { Platform.fileExists(path(of: name)) }

  /// Checks that a session can have this name.
  ///
  /// - Throws: a usage error that explains why the name is invalid.
  static func check(_ name: String) throws {
    guard let problem = problem(withName: name) else { return }
    throw ShellError.usage(
      "no session can be called \(CommandWords.quoted(name)): \(problem)", at: .word(name))
  }

  private static func problem(withName name: String) -> String? {
    if name.isEmpty { return "a name cannot be empty" }
    if name.utf8.contains(UInt8(ascii: "/")) {
      return "a name cannot contain a slash (:source FILE runs any script)"
    }
    if name.hasPrefix(".") || name.hasPrefix("-") { return "a name cannot begin with . or -" }
    if name.unicodeScalars.contains(where: QuotedText.isControl) {
      return "a name cannot contain control characters"
    }
    return name.utf8.count > 200 ? "a name has at most 200 bytes" : nil
  }

  /// The path of a session's file.
  ///
  /// - Throws: a failure that suggests a similar name if there is no session with this name.
  func existing(_ name: String) throws -> String {
    let path = path(of: name)
    if Platform.status(of: path)?.isRegular == true { return path }
    if Platform.fileExists(path) {
      throw ShellError.failure("\(path) is not a regular file: remove it, or save another session")
    }
    if name == Self.last {
      throw ShellError.failure(
        "no session was saved yet (there is no \(path)): the prompt saves a session when "
          + "a corpus is loaded or a query is saved")
    }
    throw ShellError.failure(
      "there is no session \(name)"
        + suggestion(for: name, among: names, else: ":session list shows all sessions"),
      at: .word(name))
  }

  /// The text of a session; nil if the session cannot be read.
  func text(of name: String) -> String? {
    guard let path = try? existing(name) else { return nil }
    return (try? Platform.contents(of: path)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The reason why the file of a session must not be replaced automatically; nil if it can be
  /// replaced.
  ///
  /// The file can be replaced if it is missing or empty, or contains a session.
  func reasonNotToReplace(of name: String) -> String? {
    if !has(name) { return nil }
    guard let text = text(of: name) else { return "the file cannot be read" }
    return text.isEmpty || text.hasPrefix(SessionScript.mark)
      ? nil : "the file is not a saved session"
  }

  /// Atomically replaces the text of a session.
  ///
  /// - Throws: `SystemError`; the old text is then kept.
  func write(_ text: String, as name: String, isDurable: Bool) throws(SystemError) {
    try PrivateFile.write(Array(text.utf8), to: path(of: name), isDurable: isDurable)
  }

  /// The modification time of a session's file; nil if there is no file.
  func time(of name: String) -> UTCTime? {
    Platform.status(of: path(of: name)).map { UTCTime(secondsSince1970: $0.modified) }
  }
}
