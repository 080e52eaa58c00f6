internal import Corpora
internal import Synchronization
package import System
internal import Threading
internal import UnicodeText

/// The results of verifying an index by reading the indexed files again.
package struct IndexVerification: Sendable {
  /// The number of files that have not changed.
  package var sameFiles = 0

  /// The number of files that changed, no longer exist, or are not indexed.
  ///
  /// A search recognizes these files, and does not use the index for them.
  package var otherFiles = 0

  /// The files whose content has changed although their stamps have not changed.
  package var unseenChanges: [FilePath] = []
}

extension StoredIndex {
  /// Verifies the checksums of the index, and then reads all files with unchanged stamps again.
  ///
  /// - Returns: the results; `nil` if the verification was canceled.
  /// - Throws: `damaged`.
  /// - Complexity: O(*n*), where *n* is the number of bytes of the files.
  package func verify(
    threads: Int, sizes: IndexSizes = IndexSizes(), isCancelled: @escaping @Sendable () -> Bool
  ) throws(IndexFault) -> IndexVerification? {
    try verifyChecksums()
    let paths = try paths()
    let found = Mutex(IndexVerification())
    let isDone = Workers.run(paths.count, threads: threads, isCancelled: isCancelled) { file, _ in
      let isSame = self.isSame(file, paths[file], sizes)
      found.withLock { found in
        switch isSame {
        case nil: found.otherFiles += 1
        case true?: found.sameFiles += 1
        case false?: found.unseenChanges.append(paths[file])
        }
      }
    }
    return isDone ? found.withLock { $0 } : nil
  }

  /// Whether a file still has the indexed content.
  ///
  /// The result is `nil` if the stamp of the file has changed, or if the file is not indexed or
  /// cannot be read.
  private func isSame(_ number: Int, _ path: FilePath, _ sizes: IndexSizes) -> Bool? {
    guard let status = Platform.status(of: path, followsLinks: false), status.isRegular,
      let indexed = file(number, ifStill: status.stamp)
    else { return nil }
    let sum = BlockReader.contentSum(of: path, isBinary: indexed.isBinary, sizes)
    guard let sum else { return nil }
    return sum == indexed.file.sum
  }

  /// The paths of all files, in the order of the file numbers.
  private func paths() throws(IndexFault) -> [FilePath] {
    var paths = [FilePath](repeating: root, count: tree.fileCount)
    if tree.isRootAFile { return paths }
    var folders: [(number: Int, path: FilePath)] = [(0, root)]
    // Visit at most as many folders as the index has, because a damaged index can contain a cycle.
    var left = tree.folderCount
    while let (number, path) = folders.popLast(), left > 0 {
      left -= 1
      for index in try tree.folder(number).entries {
        let entry = try tree.entry(index)
        let name = try tree.withName(of: entry) { Array(copying: $0.extracting(0..<$0.count - 1)) }
        let inner = path.appending(FilePath(bytes: name))
        if entry.isFolder {
          folders.append((entry.number, inner))
        } else {
          paths[entry.number] = inner
        }
      }
    }
    return paths
  }
}
