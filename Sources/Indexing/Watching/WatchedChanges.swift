internal import System
internal import UnicodeText

/// The folders and files that may have changed since they were indexed, according to the process
/// that watches the index.
///
/// All other folders and files are unchanged, with one exception: the system does not report writes
/// through a memory mapping of a file that is still open.
package struct WatchedChanges: Hashable, Sendable {
  /// The numbers, in the index, of the folders whose entries, rules or times may have changed.
  var folders: Set<Int> = []

  /// The numbers, in the index, of the files that may have changed.
  var files: Set<Int> = []

  // MARK: Asking

  /// Asks the process that watches an index for all changes so far.
  ///
  /// - Parameters:
  ///   - folder: the folder of the index.
  ///   - stamp: the stamp of the tree that the caller has opened.
  /// - Returns: the changes; nil if no process watches the index, or if the watching process may
  ///   have missed changes.
  static func ask(_ folder: String, about stamp: FileStamp) -> WatchedChanges? {
    guard Platform.exists(folder + "/" + LocalServer.name), let mounts = Mounts.number,
      let connection = LocalConnection.opened(toServerIn: folder),
      connection.send(WatchRequest(tree: stamp, mounts: mounts).encoded),
      let answer = connection.receiveAll(upTo: maxAnswer, within: answerTimeout)
    else { return nil }
    return WatchedChanges(decoding: answer)
  }

  /// The maximum time to wait for an answer, in milliseconds.
  ///
  /// A search can compare the stamps of about 10,000 files in this time.
  private static let answerTimeout = 30

  // MARK: Encoding

  /// The maximum size of an answer in bytes, which fits into the buffer of a socket.
  static let maxAnswer = 1 << 16

  private static let magic: UInt64 = 0x3163_7461_7762_7373

  /// The changes in the encoding of an answer; nil if the answer would be larger than `maxAnswer`.
  ///
  /// The answer consists of a magic number (8 bytes), the counts of folders and files (4 bytes
  /// each), and the number of each folder and file (4 bytes each).
  var encoded: [UInt8]? {
    if 16 + 4 * (folders.count + files.count) > Self.maxAnswer { return nil }
    var bytes = GrowableBuffer<UInt8>()
    bytes.append(number: Self.magic)
    bytes.append(number: UInt32(folders.count))
    bytes.append(number: UInt32(files.count))
    for number in folders.sorted() + files.sorted() { bytes.append(number: UInt32(number)) }
    return bytes.array()
  }

  init() {}

  /// Decodes an answer; nil if it is malformed.
  init?(decoding answer: [UInt8]) {
    let bytes = answer.span
    guard bytes.count >= 16, bytes.number(at: 0, as: UInt64.self) == Self.magic else { return nil }
    let folderCount = Int(bytes.number(at: 8, as: UInt32.self))
    let fileCount = Int(bytes.number(at: 12, as: UInt32.self))
    guard bytes.count == 16 + 4 * (folderCount + fileCount) else { return nil }
    func numbers(_ range: Range<Int>) -> Set<Int> {
      Set(range.map { Int(bytes.number(at: 16 + 4 * $0, as: UInt32.self)) })
    }
    folders = numbers(0..<folderCount)
    files = numbers(folderCount..<folderCount + fileCount)
  }
}

/// A request for the changes, sent to the process that watches an index.
struct WatchRequest: Hashable {
  /// The stamp of the tree that the requesting process has opened.
  let tree: FileStamp

  /// The number of the mount namespace of the requesting process.
  let mounts: UInt64

  static let size = 56
  private static let magic: UInt64 = 0x3171_7461_7762_7373

  var encoded: [UInt8] {
    var bytes = GrowableBuffer<UInt8>()
    bytes.append(number: Self.magic)
    bytes.append(number: mounts)
    bytes.append(number: tree.identity.device)
    bytes.append(number: tree.identity.inode)
    bytes.append(number: UInt64(tree.size))
    bytes.append(number: tree.modified)
    bytes.append(number: tree.changed)
    return bytes.array()
  }

  init(tree: FileStamp, mounts: UInt64) {
    self.tree = tree
    self.mounts = mounts
  }

  /// Decodes a request; nil if it is malformed.
  init?(decoding question: [UInt8]) {
    let bytes = question.span
    guard bytes.count == Self.size, bytes.number(at: 0, as: UInt64.self) == Self.magic else {
      return nil
    }
    mounts = bytes.number(at: 8, as: UInt64.self)
    tree = FileStamp(
      identity: FileIdentity(
        device: bytes.number(at: 16, as: UInt64.self),
        inode: bytes.number(at: 24, as: UInt64.self)),
      size: Int(clamping: bytes.number(at: 32, as: UInt64.self)),
      modified: bytes.number(at: 40, as: Int64.self), changed: bytes.number(at: 48, as: Int64.self))
  }
}
