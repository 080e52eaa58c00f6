internal import Corpora
internal import Synchronization
internal import Threading
internal import UnicodeText

/// An access path, and the duration of its build in nanoseconds.
struct BuiltPath: Sendable {
  let path: any AccessPath
  let nanoseconds: Int
}

/// Whether an access path of a corpus is built, how much memory it uses, and how long its build
/// took.
public struct PathStatus: Hashable, Sendable {
  /// The name of the access path.
  public let name: String

  /// Whether the path is built, so that searches can use it.
  public let isBuilt: Bool

  /// The memory that the path uses in addition to the text, in bytes; 0 until the path is built.
  public let memoryBytes: Int

  /// The nanoseconds that the build took; 0 until the path is built.
  public let buildNanoseconds: Int
}

extension Searcher {
  /// The status of each access path in the catalog, except the scan.
  public var pathStatus: [PathStatus] {
    let built = kept.withLock { $0.paths }
    return AccessPathCatalog.buildable.map { type in
      let path = built[type.name]
      return PathStatus(
        name: type.name, isBuilt: path != nil, memoryBytes: path?.path.memoryBytes ?? 0,
        buildNanoseconds: path?.nanoseconds ?? 0)
    }
  }

  /// Builds an access path, unless it exists; searches can run during the build.
  ///
  /// - Parameters:
  ///   - name: the name of the path in the catalog.
  ///   - threads: the maximum number of threads; `nil` for one per processor.
  ///   - monitor: reports the progress, and can cancel the build.
  /// - Returns: whether the path exists; `false` if the build was canceled, or is impossible for
  ///   this corpus.
  /// - Throws: `unknownAccessPath`.
  package func buildPath(
    named name: String, threads: Int?, monitor: BuildMonitor
  ) throws(QueryError) -> Bool {
    guard let type = try AccessPathCatalog.path(for: name) else { return false }
    return build(type, threads: threads ?? Workers.processorCount, monitor)
  }

  /// Builds an access path, unless it exists; searches can run during the build.
  ///
  /// - Parameters:
  ///   - name: The name of the path: `tokens` or `trigrams`.
  ///   - threads: The maximum number of threads; `nil` for one per processor.
  /// - Returns: Whether the path exists; `false` if the path is impossible for this corpus.
  /// - Throws: `unknownAccessPath`.
  /// - Complexity: O(*n*), where *n* is the number of bytes of text.
  @discardableResult
  public func buildPath(named name: String, threads: Int? = nil) throws(QueryError) -> Bool {
    try buildPath(named: name, threads: threads, monitor: BuildMonitor())
  }

  /// Drops an access path; a running search that uses the path can still finish.
  ///
  /// - Throws: `unknownAccessPath`.
  /// - Complexity: O(1).
  public func dropPath(named name: String) throws(QueryError) {
    guard let type = try AccessPathCatalog.path(for: name) else { return }
    kept.withLock { $0.paths[type.name] = nil }
  }

  func isBuilt(_ type: any AccessPath.Type) -> Bool {
    type.name == ScanPath.name || kept.withLock { $0.paths[type.name] != nil }
  }

  /// Builds an access path while the caller waits; returns `false` if the build was canceled.
  func build(
    _ type: any AccessPath.Type, threads: Int, isCancelled: () -> Bool
  ) -> Bool {
    let monitor = BuildMonitor()
    Workers.runOnSeparateThread(
      { _ = self.build(type, threads: threads, monitor) }, isCancelled: isCancelled,
      cancel: monitor.cancel)
    return isBuilt(type)
  }

  private func build(
    _ type: any AccessPath.Type, threads: Int, _ monitor: BuildMonitor
  ) -> Bool {
    if isBuilt(type) { return true }
    var watch = Stopwatch()
    let folded = foldedCorpus(IndexedText.folding, threads) { monitor.isCancelled }
    guard let folded else { return false }
    let text = IndexedText(corpus: corpus, folded: folded)
    guard let path = type.build(over: text, threads: threads, monitor: monitor) else {
      return false
    }
    let built = BuiltPath(path: path, nanoseconds: watch.lap())
    kept.withLock { $0.paths[type.name] = built }
    return true
  }
}
