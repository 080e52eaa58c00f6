internal import System

/// What the system says of a file without reading it: enough to see that it was changed.
package struct FileFacts: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case file
    case folder
    /// A device, a pipe, a socket.
    case other
  }

  package let kind: Kind

  /// In bytes, on disk.
  package let size: Int

  /// When the content was changed last, since 1970.
  package let modifiedNanoseconds: Int64

  package init(kind: Kind, size: Int, modifiedNanoseconds: Int64) {
    self.kind = kind
    self.size = size
    self.modifiedNanoseconds = modifiedNanoseconds
  }

  package var isFolder: Bool { kind == .folder }

  /// The facts of what `path` names; symbolic links are followed.
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
