internal import Corpora
internal import System
internal import UnicodeText

/// Collects the folders and files of an index, and writes them as a tree file (`IndexTree`).
struct IndexTreeWriter: ~Copyable {
  private var folders = GrowableBuffer<UInt8>()
  private var entries = GrowableBuffer<UInt8>()
  private var names = GrowableBuffer<UInt8>()
  private var files = GrowableBuffer<UInt8>()
  private var entryCount = 0

  /// The encoded lists of columns, and the offset of each list in `columns`.
  private var columns = GrowableBuffer<UInt8>()
  private var places: [[String]: Int] = [:]

  init() { _ = place(of: []) }

  /// Returns the offset of a list of column names in `columns`; appends the list if it is new.
  mutating func place(of names: [String]) -> Int {
    if let place = places[names] { return place }
    let place = columns.count
    columns.append(number: UInt32(names.count))
    for name in names {
      columns.append(number: UInt32(name.utf8.count))
      columns.append(copying: name.utf8.span)
    }
    places[names] = place
    return place
  }

  /// Adds a folder; the next `count` calls of `addEntry` add its entries.
  mutating func addFolder(
    _ stamp: FileStamp, entries count: Int, digest: UInt64, skipped: SkippedFiles,
    ruleFiles: RuleFiles, isSettled: Bool
  ) {
    Self.append(stamp, withSize: false, to: &folders)
    folders.append(number: UInt32(entryCount))
    folders.append(number: UInt32(count))
    folders.append(number: digest)
    for number in [skipped.hidden, skipped.ignored, skipped.special, skipped.unreadable] {
      folders.append(number: UInt32(clamping: number))
    }
    folders.append(ruleFiles.rawValue)
    folders.append(isSettled ? 1 : 0)
    for _ in 0..<6 { folders.append(0) }
  }

  /// Adds the next entry of the most recently added folder.
  mutating func addEntry(_ name: ArraySlice<UInt8>, number: Int, isFolder: Bool) {
    entries.append(number: UInt32(names.count))
    entries.append(number: UInt32(number))
    entries.append(number: UInt16(name.count))
    entries.append(isFolder ? 1 : 0)
    entries.append(0)
    names.append(copying: name.span)
    names.append(0)
    entryCount += 1
  }

  mutating func addFile(_ file: IndexTree.File) {
    Self.append(file.stamp, withSize: true, to: &files)
    files.append(number: UInt32(file.blocks.lowerBound))
    files.append(number: UInt32(file.blocks.count))
    files.append(number: UInt64(file.lines))
    files.append(number: UInt16(file.blocksFile))
    files.append(file.state.rawValue)
    files.append(0)
    files.append(number: file.sum)
    files.append(number: UInt32(file.columns))
    files.append(number: UInt32(0))
    files.append(number: UInt64(file.textBytes))
  }

  private static func append(
    _ stamp: FileStamp, withSize: Bool, to bytes: inout GrowableBuffer<UInt8>
  ) {
    bytes.append(number: stamp.identity.inode)
    bytes.append(number: stamp.identity.device)
    if withSize { bytes.append(number: UInt64(stamp.size)) }
    bytes.append(number: stamp.modified)
    bytes.append(number: stamp.changed)
  }

  /// General information about an index, stored in the first section of its tree.
  struct Facts {
    var root: FilePath
    var isRootAFile: Bool
    var name: String
    var options: [String]
    var digest: UInt64
    var built: Int
    var textBytes: Int
    var blocksFiles: [UInt64]
  }

  /// Writes the tree file at `path`.
  consuming func write(_ facts: Facts, to path: String) throws(SystemError) {
    var head = GrowableBuffer<UInt8>()
    head.append(number: UInt64(facts.built))
    head.append(number: facts.digest)
    head.append(number: UInt64(facts.textBytes))
    head.append(number: UInt32(facts.isRootAFile ? 1 : 0))
    head.append(number: UInt32(facts.options.count))
    for text in [facts.root.bytes] + ([facts.name] + facts.options).map({ Array($0.utf8) }) {
      head.append(number: UInt32(text.count))
      head.append(copying: text.span)
    }
    var numbers = GrowableBuffer<UInt8>()
    for number in facts.blocksFiles { numbers.append(number: number) }
    let writer = try SectionFileWriter(path)
    do throws(SystemError) {
      var sections: [Range<Int>] = []
      func add(_ bytes: consuming GrowableBuffer<UInt8>) throws(SystemError) {
        let count = bytes.count
        let offset = try writer.append(bytes)
        sections.append(offset..<offset + count)
      }
      try add(head)
      try add(folders)
      try add(entries)
      try add(names)
      try add(files)
      try add(numbers)
      try add(columns)
      try writer.finish(.tree, sections: sections)
    } catch {
      writer.discard()
      throw error
    }
  }
}
