package import Searching
internal import System

/// A file that appears under its name only when it is complete.
///
/// Bytes are written to a temporary file in the same folder; `commit()` syncs and renames this
/// file. Before `commit()`, and after `cancel()`, the named file is unchanged. A symbolic link is
/// followed, and a replaced file's permissions are kept. A device or a named pipe cannot be
/// replaced, so the bytes are written directly.
///
///     let file = try AtomicFile("hits.csv", ifExists: .refuse)
///     try file.write("record,source\n")
///     try file.commit()
package final class AtomicFile: Output {
  /// What to do if the file already exists.
  package enum Existing: Sendable {
    case refuse
    case replace
    /// Append to the file's contents; if the last line has no newline, a newline is added first.
    case append
  }

  /// The path of the file, as the caller gave it.
  package let path: String

  /// The number of bytes kept from the existing file; greater than 0 only with `append`.
  package private(set) var keptBytes = 0

  private let existing: Existing
  private let target: String
  private let temporary: String?
  private let note: Platform.TemporaryFile?
  private let descriptor: Int32
  private let output: FileOutput
  private var isOpen = true

  /// Opens a temporary file; opens the named file itself if the named file is a device or a pipe.
  ///
  /// - Throws: `exists`; `isDirectory`; `failed` if the folder is missing or not writable.
  package init(
    _ path: String, ifExists existing: Existing, cancellation: Cancellation = .never
  ) throws(OutputError) {
    self.path = path
    self.existing = existing
    let status = try Self.status(of: path)
    if status?.isDirectory == true { throw .isDirectory(path: path) }
    if status?.isRegular == true, existing == .refuse { throw .exists(path: path) }
    if let status, !status.isRegular {
      target = path
      temporary = nil
      note = nil
      descriptor = try Self.opened(path, for: .appending, path)
    } else {
      target = Platform.resolved(path)?.text ?? path
      let name = Self.temporaryName(beside: target)
      temporary = name
      if status != nil, !Platform.isWritable(target) {
        throw .failed(path: path, reason: "Permission denied")
      }
      descriptor = try Self.opened(name, for: .creating(permissions: 0o666), path)
      note = Platform.note(temporary: name)
    }
    output = FileOutput(descriptor: descriptor, path: path, cancellation: cancellation)
    if let status, status.isRegular {
      Platform.setPermissions(status.permissions, of: descriptor)
      if existing == .append { try copyExisting() }
    }
  }

  deinit { cancel() }

  package func write(_ bytes: Span<UInt8>) throws(OutputError) { try output.write(bytes) }

  package func flush() throws(OutputError) { try output.flush() }

  /// Renames the temporary file to its final name; call this method once, after the last write.
  ///
  /// - Throws: `failed` if the disk is full or the folder changed; `exists` if another process
  ///   created the file in the meantime. After every error, the temporary file is removed.
  package func commit() throws(OutputError) {
    precondition(isOpen, "a file is committed once")
    defer { cancel() }
    try output.flush()
    do throws(SystemError) { try Platform.synchronize(descriptor) } catch {
      throw .failed(path: path, reason: error.reason)
    }
    isOpen = false
    let closing = Platform.close(descriptor)
    defer { removeTemporary() }
    do throws(SystemError) {
      if let closing { throw closing }
      guard let temporary else { return }
      if existing == .refuse {
        try Platform.moveWithoutReplacing(temporary, to: target)
      } else {
        try Platform.move(temporary, to: target)
      }
    } catch {
      if existing == .refuse, error.isExisting { throw .exists(path: path) }
      throw .failed(path: path, reason: error.reason)
    }
    Platform.synchronize(folder: Self.folder(of: target))
  }

  /// Discards the temporary file, so that the named file stays unchanged; does nothing after
  /// `commit()`.
  package func cancel() {
    if !isOpen { return }
    isOpen = false
    Platform.close(descriptor)
    removeTemporary()
  }

  private func removeTemporary() {
    if let temporary { Platform.remove(temporary) }
    if let note { Platform.forget(note) }
  }

  private func copyExisting() throws(OutputError) {
    let source = try Self.opened(target, for: .readingWithoutWaiting, path)
    defer { Platform.close(source) }
    var block: [UInt8] = []
    var last = UInt8(ascii: "\n")
    while true {
      do throws(SystemError) {
        try Platform.read(source, upTo: FileOutput.capacity, into: &block)
      } catch {
        throw .failed(path: path, reason: error.reason)
      }
      guard let end = block.last else { break }
      last = end
      keptBytes += block.count
      try output.write(block.span)
    }
    if last != UInt8(ascii: "\n") { try output.write("\n") }
  }

  /// The status of the file at `path`; nil if there is no file.
  private static func status(of path: String) throws(OutputError) -> FileStatus? {
    do throws(SystemError) {
      return try FileStatus(of: path)
    } catch {
      if error.isMissingFile { return nil }
      throw .failed(path: path, reason: error.reason)
    }
  }

  /// Opens the file `name`; an error names `path` instead of `name`.
  private static func opened(
    _ name: String, for opening: Platform.Opening, _ path: String
  ) throws(OutputError) -> Int32 {
    do throws(SystemError) {
      return try Platform.open(name, for: opening)
    } catch {
      // Opening a named pipe waits for a reader; a signal can end this wait.
      if error.isInterruption { throw .cancelled }
      throw .failed(path: path, reason: error.reason)
    }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func temporaryName(beside path: String) -> String {
    let random = String(UInt64.random(in: .min ... .max), radix: 36)
    let folder = folder(of: path)
    return (folder == "/" ? "" : folder) + "/.searchbench-\(random).tmp"
  }
}
