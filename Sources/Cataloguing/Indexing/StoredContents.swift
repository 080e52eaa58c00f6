internal import Corpora
package import UnicodeText

/// Reads contents from the file system, in the same way as the corpus loader.
///
/// Compressed files are decompressed; hidden and ignored files in folders are skipped.
package struct StoredContents: ContentSource {
  package init() {}

  package func text(
    ofFile path: String, limit: Int, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ContentFailure) -> FrozenBuffer<UInt8> {
    try file(path, limit: limit, isCancelled: isCancelled).text
  }

  /// The text of a file, and its SHA-256 digest.
  func file(
    _ path: String, limit: Int, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ContentFailure) -> FileText {
    // Check the kind of the file before opening the file, because opening a pipe would block.
    if try facts(of: path).kind == .other { throw .special }
    let file: FileText
    do throws(CorpusError) {
      file = try FileText.read(path, limit: limit, isCancelled: isCancelled)
    } catch {
      throw ContentFailure(error)
    }
    if file.isBinary { throw .binary }
    return file
  }

  package func files(
    inFolder path: String, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ContentFailure) -> [String] {
    if try !facts(of: path).isFolder { throw .noFolder }
    do throws(CorpusError) {
      return try CorpusLoader.files(in: path, isCancelled: isCancelled).files
    } catch {
      throw ContentFailure(error)
    }
  }

  private func facts(of path: String) throws(ContentFailure) -> FileFacts {
    // Reject a path that contains a NUL byte: a system call would end the path there and use
    // another file.
    if path.utf8.contains(0) { throw .missing }
    do throws(CorpusError) {
      return try FileFacts.of(path)
    } catch {
      throw ContentFailure(error)
    }
  }
}
