internal import Corpora
internal import System
internal import UnicodeText

/// The folders and files that an index covers, and the stamps that they had when they were indexed.
///
/// A number in parentheses is the size of a value in bytes.
///
/// | section | contents |
/// |---|---|
/// | 0 | facts: time of the build in seconds since 1970 (8), digest of the walk (8), bytes of text (8), whether the root is a file (4), number of option words (4); then the root's path, the name and the option words, each preceded by its length (4) |
/// | 1 | 72 bytes for each folder: stamp (32, without a size), first entry (4), number of entries (4), digest of its ignore rules (8), skipped entries: hidden, ignored, special, unreadable (4 each), flags for its ignore files and for `.git` or `.jj` (1), whether its last change was more than two seconds before it was read (1), 6 bytes of 0 |
/// | 2 | 12 bytes for each entry: offset of its name in section 3 (4), number of its file or folder (4), length of the name (2), whether it is a folder (1), 1 byte of 0 |
/// | 3 | the names, each followed by a zero byte |
/// | 4 | 80 bytes for each file: stamp (40), first block (4), number of blocks (4), number of lines or records (8), blocks file (2), state (1), 1 byte of 0, CRC-32 of its content (4), offset of its columns in section 6 (4), 4 bytes of 0, bytes of text (8) |
/// | 5 | the numbers of the blocks files (8 each) |
/// | 6 | lists of columns: the number of columns (4), then the column names, each preceded by its length (4); the first list is empty |
///
/// A stamp consists of the inode, device, size, content modification time (mtime) and status change
/// time (ctime), 8 bytes each. The entries of a folder are in the byte order of their names. The
/// root is folder 0. If the root is a file, it is the only entry of folder 0.
final class IndexTree: Sendable {
  enum Section: Int { case facts, folders, entries, names, files, blocksFiles, columns }

  static let folderSize = 72
  static let entrySize = 12
  static let fileSize = 80

  /// What the index stores about the text of a file.
  enum State: UInt8 {
    /// The file is not indexed, so searches read the whole file.
    case unknown = 0
    /// The file is binary, so searches of folders skip it.
    case binary = 1
    /// The file consists of lines, and its blocks are indexed with their offsets.
    case text = 2
    /// The file's blocks are indexed without their offsets, for example because the file is
    /// compressed.
    case stream = 3
    /// The file consists of records, and its blocks are indexed with their offsets; each block
    /// begins at the start of a record.
    case records = 4
  }

  struct Folder {
    let stamp: FileStamp
    let entries: Range<Int>
    let digest: UInt64
    let skipped: SkippedFiles
    let ruleFiles: RuleFiles
    let isSettled: Bool
  }

  struct Entry {
    /// The byte range of the name, including its zero byte.
    let name: Range<Int>
    let number: Int
    let isFolder: Bool
  }

  struct File {
    var stamp: FileStamp
    var state = State.unknown
    var blocksFile = 0
    var blocks = 0..<0

    /// The number of lines or records in the file.
    var lines = 0

    /// The number of bytes of the file's text.
    var textBytes = 0

    /// The CRC-32 of the file's content (`BlockReader.contentSum`).
    var sum: UInt32 = 0

    /// The offset, in section 6, of the file's list of columns.
    var columns = 0
  }

  private let file: SectionFile
  let root: FilePath
  let isRootAFile: Bool
  /// The name of the index; empty if it has none.
  let name: String
  let options: [String]
  let digest: UInt64
  let built: Int
  let textBytes: Int
  let blocksFiles: [UInt64]
  let folderCount: Int
  let fileCount: Int
  private let entryCount: Int
  private let nameBytes: Int

  init(_ path: String) throws(IndexFault) {
    let file = try SectionFile(path, .tree)
    self.file = file
    try file.verifyAll()
    var root: [UInt8] = []
    var name = ""
    var options: [String] = []
    (built, digest, textBytes, isRootAFile) = try file.withBytes(
      ofSection: Section.facts.rawValue
    ) { bytes throws(IndexFault) in
      guard bytes.count >= 32 else { throw .damaged }
      var at = 32
      func text() throws(IndexFault) -> [UInt8] {
        guard at + 4 <= bytes.count else { throw .damaged }
        let count = Int(bytes.number(at: at, as: UInt32.self))
        at += 4
        guard count <= bytes.count - at else { throw .damaged }
        let text = Array(copying: bytes.extracting(at..<at + count))
        at += count
        return text
      }
      root = try text()
      name = String(decoding: try text(), as: UTF8.self)
      for _ in 0..<min(bytes.number(at: 28, as: UInt32.self), 1 << 16) {
        options.append(String(decoding: try text(), as: UTF8.self))
      }
      return (
        Int(clamping: bytes.number(at: 0, as: UInt64.self)), bytes.number(at: 8, as: UInt64.self),
        Int(clamping: bytes.number(at: 16, as: UInt64.self)),
        bytes.number(at: 24, as: UInt32.self) != 0
      )
    }
    self.root = FilePath(bytes: root)
    self.name = name
    self.options = options
    func count(_ section: Section, _ size: Int) throws(IndexFault) -> Int {
      let length = try file.length(of: section.rawValue)
      if length % size != 0 { throw .damaged }
      return length / size
    }
    folderCount = try count(.folders, Self.folderSize)
    entryCount = try count(.entries, Self.entrySize)
    fileCount = try count(.files, Self.fileSize)
    nameBytes = try file.length(of: Section.names.rawValue)
    let blocksFileCount = try count(.blocksFiles, 8)
    blocksFiles = try file.withBytes(ofSection: Section.blocksFiles.rawValue) { bytes in
      (0..<blocksFileCount).map { bytes.number(at: 8 * $0, as: UInt64.self) }
    }
    if folderCount == 0 { throw .damaged }
  }

  /// The size of the file in bytes.
  var size: Int { file.size }

  /// The stamp of the file.
  var stamp: FileStamp { file.stamp }

  /// Decodes the stamp of a folder or file; `bytes` begins with the stamp.
  private static func stamp(_ bytes: Span<UInt8>, hasSize: Bool) -> FileStamp {
    let times = hasSize ? 24 : 16
    return FileStamp(
      identity: FileIdentity(
        device: bytes.number(at: 8, as: UInt64.self),
        inode: bytes.number(at: 0, as: UInt64.self)),
      size: hasSize ? Int(clamping: bytes.number(at: 16, as: UInt64.self)) : 0,
      modified: bytes.number(at: times, as: Int64.self),
      changed: bytes.number(at: times + 8, as: Int64.self))
  }

  func folder(_ number: Int) throws(IndexFault) -> Folder {
    let start = number * Self.folderSize
    return try file.withBytes(start..<start + Self.folderSize, of: Section.folders.rawValue) {
      bytes throws(IndexFault) in
      let first = Int(bytes.number(at: 32, as: UInt32.self))
      let count = Int(bytes.number(at: 36, as: UInt32.self))
      guard first <= entryCount, count <= entryCount - first else { throw .damaged }
      let skipped = SkippedFiles(
        hidden: Int(bytes.number(at: 48, as: UInt32.self)),
        ignored: Int(bytes.number(at: 52, as: UInt32.self)),
        special: Int(bytes.number(at: 56, as: UInt32.self)),
        unreadable: Int(bytes.number(at: 60, as: UInt32.self)))
      return Folder(
        stamp: Self.stamp(bytes, hasSize: false),
        entries: first..<first + count, digest: bytes.number(at: 40, as: UInt64.self),
        skipped: skipped, ruleFiles: RuleFiles(rawValue: bytes[64]), isSettled: bytes[65] != 0)
    }
  }

  func entry(_ index: Int) throws(IndexFault) -> Entry {
    let start = index * Self.entrySize
    return try file.withBytes(start..<start + Self.entrySize, of: Section.entries.rawValue) {
      bytes throws(IndexFault) in
      let name = Int(bytes.number(at: 0, as: UInt32.self))
      let number = Int(bytes.number(at: 4, as: UInt32.self))
      let length = Int(bytes.number(at: 8, as: UInt16.self))
      let isFolder = bytes[10] != 0
      guard name <= nameBytes, length < nameBytes - name,
        number < (isFolder ? folderCount : fileCount)
      else { throw .damaged }
      return Entry(name: name..<name + length + 1, number: number, isFolder: isFolder)
    }
  }

  /// Calls `body` with the bytes of an entry's name and the zero byte after the name.
  func withName<R>(
    of entry: Entry, _ body: (Span<UInt8>) throws(IndexFault) -> R
  ) throws(IndexFault) -> R {
    try file.withBytes(entry.name, of: Section.names.rawValue) { name throws(IndexFault) in
      guard name[name.count - 1] == 0, Self.isName(name.extracting(0..<name.count - 1)) else {
        throw .damaged
      }
      return try body(name)
    }
  }

  /// Whether a folder entry can have this name; an invalid name could lead out of the folder or
  /// into a cycle.
  private static func isName(_ name: Span<UInt8>) -> Bool {
    for index in name.indices where name[index] == 0 || name[index] == UInt8(ascii: "/") {
      return false
    }
    let dot = UInt8(ascii: ".")
    return name.count > 2 || (0..<name.count).contains { name[$0] != dot }
  }

  func file(_ number: Int) throws(IndexFault) -> File {
    let start = number * Self.fileSize
    return try file.withBytes(start..<start + Self.fileSize, of: Section.files.rawValue) {
      bytes throws(IndexFault) in
      let first = Int(bytes.number(at: 40, as: UInt32.self))
      let count = Int(bytes.number(at: 44, as: UInt32.self))
      let blocksFile = Int(bytes.number(at: 56, as: UInt16.self))
      guard let state = State(rawValue: bytes[58]), count == 0 || blocksFile < blocksFiles.count
      else { throw .damaged }
      var file = File(stamp: Self.stamp(bytes, hasSize: true))
      file.blocks = first..<first + count
      file.lines = Int(clamping: bytes.number(at: 48, as: UInt64.self))
      file.blocksFile = blocksFile
      file.state = state
      file.sum = bytes.number(at: 60, as: UInt32.self)
      file.columns = Int(bytes.number(at: 64, as: UInt32.self))
      file.textBytes = Int(clamping: bytes.number(at: 72, as: UInt64.self))
      guard Self.isPlausible(file.lines, file.stamp), Self.isPlausible(file.textBytes, file.stamp)
      else { throw .damaged }
      return file
    }
  }

  /// Whether a file with this stamp can have `count` lines, records or bytes of text.
  ///
  /// This check prevents an overflow when the counts of all files are added. The limit follows from
  /// the highest compression ratio of gzip: one byte decompresses to at most 1,032 bytes.
  private static func isPlausible(_ count: Int, _ stamp: FileStamp) -> Bool {
    (count - (1 << 16)) / 1_032 <= stamp.size
  }

  /// The columns of a file of records; empty for a file of lines.
  func columns(of file: File) throws(IndexFault) -> [String] {
    let length = try self.file.length(of: Section.columns.rawValue)
    guard file.columns >= 0, file.columns + 4 <= length else { throw .damaged }
    return try self.file.withBytes(file.columns..<length, of: Section.columns.rawValue) {
      bytes throws(IndexFault) in
      var at = 4
      var names: [String] = []
      for _ in 0..<bytes.number(at: 0, as: UInt32.self) {
        guard at + 4 <= bytes.count else { throw .damaged }
        let count = Int(bytes.number(at: at, as: UInt32.self))
        at += 4
        guard count <= bytes.count - at else { throw .damaged }
        names.append(
          String(decoding: Array(copying: bytes.extracting(at..<at + count)), as: UTF8.self))
        at += count
      }
      return names
    }
  }

  /// The entry with the given name in a folder; `nil` if there is none.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of entries of the folder.
  func entry(named name: Span<UInt8>, in folder: Folder) throws(IndexFault) -> Entry? {
    var (low, high) = (folder.entries.lowerBound, folder.entries.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      let entry = try entry(middle)
      let order = try withName(of: entry) { Self.order(name, $0.extracting(0..<$0.count - 1)) }
      if order == 0 { return entry }
      if order < 0 { high = middle } else { low = middle + 1 }
    }
    return nil
  }

  /// Compares `a` and `b` in byte order.
  ///
  /// The result is negative if `a` precedes `b`, 0 if they are equal, and otherwise positive.
  private static func order(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Int {
    for index in 0..<min(a.count, b.count) where a[index] != b[index] {
      return a[index] < b[index] ? -1 : 1
    }
    return a.count - b.count
  }
}
