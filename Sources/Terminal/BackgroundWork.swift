internal import Synchronization
internal import System

/// Runs uninterruptible work on a separate thread, so that the waiting thread can still respond to
/// signals.
///
///     let work = BackgroundWork { slowSum() }
///     while work?.result == nil, !Signals.isCancelled { work?.wait(milliseconds: 100) }
///
/// Abandoned work runs to its end, and its result is discarded.
package final class BackgroundWork<Result: Sendable>: Sendable {
  private let outcome = Mutex<Result?>(nil)
  private let ended: WakeUp

  /// Starts the work; nil if the system cannot create a thread or a pipe.
  package init?(_ body: @escaping @Sendable () -> Result) {
    guard let ended = WakeUp() else { return nil }
    self.ended = ended
    guard Platform.startThread({ self.finish(body()) }) else { return nil }
  }

  /// The result of the work; nil until the work is done.
  package var result: Result? { outcome.withLock { $0 } }

  /// Waits until the work ends, a signal arrives, or `milliseconds` have passed.
  package func wait(milliseconds: Int32) {
    if result == nil { ended.wait(milliseconds: milliseconds) }
  }

  private func finish(_ result: Result) {
    outcome.withLock { $0 = result }
    ended.signal()
  }
}
