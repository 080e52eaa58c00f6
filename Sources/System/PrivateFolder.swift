/// Folders that only their owner can access.
package enum PrivateFolder {
  /// Creates the folder at `path` and its missing parents, with mode 0700; does not change existing
  /// folders.
  ///
  /// - Throws: `SystemError` if a folder cannot be created; the code is `ENOTDIR` if the path is a
  ///   file.
  package static func make(_ path: String) throws(SystemError) {
    do throws(SystemError) {
      try makeLast(of: path)
    } catch {
      guard error.isMissingFile, let above = folder(above: path) else { throw error }
      try make(above)
      try makeLast(of: path)
    }
  }

  private static func makeLast(of path: String) throws(SystemError) {
    do throws(SystemError) {
      try Platform.makeFolder(path)
    } catch {
      // Ignore an existing folder, because another process may create the folder at the same time.
      // A read-only file system can report `EROFS` even if the folder exists.
      if Platform.isDirectory(path) { return }
      throw error.isExisting ? .notAFolder : error
    }
  }

  /// The path without its last component; nil if the path has only one component.
  private static func folder(above path: String) -> String? {
    var rest = path.utf8[...]
    while rest.last == UInt8(ascii: "/") { rest.removeLast() }
    while let last = rest.last, last != UInt8(ascii: "/") { rest.removeLast() }
    while rest.last == UInt8(ascii: "/") { rest.removeLast() }
    return rest.isEmpty ? nil : String(Substring(rest))
  }
}
