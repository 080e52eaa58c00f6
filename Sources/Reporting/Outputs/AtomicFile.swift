public import Searching

/// A file that appears under its name only when it is complete.
///
/// Bytes go to a temporary file in the same folder; `commit()` syncs it and renames it. Until then, and after
/// `cancel()`, the named file is unchanged. A symbolic link is followed, and a replaced file's permissions are kept. A
/// device or a named pipe cannot be replaced, so it is written to directly.
///
///     let file = try AtomicFile("hits.csv", ifExists: .refuse)
///     try file.write("record,source\n")
///     try file.commit()
public final class AtomicFile: Output {
  /// What to do if the file already exists.
  public enum Existing: Sendable {
    case refuse
    case replace
    /// Keep its contents and append to them.
    case append
  }

  /// The path as given.
  public let path: String

  /// The number of bytes kept from the existing file; more than 0 only with `append`.
  public private(set) var keptBytes = 0

  private let existing: Existing
  private let target: String
  private let temporary: String?
  private let descriptor: Int32
  private let output: FileOutput
  private var isOpen = true

  /// Opens the temporary file, or the device or pipe itself.
  ///
  /// - Throws: `exists`, `isDirectory`, or `failed` if the folder is missing or not writable.
  public init(
    _ path: String, ifExists existing: Existing, cancellation: Cancellation = .never
  ) throws(OutputError) {
    self.path = path
    self.existing = existing
    let kind = Platform.kind(of: path)
    switch (kind, existing) {
    case (.directory, _): throw .isDirectory(path: path)
    case (.unknown(let reason), _): throw .failed(path: path, reason: reason)
    case (.regular, .refuse): throw .exists(path: path)
    default: break
    }
    if kind == .special {
      target = path
      temporary = nil
      descriptor = try Self.value(Platform.openForWriting(path), path)
    } else {
      target = Platform.resolved(path) ?? path
      let name = Self.temporaryName(beside: target)
      temporary = name
      if kind != .missing, !Platform.isWritable(target) {
        throw .failed(path: path, reason: "Permission denied")
      }
      descriptor = try Self.value(Platform.create(name), path)
    }
    output = FileOutput(descriptor: descriptor, path: path, cancellation: cancellation)
    if case .regular(let permissions, _) = kind {
      Platform.setPermissions(permissions, of: descriptor)
      if existing == .append { try copyExisting() }
    }
  }

  deinit { cancel() }

  public func write(_ bytes: Span<UInt8>) throws(OutputError) { try output.write(bytes) }

  public func flush() throws(OutputError) { try output.flush() }

  /// Renames the temporary file to its final name; call it once, after the last write.
  ///
  /// - Throws: `failed` if the disk is full or the folder changed; `exists` if another process created the file in the
  ///   meantime. The temporary file is removed in either case.
  public func commit() throws(OutputError) {
    precondition(isOpen, "a file is committed once")
    defer { cancel() }
    try output.flush()
    _ = try Self.value(Platform.synchronize(descriptor), path)
    isOpen = false
    let closing = Platform.close(descriptor)
    guard let temporary else { return try check(closing) }
    defer { Platform.remove(temporary) }
    try check(closing)
    if existing == .refuse {
      try check(Platform.moveWithoutReplacing(temporary, to: target))
    } else {
      try check(Platform.move(temporary, to: target))
    }
    synchronizeFolder()
  }

  /// Discards the temporary file, so that the named file stays unchanged; does nothing after `commit()`.
  public func cancel() {
    if !isOpen { return }
    isOpen = false
    _ = Platform.close(descriptor)
    if let temporary { Platform.remove(temporary) }
  }

  private func copyExisting() throws(OutputError) {
    let source = try Self.value(Platform.openForReading(target), path)
    defer { _ = Platform.close(source) }
    var block: [UInt8] = []
    while true {
      let count = try Self.value(
        Platform.read(source, upTo: FileOutput.capacity, into: &block), path)
      if count == 0 { return }
      keptBytes += count
      try output.write(block.span)
    }
  }

  /// Syncs the folder, which makes the rename durable; errors are ignored because some file systems cannot sync one.
  private func synchronizeFolder() {
    guard case .success(let folder) = Platform.openForReading(Self.folder(of: target)) else {
      return
    }
    _ = Platform.synchronize(folder)
    _ = Platform.close(folder)
  }

  private func check(_ outcome: Platform.Outcome<Int32>) throws(OutputError) {
    if case .failure(_, let code) = outcome, existing == .refuse, Platform.isExisting(code) {
      throw .exists(path: path)
    }
    _ = try Self.value(outcome, path)
  }

  private static func value<T>(_ outcome: Platform.Outcome<T>, _ path: String) throws(OutputError)
    -> T
  {
    switch outcome {
    case .success(let value): return value
    case .failure(let reason, _): throw .failed(path: path, reason: reason)
    }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func temporaryName(beside path: String) -> String {
    let random = String(UInt64.random(in: .min ... .max), radix: 36)
    let folder = folder(of: path)
    return (folder == "/" ? "" : folder) + "/.searchbench-\(random).tmp"
  }
}
