internal import System

/// The history file, locked against other processes while this value exists.
///
/// The first line identifies the format. Each further line is an entry, in which `\n`, `\r` and
/// `\\` stand for newline, carriage return and backslash.
struct HistoryFile: ~Copyable {
  static let header = "searchbench history 1"

  private let file: LockedFile
  private let contents: [UInt8]

  /// Whether another program wrote the file.
  let isForeign: Bool

  /// Opens the file at `path` and waits for its lock; creates the file and its folders if
  /// necessary.
  ///
  /// - Throws: `SystemError` if the file cannot be opened, read or locked, or is not a regular
  ///   file.
  init(path: String) throws(SystemError) {
    try Platform.makeFolder(ofFile: path)
    let file = try LockedFile(path: path)
    let contents = try file.contents()
    let isOurs = contents.isEmpty || contents.starts(with: Array((Self.header + "\n").utf8))
    self.file = file
    self.contents = contents
    isForeign = !isOurs
  }

  /// Appends an entry.
  ///
  /// - Throws: `SystemError` if the file cannot be written.
  func append(_ entry: String) throws(SystemError) {
    var text = contents.isEmpty ? Self.header + "\n" : ""
    // End a line that a crash or a full disk left incomplete.
    if let last = contents.last, last != UInt8(ascii: "\n") { text = "\n" }
    text += Self.escaped(entry) + "\n"
    try file.append(Array(text.utf8))
  }

  /// The newest `limit` distinct entries, in order from the oldest to the newest.
  ///
  /// Rewrites the file if it contains lines other than these entries.
  ///
  /// - Throws: `SystemError` if the file cannot be read or rewritten.
  func compact(to limit: Int) throws(SystemError) -> [String] {
    let lines = try file.contents().split(separator: UInt8(ascii: "\n")).dropFirst()
    var seen: Set<ArraySlice<UInt8>> = []
    var newestFirst: [String] = []
    for line in lines.reversed() where newestFirst.count < limit {
      let entry = Self.unescaped(line)
      if History.isWorthKeeping(entry) && seen.insert(line).inserted {
        newestFirst.append(entry)
      }
    }
    let entries = Array(newestFirst.reversed())
    if entries.count < lines.count { try replace(with: entries) }
    return entries
  }

  /// Atomically replaces the file with a file that contains `entries`.
  ///
  /// - Throws: `SystemError` if the new file cannot be written; the old file is then unchanged.
  func replace(with entries: [String]) throws(SystemError) {
    let text = entries.reduce(into: Self.header + "\n") { $0 += Self.escaped($1) + "\n" }
    try file.replace(with: Array(text.utf8))
  }

  /// Whether `text` contains no control characters except line ends and tabs.
  static func isStorable(_ text: String.UTF8View) -> Bool {
    var previous: UInt8 = 0
    for byte in text {
      let isFirstControl = byte < 0x20 && byte != 9 && byte != 10 && byte != 13
      let isSecondControl = previous == 0xC2 && byte < 0xA0
      if isFirstControl || isSecondControl || byte == 0x7F { return false }
      previous = byte
    }
    return true
  }

  static func escaped(_ entry: String) -> String {
    var result: [UInt8] = []
    for byte in entry.utf8 {
      if let letter = escapes.first(where: { $0.meaning == byte })?.letter {
        result += [backslash, letter]
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  static func unescaped(_ line: ArraySlice<UInt8>) -> String {
    if !line.contains(backslash) { return String(decoding: line, as: UTF8.self) }
    var result: [UInt8] = []
    var index = line.startIndex
    while index < line.endIndex {
      let next = line[index] == backslash ? line[(index + 1)...].first : nil
      let meaning = escapes.first { $0.letter == next }?.meaning
      result.append(meaning ?? line[index])
      index += meaning == nil ? 1 : 2
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let backslash = UInt8(ascii: "\\")
  private static let escapes: [(letter: UInt8, meaning: UInt8)] = [
    (backslash, backslash), (UInt8(ascii: "n"), 10), (UInt8(ascii: "r"), 13),
  ]
}
