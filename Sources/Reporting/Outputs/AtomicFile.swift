public import Searching

/// A file that appears under its name only when it is whole.
///
/// Bytes go to a temporary file in the same folder; `commit()` syncs it and renames it. Until then, and after
/// `cancel()`, the named file is as it was. A symbolic link is followed, the permissions of a replaced file are kept, and
/// a device or a named pipe is written to directly, since it cannot be replaced.
///
///     let file = try AtomicFile("hits.csv", ifExists: .refuse)
///     try file.write("record,source\n")
///     try file.commit()
public final class AtomicFile: Output {
  /// What to do when the file is there already.
  public enum Existing: Sendable {
    case refuse
    case replace
    /// Keep what it holds and write after it.
    case append
  }

  /// The path as given.
  public let path: String

  /// The bytes that stood in the file before and are kept; more than 0 only with `append`.
  public private(set) var keptBytes = 0

  private let existing: Existing
  private let target: String
  private let temporary: String?
  private let descriptor: Int32
  private let output: FileOutput
  private var isOpen = true

  /// Begins a file.
  ///
  /// - Throws: `exists`, `isDirectory`, or `failed` when the folder is missing or may not be written to.
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

  /// Makes the file appear under its name; call it once, after the last write.
  ///
  /// - Throws: `failed` when the medium is full or the folder changed, `exists` when another process made a file of this
  ///   name meanwhile. Nothing is left behind then.
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

  /// Gives up, so that the named file stays as it was; does nothing after `commit()`.
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

  /// A rename is on the medium only when the folder is; some file systems cannot sync one, which is no failure.
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
