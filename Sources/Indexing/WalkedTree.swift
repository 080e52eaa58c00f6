internal import Corpora
internal import Synchronization
internal import System
internal import Threading
internal import UnicodeText

/// The folders and files that currently exist below a root, for building an index.
struct WalkedTree {
  /// A folder and its entries.
  struct Folder: Sendable {
    var stamp: FileStamp
    /// Whether the folder's last change was more than two seconds before the folder was read.
    var isSettled: Bool
    var digest: UInt64 = 0
    var ruleFiles = RuleFiles(rawValue: 0)
    var skipped = SkippedFiles()
    var entries: [Entry] = []
  }

  struct Entry: Sendable {
    let path: FilePath
    /// The number of the folder or file.
    var number: Int
    let isFolder: Bool
  }

  struct File: Sendable {
    let path: FilePath
    /// The stamp that the file had when its folder was listed; `nil` if the stamp could not be
    /// read.
    let stamp: FileStamp?
    /// The file in the previous index; `nil` if the file is new or has changed.
    let known: KnownFile?
  }

  /// A file of the previous index that has not changed.
  struct KnownFile: Sendable {
    private let fileNumber: UInt32
    private let blocksFileNumber: UInt32
    private let blocks: UInt32

    init(_ file: IndexedFile) {
      fileNumber = UInt32(file.number)
      blocksFileNumber = UInt32(file.file.blocksFile)
      blocks = UInt32(file.blockCount)
    }

    /// The number of the file in the previous index.
    var number: Int { Int(fileNumber) }

    /// The position of the file's blocks file in the previous index's list of blocks files.
    var blocksFile: Int { Int(blocksFileNumber) }

    /// The number of the file's blocks.
    var blockCount: Int { Int(blocks) }
  }

  /// The placeholder stamp for a folder or file whose stamp is unknown.
  static let noStamp = FileStamp(
    identity: FileIdentity(device: 0, inode: 0), size: 0, modified: 0, changed: 0)

  private(set) var folders: [Folder] = []
  private(set) var files: [File] = []

  /// The errors of folders that could not be listed.
  private(set) var failures: [CorpusError] = []

  /// Walks a folder on several threads, level by level; `nil` if the walk was canceled.
  ///
  /// - Throws: `unreadable` if the root cannot be listed.
  init?(
    _ root: FilePath, _ walk: FolderWalk, before: StoredIndex?, threads: Int, tick: Int64,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(CorpusError) {
    let first = walk.root(root)
    let known = before.map {
      KnownFolder(number: 0, isListed: $0.isListed(by: walk, from: first, at: []))
    }
    var depth: [(folder: WalkedFolder, known: KnownFolder?)] = [(first, known)]
    files.reserveCapacity(before?.fileCount ?? 0)
    folders.reserveCapacity(before?.folderCount ?? 0)
    while !depth.isEmpty {
      let listings = Mutex([Listing?](repeating: nil, count: depth.count))
      let open = depth
      let isDone = Workers.run(open.count, threads: threads, isCancelled: isCancelled) { task, _ in
        let listing = Listing(open[task].folder, walk, before, open[task].known, tick)
        listings.withLock { $0[task] = listing }
      }
      if !isDone { return nil }
      depth = []
      let firstInner = folders.count + open.count
      for case let listing? in listings.withLock({ $0 }) {
        if let error = listing.error {
          if folders.isEmpty { throw error }
          failures.append(error)
        }
        var folder = listing.folder
        for (index, found) in listing.found.enumerated() {
          switch found {
          case .file(let file):
            folder.entries[index].number = files.count
            files.append(file)
          case .folder(let inner, let known):
            folder.entries[index].number = firstInner + depth.count
            depth.append((inner, known))
          }
        }
        folders.append(folder)
      }
    }
  }

  /// Creates a tree of one file.
  init(file: FilePath, before: StoredIndex?) {
    let status = Platform.status(of: file, followsLinks: false)
    let stamp = status.flatMap { $0.isRegular ? $0.stamp : nil }
    files = [
      File(
        path: file, stamp: stamp,
        known: stamp.flatMap { before?.file(0, ifStill: $0) }.map { KnownFile($0) })
    ]
    folders = [
      Folder(
        stamp: Self.noStamp, isSettled: false,
        entries: [Entry(path: file, number: 0, isFolder: false)])
    ]
  }
}

/// A folder of the previous index.
private struct KnownFolder: Sendable {
  let number: Int

  /// Whether the walk would list exactly the indexed entries if the folder is unchanged.
  let isListed: Bool
}

/// The entries that one thread found in a folder.
private struct Listing: Sendable {
  enum Found: Sendable {
    case file(WalkedTree.File)
    /// A folder, and the same folder in the previous index; nil if the folder is new.
    case folder(WalkedFolder, KnownFolder?)
  }

  var folder = WalkedTree.Folder(stamp: WalkedTree.noStamp, isSettled: false)
  /// The entries of the folder, in the order of the walk.
  var found: [Found] = []
  var error: CorpusError?

  init(
    _ walked: WalkedFolder, _ walk: FolderWalk, _ before: StoredIndex?, _ known: KnownFolder?,
    _ tick: Int64
  ) {
    if let before, let known, known.isListed, addListed(known, of: before, as: walked, walk) {
      return
    }
    let time = Platform.nanosecondsSince1970()
    let stamp = Platform.status(of: walked.path)?.stamp
    do throws(CorpusError) {
      let listing = try walk.listing(walked, skipped: &folder.skipped)
      folder.ruleFiles = listing.entered.ruleFiles
      folder.digest = listing.entered.digest
      let folderBefore = known.flatMap { try? before?.tree.folder($0.number) }
      let isListed = known?.isListed == true && folderBefore?.digest == folder.digest
      for entry in listing.entries { add(entry, before, known?.number, isListed) }
    } catch {
      self.error = error
      folder = WalkedTree.Folder(stamp: WalkedTree.noStamp, isSettled: false)
      found = []
      return
    }
    guard let stamp, Platform.status(of: walked.path)?.stamp == stamp else { return }
    folder.stamp = stamp
    folder.isSettled = stamp.isSettled(at: time, tick: tick)
  }

  /// Adds the entries that the previous index lists for a folder; returns `false` if the folder may
  /// have changed since that index was built.
  ///
  /// Reading the entries from the index is faster than listing the folder.
  private mutating func addListed(
    _ known: KnownFolder, of before: StoredIndex, as walked: WalkedFolder, _ walk: FolderWalk
  ) -> Bool {
    guard let folderBefore = try? before.tree.folder(known.number) else { return false }
    let indexed = IndexedFolder(number: known.number, isListed: true, isWatched: false)
    var skipped = SkippedFiles()
    var entries: [WalkedTree.Entry] = []
    var found: [Found] = []
    let isListed = before.visitListed(indexed, as: walked, by: walk, &skipped) { entry, path in
      let path = path()
      switch entry {
      case .file(let file):
        let stamp = file?.stamp ?? Self.stamp(of: path)
        let known = file.map { WalkedTree.KnownFile($0) }
        found.append(.file(WalkedTree.File(path: path, stamp: stamp, known: known)))
        entries.append(WalkedTree.Entry(path: path, number: 0, isFolder: false))
      case .folder(let inner, let indexed):
        let known = indexed.map { KnownFolder(number: $0.number, isListed: true) }
        found.append(.folder(inner, known))
        entries.append(WalkedTree.Entry(path: path, number: 0, isFolder: true))
      }
    }
    if !isListed { return false }
    self.found = found
    folder = WalkedTree.Folder(
      stamp: folderBefore.stamp, isSettled: true, digest: folderBefore.digest,
      ruleFiles: folderBefore.ruleFiles, skipped: skipped, entries: entries)
    return true
  }

  private static func stamp(of path: FilePath) -> FileStamp? {
    Platform.status(of: path, followsLinks: false).flatMap { $0.isRegular ? $0.stamp : nil }
  }

  private mutating func add(
    _ entry: WalkEntry, _ before: StoredIndex?, _ known: Int?, _ isListed: Bool
  ) {
    switch entry {
    case .file(let file):
      let stamp = Self.stamp(of: file.path)
      let indexed = stamp.flatMap { stamp in
        known.flatMap { before?.number(of: file.path.lastComponent, in: $0, isFolder: false) }
          .flatMap { before?.file($0, ifStill: stamp) }.map { WalkedTree.KnownFile($0) }
      }
      folder.entries.append(WalkedTree.Entry(path: file.path, number: 0, isFolder: false))
      found.append(.file(WalkedTree.File(path: file.path, stamp: stamp, known: indexed)))
    case .folder(let inner):
      let number = known.flatMap {
        before?.number(of: inner.path.lastComponent, in: $0, isFolder: true)
      }
      folder.entries.append(WalkedTree.Entry(path: inner.path, number: 0, isFolder: true))
      found.append(
        .folder(inner, number.map { KnownFolder(number: $0, isListed: isListed) }))
    }
  }
}
