internal import CSystem

/// A queue to which the system adds the changes of watched files and folders.
///
/// When a system call that makes a change returns, the change is already in the queue. Writes
/// through a memory mapping are reported when the file is closed.
package struct ChangeQueue: ~Copyable {
  /// The descriptor to poll, which is readable if there are changes.
  package let descriptor: Int32

  /// A reported change, or the loss of changes.
  package enum Change: Hashable, Sendable {
    /// A watched file or folder changed, or an entry of a watched folder was added, removed or
    /// renamed.
    case of(watch: Int32)

    /// The queue was full, so some changes are missing.
    case lost
  }

  package init() throws(SystemError) {
    let opened = csys_watch_open()
    if opened < 0 { throw SystemError(code: -opened) }
    descriptor = opened
  }

  deinit { Platform.close(descriptor) }

  /// Watches a file or folder.
  ///
  /// Links are not followed. A file with several names (hard links) has only one watch.
  ///
  /// - Returns: the number of the watch.
  /// - Throws: `mediumFull` if the user has too many watches.
  package func watch(_ path: FilePath, isFolder: Bool) throws(SystemError) -> Int32 {
    try Platform.watch(path, isFolder: isFolder, in: descriptor)
  }

  package func stop(_ watch: Int32) { csys_watch_remove(descriptor, watch) }

  /// Removes all changes from the queue, and calls `body` with each change.
  package func drain(_ body: (Change) -> Void) {
    while true {
      let bytes: [UInt8]
      do throws(SystemError) {
        bytes = try Platform.read(descriptor, upTo: 1 << 16)
      } catch {
        if error.isInterruption { continue }
        if !error.isTryAgain { body(.lost) }
        return
      }
      if bytes.isEmpty { return body(.lost) }
      Self.parse(bytes, body)
    }
  }

  /// The size in bytes of an event without its name.
  private static let eventSize = 16

  private static func parse(_ bytes: [UInt8], _ body: (Change) -> Void) {
    var at = 0
    while at + eventSize <= bytes.count {
      let watch = Int32(bitPattern: number(bytes, at))
      let nameSize = Int(number(bytes, at + 12))
      switch csys_watch_change(number(bytes, at + 4), nameSize > 0 ? 1 : 0) {
      case csys_change_made: body(.of(watch: watch))
      case csys_change_lost: body(.lost)
      default: break
      }
      at += eventSize + nameSize
    }
  }

  private static func number(_ bytes: [UInt8], _ at: Int) -> UInt32 {
    bytes[at..<at + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// A Unix-domain socket in a private folder, on which other processes of the same user connect to
/// this process.
package struct LocalServer: ~Copyable {
  /// The descriptor to poll, which is readable if a process has connected.
  package let descriptor: Int32

  /// A reserved descriptor; -1 if there is none.
  ///
  /// If this process has too many open files, `accept` closes the reserved descriptor in order to
  /// accept and close a connection.
  private var spare: Int32

  /// Listens on the socket of a folder; if no process listens on an existing socket, replaces that
  /// socket.
  package init(in folder: String) throws(SystemError) {
    let opened = try Platform.open(folder, for: .lookingUp)
    let socket = csys_socket_listen(opened)
    Platform.close(opened)
    if socket < 0 { throw SystemError(code: -socket) }
    descriptor = socket
    spare = Self.openedSpare()
  }

  deinit {
    Platform.close(descriptor)
    Platform.close(spare)
  }

  private static func openedSpare() -> Int32 { (try? Platform.open("/dev/null")) ?? -1 }

  /// Accepts the next waiting connection; nil if no process is waiting.
  ///
  /// If this process has too many open files, all waiting connections are closed; otherwise,
  /// `descriptor` would stay readable.
  package mutating func accept() -> LocalConnection? {
    if spare < 0 { spare = Self.openedSpare() }
    let connection = csys_socket_accept(descriptor)
    if connection >= 0 { return LocalConnection(descriptor: connection) }
    guard SystemError(code: -connection).isOutOfDescriptors, spare >= 0 else { return nil }
    Platform.close(spare)
    while true {
      let refused = csys_socket_accept(descriptor)
      if refused < 0 { break }
      Platform.close(refused)
    }
    spare = Self.openedSpare()
    return nil
  }

  /// The name of the socket in its folder.
  package static let name = "watcher"
}

/// A connection to another process of the same user.
package struct LocalConnection: ~Copyable {
  private let descriptor: Int32

  fileprivate init(descriptor: Int32) { self.descriptor = descriptor }

  /// Connects to the process that listens on the socket of a folder; nil if no process listens.
  package static func opened(toServerIn folder: String) -> LocalConnection? {
    guard let opened = try? Platform.open(folder, for: .lookingUp) else { return nil }
    let connection = csys_socket_connect(opened)
    Platform.close(opened)
    if connection < 0 { return nil }
    if csys_socket_is_own(connection) != 0 { return LocalConnection(descriptor: connection) }
    Platform.close(connection)
    return nil
  }

  deinit { Platform.close(descriptor) }

  /// Sends bytes, which must fit into the socket's buffer (64 KB); returns whether all bytes were
  /// sent.
  package func send(_ bytes: [UInt8]) -> Bool {
    (try? Platform.writeSome(bytes.span, to: descriptor)) == bytes.count
  }

  /// Reads all bytes until the other process closes the connection; nil after `milliseconds`, or
  /// after more than `limit` bytes.
  package func receiveAll(upTo limit: Int, within milliseconds: Int) -> [UInt8]? {
    let bytes = receive(upTo: limit + 1, within: milliseconds)
    return bytes.flatMap { $0.count > limit ? nil : $0 }
  }

  /// Reads `count` bytes; nil if they do not arrive within `milliseconds`.
  package func receive(exactly count: Int, within milliseconds: Int) -> [UInt8]? {
    let bytes = receive(upTo: count, within: milliseconds)
    return bytes.flatMap { $0.count < count ? nil : $0 }
  }

  private func receive(upTo limit: Int, within milliseconds: Int) -> [UInt8]? {
    let end = Platform.monotonicNanoseconds() + UInt64(milliseconds) * 1_000_000
    var received: [UInt8] = []
    while received.count < limit {
      let now = Platform.monotonicNanoseconds()
      guard now < end,
        Platform.isReadable(descriptor, within: Int32(clamping: (end - now) / 1_000_000 + 1)),
        let bytes = try? Platform.read(descriptor, upTo: limit - received.count)
      else { return nil }
      if bytes.isEmpty { break }
      received += bytes
    }
    return received
  }
}

/// A set of descriptors that can be polled as one descriptor.
package struct DescriptorSet: ~Copyable {
  /// The descriptor to poll, which is readable while any descriptor in the set is readable.
  package let descriptor: Int32

  package init() throws(SystemError) {
    let opened = csys_set_open()
    if opened < 0 { throw SystemError(code: -opened) }
    descriptor = opened
  }

  deinit { Platform.close(descriptor) }

  package func insert(_ other: Int32) throws(SystemError) {
    let result = csys_set_add(descriptor, other)
    if result < 0 { throw SystemError(code: -result) }
  }
}

/// Reports changes of the mounted file systems that are visible to this process.
package struct Mounts: ~Copyable {
  private let descriptor: Int32

  /// The number of the mount namespace; processes in the same mount namespace get the same number.
  package static var number: UInt64? {
    Platform.status(of: "/proc/self/ns/mnt")?.identity.inode
  }

  package init() throws(SystemError) {
    let opened = try Platform.open("/proc/self/mountinfo")
    descriptor = opened
  }

  deinit { Platform.close(descriptor) }

  /// Whether a file system was mounted or unmounted since the last call.
  package func haveChanged() -> Bool { csys_has_mount_event(descriptor) != 0 }

  /// Whether the system reports that the file system of `path` is local.
  ///
  /// Other machines cannot change the files of a local file system.
  package static func isLocal(_ path: FilePath) -> Bool {
    guard let opened = try? Platform.open(path, for: .readingWithoutWaiting) else { return false }
    defer { Platform.close(opened) }
    return csys_is_local(opened) != 0
  }
}
