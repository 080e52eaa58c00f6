internal import Corpora
internal import System
internal import Threading
internal import UnicodeText

/// The content of a file; a record contains the path of the file.
struct RecordContent {
  let path: String
  let outcome: ContentReader.Outcome

  var isFailed: Bool {
    if case .failure = outcome { true } else { false }
  }
}

/// Reads the content files whose paths are in a field of the records.
extension Indexer {
  /// The longest prefix of `range` such that the contents of its records fit into one batch; at
  /// least one record.
  func endOfBatch(_ file: RecordFile, _ range: Range<Int>) -> Range<Int> {
    if file.mapping.content == nil { return range }
    var bytes = 0
    for record in range {
      guard let path = contentPath(of: record, in: file) else { continue }
      bytes += min(Platform.size(of: path) ?? 0, Self.bytesOfBatch)
      if record > range.lowerBound, bytes > Self.bytesOfBatch {
        return range.lowerBound..<record
      }
    }
    return range
  }

  /// Reads the contents of the records in a range; returns nil if the source has no content field.
  ///
  /// The call returns when each content has been read or has failed.
  func contents(
    of range: Range<Int>, in file: RecordFile
  ) throws(CatalogError) -> [RecordContent?]? {
    if file.mapping.content == nil { return nil }
    let paths = range.map { contentPath(of: $0, in: file) }
    let named = paths.compactMap { $0 }
    let reader = ContentReader(threads: environment.threads ?? Workers.processorCount)
    var outcomes = reader.read(named.map { .file($0) }, isCancelled: environment.isCancelled)[...]
    if environment.isCancelled() { throw .cancelled }
    return paths.map { path in
      guard let path, let outcome = outcomes.popFirst() else { return nil }
      return RecordContent(path: path, outcome: outcome)
    }
  }

  /// The absolute path of the content that a record names; a relative path is resolved from the
  /// folder of the record's file.
  private func contentPath(of record: Int, in file: RecordFile) -> String? {
    let path = file.corpus.withRecord(RecordID(UInt64(record))) { file.mapping.contentPath($0) }
    guard let path, !path.hasPrefix("/") else { return path }
    let folder = file.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return Self.absolute(folder.joined(separator: "/") + "/" + path)
  }
}
