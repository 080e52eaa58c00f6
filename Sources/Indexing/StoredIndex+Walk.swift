package import Corpora
package import System
internal import UnicodeText

/// An entry of a folder in its current state, with the information that the index has about it.
package enum IndexedEntry {
  /// A file; `nil` if the index has no information about its current text.
  case file(IndexedFile?)
  case folder(WalkedFolder, IndexedFolder?)
}

/// A folder of an index.
package struct IndexedFolder: Sendable {
  package let number: Int

  /// Whether the entries in the index can be used if the folder has not changed.
  package let isListed: Bool

  package init(_ number: Int, isListed: Bool) {
    self.number = number
    self.isListed = isListed
  }
}

extension StoredIndex {
  /// Calls `body` with the current entries of a folder, as a walk would list them, in the byte
  /// order of their names.
  ///
  /// If the folder has not changed, its entries are read from the index, and only the stamp of each
  /// file is compared.
  ///
  /// - Throws: `unreadable`, for the folder itself.
  package func visit(
    _ indexed: IndexedFolder, as folder: WalkedFolder, by walk: FolderWalk,
    skipped: inout SkippedFiles,
    _ body: (_ entry: IndexedEntry, _ path: () -> FilePath) -> Void
  ) throws(CorpusError) {
    if indexed.isListed, visitListed(indexed.number, as: folder, by: walk, &skipped, body) {
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
        body(.folder(inner, number.map { IndexedFolder($0, isListed: isListed) })) { inner.path }
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

  /// Visits the entries that the index lists.
  ///
  /// If the folder has changed, returns `false` without calling `body`.
  private func visitListed(
    _ number: Int, as folder: WalkedFolder, by walk: FolderWalk, _ skipped: inout SkippedFiles,
    _ body: (_ entry: IndexedEntry, _ path: () -> FilePath) -> Void
  ) -> Bool {
    guard let known = try? tree.folder(number), known.isSettled,
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
        // The file was replaced by something that is not a regular file.
        if status?.isRegular == false { return false }
        // Leave out a file that was removed since the folder was opened. Any other error is
        // reported when the file is opened.
        if !isGone { found.append((entry, status)) }
      } catch {
        return false
      }
    }
    skipped.add(known.skipped)
    for (entry, status) in found {
      func path() -> FilePath {
        let path = try? tree.withName(of: entry) { name in
          entered.path(of: name.extracting(0..<name.count - 1))
        }
        return path ?? folder.path
      }
      if !entry.isFolder {
        body(.file(status.flatMap { file(entry.number, ifStill: $0.stamp) }), path)
      } else {
        body(
          .folder(
            entered.subfolder(at: path()), IndexedFolder(entry.number, isListed: true)), path)
      }
    }
    return true
  }
}

extension FileStamp {
  /// Whether the stamps belong to the same folder with unchanged entries; the size is ignored.
  func isSameFolder(as other: FileStamp) -> Bool {
    identity == other.identity && modified == other.modified && changed == other.changed
  }
}
