/// A folder of the XDG Base Directory Specification in which the program keeps files; the value is the variable that names it.
public enum BaseDirectory: String, Sendable {
  case config = "XDG_CONFIG_HOME"
  case state = "XDG_STATE_HOME"

  /// Where the program's file or folder `name` is; nil where no variable says so and there is no home folder.
  public func path(of name: String, environment: [String: String]) -> String? {
    // By the specification a relative path is to be ignored.
    if let folder = environment[rawValue], folder.hasPrefix("/") {
      return "\(folder)/searchbench/\(name)"
    }
    let usual = self == .config ? ".config" : ".local/state"
    return Platform.homeDirectory(environment: environment).map {
      "\($0)/\(usual)/searchbench/\(name)"
    }
  }
}
