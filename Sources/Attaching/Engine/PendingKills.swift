internal import Synchronization
internal import System

/// Counts the running requests that kill canceled queries on a server, so that the program can wait
/// for these requests before it exits.
package enum PendingKills {
  private static let count = Atomic<Int>(0)

  /// Runs `body` on a separate thread, and waits at most `milliseconds` for `body` to end.
  static func begin(upToMilliseconds milliseconds: Int32, _ body: @escaping @Sendable () -> Void) {
    count.wrappingAdd(1, ordering: .acquiringAndReleasing)
    let ended = Latch()
    let isStarted = Platform.startThread {
      body()
      count.wrappingSubtract(1, ordering: .acquiringAndReleasing)
      ended.signal()
    }
    if !isStarted {
      body()
      count.wrappingSubtract(1, ordering: .acquiringAndReleasing)
      return
    }
    _ = ended.wait(for: 1, milliseconds: milliseconds)
  }

  /// Waits until all requests have ended; each request takes at most one second.
  package static func finish() {
    while count.load(ordering: .acquiring) > 0 { Platform.pause(microseconds: 1_000) }
  }
}
