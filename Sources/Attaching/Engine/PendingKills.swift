internal import Synchronization
internal import System

/// The requests that end canceled queries, which the program waits for before it exits.
package enum PendingKills {
  private static let count = Atomic<Int>(0)

  /// Runs `body` on a thread of its own, and waits for it at most `milliseconds`.
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

  /// Waits until all requests have ended; each takes a second at most.
  package static func finish() {
    while count.load(ordering: .acquiring) > 0 { Platform.pause(microseconds: 1_000) }
  }
}
