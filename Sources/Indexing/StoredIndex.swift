package import Corpora
package import System
internal import UnicodeText

/// An index that was opened: the files it covers, and the blocks of their texts.
///
/// Any number of threads may use it. Another process may replace the index meanwhile; this one stays as it was.
package final class StoredIndex: Sendable {
  let tree: IndexTree
  let blocksFiles: [BlocksFile]

  /// Opens the index in a folder.
  ///
  /// - Throws: `missing`, `damaged`, `otherVersion`, `system`.
  /// - Complexity: O(*f*) in files and folders, for checksums.
  package init(_ folder: String) throws(IndexFault) {
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
  }

  static let treeName = "tree"

  static func blocksName(_ number: UInt64) -> String { "blocks-\(number)" }

  // MARK: What it is

  /// The absolute path of the folder or file that was indexed.
  package var root: FilePath { tree.root }

  /// Whether the root is a file.
  package var isRootAFile: Bool { tree.isRootAFile }

  /// The options that chose the files, as words.
  package var options: [String] { tree.options }

  /// When it was built, in seconds since 1970.
  package var built: Int { tree.built }

  /// The bytes of text that are indexed.
  package var textBytes: Int { tree.textBytes }

  /// The number of files and folders.
  package var fileCount: Int { tree.fileCount }
  package var folderCount: Int { tree.folderCount }

  /// The number of blocks in its files, including those of files that were indexed again later.
  package var blockCount: Int { blocksFiles.reduce(0) { $0 + $1.count } }

  /// The size of its files in bytes.
  package var size: Int { blocksFiles.reduce(tree.size) { $0 + $1.size } }

  /// Verifies all checksums.
  ///
  /// - Throws: `damaged`.
  package func verifyChecksums() throws(IndexFault) {
    for file in blocksFiles { try file.verify() }
  }

  /// Whether a walk lists the same entries as the walk that was indexed, if no folder changed.
  ///
  /// - Parameters:
  ///   - walk: the walk.
  ///   - root: its root.
  ///   - names: the names of the folders from the root of the index to that of the walk.
  /// - Returns: whether it does.
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

  /// The folder or file of the index at a path relative to its root; `nil` if there is none.
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

  /// The number of the folder or file with a name in a folder; `nil` if there is none.
  func number(of name: ArraySlice<UInt8>, in folder: Int, isFolder: Bool) -> Int? {
    guard let folder = try? tree.folder(folder),
      let entry = try? tree.entry(named: Array(name).span, in: folder),
      entry.isFolder == isFolder
    else { return nil }
    return entry.number
  }

  /// What is known of a file that has a stamp now; `nil` if it changed or was not indexed.
  package func file(_ number: Int, ifStill stamp: FileStamp) -> IndexedFile? {
    guard let file = try? tree.file(number), file.state != .unknown, file.stamp == stamp else {
      return nil
    }
    return IndexedFile(number: number, file: file, tree: tree)
  }
}

/// A folder or file of an index.
package enum IndexPlace: Hashable, Sendable {
  case folder(Int)
  case file(Int)
}

/// A file that is as it was when it was indexed.
package struct IndexedFile: Sendable {
  /// Its number in the index.
  package let number: Int
  let file: IndexTree.File
  private let tree: IndexTree

  init(number: Int, file: IndexTree.File, tree: IndexTree) {
    self.number = number
    self.file = file
    self.tree = tree
  }

  /// Whether it is binary, so that searches of folders skip it.
  package var isBinary: Bool { file.state == .binary }

  /// Whether it was read as lines, or as records in the format of its name.
  package var isLines: Bool { columns.isEmpty }

  /// The columns of its records; empty for lines.
  package var columns: [String] {
    file.columns == 0 ? [] : (try? tree.columns(of: file)) ?? []
  }

  /// Whether the places of its blocks in the file are known.
  package var isPlain: Bool { file.state == .text }

  package var stamp: FileStamp { file.stamp }

  /// The number of lines or records.
  package var lines: Int { file.lines }

  /// The number of blocks.
  package var blockCount: Int { file.blocks.count }
}
