internal import Corpora
internal import Synchronization
internal import Threading
internal import UnicodeText

/// An access path and what it took to build it.
struct BuiltPath: Sendable {
  let path: any AccessPath
  let nanoseconds: Int
}

/// What is known of an access path of a corpus.
public struct PathStatus: Hashable, Sendable {
  public let name: String
  public let isBuilt: Bool

  /// The bytes that it holds besides the text; 0 until it is built.
  public let memoryBytes: Int

  /// The nanoseconds that building took; 0 until it is built.
  public let buildNanoseconds: Int
}

extension Searcher {
  /// Each access path of the catalogue but the scan, built or not.
  public var pathStatus: [PathStatus] {
    let built = kept.withLock { $0.paths }
    return AccessPathCatalog.buildable.map { type in
      let path = built[type.name]
      return PathStatus(
        name: type.name, isBuilt: path != nil, memoryBytes: path?.path.memoryBytes ?? 0,
        buildNanoseconds: path?.nanoseconds ?? 0)
    }
  }

  /// Builds an access path, unless it is there; searches may go on meanwhile.
  ///
  /// - Parameters:
  ///   - name: its name in the catalogue.
  ///   - threads: how many threads to use at most; `nil` is one for each processor.
  ///   - monitor: learns how far the work is, and can end it.
  /// - Returns: whether the path is there; `false` if it was cancelled, or cannot be built for this corpus.
  /// - Throws: `unknownAccessPath`.
  public func buildPath(
    named name: String, threads: Int? = nil, monitor: BuildMonitor = BuildMonitor()
  ) throws(QueryError) -> Bool {
    guard let type = try AccessPathCatalog.path(for: name) else { return false }
    return build(type, threads: threads ?? Workers.processorCount, monitor)
  }

  /// Forgets an access path; a search that uses it goes on.
  ///
  /// - Throws: `unknownAccessPath`.
  public func dropPath(named name: String) throws(QueryError) {
    guard let type = try AccessPathCatalog.path(for: name) else { return }
    kept.withLock { $0.paths[type.name] = nil }
  }

  func isBuilt(_ type: any AccessPath.Type) -> Bool {
    type.name == ScanPath.name || kept.withLock { $0.paths[type.name] != nil }
  }

  /// Builds a path while the caller waits; `false` if it was cancelled.
  func build(
    _ type: any AccessPath.Type, threads: Int, isCancelled: () -> Bool
  ) -> Bool {
    let monitor = BuildMonitor()
    Workers.runAside(
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
