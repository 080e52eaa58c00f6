internal import System

/// File metadata that is sufficient to detect a change without reading the file.
package struct FileFacts: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case file
    case folder
    /// The path names a device, pipe or socket.
    case other
  }

  package let kind: Kind

  /// The size of the file on disk, in bytes.
  package let size: Int

  /// The time of the last change of the content, in nanoseconds since 1970.
  package let modifiedNanoseconds: Int64

  package init(kind: Kind, size: Int, modifiedNanoseconds: Int64) {
    self.kind = kind
    self.size = size
    self.modifiedNanoseconds = modifiedNanoseconds
  }

  package var isFolder: Bool { kind == .folder }

  /// The metadata of the file at `path`; symbolic links are followed.
  ///
  /// - Throws: `notFound`, `unreadable`.
  package static func of(_ path: String) throws(CorpusError) -> FileFacts {
    let file = FilePath(path)
    do throws(SystemError) {
      let status = try FileStatus(of: file)
      let kind: Kind =
        switch status.kind {
        case .file: .file
        case .folder: .folder
        case .link, .other: .other
        }
      return FileFacts(
        kind: kind, size: status.size, modifiedNanoseconds: status.modifiedNanoseconds)
    } catch {
      throw ByteSource.openingError(error, file)
    }
  }
}
