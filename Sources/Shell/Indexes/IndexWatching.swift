internal import Basics
internal import Indexing
internal import Reporting
internal import System
internal import Terminal
internal import Threading

/// Keeps indexes up to date until Ctrl-C (`index build --watch`).
final class IndexWatching {
  private let store: IndexStore
  private let console: Console
  private var watched: [Watched] = []
  private var work: (entry: Watched, work: BackgroundWork<BuildResult>, start: UInt64)?

  private typealias BuildResult = Result<IndexBuildReport?, IndexStore.BuildFailure>

  /// An index, and the time at which to build it again.
  private final class Watched {
    let target: IndexTarget
    let watcher: IndexWatcher

    /// How long the last build took, in nanoseconds.
    var duration: UInt64 = 0

    /// When the last build ended, in nanoseconds of the monotonic clock.
    ///
    /// After a failed build, `Times.retry` is added to this time, which delays the next attempt.
    var ended: UInt64

    /// The number of consecutive idle builds.
    ///
    /// A build is idle if it does not index some files because they changed too recently.
    var idleBuilds = 0

    init(_ target: IndexTarget, _ watcher: IndexWatcher) {
      self.target = target
      self.watcher = watcher
      ended = Platform.monotonicNanoseconds()
    }

    /// The monotonic time, in nanoseconds, at which to build the index again; nil if nothing has
    /// changed.
    var due: UInt64? {
      guard let first = watcher.firstChange, let last = watcher.lastChange else { return nil }
      let wait = Times.quiet << UInt64(min(idleBuilds, Times.maxDoublings))
      // Build when the files have not changed for `wait`. If they keep changing, build after a time
      // limit. Spend at most a tenth of the time on builds.
      return max(min(last + wait, first + max(wait, Times.longest)), ended + 10 * duration)
    }
  }

  private enum Times {
    /// How long, in nanoseconds, the files must stay unchanged before a build.
    ///
    /// Files that changed less than two seconds before the build are not indexed.
    static let quiet: UInt64 = 2_500_000_000

    /// How long, in nanoseconds, continuing changes can delay a build.
    ///
    /// If idle builds have doubled `quiet` beyond this limit, the delay can exceed the limit.
    static let longest: UInt64 = 30_000_000_000

    /// How long to wait after a failed build, in nanoseconds.
    static let retry: UInt64 = 30_000_000_000

    /// The maximum number of times that `quiet` is doubled, once for each idle build.
    static let maxDoublings = 7
  }

  init(_ store: IndexStore, _ console: Console) {
    self.store = store
    self.console = console
  }

  /// Watches the indexes of some paths until a signal arrives or no watched index remains.
  ///
  /// - Throws: a failure if an index cannot be watched, or if the last index was dropped; an error
  ///   with exit status 130 after Ctrl-C.
  func run(_ targets: [IndexTarget]) throws {
    let descriptors = try descriptorSet()
    for target in targets {
      let watcher: IndexWatcher
      do throws(IndexWatcher.Failure) {
        watcher = try store.watch(target.root)
      } catch {
        throw ShellError(error, target.path)
      }
      try? descriptors.insert(watcher.descriptor)
      watched.append(Watched(target, watcher))
      let count = NumberFormat.counted(watcher.count, "file and folder", "files and folders")
      try console.writeStatus("watching \(target.path): \(count) · Ctrl-C to stop")
      try console.flushOutput()
    }
    while !Signals.isCancelled {
      Signals.wait(for: descriptors.descriptor, milliseconds: try milliseconds())
      for entry in watched { try serve(entry) }
      try endBuild()
      startBuild()
    }
    throw ShellError.reported(ExitStatus.interrupted)
  }

  private func descriptorSet() throws -> DescriptorSet {
    do throws(SystemError) {
      return try DescriptorSet()
    } catch {
      throw ShellError.failure("this system cannot watch files: \(error.message)")
    }
  }

  private func serve(_ entry: Watched) throws {
    do throws(IndexWatcher.Failure) {
      try entry.watcher.serve()
    } catch {
      return try remove(entry, ShellError(error, entry.target.path))
    }
    if entry.watcher.isDropped {
      try remove(entry, .failure("the index of \(entry.target.path) was dropped"))
    }
  }

  /// Stops watching an index because of `error`; throws the error if no other index is watched.
  private func remove(_ entry: Watched, _ error: ShellError) throws {
    watched.removeAll { $0 === entry }
    if watched.isEmpty { throw error }
    console.error(error)
  }

  /// How long to wait, in milliseconds, before checking whether a build has ended or is due; -1 for
  /// no limit.
  private func milliseconds() throws -> Int32 {
    if work != nil { return 50 }
    guard let due = watched.compactMap(\.due).min() else { return -1 }
    let now = Platform.monotonicNanoseconds()
    return due <= now ? 0 : Int32(clamping: (due - now) / 1_000_000 + 1)
  }

  // MARK: Building

  /// Starts the first build that is due, unless a build is already running.
  private func startBuild() {
    if work != nil { return }
    let now = Platform.monotonicNanoseconds()
    guard let entry = watched.first(where: { $0.due.map { $0 <= now } == true }) else { return }
    let (target, store) = (entry.target, store)
    let build = BackgroundWork { () -> BuildResult in
      Result { () throws(IndexStore.BuildFailure) in
        try store.build(
          target.root, options: target.options, optionWords: target.words,
          threads: Workers.processorCount, progress: IndexBuildProgress(),
          isCancelled: { Signals.isCancelled })
      }
    }
    if let build { work = (entry, build, now) } else { entry.ended = now + Times.retry }
  }

  /// Reports the result of the latest build; does nothing while the build is running.
  private func endBuild() throws {
    guard let (entry, build, start) = work, let result = build.result else { return }
    work = nil
    guard watched.contains(where: { $0 === entry }) else { return }
    let path = entry.target.path
    let now = Platform.monotonicNanoseconds()
    entry.ended = now
    entry.duration = now - start
    do throws(IndexStore.BuildFailure) {
      guard let report = try result.get() else { return }
      try? console.writeStatus(IndexText.line(for: report, of: path, nanoseconds: Int(now - start)))
    } catch {
      entry.ended = now + Times.retry
      let failure = ShellError(error, path, cannot: "write the index in \(store.path)")
      switch error {
      // The folder or file to index no longer exists.
      case .corpus: return try remove(entry, failure)
      // Another process is building the index; its build notifies the watcher.
      case .busy: return
      case .system: return console.error(failure)
      }
    }
    try console.flushOutput()
    entry.watcher.lookAtIndex()
    try serve(entry)
    let isIdle = entry.watcher.firstChange != nil
    entry.idleBuilds = isIdle ? entry.idleBuilds + 1 : 0
  }
}

extension ShellError {
  /// Creates the error for a path whose index cannot be watched.
  fileprivate init(_ failure: IndexWatcher.Failure, _ path: String) {
    switch failure {
    case .busy(let process):
      let watcher = process.map { "process \($0)" } ?? "another process"
      self = .failure("\(watcher) watches the index of \(path); stop that process first")
    case .index(let fault):
      self = .failure("the index of \(path) cannot be used: \(fault.reason)")
    case .system(let error):
      self = .failure(
        error.isUnknownCall
          ? "this system has no inotify, which --watch needs; leave out --watch"
          : "cannot watch \(path): \(error.message)")
    case .tooManyFiles(let needed):
      self = .failure(
        "cannot watch the \(NumberFormat.grouped(needed)) files and folders of \(path), because "
          + "the system allows too few watches: raise fs.inotify.max_user_watches, such as with "
          + "\"sysctl fs.inotify.max_user_watches=\(needed * 2)\"")
    case .notLocal(let folder):
      self = .failure(
        "cannot watch \(folder.text), because its file system can change without a notification "
          + "to this system; leave out --watch")
    }
  }
}
