internal import Searching
internal import Synchronization
internal import Terminal

/// Builds the access paths of one corpus, one after another, on a background thread.
///
/// Searches continue during the build, and use each access path as soon as the path is built.
final class BackgroundIndexing: Sendable {
  private let state: IndexingState
  private let work: BackgroundWork<Void>

  /// Starts the build; nil if the system cannot create a thread or a pipe.
  init?(_ names: [String], of searcher: Searcher, threads: Int) {
    let state = IndexingState(names)
    self.state = state
    guard let work = BackgroundWork({ state.build(searcher, threads: threads) }) else { return nil }
    self.work = work
  }

  /// The access path being built, and its progress from 0 to 1; nil if no access path is being
  /// built.
  var current: (name: String, fraction: Double)? {
    guard let (name, monitor) = state.current else { return nil }
    return (name, monitor.fraction)
  }

  var isOver: Bool { work.result != nil }

  /// Cancels the build; the unfinished access path is discarded.
  func cancel() { state.cancel() }

  /// Waits until the build ends, a signal arrives, or `milliseconds` have passed.
  func wait(milliseconds: Int32) { work.wait(milliseconds: milliseconds) }
}

/// The progress of a build, shared between threads.
private final class IndexingState: Sendable {
  private struct Progress {
    var isCancelled = false
    var name: String?
    var monitor = BuildMonitor()
  }

  private let names: [String]
  private let progress = Mutex(Progress())

  init(_ names: [String]) { self.names = names }

  var current: (String, BuildMonitor)? {
    progress.withLock { progress in progress.name.map { ($0, progress.monitor) } }
  }

  func cancel() {
    progress.withLock {
      $0.isCancelled = true
      $0.monitor.cancel()
    }
  }

  func build(_ searcher: Searcher, threads: Int) {
    for name in names {
      let monitor: BuildMonitor? = progress.withLock {
        if $0.isCancelled { return nil }
        $0.name = name
        $0.monitor = BuildMonitor()
        return $0.monitor
      }
      guard let monitor else { break }
      _ = try? searcher.buildPath(named: name, threads: threads, monitor: monitor)
    }
    progress.withLock { $0.name = nil }
  }
}
