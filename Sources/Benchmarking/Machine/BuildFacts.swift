/// How this program was built.
struct BuildFacts: Equatable {
  /// The commit of the sources, `-dirty` behind it where they differed.
  var commit: String?

  /// The version of Swift.
  var swift: String?

  /// The file beside the program in which the script of a release writes the facts.
  static let fileName = "searchbench.built"

  /// Reads lines like `commit=1a2b3c4` and `swift=6.3.1`; others are passed over.
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

  /// The facts of the file beside `executable`.
  init(beside executable: String?, read: (String) -> String?) {
    guard let executable, let slash = executable.lastIndex(of: "/") else {
      self.init()
      return
    }
    self.init(read(executable[...slash] + Self.fileName) ?? "")
  }

  /// What the compiler tells about itself, which is less than the file does.
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

  /// `debug` where assertions are checked, else `release`.
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
