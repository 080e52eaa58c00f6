package import Corpora
package import Indexing
internal import System

/// A source that searches files using their stored indexes, without loading the files.
///
/// The results describe the files as they were when the source was created. A search skips the
/// blocks that the indexes rule out. A file that is read must still have the stamp (device, inode,
/// size and times) that it had when the source was created. If the stamp is different, the search
/// fails with an error that names the file.
package final class SnapshotSource: RecordSource {
  package let name: String
  package let kind = "index"
  package let snapshot: FileSnapshot
  let files: FileSource

  /// Creates a source of all files at some paths.
  ///
  /// - Throws: `FileSnapshot.Refusal` if no up-to-date index covers a path.
  /// - Complexity: O(*f*), where *f* is the number of files and folders.
  package convenience init(
    _ paths: [String], options: LoadOptions, in store: IndexStore, name: String
  ) throws(FileSnapshot.Refusal) {
    try self.init(paths, options: options, in: store, name: name, sizes: FileSizes())
  }

  init(
    _ paths: [String], options: LoadOptions, in store: IndexStore, name: String, sizes: FileSizes
  ) throws(FileSnapshot.Refusal) {
    let snapshot = try FileSnapshot(paths, options, store)
    do throws(CorpusError) {
      files = try FileSource(paths, options: options, sizes: sizes, snapshot: snapshot)
    } catch {
      throw FileSnapshot.Refusal(reason: error.message)
    }
    self.snapshot = snapshot
    self.name = name
  }

  package var recordCount: Int? { snapshot.recordCount }
  package var textBytes: Int? { snapshot.textBytes }
  package var hasSingleSource: Bool { snapshot.hasSingleSource }

  package func fields(_ cancellation: Cancellation) -> [Field] { snapshot.fields }

  // MARK: Searching

  package func search(
    _ query: CompiledQuery, _ request: ResultRequest, _ cancellation: Cancellation
  ) throws(SearchError) -> any SearchResult {
    var within: ResultSet?
    if let earlier = request.within {
      within = try (earlier as? SnapshotResult)?.all(cancellation) ?? earlier.records
      if within == nil {
        throw .unsupported(
          source: earlier.source, what: "does not number its records",
          remedy: "search \(earlier.source) and \(name) separately")
      }
    }
    let found = try SnapshotSearch(query, request, within: within, of: self)
    // The result of a search with a limit is only its first records, so find these records now.
    if let limit = request.limit { try found.findFirst(limit, cancellation) }
    return SnapshotResult(found)
  }

  package func stream<Product: Sendable>(
    _ query: CompiledQuery, _ request: StreamRequest, _ cancellation: Cancellation,
    render: @escaping @Sendable (RowBatch) -> Product,
    deliver: (Product) throws -> Bool
  ) throws -> StreamReport {
    try checked(
      files.stream(query, request, cancellation, render: render, deliver: deliver))
  }

  package func countByFile(
    _ query: CompiledQuery, _ request: StreamRequest, _ cancellation: Cancellation,
    deliver: (_ path: String, _ count: Int) throws -> Bool
  ) throws -> StreamReport {
    try checked(files.countByFile(query, request, cancellation, deliver: deliver))
  }

  /// Returns the report if it has no failures.
  ///
  /// - Throws: `failed` or `corpus` if a file could not be read, or has changed since the snapshot
  ///   was made.
  func checked(_ report: StreamReport) throws(SearchError) -> StreamReport {
    guard let failure = report.failures.first else { return report }
    throw Self.failure(failure)
  }

  static func failure(_ error: CorpusError) -> SearchError {
    guard let path = error.path, case .readFailed(let reason) = error.code else {
      return .corpus(error)
    }
    return .failed(source: path, reason: reason)
  }

  // MARK: Explaining

  package func explain(
    _ query: CompiledQuery, _ cancellation: Cancellation
  ) throws(SearchError) -> Explanation {
    let matcher: any Matcher
    do throws(QueryError) { matcher = try query.matcher(for: snapshot.fields) } catch {
      throw .query(error)
    }
    let plan = try SnapshotPlan(snapshot, matcher, needsAll: false)
    guard let changed = snapshot.changedFiles(cancellation) else { throw .cancelled }
    let counts = plan.counts
    var lines = Explanation.lines(of: matcher, for: query.query)
    let blocks = Explanation.text(
      ofBlocks: counts.kept, of: counts.all, scanReason: plan.scanReason)
    lines.append(Explanation.Line("access path", "stored index: \(blocks)"))
    let freshness = Explanation.text(
      ofChanged: changed, of: snapshot.fileCount, "changed since they were loaded")
    lines.append(Explanation.Line("index", freshness))
    return Explanation(query: query.query, lines: lines)
  }
}
