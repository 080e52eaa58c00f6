package import Corpora
package import System
internal import UnicodeText

/// An open index, with the files that it covers and the blocks of their text.
///
/// Several threads may use an open index at the same time. If another process replaces the index,
/// this object continues to read the old files.
package final class StoredIndex: Sendable {
  let tree: IndexTree
  let blocksFiles: [BlocksFile]

  /// The changes that a watching process reported when the index was opened; nil if no process
  /// answered.
  let changes: WatchedChanges?

  /// Opens the index in a folder.
  ///
  /// - Parameters:
  ///   - folder: the folder that contains the files of the index.
  ///   - asksWatcher: whether to ask the process that watches the index for changes.
  /// - Throws: `missing`, `damaged`, `otherVersion`, `system`.
  /// - Complexity: O(*f*), where *f* is the number of files and folders, because checksums are
  ///   verified.
  package init(_ folder: String, asksWatcher: Bool = false) throws(IndexFault) {
    tree = try IndexTree(folder + "/" + Self.treeName)
    var files: [BlocksFile] = []
    for number in tree.blocksFiles {
      do throws(IndexFault) {
        files.append(try BlocksFile(folder + "/" + Self.blocksName(number)))
      } catch {
        throw error == .missing ? .damaged : error
      }
    }
    blocksFiles = files
    changes = asksWatcher ? WatchedChanges.ask(folder, about: tree.stamp) : nil
  }

  static let treeName = "tree"

  static func blocksName(_ number: UInt64) -> String { "blocks-\(number)" }

  // MARK: Properties

  /// The absolute path of the folder or file that was indexed.
  package var root: FilePath { tree.root }

  /// Whether the root is a file.
  package var isRootAFile: Bool { tree.isRootAFile }

  /// The name that the user gave the index; `nil` if the index has no name.
  package var name: String? { tree.name.isEmpty ? nil : tree.name }

  /// The command-line options that determined which files were indexed.
  package var options: [String] { tree.options }

  /// The time at which the index was built, in seconds since 1970.
  package var built: Int { tree.built }

  /// The number of bytes of indexed text.
  package var textBytes: Int { tree.textBytes }

  /// The number of files and folders.
  package var fileCount: Int { tree.fileCount }
  package var folderCount: Int { tree.folderCount }

  /// The number of blocks in the blocks files, including outdated blocks.
  ///
  /// A block is outdated if its file was indexed again later.
  package var blockCount: Int { blocksFiles.reduce(0) { $0 + $1.count } }

  /// The total size of the index files in bytes.
  package var size: Int { blocksFiles.reduce(tree.size) { $0 + $1.size } }

  /// Verifies all checksums.
  ///
  /// - Throws: `damaged`.
  package func verifyChecksums() throws(IndexFault) {
    for file in blocksFiles { try file.verify() }
  }

  /// Whether a walk would list exactly the indexed entries if no folder had changed since the index
  /// was built.
  ///
  /// - Parameters:
  ///   - walk: the walk to compare with the index.
  ///   - root: the root of the walk.
  ///   - names: the names of the folders from the root of the index to the root of the walk.
  /// - Returns: whether the walk would list the same entries.
  package func isListed(
    by walk: FolderWalk, from root: WalkedFolder, at names: [ArraySlice<UInt8>]
  ) -> Bool {
    if names.isEmpty { return walk.digest(of: root) == tree.digest }
    guard let digests = walk.digests(of: root, from: tree.root, names),
      digests.root == tree.digest
    else { return false }
    var number = 0
    for (name, digest) in zip(names, digests.folders) {
      guard (try? tree.folder(number))?.digest == digest,
        let next = self.number(of: name, in: number, isFolder: true)
      else { return false }
      number = next
    }
    return true
  }

  // MARK: Places

  /// The folder or file at `path`, which is relative to the root of the index; `nil` if the index
  /// does not contain the path.
  package func place(_ path: [ArraySlice<UInt8>]) -> IndexPlace? {
    do throws(IndexFault) {
      if tree.isRootAFile { return path.isEmpty ? .file(0) : nil }
      var number = 0
      for (index, name) in path.enumerated() {
        let folder = try tree.folder(number)
        guard let entry = try tree.entry(named: Array(name).span, in: folder) else { return nil }
        if !entry.isFolder { return index + 1 == path.count ? .file(entry.number) : nil }
        number = entry.number
      }
      return .folder(number)
    } catch {
      return nil
    }
  }

  /// The number of the entry `name` in a folder; `nil` if there is no such folder or file.
  func number(of name: ArraySlice<UInt8>, in folder: Int, isFolder: Bool) -> Int? {
    guard let folder = try? tree.folder(folder),
      let entry = try? tree.entry(named: Array(name).span, in: folder),
      entry.isFolder == isFolder
    else { return nil }
    return entry.number
  }

  /// The index's information about a file with the current stamp `stamp`; `nil` if the file has
  /// changed or was not indexed.
  package func file(_ number: Int, ifStill stamp: FileStamp) -> IndexedFile? {
    guard let file = try? tree.file(number), file.state != .unknown, file.stamp == stamp else {
      return nil
    }
    return IndexedFile(number: number, file: file, tree: tree)
  }

  /// The index's information about an unchanged file; `nil` if the file was not indexed.
  func unchangedFile(_ number: Int) -> IndexedFile? {
    guard let file = try? tree.file(number), file.state != .unknown else { return nil }
    return IndexedFile(number: number, file: file, tree: tree)
  }

  /// How many files and folders may have changed, according to the process that watches the index.
  ///
  /// The result is nil if no process watches the index, or if the process was not asked.
  package var watchedChanges: (files: Int, folders: Int)? {
    changes.map { ($0.files.count, $0.folders.count) }
  }
}

/// A folder or file of an index.
package enum IndexPlace: Hashable, Sendable {
  case folder(Int)
  case file(Int)
}

/// A file that has not changed since it was indexed.
package struct IndexedFile: Sendable {
  /// The file's number in the index.
  package let number: Int
  let file: IndexTree.File
  private let tree: IndexTree

  init(number: Int, file: IndexTree.File, tree: IndexTree) {
    self.number = number
    self.file = file
    self.tree = tree
  }

  /// Whether the file is binary, so that searches of folders skip it.
  package var isBinary: Bool { file.state == .binary }

  /// Whether the file was read as lines; otherwise, it was read as records in the format that its
  /// suffix determines.
  package var isLines: Bool { columns.isEmpty }

  /// The columns of the file's records; empty if the file was read as lines.
  package var columns: [String] {
    file.columns == 0 ? [] : (try? tree.columns(of: file)) ?? []
  }

  /// Whether the file was read as lines, and the index contains the offsets of its blocks.
  package var isPlain: Bool { file.state == .text }

  /// Whether the file was read as records, and the index contains the offsets of its blocks.
  package var hasRecordOffsets: Bool { file.state == .records }

  package var stamp: FileStamp { file.stamp }

  /// The number of lines or records.
  package var lines: Int { file.lines }

  /// The number of blocks.
  package var blockCount: Int { file.blocks.count }
}
