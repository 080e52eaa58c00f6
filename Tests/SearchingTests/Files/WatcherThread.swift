import Indexing
import Synchronization
import System

/// A thread that watches an index.
final class WatcherThread: Sendable {
  private let error = Mutex<String?>(nil)
  private let ready: WakeUp
  private let end: WakeUp
  private let ended: WakeUp

  /// Why the thread stopped watching; nil if it did not fail.
  var failure: String? { error.withLock { $0 } }

  /// Starts the thread, and waits until it watches all files; nil if the thread cannot be started.
  init?(_ store: IndexStore, _ root: FilePath) {
    guard let ready = WakeUp(), let end = WakeUp(), let ended = WakeUp() else { return nil }
    (self.ready, self.end, self.ended) = (ready, end, ended)
    guard Platform.startThread({ self.run(store, root) }) else { return nil }
    _ = Platform.isReadable(ready.descriptor, within: -1)
  }

  /// Ends the thread.
  func stop() {
    end.signal()
    _ = Platform.isReadable(ended.descriptor, within: -1)
  }

  private func run(_ store: IndexStore, _ root: FilePath) {
    do throws(IndexWatcher.Failure) {
      let watcher = try store.watch(root)
      let both = try Self.set(watcher.descriptor, end.descriptor)
      ready.signal()
      while !Platform.isReadable(end.descriptor, within: 0) {
        _ = Platform.isReadable(both.descriptor, within: -1)
        try watcher.serve()
      }
    } catch {
      self.error.withLock { $0 = "\(error)" }
      ready.signal()
    }
    ended.signal()
  }

  private static func set(
    _ one: Int32, _ other: Int32
  ) throws(IndexWatcher.Failure) -> DescriptorSet {
    do throws(SystemError) {
      let set = try DescriptorSet()
      try set.insert(one)
      try set.insert(other)
      return set
    } catch {
      throw .system(error)
    }
  }
}
