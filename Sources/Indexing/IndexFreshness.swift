package import Corpora
internal import System

/// How many folders and files have changed since an index was built, and how many files are
/// unchanged.
package struct IndexFreshness: Hashable, Sendable {
  /// The number of indexed files that are unchanged; searches read only some of their blocks.
  package var indexedFiles = 0

  /// The number of files that are changed, new, or not indexed; searches read these files
  /// completely.
  package var otherFiles = 0

  /// The number of folders whose entries changed.
  package var changedFolders = 0
}

extension StoredIndex {
  /// The load options that determined which files were indexed.
  package var loadOptions: LoadOptions {
    var options = LoadOptions()
    options.includesHidden = self.options.contains("--hidden")
    options.ignoresGitignore = self.options.contains("--no-ignore")
    for (index, word) in self.options.enumerated() where word == "-g" {
      if index + 1 < self.options.count { options.globs.append(self.options[index + 1]) }
    }
    return options
  }

  /// Compares the current stamps of all files and folders with the index; `nil` if the call was
  /// canceled.
  ///
  /// - Complexity: O(*f*), where *f* is the number of files and folders.
  package func freshness(isCancelled: () -> Bool) -> IndexFreshness? {
    var freshness = IndexFreshness()
    if isRootAFile {
      let status = Platform.status(of: root, followsLinks: false)
      let isSame = status.flatMap { file(0, ifStill: $0.stamp) } != nil
      if isSame { freshness.indexedFiles = 1 } else if status != nil { freshness.otherFiles = 1 }
      return freshness
    }
    guard let walk = try? FolderWalk(loadOptions) else { return freshness }
    let folder = walk.root(root)
    var open: [(WalkedFolder, IndexedFolder?)] = [
      (folder, self.folder(0, as: folder, by: walk, at: []))
    ]
    var skipped = SkippedFiles()
    while let (folder, known) = open.popLast() {
      if isCancelled() { return nil }
      guard let known else {
        freshness.changedFolders += 1
        for entry in (try? walk.list(folder, skipped: &skipped)) ?? [] {
          switch entry {
          case .file: freshness.otherFiles += 1
          case .folder(let inner): open.append((inner, nil))
          }
        }
        continue
      }
      if let number = try? tree.folder(known.number),
        Platform.status(of: folder.path)?.stamp.isSameFolder(as: number.stamp) != true
      {
        freshness.changedFolders += 1
      }
      try? visit(known, as: folder, by: walk, skipped: &skipped) { entry, _ in
        switch entry {
        case .file(nil): freshness.otherFiles += 1
        case .file: freshness.indexedFiles += 1
        case .folder(let inner, let number): open.append((inner, number))
        }
      }
    }
    return freshness
  }
}
