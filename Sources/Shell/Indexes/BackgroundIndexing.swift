internal import Searching
internal import Synchronization
internal import Terminal

/// Builds the access paths of one corpus on a thread of its own, one after the other.
///
/// Searches go on meanwhile, and use each path as soon as it is there.
final class BackgroundIndexing: Sendable {
  private let state: IndexingState
  private let work: BackgroundWork<Void>

  /// Starts to build; nil if no thread can be had.
  init?(_ names: [String], of searcher: Searcher, threads: Int) {
    let state = IndexingState(names)
    self.state = state
    guard let work = BackgroundWork({ state.build(searcher, threads: threads) }) else { return nil }
    self.work = work
  }

  /// The path at hand, and how much of it is done, from 0 to 1; nil once all is over.
  var current: (name: String, fraction: Double)? {
    guard let (name, monitor) = state.current else { return nil }
    return (name, monitor.fraction)
  }

  var isOver: Bool { work.result != nil }

  /// Ends the work soon; what is not finished is not kept.
  func cancel() { state.cancel() }

  /// Waits for the end of the work, a signal, or so long.
  func wait(milliseconds: Int32) { work.wait(milliseconds: milliseconds) }
}

/// How far the building is.
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
