internal import System

/// The entries of a folder, in the order in which the system lists them.
struct FolderNames {
  typealias Kind = Platform.EntryKind

  struct Entry {
    /// The first eight bytes of the name, as a big-endian number, for sorting.
    let key: UInt64
    let start: Int
    let count: Int
    let kind: Kind
  }

  /// The names of all entries, without separators.
  private(set) var bytes: [UInt8] = []
  private(set) var entries: [Entry] = []
  private(set) var ruleFiles: RuleFiles = []

  init() { bytes.reserveCapacity(1024) }

  /// Reads the entries of a folder, except `.` and `..`.
  init(of folder: FilePath) throws(SystemError) {
    var names = FolderNames()
    try Platform.readEntries(of: folder) { names.append($0, $1) }
    self = names
  }

  /// Adds an entry.
  mutating func append(_ name: Span<UInt8>, _ kind: Kind) {
    var key: UInt64 = 0
    for index in 0..<8 { key = key << 8 | UInt64(index < name.count ? name[index] : 0) }
    entries.append(Entry(key: key, start: bytes.count, count: name.count, kind: kind))
    for index in 0..<name.count { bytes.append(name[index]) }
    if name[0] != UInt8(ascii: ".") { return }
    for (special, file) in RuleFiles.names where special.count == name.count {
      if bytes.suffix(name.count).elementsEqual(special) { ruleFiles.insert(file) }
    }
  }

  func name(_ entry: Entry) -> ArraySlice<UInt8> {
    bytes[entry.start..<(entry.start + entry.count)]
  }

  func isHidden(_ entry: Entry) -> Bool { bytes[entry.start] == UInt8(ascii: ".") }

  /// Whether the name of `a` precedes the name of `b` in byte order.
  func precedes(_ a: Entry, _ b: Entry) -> Bool {
    a.key == b.key ? name(a).lexicographicallyPrecedes(name(b)) : a.key < b.key
  }
}

/// The files of a folder that determine which files in the folder and its subfolders are read.
package struct RuleFiles: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  static let ignore = RuleFiles(rawValue: 1)
  static let gitignore = RuleFiles(rawValue: 2)
  /// The folder contains `.git` or `.jj`, so it is the root of a repository.
  static let repository = RuleFiles(rawValue: 4)

  /// The names of the ignore files in this set.
  package var fileNames: [[UInt8]] {
    Self.names.filter { $0.1 != .repository && contains($0.1) }.map { $0.0 }
  }

  static let names: [([UInt8], RuleFiles)] = [
    (Array(".ignore".utf8), .ignore), (Array(".gitignore".utf8), .gitignore),
    (Array(".git".utf8), .repository), (Array(".jj".utf8), .repository),
  ]
}
