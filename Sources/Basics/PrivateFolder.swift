/// Folders that only their owner can access.
package enum PrivateFolder {
  /// Creates the folder at `path` and its missing parents (mode 0700); existing folders are not changed.
  ///
  /// - Throws: `SystemFailure` if a folder cannot be created, or `notAFolder` if a file has its name.
  package static func make(_ path: String) throws(SystemFailure) {
    do throws(SystemFailure) {
      try makeLast(of: path)
    } catch {
      guard error.isMissing, let above = folder(above: path) else { throw error }
      try make(above)
      try makeLast(of: path)
    }
  }

  private static func makeLast(of path: String) throws(SystemFailure) {
    do throws(SystemFailure) {
      try Platform.makeFolder(path)
    } catch {
      // Another process may create it at the same time, and some systems report other errors for an existing folder.
      if Platform.isFolder(path) { return }
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
