internal import Corpora
package import System

/// Watches the folders and files of an index, and tells searches which folders and files may have
/// changed.
///
/// Searches then compare only the stamps of these folders and files.
///
/// When a system call changes a watched folder or file, the system reports the change before the
/// call returns. When a search asks for changes, the watcher first reads all reported changes.
/// Therefore, the answer includes every change that was complete when the search asked. If the
/// watcher missed changes, it sends no answer until it has compared all stamps again.
///
/// Only one thread may use a watcher.
package final class IndexWatcher {
  /// The reason why an index cannot be watched.
  package enum Failure: Error, Sendable {
    /// Another process watches the index.
    case busy(process: Int32?)
    case index(IndexFault)
    case system(SystemError)

    /// The system allows fewer than `needed` watches.
    case tooManyFiles(needed: Int)

    /// Other machines can change the folder, and this system does not report their changes.
    case notLocal(FilePath)
  }

  /// The descriptor to poll; it is readable when `serve()` must be called.
  package var descriptor: Int32 { descriptors.descriptor }

  /// The number of files and folders that are watched.
  package private(set) var count = 0

  /// Whether the watched index no longer exists.
  package private(set) var isDropped = false

  /// The time at which the watcher noticed the latest change since the last build; nil if nothing
  /// has changed.
  ///
  /// The unit is nanoseconds of the monotonic clock.
  package private(set) var lastChange: UInt64?
  /// The time at which the watcher noticed the first change since the last build, in the unit of
  /// `lastChange`.
  package private(set) var firstChange: UInt64?

  private let folder: String
  private let lock: LockFile
  private let queue: ChangeQueue
  private var server: LocalServer
  private let mounts: Mounts
  private let descriptors: DescriptorSet

  private var index: StoredIndex
  private var items = WatchedItems()
  private var changes = WatchedChanges()
  /// The number of the watch for the folder in which the index is stored.
  private var ownWatch: Int32 = -1
  /// The numbers of the devices that contain the watched files and folders.
  private var devices: Set<UInt64> = []
  /// Whether `changes` contains all changes so far.
  private var isComplete = false
  /// Whether another build replaced the tree of the index.
  private var isReplaced = false

  /// Starts to watch an index.
  ///
  /// Call `serve()` whenever `descriptor` is readable.
  ///
  /// - Parameter folder: the folder of the index.
  /// - Throws: the reason why the index cannot be watched.
  /// - Complexity: O(*f*), where *f* is the number of files and folders.
  init(_ folder: String) throws(Failure) {
    self.folder = folder
    index = try Self.index(in: folder)
    lock = try Self.lock(folder + "/" + Self.lockName)
    do throws(SystemError) {
      queue = try ChangeQueue()
      server = try LocalServer(in: folder)
      mounts = try Mounts()
      descriptors = try DescriptorSet()
      try descriptors.insert(queue.descriptor)
      try descriptors.insert(server.descriptor)
      ownWatch = try queue.watch(FilePath(folder), isFolder: true)
    } catch {
      throw .system(error)
    }
    try compareAll()
  }

  deinit {
    // Another process may watch an index that replaced this index; do not remove the socket of that
    // process.
    if isOwner { Platform.remove(folder + "/" + LocalServer.name) }
    lock.clear()
  }

  /// Whether the folder of the index still contains the lock file that this watcher holds.
  private var isOwner: Bool { lock.isFile(at: folder + "/" + Self.lockName) }

  private static func index(in folder: String) throws(Failure) -> StoredIndex {
    do throws(IndexFault) {
      return try IndexStore.opened(folder)
    } catch {
      throw .index(error)
    }
  }

  static let lockName = "watching"

  private static func lock(_ path: String) throws(Failure) -> LockFile {
    do throws(IndexStore.BuildFailure) {
      return try IndexStore.lock(path)
    } catch {
      switch error {
      case .busy(let process): throw .busy(process: process)
      case .system(let error): throw .system(error)
      case .corpus: throw .system(.invalid)
      }
    }
  }

  /// The ID of the process that watches the index in a folder; nil if there is no such process.
  static func process(watching folder: String) -> Int32? {
    guard let file = try? LockFile.opened(folder + "/" + lockName, isForReading: true),
      file.isLockedElsewhere(), let text = try? file.contents(upTo: 32)
    else { return nil }
    return Int32(String(decoding: text.prefix { $0 != 10 }, as: UTF8.self))
  }

  // MARK: Comparing

  /// Watches the folders and files of the current tree, and then compares their stamps and rules
  /// with the index.
  private func compareAll() throws(Failure) {
    isComplete = false
    // Discard earlier mount events; a mount during the comparison makes the result incomplete.
    _ = mounts.haveChanged()
    let before = items
    items = WatchedItems()
    changes = WatchedChanges()
    devices = []
    (firstChange, lastChange) = (nil, nil)
    if index.isRootAFile {
      try compare(file: 0, at: index.root)
    } else {
      try compareFolders()
    }
    items.sort()
    let watches = items.watches
    count = watches.count
    let used = Set(watches)
    for watch in before.watches where !used.contains(watch) && watch != ownWatch {
      queue.stop(watch)
    }
    isComplete = true
    drain()
  }

  private func compareFolders() throws(Failure) {
    guard let walk = try? FolderWalk(index.loadOptions) else { return }
    var open = [(number: 0, folder: walk.root(index.root))]
    var done = 0
    while let (number, folder) = open.popLast() {
      done += 1
      if done % 64 == 0 { answerAll() }
      let known: IndexTree.Folder
      do throws(IndexFault) {
        known = try index.tree.folder(number)
      } catch {
        throw .index(error)
      }
      let own = try watch(.folder(number), folder.path)
      for name in known.ruleFiles.fileNames {
        let path = folder.path.appending(FilePath(bytes: name))
        // Watch only regular files: the target of a symbolic link can be in an unwatched folder.
        if Platform.status(of: path, followsLinks: false)?.isRegular == true {
          _ = try watch(.folder(number), path, isFolder: false)
        } else {
          mark(.folder(number))
        }
      }
      // Start to watch before comparing; otherwise, a change between the two steps would be missed.
      let entered = walk.enter(folder, known.ruleFiles)
      let stamp = Platform.status(of: folder.path, followsLinks: false)?.stamp
      if !known.isSettled {
        // The build could not read the folder, or the folder changed shortly before the build.
        mark(.folder(number))
        if let stamp, isRecent(stamp) { noteTime() }
      } else if entered.digest != known.digest || stamp?.isSameFolder(as: known.stamp) != true {
        note(.folder(number))
      }
      try confirm(own, .folder(number), folder.path)
      if let stamp { try checkDevice(of: stamp, folder.path) }
      for place in known.entries {
        guard let entry = try? index.tree.entry(place) else { throw .index(.damaged) }
        let path = index.path(of: entry, in: entered)
        if entry.isFolder {
          open.append((entry.number, entered.subfolder(at: path)))
        } else {
          try compare(file: entry.number, at: path)
        }
      }
    }
  }

  private func compare(file number: Int, at path: FilePath) throws(Failure) {
    guard let known = index.unchangedFile(number) else {
      // The file is not indexed, so searches read it completely. If the file changed shortly before
      // the build, a new build may be able to index it.
      let stamp = Platform.status(of: path, followsLinks: false)?.stamp
      if let stamp, isRecent(stamp) { noteTime() }
      return
    }
    let own = try watch(.file(number), path)
    let stamp = Platform.status(of: path, followsLinks: false)?.stamp
    if stamp != known.stamp { note(.file(number)) }
    try confirm(own, .file(number), path)
    if let stamp { try checkDevice(of: stamp, path) }
  }

  /// Whether the last change of an item is within three seconds of the build.
  private func isRecent(_ stamp: FileStamp) -> Bool {
    let seconds = Int(max(stamp.modified, stamp.changed) / 1_000_000_000)
    return seconds >= index.built - 3 && seconds <= index.built + 3
  }

  /// Watches a path, and returns the number of the watch.
  ///
  /// If the path cannot be watched, the item is marked as changed.
  private func watch(
    _ item: WatchedItems.Item, _ path: FilePath, isFolder: Bool? = nil
  ) throws(Failure) -> Int32? {
    do throws(SystemError) {
      let watch = try queue.watch(path, isFolder: isFolder ?? item.isFolder)
      items.add(item, watch: watch)
      return watch
    } catch {
      if error.isMediumFull {
        throw .tooManyFiles(needed: index.fileCount + index.folderCount)
      }
      if error.isOutOfMemory { throw .system(error) }
      mark(item)
      return nil
    }
  }

  /// Marks an item as changed if its path no longer refers to the watched file or folder.
  ///
  /// This is the case if a folder above the item was replaced between watching and comparing.
  private func confirm(
    _ watch: Int32?, _ item: WatchedItems.Item, _ path: FilePath
  ) throws(Failure) {
    if let watch, (try? queue.watch(path, isFolder: item.isFolder)) != watch { note(item) }
  }

  /// - Throws: `notLocal` if the file system of `path` is not local.
  private func checkDevice(of stamp: FileStamp, _ path: FilePath) throws(Failure) {
    if devices.insert(stamp.identity.device).inserted, !Mounts.isLocal(path) {
      throw .notLocal(path)
    }
  }

  // MARK: Changes

  /// Marks an item as possibly changed, and records the time of the change.
  private func note(_ item: WatchedItems.Item) {
    mark(item)
    noteTime()
  }

  /// Adds an item to `changes`, so that searches compare the stamp of the item.
  private func mark(_ item: WatchedItems.Item) {
    switch item {
    case .folder(let number): changes.folders.insert(number)
    case .file(let number): changes.files.insert(number)
    }
  }

  private func noteTime() {
    let now = Platform.monotonicNanoseconds()
    firstChange = firstChange ?? now
    lastChange = now
  }

  /// Reads all reported changes.
  private func drain() {
    queue.drain { change in
      switch change {
      case .lost: isComplete = false
      case .of(ownWatch): lookAtIndex()
      case .of(let watch):
        for item in items[watch] {
          note(item)
          // The file is already marked as changed, so stop watching it: later writes then cause no
          // work.
          if !item.isFolder { queue.stop(watch) }
        }
      }
    }
  }

  /// Checks whether the index was rebuilt or removed.
  package func lookAtIndex() {
    let tree = folder + "/" + StoredIndex.treeName
    guard let stamp = Platform.status(of: tree)?.stamp, isOwner else {
      isDropped = true
      return
    }
    if stamp != index.tree.stamp { isReplaced = true }
  }

  // MARK: Serving

  /// Reads the reported changes, and answers the searches that ask for them.
  ///
  /// Compares all stamps again if changes were lost or the index was rebuilt.
  package func serve() throws(Failure) {
    drain()
    answerAll()
    if isDropped { return }
    if isReplaced {
      index = try Self.index(in: folder)
      isReplaced = false
      isComplete = false
    }
    if !isComplete { try compareAll() }
  }

  private func answerAll() {
    while let connection = server.accept() {
      let request = connection.receive(exactly: WatchRequest.size, within: 20)
        .flatMap(WatchRequest.init(decoding:))
      guard let request else { continue }
      if let answer = answer(to: request) { _ = connection.send(answer) }
    }
  }

  /// The encoded answer to a search; nil if the watcher may have missed changes.
  private func answer(to request: WatchRequest) -> [UInt8]? {
    if !isComplete { return nil }
    drain()
    if mounts.haveChanged() { isComplete = false }
    if request.tree != index.tree.stamp { lookAtIndex() }
    guard isComplete, !isReplaced, !isDropped, request.tree == index.tree.stamp,
      request.mounts == Mounts.number
    else { return nil }
    return changes.encoded
  }
}
