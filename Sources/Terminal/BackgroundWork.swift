internal import CEdit
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Work on a thread of its own, for work that cannot be interrupted: whoever waits for it still minds signals.
///
///     let work = BackgroundWork { slowSum() }
///     while work?.result == nil, !Signals.isCancelled { work?.wait(milliseconds: 100) }
///
/// Work that nobody waits for any more runs to its end and is forgotten.
@safe public final class BackgroundWork<Result: Sendable>: Sendable {
  private let outcome = Mutex<Result?>(nil)
  private let readEnd: Int32
  private let writeEnd: Int32

  /// Starts the work; nil if the system has no thread or pipe left.
  public init?(_ body: @escaping @Sendable () -> Result) {
    var ends: [Int32] = [-1, -1]
    // SAFETY: the call fills in the two numbers.
    guard unsafe pipe(&ends) == 0 else { return nil }
    (readEnd, writeEnd) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    guard ThreadWork.start({ self.finish(body()) }) else { return nil }
  }

  deinit {
    ce_close(readEnd)
    ce_close(writeEnd)
  }

  /// What the work gave, once it is done.
  public var result: Result? { outcome.withLock { $0 } }

  /// Waits for the end of the work, a signal, or so long.
  public func wait(milliseconds: Int32) {
    if result == nil { _ = ce_wait_readable(readEnd, milliseconds) }
  }

  private func finish(_ result: Result) {
    outcome.withLock { $0 = result }
    var byte: UInt8 = 0
    // SAFETY: one byte, alive for the call; the pipe is empty, so that the write does not wait.
    _ = unsafe write(writeEnd, &byte, 1)
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
