#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What the system knows of a file or folder that differs after almost every change.
///
/// A write through a mapping may leave it as it was, and so does a change within the same tick of the file system's
/// clock.
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

  /// Whether the file changed last more than `tick` before `time`, so that any later change makes another stamp.
  ///
  /// - Parameters:
  ///   - time: when the file was read, in nanoseconds since 1970.
  ///   - tick: the longest tick of the file system's clock, in nanoseconds.
  /// - Returns: whether it did.
  package func isSettled(at time: Int64, tick: Int64) -> Bool {
    max(modified, changed) < time - tick
  }
}

/// An open folder, for looking at many of its files without resolving its path again.
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
