package import Corpora
package import System
internal import UnicodeText

/// The stored indexes of a user, in a folder that contains one subfolder per index.
package struct IndexStore: Sendable {
  /// The path of the store's folder.
  package let path: String
  private let sizes: IndexSizes

  package init(path: String, sizes: IndexSizes = IndexSizes()) {
    self.path = path
    self.sizes = sizes
  }

  /// Creates the store in the user's cache folder; `nil` if there is no home folder.
  package init?(environment: EnvironmentVariables) {
    guard let path = BaseDirectory.cache.path(of: "indexes", environment: environment) else {
      return nil
    }
    self.init(path: path)
  }

  private func folder(of root: FilePath) -> String {
    let digest = SHA256.shortDigest(of: root.bytes)
    let digits = String(digest, radix: 16)
    return path + "/" + String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// Opens the index of a folder or file; `root` is an absolute path without symbolic links.
  ///
  /// - Throws: `missing` if there is no index, or the reason why the index cannot be used.
  package func index(of root: FilePath) throws(IndexFault) -> StoredIndex {
    try index(of: root, asksWatcher: false)
  }

  private func index(
    of root: FilePath, asksWatcher: Bool
  ) throws(IndexFault) -> StoredIndex {
    let index = try Self.opened(folder(of: root), asksWatcher: asksWatcher)
    if index.root != root { throw .missing }
    return index
  }

  /// Opens an index; if opening fails because a build replaced the index at the same time, tries
  /// again.
  static func opened(
    _ folder: String, asksWatcher: Bool = false
  ) throws(IndexFault) -> StoredIndex {
    let tree = FilePath(folder + "/" + StoredIndex.treeName)
    while true {
      let stamp = Platform.status(of: tree)?.stamp
      do throws(IndexFault) {
        return try StoredIndex(folder, asksWatcher: asksWatcher)
      } catch {
        if error != .damaged || Platform.status(of: tree)?.stamp == stamp { throw error }
      }
    }
  }

  /// An index that covers a path.
  package struct Cover: Sendable {
    package let index: StoredIndex
    package let place: IndexPlace

    /// The components of the path relative to the root of the index.
    package let names: [ArraySlice<UInt8>]
  }

  /// Whether the folder of the store exists; the first build of an index creates the folder.
  package var exists: Bool { Platform.isDirectory(path) }

  /// Opens the index of a path; if there is none, opens the index of the nearest folder above it.
  ///
  /// - Parameter path: an absolute path without symbolic links.
  /// - Returns: the index, and the location of the path in the index; `nil` if there is no such
  ///   index.
  /// - Throws: the reason why the nearest index cannot be used.
  package func cover(of path: FilePath) throws(IndexFault) -> Cover? {
    if !exists { return nil }
    let slash = UInt8(ascii: "/")
    let components = path.bytes.split(separator: slash)
    for count in stride(from: components.count, through: 0, by: -1) {
      let above = FilePath(bytes: [slash] + components[..<count].joined(separator: [slash]))
      let folder = folder(of: above)
      if !Platform.exists(folder) { continue }
      let index: StoredIndex
      do throws(IndexFault) {
        index = try self.index(of: above, asksWatcher: true)
      } catch {
        if error == .missing { continue }
        throw error
      }
      let names = Array(components[count...])
      guard let place = index.place(names) else { continue }
      return Cover(index: index, place: place, names: names)
    }
    return nil
  }

  /// An entry of the list of indexes.
  package struct Entry: Sendable {
    /// The path of the folder of the index.
    package let folder: String
    package let index: Result<StoredIndex, IndexFault>

    /// The process that watches the index; nil if there is none.
    package var watchingProcess: Int32? { IndexWatcher.process(watching: folder) }
  }

  /// The entry for the index of `root`; `nil` if there is no such index.
  package func entry(of root: FilePath) -> Entry? {
    let folder = folder(of: root)
    do throws(IndexFault) {
      return Entry(folder: folder, index: .success(try index(of: root)))
    } catch {
      return error == .missing ? nil : Entry(folder: folder, index: .failure(error))
    }
  }

  /// The indexes with the given name, sorted by the paths of their roots.
  package func entries(named name: String) -> [Entry] {
    all().filter { (try? $0.index.get())?.name == name }
  }

  /// All indexes, sorted by the paths of their roots; indexes that cannot be opened are last.
  package func all() -> [Entry] {
    let names = Platform.names(inDirectory: path) ?? []
    let entries = names.map { name in
      let folder = "\(path)/\(name)"
      do throws(IndexFault) {
        return Entry(folder: folder, index: .success(try Self.opened(folder)))
      } catch {
        return Entry(folder: folder, index: .failure(error))
      }
    }
    func key(_ entry: Entry) -> [UInt8] { (try? entry.index.get())?.root.bytes ?? [0xFF] }
    return entries.sorted { key($0).lexicographicallyPrecedes(key($1)) }
  }

  /// Removes the folder of an index with all its files.
  ///
  /// - Throws: `busy` if a process is building the index; `system`.
  package static func remove(_ folder: String) throws(BuildFailure) {
    let lock = try lock(folder + "/lock")
    let names = Platform.names(inDirectory: folder) ?? []
    // Delete the tree first: without the tree, the other files are not a valid index. Delete the
    // lock last.
    for name in [StoredIndex.treeName] + names.filter({ $0 != "lock" }) + ["lock"] {
      do throws(SystemError) {
        try Platform.removeIfThere(folder + "/" + name)
      } catch {
        throw .system(error)
      }
    }
    lock.clear()
    Platform.removeFolder(folder)
  }

  /// Watches the index of a folder or file; `root` is an absolute path without symbolic links.
  package func watch(_ root: FilePath) throws(IndexWatcher.Failure) -> IndexWatcher {
    try IndexWatcher(folder(of: root))
  }

  /// The reason why an index could not be built or removed.
  package enum BuildFailure: Error, Sendable {
    /// Another process is building the index.
    case busy(process: Int32?)
    case corpus(CorpusError)
    /// The index cannot be written.
    case system(SystemError)
  }

  /// Builds the index of a folder or file, or updates it.
  ///
  /// - Parameters:
  ///   - root: an absolute path without symbolic links.
  ///   - options: which files to index.
  ///   - optionWords: the command-line words of the options, which the index stores.
  ///   - name: the name of the index; the empty string removes the name, and `nil` keeps the
  ///     current name.
  ///   - threads: the maximum number of threads.
  ///   - progress: the object that is updated during the build.
  ///   - isCancelled: returns whether to stop; the remaining files are then not indexed.
  /// - Returns: a report; `nil` if the build was canceled before anything was read.
  /// - Throws: `busy`, `corpus` if the root cannot be read, `system` if the index cannot be
  ///   written.
  /// - Complexity: O(*n* + *f*), where *n* is the number of bytes of new and changed files, and *f*
  ///   is the number of files and folders.
  package func build(
    _ root: FilePath, options: LoadOptions, optionWords: [String], name: String? = nil,
    threads: Int,
    progress: IndexBuildProgress, isCancelled: @escaping @Sendable () -> Bool
  ) throws(BuildFailure) -> IndexBuildReport? {
    guard let status = Platform.status(of: root, followsLinks: false) else {
      throw .corpus(CorpusError(.notFound(nearest: nil), path: root.text))
    }
    let folder = folder(of: root)
    do throws(SystemError) {
      try PrivateFolder.make(folder)
    } catch {
      throw .system(error)
    }
    let lock = try Self.lock(folder + "/lock")
    // The deinitializer of `lock` releases the lock.
    defer { lock.clear() }
    let before = try? index(of: root)
    let build = IndexBuild(
      root: root, isRootAFile: !status.isDirectory, options: options,
      optionWords: optionWords, name: name ?? before?.name ?? "", folder: folder, threads: threads,
      sizes: sizes, progress: progress,
      isCancelled: isCancelled)
    do {
      return try build.run(before: before)
    } catch let error as CorpusError {
      throw .corpus(error)
    } catch let error as SystemError {
      throw .system(error)
    } catch {
      throw .system(.invalid)
    }
  }

  static func lock(_ path: String) throws(BuildFailure) -> LockFile {
    do throws(LockFile.Failure) {
      let file = try LockFile.opened(path, isForReading: false)
      if try file.locks(path) {
        try file.replace(with: Array("\(Platform.processID)\n".utf8))
        return file
      }
      let text = try file.contents(upTo: 32)
      throw .held(by: Int32(String(decoding: text.prefix { $0 != 10 }, as: UTF8.self)))
    } catch {
      switch error {
      case .held(let process): throw .busy(process: process)
      case .notALockFile: throw .system(.existing)
      case .system(let error): throw .system(error)
      }
    }
  }
}
