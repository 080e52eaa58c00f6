/// Folders that only their owner can access.
package enum PrivateFolder {
  /// Creates the folder at `path` and its missing parents (mode 0700); existing folders are not changed.
  ///
  /// - Throws: `SystemError` if one cannot be made: where a file stands in its place, the one of no folder.
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
      // Another process may make it at the same time. Where nothing can be made the system may say that first.
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
