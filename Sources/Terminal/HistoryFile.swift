/// The history's file, locked against other processes while this value lives.
///
/// The first line names the format; each line after it is one entry, with `\n`, `\r` and `\\` for line feed, carriage return and backslash.
struct HistoryFile: ~Copyable {
  static let header = "searchbench history 1"

  private let file: LockedFile
  private let contents: [UInt8]

  /// Whether another program wrote the file.
  let isForeign: Bool

  /// Opens the file at `path`, making it and its folders if need be, and waits for its lock.
  ///
  /// - Throws: `SystemError` if it cannot be opened, read or locked, or is no regular file.
  init(path: String) throws(SystemError) {
    if let slash = path.lastIndex(of: "/") { try Platform.makeDirectories(String(path[..<slash])) }
    let file = try LockedFile(path: path)
    let contents = try file.contents()
    let isOurs = contents.isEmpty || contents.starts(with: Array((Self.header + "\n").utf8))
    self.file = file
    self.contents = contents
    isForeign = !isOurs
  }

  /// Adds one entry at the end.
  ///
  /// - Throws: `SystemError` if it cannot be written.
  func append(_ entry: String) throws(SystemError) {
    var text = contents.isEmpty ? Self.header + "\n" : ""
    // Whatever a crash or a full disk left unfinished ends here.
    if let last = contents.last, last != UInt8(ascii: "\n") { text = "\n" }
    text += Self.escaped(entry) + "\n"
    try file.append(Array(text.utf8))
  }

  /// The newest `limit` different entries, oldest first; the file is rewritten if it holds anything else.
  ///
  /// - Throws: `SystemError` if it cannot be read or rewritten.
  func compact(to limit: Int) throws(SystemError) -> [String] {
    let lines = try file.contents().split(separator: UInt8(ascii: "\n")).dropFirst()
    var seen: Set<[UInt8]> = []
    var newestFirst: [String] = []
    for line in lines.reversed() where newestFirst.count < limit {
      let entry = Self.unescaped(String(decoding: line, as: UTF8.self))
      if History.isWorthKeeping(entry) && seen.insert(Array(line)).inserted {
        newestFirst.append(entry)
      }
    }
    let entries = Array(newestFirst.reversed())
    if entries.count < lines.count { try replace(with: entries) }
    return entries
  }

  /// Puts a new file with `entries` in its place, in one step.
  ///
  /// - Throws: `SystemError` if it cannot be written; the old one stays then.
  func replace(with entries: [String]) throws(SystemError) {
    let text = entries.reduce(into: Self.header + "\n") { $0 += Self.escaped($1) + "\n" }
    try file.replace(with: Array(text.utf8))
  }

  /// Whether `scalar` may be part of an entry: no control but a line end or a tab.
  static func isStorable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 9, 10, 13: true
    case 0..<0x20, 0x7F..<0xA0: false
    default: true
    }
  }

  static func escaped(_ entry: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in entry.unicodeScalars {
      switch scalar {
      case "\\": result.append(contentsOf: #"\\"#.unicodeScalars)
      case "\n": result.append(contentsOf: #"\n"#.unicodeScalars)
      case "\r": result.append(contentsOf: #"\r"#.unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  static func unescaped(_ line: String) -> String {
    if !line.utf8.contains(UInt8(ascii: "\\")) { return line }
    var result = String.UnicodeScalarView()
    var scalars = line.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      guard scalar == "\\", let next = scalars.first, let meant = escapes[next] else {
        result.append(scalar)
        continue
      }
      result.append(meant)
      scalars.removeFirst()
    }
    return String(result)
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "\\": "\\", "n": "\n", "r": "\r",
  ]
}
