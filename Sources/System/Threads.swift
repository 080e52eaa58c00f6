#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Starts threads.
extension Platform {
  package static func pause(microseconds: UInt32) { usleep(microseconds) }

  /// The body of a thread, until the thread adopts it.
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a detached thread; false if the system cannot create one.
  ///
  /// The thread blocks all signals except those for faults.
  package static func startThread(_ run: @escaping @Sendable () -> Void) -> Bool {
    let body = unsafe Unmanaged.passRetained(Body(run))
    var all = sigset_t()
    var before = sigset_t()
    // SAFETY: the sets outlive the calls; a thread inherits the signal mask of its creator.
    unsafe sigfillset(&all)
    // Faults must reach their handler: it repairs a read of a mapped file that was truncated.
    for fault in [SIGBUS, SIGSEGV, SIGFPE, SIGILL] { unsafe sigdelset(&all, fault) }
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    // SAFETY: the thread adopts the reference that is retained here; without a thread, it is released.
    let code = unsafe pthread_create(
      &thread, nil,
      { argument in
        #if canImport(Darwin)
        let reference = unsafe argument
        #else
        guard let reference = unsafe argument else { return nil }
        #endif
        unsafe Unmanaged<Body>.fromOpaque(reference).takeRetainedValue().run()
        return nil
      }, body.toOpaque())
    guard code == 0 else {
      unsafe body.release()
      return false
    }
    #if canImport(Darwin)
    if let thread = unsafe thread { unsafe pthread_detach(thread) }
    #else
    pthread_detach(thread)
    #endif
    return true
  }
}

/// Counts signals, and lets a thread wait for a number of them.
@safe package final class Latch: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var count = 0

  package init() {
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  package func signal() {
    // SAFETY: mutex and condition live as long as this object; `count` is touched under the mutex only.
    unsafe pthread_mutex_lock(mutex)
    count += 1
    unsafe pthread_cond_signal(condition)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Waits up to `milliseconds` until there were `wanted` signals in total; returns whether there were.
  package func wait(for wanted: Int, milliseconds: Int32) -> Bool {
    var deadline = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &deadline)
    deadline.tv_nsec += Int(milliseconds) * 1_000_000
    deadline.tv_sec += deadline.tv_nsec / 1_000_000_000
    deadline.tv_nsec %= 1_000_000_000
    // SAFETY: see above.
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while count < wanted {
      if unsafe pthread_cond_timedwait(condition, mutex, &deadline) != 0 { return count >= wanted }
    }
    return true
  }
}
