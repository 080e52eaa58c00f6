package import Corpora
package import Indexing
internal import System

/// Files of lines as they were when they were opened, all of which stored indexes cover.
///
/// Each file has the stamp that its index knows, so that the index tells what its text is, as long as the stamp stays.
package final class FileSnapshot: Sendable {
  /// A file, and the number of its first record.
  struct File: Sendable {
    let path: FilePath

    /// The path to show.
    let name: String

    /// The position of its index in `indexes`.
    let index: Int
    let indexed: IndexedFile
    let firstRecord: Int

    var records: Range<Int> { firstRecord..<firstRecord + indexed.lines }
  }

  /// Why files cannot be searched in place.
  package struct Refusal: Error, Equatable, Sendable {
    package let reason: String

    /// Whether there is an index that could be used if it were built again.
    package var hasIndex = false
  }

  /// Why a file that has changed since it was opened cannot be searched.
  static let changeReason = "it has changed since it was loaded; :reload reads it again"

  let indexes: [StoredIndex]
  let files: [File]

  /// The number of lines of all files.
  package let recordCount: Int

  /// The bytes of text.
  package let textBytes: Int

  /// The entries of folders that were skipped.
  package let skipped: SkippedFiles

  /// Whether all records are of one file that was named.
  let hasSingleSource: Bool

  /// Compares the stamps of the files of some paths with those in the indexes.
  ///
  /// - Throws: `Refusal` if a path is not covered, if a file has changed, or if one is not a file of lines.
  /// - Complexity: O(*f*) in files and folders.
  package init(
    _ paths: [String], _ options: LoadOptions, _ store: IndexStore
  ) throws(Refusal) {
    var collector = try Collector(options)
    for path in paths { try collector.add(path, store) }
    indexes = collector.indexes
    files = collector.files
    recordCount = collector.records
    textBytes = collector.textBytes
    skipped = collector.skipped
    hasSingleSource = paths.count == 1 && collector.isFile
    if files.isEmpty { throw Refusal(reason: "it has no files to search") }
  }

  /// The number of files.
  package var fileCount: Int { files.count }

  /// The size of the indexes in bytes.
  package var indexBytes: Int { indexes.reduce(0) { $0 + $1.size } }

  /// The position of the file that has a record.
  ///
  /// - Complexity: O(log *f*) in files.
  func file(ofRecord record: Int) -> Int {
    var (low, high) = (0, files.count)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if files[middle].firstRecord <= record { low = middle } else { high = middle }
    }
    // Files without lines have the number of the next file's first record.
    return low
  }

  /// The number of files whose stamp has changed; `nil` if it was canceled.
  ///
  /// - Complexity: O(*f*) in files.
  package func changedFiles(_ cancellation: Cancellation) -> Int? {
    var changed = 0
    for (index, file) in files.enumerated() {
      if index & 255 == 0, cancellation.isCancelled { return nil }
      if Platform.status(of: file.path)?.stamp != file.indexed.stamp { changed += 1 }
    }
    return changed
  }
}

/// Collects the files of a snapshot in their order.
private struct Collector {
  let options: LoadOptions
  let choice: FormatChoice
  let walk: FolderWalk
  var indexes: [StoredIndex] = []
  var files: [FileSnapshot.File] = []
  var records = 0
  var textBytes = 0
  var skipped = SkippedFiles()
  /// Whether the last path is a file.
  var isFile = false

  init(_ options: LoadOptions) throws(FileSnapshot.Refusal) {
    guard options.keepsRawLines, options.columnTypes.isEmpty,
      options.type == "auto" || options.type == LinesFormat().name, !options.searchesBinary,
      let choice = try? FormatChoice(options.type), let walk = try? FolderWalk(options)
    else {
      throw FileSnapshot.Refusal(reason: "the load options need the records in memory")
    }
    self.options = options
    self.choice = choice
    self.walk = walk
  }

  mutating func add(_ path: String, _ store: IndexStore) throws(FileSnapshot.Refusal) {
    let found: IndexStore.Cover?
    do throws(IndexFault) {
      found = try Platform.resolved(path).flatMap { path throws(IndexFault) in
        try store.cover(of: path)
      }
    } catch {
      throw FileSnapshot.Refusal(
        reason: "the index of \(path) cannot be used: \(error.reason); index build makes it again",
        hasIndex: true)
    }
    guard let found else { throw FileSnapshot.Refusal(reason: "no stored index covers \(path)") }
    let index = position(of: found.index)
    let file = FilePath(path)
    switch found.place {
    case .file(let number):
      isFile = true
      let known = Platform.status(of: file).flatMap {
        $0.isRegular ? found.index.file(number, ifStill: $0.stamp) : nil
      }
      try add(file, path, known, index)
    case .folder(let number):
      let root = walk.root(file)
      let folder = IndexedFolder(
        number, isListed: found.index.isListed(by: walk, from: root, at: found.names))
      try list(root, folder, index)
    }
  }

  /// The position of an index among those of the snapshot.
  private mutating func position(of index: StoredIndex) -> Int {
    if let known = indexes.firstIndex(where: { $0.root == index.root }) { return known }
    indexes.append(index)
    return indexes.count - 1
  }

  private mutating func list(
    _ folder: WalkedFolder, _ indexed: IndexedFolder, _ index: Int
  ) throws(FileSnapshot.Refusal) {
    var entries: [(entry: IndexedEntry, path: FilePath)] = []
    var own = SkippedFiles()
    do throws(CorpusError) {
      try indexes[index].visit(indexed, as: folder, by: walk, skipped: &own) { entry, path in
        entries.append((entry, path()))
      }
    } catch {
      throw FileSnapshot.Refusal(reason: error.message)
    }
    skipped.add(own)
    for (entry, path) in entries {
      switch entry {
      case .folder(let inner, let known):
        guard let known else { throw Self.changed(path) }
        try list(inner, known, index)
      case .file(let known):
        if known?.isBinary == true {
          skipped.noteBinary()
        } else {
          try add(path, path.text, known, index)
        }
      }
    }
  }

  private static func changed(_ path: FilePath) -> FileSnapshot.Refusal {
    FileSnapshot.Refusal(
      reason: "\(path.text) is not as it was indexed; index build brings the index up to date",
      hasIndex: true)
  }

  private mutating func add(
    _ path: FilePath, _ name: String, _ known: IndexedFile?, _ index: Int
  ) throws(FileSnapshot.Refusal) {
    guard let known else { throw Self.changed(path) }
    guard known.isPlain, known.isLines, choice.isLines(path) else {
      throw FileSnapshot.Refusal(
        reason: "\(name) is not a file of lines, and other files are read into memory")
    }
    files.append(
      FileSnapshot.File(
        path: path, name: name, index: index, indexed: known, firstRecord: records))
    records += known.lines
    textBytes += known.stamp.size
    if records > Int(UInt32.max) {
      throw FileSnapshot.Refusal(reason: "it has more than 4,294,967,295 records")
    }
  }
}
