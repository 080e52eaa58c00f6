internal import System

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

private func renamePath(_ path: String, _ other: String) -> Int32 { unsafe rename(path, other) }

/// Changes files and folders; a change that fails has no effect.
extension TestFile {
  /// Renames a file or folder; a file at `other` is replaced.
  @discardableResult
  package static func rename(_ path: String, to other: String) -> Bool {
    renamePath(path, other) == 0
  }

  /// Creates a folder and the folders above it.
  package static func makeFolder(_ path: String) {
    try? Platform.makeFolder(ofFile: path + "/file")
  }

  /// Creates a symbolic link.
  package static func link(_ path: String, to target: String) { _ = unsafe symlink(target, path) }

  /// Sets a file's modification time, in nanoseconds since 1970, as `touch -d` does.
  ///
  /// The status change time becomes the current time.
  package static func setModified(_ path: String, _ nanoseconds: Int64) {
    let time = timespec(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    let times = [time, time]
    _ = unsafe utimensat(AT_FDCWD, path, times, 0)
  }

  /// When a file was last modified, in nanoseconds since 1970; `nil` if there is no file.
  package static func modified(_ path: String) -> Int64? {
    Platform.status(of: FilePath(path))?.stamp.modified
  }
}
