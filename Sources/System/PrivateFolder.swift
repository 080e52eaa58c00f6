/// Folders that only their owner can access.
package enum PrivateFolder {
  /// Creates the folder at `path` and its missing parents (mode 0700); existing folders are not changed.
  ///
  /// - Throws: `SystemError` if one cannot be created; `ENOTDIR` if a file is in its place.
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
      // Another process may create the folder at the same time. A read-only file system may report that it is read-only
      // even if the folder exists.
      if Platform.isDirectory(path) { return }
      throw error.isExisting ? .notAFolder : error
    }
  }

  /// The path without its last component; nil if there is only one.
  private static func folder(above path: String) -> String? {
    var rest = path.utf8[...]
    while rest.last == UInt8(ascii: "/") { rest.removeLast() }
    while let last = rest.last, last != UInt8(ascii: "/") { rest.removeLast() }
    while rest.last == UInt8(ascii: "/") { rest.removeLast() }
    return rest.isEmpty ? nil : String(Substring(rest))
  }
}
