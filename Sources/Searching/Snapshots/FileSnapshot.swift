package import Corpora
package import Indexing
internal import System

/// Files of lines or records as they were when the snapshot was made; stored indexes cover all
/// these files.
///
/// A snapshot can be made only if the stamp of each file (device, inode, size and times) is the
/// same as in the file's index. While the stamp stays the same, the index describes the current
/// text of the file.
package final class FileSnapshot: Sendable {
  /// A file of the snapshot, and the number of its first record.
  struct File: Sendable {
    let path: FilePath

    /// The path to show.
    let name: String

    /// The position in `indexes` of the stored index that covers the file.
    let index: Int
    let indexed: IndexedFile
    let firstRecord: Int

    var records: Range<Int> { firstRecord..<firstRecord + indexed.lines }
  }

  /// The error for files that cannot be searched in place, without loading them.
  package struct Refusal: Error, Equatable, Sendable {
    package let reason: String

    /// Whether an index exists, but must be rebuilt before files can be searched in place.
    package var hasIndex = false
  }

  /// The message about a file that cannot be searched, because it has changed since the snapshot
  /// was made.
  static let changeReason = "the file has changed since it was loaded; :reload reads it again"

  let indexes: [StoredIndex]
  let files: [File]

  /// The number of records in all files; each line of a plain text file is a record.
  package let recordCount: Int

  /// The columns of all records, in order of appearance.
  let fields: [Field]

  /// The total size of the files, in bytes.
  package let textBytes: Int

  /// The counts of the folder entries that were skipped.
  package let skipped: SkippedFiles

  /// Whether all records come from one file that was named explicitly.
  let hasSingleSource: Bool

  /// Creates a snapshot of the files at some paths, if their stamps are still the same as in the
  /// indexes.
  ///
  /// - Throws: `Refusal` if no index covers a path, if a file has changed, or if the index lacks
  ///   the offsets of a file's lines or records.
  /// - Complexity: O(*f*), where *f* is the number of files and folders.
  package init(
    _ paths: [String], _ options: LoadOptions, _ store: IndexStore
  ) throws(Refusal) {
    var collector = try Collector(options)
    for path in paths { try collector.add(path, store) }
    indexes = collector.indexes
    files = collector.files
    recordCount = collector.records
    fields = collector.fields.isEmpty ? [Field("text")] : collector.fields
    textBytes = collector.textBytes
    skipped = collector.skipped
    hasSingleSource = paths.count == 1 && collector.isFile
    if files.isEmpty { throw Refusal(reason: "there are no files to search") }
  }

  /// The number of files.
  package var fileCount: Int { files.count }

  /// The total size of the indexes, in bytes.
  package var indexBytes: Int { indexes.reduce(0) { $0 + $1.size } }

  /// The position in `files` of the file that contains a record.
  ///
  /// - Complexity: O(log *f*), where *f* is the number of files.
  func file(ofRecord record: Int) -> Int {
    var (low, high) = (0, files.count)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if files[middle].firstRecord <= record { low = middle } else { high = middle }
    }
    // A file without lines has the same `firstRecord` as the file after it, so the last file with
    // this value contains the record.
    return low
  }

  /// The number of files whose stamp has changed; `nil` if the check was canceled.
  ///
  /// - Complexity: O(*f*), where *f* is the number of files.
  package func changedFiles(_ cancellation: Cancellation) -> Int? {
    var changed = 0
    for (index, file) in files.enumerated() {
      if index & 255 == 0, cancellation.isCancelled { return nil }
      if Platform.status(of: file.path)?.stamp != file.indexed.stamp { changed += 1 }
    }
    return changed
  }
}

/// Collects the files of a snapshot in the order of their records.
private struct Collector {
  let options: LoadOptions
  let choice: FormatChoice
  let walk: FolderWalk
  var indexes: [StoredIndex] = []
  var files: [FileSnapshot.File] = []
  var records = 0
  var fields: [Field] = []
  var fieldNames: Set<String> = []
  var textBytes = 0
  var skipped = SkippedFiles()
  /// Whether at least one of the added paths is a file.
  var isFile = false

  init(_ options: LoadOptions) throws(FileSnapshot.Refusal) {
    guard options.keepsRawLines, options.columnTypes.isEmpty,
      options.type == "auto" || options.type == LinesFormat().name, !options.searchesBinary,
      let choice = try? FormatChoice(options.type), let walk = try? FolderWalk(options)
    else {
      throw FileSnapshot.Refusal(reason: "the load options require the records to be in memory")
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
        reason:
          "the index of \(path) cannot be used: \(error.reason); run \"index build\" to rebuild it",
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
      try add(file, path, known, isFound: false, index)
    case .folder(let number):
      let root = walk.root(file)
      let folder = found.index.folder(number, as: root, by: walk, at: found.names)
      try list(root, folder, index)
    }
  }

  /// The position in `indexes` of a stored index, which is added if it is new.
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
          try add(path, path.text, known, isFound: true, index)
        }
      }
    }
  }

  private static func changed(_ path: FilePath) -> FileSnapshot.Refusal {
    FileSnapshot.Refusal(
      reason:
        "\(path.text) is not in the index, or has changed since it was indexed; "
        + "run \"index build\" to update the index",
      hasIndex: true)
  }

  /// Adds a file; `isFound` is whether the file was found in a folder instead of named explicitly.
  private mutating func add(
    _ path: FilePath, _ name: String, _ known: IndexedFile?, isFound: Bool, _ index: Int
  ) throws(FileSnapshot.Refusal) {
    guard let known else { throw Self.changed(path) }
    let areLinesExpected = choice.isLines(path)
    // The offsets of an empty file's records are not needed if the file was found in a folder.
    let isEmpty = isFound && known.lines == 0
    // If a malformed file of records was found in a folder, the file is read as lines.
    let hasOffsets =
      known.isLines
      ? known.isPlain && (areLinesExpected || isFound) || isEmpty
      : (known.hasRecordOffsets || isEmpty) && !areLinesExpected && options.readsUsualFormats
    guard hasOffsets else {
      throw FileSnapshot.Refusal(
        reason:
          "the index has no record offsets for \(name), so its records must be read into memory")
    }
    if !known.isLines {
      for name in known.columns { add(fieldNamed: name) }
    } else if areLinesExpected || known.lines > 0 {
      add(fieldNamed: "text")
    }
    files.append(
      FileSnapshot.File(
        path: path, name: name, index: index, indexed: known, firstRecord: records))
    records += known.lines
    textBytes += known.stamp.size
    if records > Int(UInt32.max) {
      throw FileSnapshot.Refusal(reason: "there are more than 4,294,967,295 records")
    }
  }

  private mutating func add(fieldNamed name: String) {
    if fieldNames.insert(name).inserted { fields.append(Field(name)) }
  }
}
