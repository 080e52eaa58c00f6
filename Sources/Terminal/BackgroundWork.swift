internal import CEdit
internal import Synchronization
internal import System

/// Runs uninterruptible work on a thread of its own, so that the waiting thread can still respond to signals.
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
    guard ThreadWork.start({ self.finish(body()) }) else { return nil }
  }

  /// The result of the work; nil until it is done.
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

/// A closure that is passed to a new thread.
private final class ThreadWork: Sendable {
  private let body: @Sendable () -> Void

  private init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  /// Starts a thread that runs `body`; false if the system cannot create one.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let work = ThreadWork(body)
    // SAFETY: The thread consumes the reference that is retained here; without a thread it is released.
    let reference = unsafe Unmanaged.passRetained(work)
    if unsafe ce_start_thread(runThreadWork, reference.toOpaque()) { return true }
    unsafe reference.release()
    return false
  }

  fileprivate func run() { body() }
}

private func runThreadWork(_ argument: UnsafeMutableRawPointer?) {
  guard let argument = unsafe argument else { return }
  // SAFETY: This is the reference that `start` retained, and it is consumed once.
  unsafe Unmanaged<ThreadWork>.fromOpaque(argument).takeRetainedValue().run()
}
