/// How this program was built.
struct BuildFacts: Equatable {
  /// The commit of the sources, with the suffix `-dirty` if there were uncommitted changes.
  var commit: String?

  /// The version of the Swift compiler.
  var swift: String?

  /// The name of the file, next to the program, in which the release script stores the build facts.
  static let fileName = "searchbench.built"

  /// Parses lines such as `commit=1a2b3c4` and `swift=6.3.1`; other lines are ignored.
  init(_ text: String = "") {
    for line in text.split(whereSeparator: \.isNewline) {
      guard let equals = line.firstIndex(of: "=") else { continue }
      let value = line[line.index(after: equals)...].filter { !$0.isWhitespace }
      if value.isEmpty { continue }
      switch line[..<equals].filter({ !$0.isWhitespace }) {
      case "commit": commit = value
      case "swift": swift = value
      default: break
      }
    }
  }

  /// Reads the build facts from the file next to `executable`.
  init(beside executable: String?, read: (String) -> String?) {
    guard let executable, let slash = executable.lastIndex(of: "/") else {
      self.init()
      return
    }
    self.init(read(executable[...slash] + Self.fileName) ?? "")
  }

  /// The compiler's version, from conditional compilation; less exact than the version in the file.
  static var compiler: String {
    #if compiler(>=6.5)
    "6.5 or later"
    #elseif compiler(>=6.4)
    "6.4"
    #elseif compiler(>=6.3)
    "6.3"
    #else
    "6.2 or earlier"
    #endif
  }

  /// `debug` if assertions are checked, otherwise `release`.
  static var optimization: String {
    var isDebug = false
    assert(
      {
        isDebug = true
        return true
      }())
    return isDebug ? "debug" : "release"
  }
}
