#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The identity, size and times of a file or folder, which almost every change alters.
///
/// If two changes occur within the same tick of the file system's clock, the second change can
/// leave the stamp unchanged. So can a write through a memory mapping.
package struct FileStamp: Hashable, Sendable {
  package let identity: FileIdentity
  package let size: Int

  /// The time of the last change of the content, in nanoseconds since 1970.
  package let modified: Int64

  /// The time of the last change of the content or of the metadata, in nanoseconds since 1970.
  package let changed: Int64

  package init(identity: FileIdentity, size: Int, modified: Int64, changed: Int64) {
    self.identity = identity
    self.size = size
    self.modified = modified
    self.changed = changed
  }

  /// Whether the last change of the file was more than `tick` before `time`, so that any later
  /// change produces a different stamp.
  ///
  /// - Parameters:
  ///   - time: when the file was read, in nanoseconds since 1970.
  ///   - tick: the longest tick of the file system's clock, in nanoseconds.
  /// - Returns: whether the stamp is settled.
  package func isSettled(at time: Int64, tick: Int64) -> Bool {
    max(modified, changed) < time - tick
  }
}

/// An open folder; reading the metadata of its files does not resolve the folder's path again.
package struct OpenFolder: ~Copyable {
  private let descriptor: Int32

  /// The stamp of the folder when it was opened.
  package let stamp: FileStamp

  private init(_ descriptor: Int32, _ stamp: FileStamp) {
    self.descriptor = descriptor
    self.stamp = stamp
  }

  package static func opened(_ path: some PathText) throws(SystemError) -> OpenFolder {
    let descriptor = try Platform.open(path, for: .lookingUp)
    do throws(SystemError) {
      return OpenFolder(descriptor, try FileStatus(of: descriptor).stamp)
    } catch {
      Platform.close(descriptor)
      throw error
    }
  }

  deinit { Platform.close(descriptor) }

  /// The metadata of a file in the folder; links are not followed.
  ///
  /// - Precondition: `name` ends with a zero byte.
  package func status(of name: Span<UInt8>) throws(SystemError) -> FileStatus {
    FileStatus(try Platform.facts(of: name, in: descriptor))
  }
}
