internal import CEdit
internal import Synchronization
internal import System

/// Work on a thread of its own, for work that cannot be interrupted: whoever waits for it still minds signals.
///
///     let work = BackgroundWork { slowSum() }
///     while work?.result == nil, !Signals.isCancelled { work?.wait(milliseconds: 100) }
///
/// Work that nobody waits for any more runs to its end and is forgotten.
public final class BackgroundWork<Result: Sendable>: Sendable {
  private let outcome = Mutex<Result?>(nil)
  private let ended: WakeUp

  /// Starts the work; nil if the system has no thread or pipe left.
  public init?(_ body: @escaping @Sendable () -> Result) {
    guard let ended = WakeUp() else { return nil }
    self.ended = ended
    guard ThreadWork.start({ self.finish(body()) }) else { return nil }
  }

  /// What the work gave, once it is done.
  public var result: Result? { outcome.withLock { $0 } }

  /// Waits for the end of the work, a signal, or so long.
  public func wait(milliseconds: Int32) {
    if result == nil { ended.wait(milliseconds: milliseconds) }
  }

  private func finish(_ result: Result) {
    outcome.withLock { $0 = result }
    ended.signal()
  }
}

/// Work for a thread to take over.
private final class ThreadWork: Sendable {
  private let body: @Sendable () -> Void

  private init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  /// Starts a thread that runs `body` and ends; false if there is none left.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let work = ThreadWork(body)
    // SAFETY: the thread takes over the one reference that is retained here; without a thread it is released.
    let reference = unsafe Unmanaged.passRetained(work)
    if unsafe ce_start_thread(runThreadWork, reference.toOpaque()) { return true }
    unsafe reference.release()
    return false
  }

  fileprivate func run() { body() }
}

private func runThreadWork(_ argument: UnsafeMutableRawPointer?) {
  guard let argument = unsafe argument else { return }
  // SAFETY: it is the reference that `start` retained, taken over once.
  unsafe Unmanaged<ThreadWork>.fromOpaque(argument).takeRetainedValue().run()
}
