package import Basics
internal import System
internal import Threading

/// The right to index a catalogue, which one process has at a time, until this value dies.
///
/// `NAME.lock` stays where it is when the right is given back, empty: whoever opened it meanwhile would lock a file
/// without a name otherwise. What is written in it is for people and for `holder`; what counts is the lock on it, which
/// ends with a process that crashes.
package struct IndexerLock: ~Copyable {
  private let file: LockFile
  private let path: String

  /// Takes the right to index the catalogue `name`, whose files are in `folder`.
  ///
  /// A lock that a process left behind by dying is taken over.
  ///
  /// - Parameters:
  ///   - name: A name that a catalogue can have.
  ///   - folder: The folder, which is there.
  ///   - now: The time that is written down.
  /// - Throws: `running`, `foreign`, `failed`.
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

  /// Removes the file and gives the right back, for a catalogue that is no more.
  package consuming func removeFile() {
    if file.stands(at: path) { Platform.remove(path) }
  }

  /// The process that indexes the catalogue now; nil if none does.
  package static func holder(ofCatalog name: String, in folder: String) -> Int32? {
    let path = path(ofCatalog: name, in: folder)
    // The lock is only looked at where a living process is named, so that nobody is held off for nothing.
    guard let process = namedProcess(in: path),
      let isLocked = try? LockFile.opened(path, isForReading: true).isLockedElsewhere()
    else { return nil }
    return isLocked ? process : nil
  }
}

extension IndexerLock {
  /// How often a lock that is held is tried for, a millisecond apart: a look at it by `holder` takes less, and whoever
  /// has just taken it has written its number by then.
  private static let attempts = 10

  /// The most bytes that a line of ours has.
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
      if !contents.isEmpty && process(in: contents) == nil { throw .foreign }
      try file.replace(with: Array(line.utf8))
      return file
    }
    throw .held(by: namedProcess(in: path))
  }

  /// The living process that the file names.
  private static func namedProcess(in path: String) -> Int32? {
    guard let file = try? LockFile.opened(path, isForReading: true),
      let contents = try? file.contents(upTo: limit + 1), let process = process(in: contents),
      Platform.isProcess(process)
    else { return nil }
    return process
  }

  /// The process in a line such as `1234 2026-11-21T05:00:00Z`; nil if this is no line of ours.
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
