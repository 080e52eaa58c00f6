package import Basics
internal import System
internal import Threading

/// An exclusive lock for indexing a catalog; the lock is held until this value is destroyed.
///
/// The lock is a `flock` on the file `NAME.lock`; the system releases it if the process crashes.
/// The file's text, which names the process, is for users and for `holder`. On release, the file is
/// emptied but not deleted: otherwise, a process that has just opened the file would lock a deleted
/// file.
package struct IndexerLock: ~Copyable {
  private let file: LockFile
  private let path: String

  /// Locks the catalog `name`, whose files are in `folder`, for indexing.
  ///
  /// The lock file of a process that has died is reused.
  ///
  /// - Parameters:
  ///   - name: A valid name of a catalog.
  ///   - folder: An existing folder.
  ///   - now: The time to write into the file.
  /// - Throws: `running`, `notALockFile`, `failed`.
  package init(
    ofCatalog name: String, in folder: String, now: UTCTime = .now()
  ) throws(IndexerLockError) {
    path = Self.path(ofCatalog: name, in: folder)
    do throws(LockFile.Failure) {
      file = try Self.taken(path, by: "\(Platform.processID) \(now.iso)\n")
    } catch {
      throw IndexerLockError(error, catalog: name, path: path)
    }
  }

  deinit { file.clear() }

  /// Deletes the lock file and releases the lock, for a catalog that was deleted.
  package consuming func removeFile() {
    if file.isFile(at: path) { Platform.remove(path) }
  }

  /// The id of the process that is indexing the catalog; nil if no process is indexing.
  package static func holder(ofCatalog name: String, in folder: String) -> Int32? {
    let path = path(ofCatalog: name, in: folder)
    // Test the lock only if the file names a process that is alive, because the test briefly blocks
    // other processes.
    guard let process = namedProcess(in: path),
      let isLocked = try? LockFile.opened(path, isForReading: true).isLockedElsewhere()
    else { return nil }
    return isLocked ? process : nil
  }
}

extension IndexerLock {
  /// The number of attempts to acquire a lock that another process holds, one millisecond apart.
  ///
  /// All attempts together take longer than the lock test in `holder`. They also give a process
  /// that has just acquired the lock enough time to write its id.
  private static let attempts = 10

  /// The maximum size in bytes of the text in a lock file.
  private static let limit = 64

  private static func path(ofCatalog name: String, in folder: String) -> String {
    folder.utf8.last == UInt8(ascii: "/") ? "\(folder)\(name).lock" : "\(folder)/\(name).lock"
  }

  private static func taken(_ path: String, by line: String) throws(LockFile.Failure) -> LockFile {
    for attempt in 0..<attempts {
      if attempt > 0 { Workers.pause() }
      let file = try LockFile.opened(path, isForReading: false)
      if try !file.locks(path) { continue }
      let contents = try file.contents(upTo: limit + 1)
      if !contents.isEmpty && process(in: contents) == nil { throw .notALockFile }
      try file.replace(with: Array(line.utf8))
      return file
    }
    throw .held(by: namedProcess(in: path))
  }

  /// The id of the process named in the file, if that process is alive.
  private static func namedProcess(in path: String) -> Int32? {
    guard let file = try? LockFile.opened(path, isForReading: true),
      let contents = try? file.contents(upTo: limit + 1), let process = process(in: contents),
      Platform.isProcess(process)
    else { return nil }
    return process
  }

  /// The process id in a line such as `1234 2026-11-21T05:00:00Z`; nil if the line has another
  /// format.
  private static func process(in contents: [UInt8]) -> Int32? {
    guard contents.count <= limit, let line = String(validating: contents, as: UTF8.self),
      line.utf8.last == UInt8(ascii: "\n")
    else { return nil }
    let words = line.utf8.dropLast().split(
      separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 2, words[0].first != UInt8(ascii: "+"),
      let process = Int32(String(Substring(words[0]))), process > 0,
      UTCTime(iso: String(Substring(words[1]))) != nil
    else { return nil }
    return process
  }
}
