package import Corpora
package import System
internal import UnicodeText

/// A current entry of a folder, and the information that the index contains about the entry.
package enum IndexedEntry {
  /// A file; the information is `nil` if the file's current text is not indexed.
  case file(IndexedFile?)
  case folder(WalkedFolder, IndexedFolder?)
}

/// A folder of an index.
package struct IndexedFolder: Sendable {
  package let number: Int

  /// Whether the walk would list exactly the indexed entries if the folder is unchanged.
  let isListed: Bool

  /// Whether a process watches the folder, and the folder's path still refers to the same folder.
  let isWatched: Bool
}

extension StoredIndex {
  /// The indexed folder that is the root of a walk.
  ///
  /// - Parameters:
  ///   - number: the number of the folder in the index.
  ///   - root: the root of the walk.
  ///   - walk: the walk that lists the current entries.
  ///   - names: the names of the folders from the root of the index to the root of the walk.
  /// - Returns: the indexed folder, with the results of comparing it with the walk's root.
  package func folder(
    _ number: Int, as root: WalkedFolder, by walk: FolderWalk, at names: [ArraySlice<UInt8>]
  ) -> IndexedFolder {
    IndexedFolder(
      number: number, isListed: isListed(by: walk, from: root, at: names),
      isWatched: isWatched(number, as: root))
  }

  /// Whether a process watches the indexed folder `number`, and `folder` is the same folder.
  private func isWatched(_ number: Int, as folder: WalkedFolder) -> Bool {
    guard changes != nil, let known = try? tree.folder(number) else { return false }
    return Platform.status(of: folder.path)?.identity == known.stamp.identity
  }

  /// Calls `body` for each current entry of a folder, in the byte order of the names.
  ///
  /// A walk without the index would find the same entries.
  ///
  /// If the folder has not changed, its entries are read from the index, and only the stamps of its
  /// files are compared. If a process watches the index, only the stamps of files that the process
  /// reports are compared.
  ///
  /// - Throws: `unreadable` if the folder cannot be read.
  package func visit(
    _ indexed: IndexedFolder, as folder: WalkedFolder, by walk: FolderWalk,
    skipped: inout SkippedFiles,
    _ body: (_ entry: IndexedEntry, _ path: () -> FilePath) -> Void
  ) throws(CorpusError) {
    if indexed.isListed,
      visitWatched(indexed, as: folder, by: walk, &skipped, body)
        || visitListed(indexed, as: folder, by: walk, &skipped, body)
    {
      return
    }
    let (entries, entered) = try walk.listing(folder, skipped: &skipped)
    let known = try? tree.folder(indexed.number)
    let isListed = indexed.isListed && known?.digest == entered.digest
    for entry in entries {
      switch entry {
      case .file(let file):
        body(.file(known.flatMap { self.file(file.path, in: $0) })) { file.path }
      case .folder(let inner):
        let number = known.flatMap { self.entry(of: inner.path, in: $0) }
          .flatMap { $0.isFolder ? $0.number : nil }
        // Compare the identities: a different folder may now have the name of the indexed folder.
        let indexed = number.map {
          IndexedFolder(
            number: $0, isListed: isListed,
            isWatched: indexed.isWatched && isWatched($0, as: inner))
        }
        body(.folder(inner, indexed)) { inner.path }
      }
    }
  }

  private func entry(of path: FilePath, in folder: IndexTree.Folder) -> IndexTree.Entry? {
    guard let found = try? tree.entry(named: Array(path.lastComponent).span, in: folder) else {
      return nil
    }
    return found
  }

  private func file(_ path: FilePath, in folder: IndexTree.Folder) -> IndexedFile? {
    guard let entry = entry(of: path, in: folder), !entry.isFolder,
      let status = Platform.status(of: path, followsLinks: false), status.isRegular
    else { return nil }
    return file(entry.number, ifStill: status.stamp)
  }

  /// Visits the entries that the index lists, and compares only the stamps of files that may have
  /// changed.
  ///
  /// If the folder may have changed, returns `false` without calling `body`.
  private func visitWatched(
    _ indexed: IndexedFolder, as folder: WalkedFolder, by walk: FolderWalk,
    _ skipped: inout SkippedFiles,
    _ body: (_ entry: IndexedEntry, _ path: () -> FilePath) -> Void
  ) -> Bool {
    guard indexed.isWatched, let changes, !changes.folders.contains(indexed.number),
      let known = try? tree.folder(indexed.number), known.isSettled
    else { return false }
    // Read the ignore rules even if the folder is unchanged: they also apply to its subfolders, and
    // the watching process does not watch all rule files of a Git repository.
    let entered = walk.enter(folder, known.ruleFiles)
    if entered.digest != known.digest { return false }
    var entries: [IndexTree.Entry] = []
    entries.reserveCapacity(known.entries.count)
    for index in known.entries {
      guard let entry = try? tree.entry(index) else { return false }
      entries.append(entry)
    }
    skipped.add(known.skipped)
    for entry in entries {
      func path() -> FilePath { self.path(of: entry, in: entered) }
      if entry.isFolder {
        let inner = IndexedFolder(number: entry.number, isListed: true, isWatched: true)
        body(.folder(entered.subfolder(at: path()), inner), path)
      } else if !changes.files.contains(entry.number) {
        body(.file(unchangedFile(entry.number)), path)
      } else {
        let status = Platform.status(of: path(), followsLinks: false)
        body(.file(status.flatMap { file(entry.number, ifStill: $0.stamp) }), path)
      }
    }
    return true
  }

  /// The path of an entry.
  func path(of entry: IndexTree.Entry, in folder: EnteredFolder) -> FilePath {
    let path = try? tree.withName(of: entry) { name in
      folder.path(of: name.extracting(0..<name.count - 1))
    }
    return path ?? folder.folder.path
  }

  /// Visits the entries that the index lists, and compares the stamp of each file.
  ///
  /// If the folder has changed, returns `false` without calling `body`.
  func visitListed(
    _ indexed: IndexedFolder, as folder: WalkedFolder, by walk: FolderWalk,
    _ skipped: inout SkippedFiles,
    _ body: (_ entry: IndexedEntry, _ path: () -> FilePath) -> Void
  ) -> Bool {
    guard let known = try? tree.folder(indexed.number), known.isSettled,
      let open = try? OpenFolder.opened(folder.path), open.stamp.isSameFolder(as: known.stamp)
    else { return false }
    let entered = walk.enter(folder, known.ruleFiles)
    if entered.digest != known.digest { return false }
    var found: [(entry: IndexTree.Entry, status: FileStatus?)] = []
    found.reserveCapacity(known.entries.count)
    for index in known.entries {
      guard let entry = try? tree.entry(index) else { return false }
      if entry.isFolder {
        found.append((entry, nil))
        continue
      }
      var isGone = false
      do throws(IndexFault) {
        let status: FileStatus? = try tree.withName(of: entry) { name in
          do throws(SystemError) {
            return try open.status(of: name)
          } catch {
            isGone = error.isMissingFile
            return nil
          }
        }
        // The entry is no longer a regular file, so the folder has changed.
        if status?.isRegular == false { return false }
        // Skip a file that was removed after the folder was opened. If the status cannot be read
        // for another reason, opening the file will report the error.
        if !isGone { found.append((entry, status)) }
      } catch {
        return false
      }
    }
    skipped.add(known.skipped)
    for (entry, status) in found {
      func path() -> FilePath { self.path(of: entry, in: entered) }
      if !entry.isFolder {
        body(.file(status.flatMap { file(entry.number, ifStill: $0.stamp) }), path)
      } else {
        let inner = entered.subfolder(at: path())
        let known = IndexedFolder(
          number: entry.number, isListed: true,
          isWatched: indexed.isWatched && isWatched(entry.number, as: inner))
        body(.folder(inner, known), path)
      }
    }
    return true
  }
}

extension FileStamp {
  /// Whether both stamps come from the same folder with unchanged entries.
  ///
  /// The sizes in the stamps are not compared.
  func isSameFolder(as other: FileStamp) -> Bool {
    identity == other.identity && modified == other.modified && changed == other.changed
  }
}
