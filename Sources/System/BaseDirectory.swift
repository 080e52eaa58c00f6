/// A folder for the program's files, as in the XDG Base Directory Specification; the raw value is
/// the name of the folder's environment variable.
package enum BaseDirectory: String, Sendable {
  case config = "XDG_CONFIG_HOME"
  case data = "XDG_DATA_HOME"
  case state = "XDG_STATE_HOME"
  case cache = "XDG_CACHE_HOME"

  /// The path of the program's file or folder `name`; nil if the variable is not set and there is
  /// no home folder.
  package func path(of name: String, environment: EnvironmentVariables) -> String? {
    path(of: name, environment: environment, home: HomeFolder.path(environment: environment))
  }

  /// The path of the program's file or folder `name`, for the given home folder.
  package func path(
    of name: String, environment: EnvironmentVariables, home: @autoclosure () -> String?
  ) -> String? {
    // Ignore a relative path, as the XDG Base Directory Specification requires.
    if let folder = environment[rawValue], folder.utf8.first == UInt8(ascii: "/") {
      return Self.join(folder, "searchbench/\(name)")
    }
    return home().map { Self.join($0, "\(defaultFolder)/searchbench/\(name)") }
  }

  /// The path of the folder, relative to the home folder, if the environment variable is not set.
  private var defaultFolder: String {
    switch self {
    case .cache: ".cache"
    case .config: ".config"
    case .data: ".local/share"
    case .state: ".local/state"
    }
  }

  private static func join(_ folder: String, _ name: String) -> String {
    folder.utf8.last == UInt8(ascii: "/") ? folder + name : "\(folder)/\(name)"
  }
}

/// The user's home folder.
package enum HomeFolder {
  /// The value of `HOME`; if `HOME` is unset or empty, the home folder in the user database; nil if
  /// neither exists.
  package static func path(environment: EnvironmentVariables) -> String? {
    if let home = environment["HOME"], !home.isEmpty { return home }
    return Platform.homeOfUserDatabase()
  }

  /// The value of `HOME` if it is an absolute path; otherwise nil.
  package static func absolute(environment: EnvironmentVariables) -> String? {
    environment["HOME"].flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
  }
}
