/// A folder of the XDG Base Directory Specification in which the program keeps files; the value is the variable that names it.
package enum BaseDirectory: String, Sendable {
  case config = "XDG_CONFIG_HOME"
  case data = "XDG_DATA_HOME"
  case state = "XDG_STATE_HOME"

  /// Where the program's file or folder `name` is; nil where no variable says so and there is no home folder.
  package func path(of name: String, environment: [String: String]) -> String? {
    path(of: name, environment: environment, home: HomeFolder.path(environment: environment))
  }

  /// Where the program's file or folder `name` is, if `home` is the home folder.
  package func path(
    of name: String, environment: [String: String], home: @autoclosure () -> String?
  ) -> String? {
    // By the specification a relative path is to be ignored.
    if let folder = environment[rawValue], folder.utf8.first == UInt8(ascii: "/") {
      return Self.join(folder, "searchbench/\(name)")
    }
    return home().map { Self.join($0, "\(usual)/searchbench/\(name)") }
  }

  /// The folder in the home folder, where the variable does not name one.
  private var usual: String {
    switch self {
    case .config: ".config"
    case .data: ".local/share"
    case .state: ".local/state"
    }
  }

  private static func join(_ folder: String, _ name: String) -> String {
    folder.utf8.last == UInt8(ascii: "/") ? folder + name : "\(folder)/\(name)"
  }
}

/// The home folder of the user.
package enum HomeFolder {
  /// `HOME`, else what the user database says; nil where neither does.
  package static func path(environment: [String: String]) -> String? {
    if let home = environment["HOME"], !home.isEmpty { return home }
    return Platform.homeOfUserDatabase()
  }

  /// `HOME`, if it is an absolute path.
  package static func absolute(environment: [String: String]) -> String? {
    environment["HOME"].flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
  }
}
