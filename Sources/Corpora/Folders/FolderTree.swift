internal import Synchronization
package import System
internal import Threading

/// All files in a folder and its subfolders.
package struct FolderTree {
  /// The files, sorted by the bytes of each path component.
  package let files: [FilePath]
  package let skipped: SkippedFiles

  /// Walks `folder` on several threads, level by level.
  ///
  /// - Throws: `badGlob`, `unreadable` if `folder` cannot be listed, `cancelled`.
  package init(
    _ folder: FilePath, options: LoadOptions,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(CorpusError) {
    let walk = try FolderWalk(options)
    let threads = options.threads ?? Workers.processorCount
    var skipped = SkippedFiles()
    // For each folder, its entries and the index of its first subfolder.
    var folders: [(entries: [WalkEntry], firstFolder: Int)] = []
    var depth = [walk.root(folder)]
    var known = 1
    while !depth.isEmpty {
      let listings = Listings(count: depth.count)
      let open = depth
      let isDone = Workers.run(open.count, threads: threads, isCancelled: isCancelled) { task, _ in
        listings.list(open[task], walk, task)
      }
      if !isDone { throw CorpusError(.cancelled) }
      depth = []
      for listing in listings.all {
        var entries: [WalkEntry] = []
        do throws(CorpusError) {
          entries = try listing.entries.get()
        } catch {
          // If the root folder cannot be read, rethrow its error.
          if folders.isEmpty { throw error }
          skipped.unreadable += 1
        }
        folders.append((entries, known))
        skipped.add(listing.skipped)
        for case .folder(let inner) in entries {
          depth.append(inner)
          known += 1
        }
      }
    }
    self.skipped = skipped
    files = Self.files(folders)
  }

  /// The files of the first folder and its subfolders.
  ///
  /// In the result, the files of a subfolder are at the position of that subfolder among the
  /// entries.
  private static func files(_ folders: [(entries: [WalkEntry], firstFolder: Int)]) -> [FilePath] {
    var files: [FilePath] = []
    var open = [(folder: 0, next: 0, inner: folders[0].firstFolder)]
    while let (folder, next, inner) = open.popLast() {
      let entries = folders[folder].entries
      var index = next
      while index < entries.count {
        switch entries[index] {
        case .file(let file): files.append(file.path)
        case .folder:
          open.append((folder, index + 1, inner + 1))
          open.append((inner, 0, folders[inner].firstFolder))
          index = entries.count
        }
        index += 1
      }
    }
    return files
  }
}

/// The listings of several folders; several threads store results here.
private final class Listings: Sendable {
  struct Listing {
    var entries: Result<[WalkEntry], CorpusError> = .success([])
    var skipped = SkippedFiles()
  }

  private let listings: Mutex<[Listing]>

  init(count: Int) { listings = Mutex(Array(repeating: Listing(), count: count)) }

  var all: [Listing] { listings.withLock { $0 } }

  func list(_ folder: WalkedFolder, _ walk: FolderWalk, _ index: Int) {
    var found = Listing()
    do throws(CorpusError) {
      found.entries = .success(try walk.list(folder, skipped: &found.skipped))
    } catch {
      found.entries = .failure(error)
    }
    let listing = found
    listings.withLock { $0[index] = listing }
  }
}
