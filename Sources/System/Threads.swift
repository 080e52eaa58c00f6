internal import CSystem

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

  /// Lets other threads run before this thread continues.
  package static func yield() { sched_yield() }

  /// Contains the body of a new thread until that thread takes ownership of it.
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a detached thread, which blocks all signals except fault signals such as SIGBUS.
  ///
  /// - Parameters:
  ///   - number: the number, from 0, of this thread in a group of threads that the caller starts
  ///     together. Each thread of the group starts on a different processor, so that it runs
  ///     immediately. If `number` is nil, the system chooses the processor.
  ///   - run: the body of the thread.
  /// - Returns: false if the system cannot create a thread.
  package static func startThread(
    number: Int? = nil, _ run: @escaping @Sendable () -> Void
  ) -> Bool {
    let body = unsafe Unmanaged.passRetained(Body(run))
    var all = sigset_t()
    var before = sigset_t()
    // SAFETY: the sets outlive the calls; a thread inherits the signal mask of its creator.
    unsafe sigfillset(&all)
    // Do not block fault signals: if a mapped file was truncated, their handler makes reads of the
    // mapping succeed.
    for fault in [SIGBUS, SIGSEGV, SIGFPE, SIGILL] { unsafe sigdelset(&all, fault) }
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    // SAFETY: the thread adopts the reference that is retained here; if no thread starts, the
    // reference is released.
    let code = unsafe csys_start_thread(
      { argument in
        guard let reference = unsafe argument else { return nil }
        unsafe Unmanaged<Body>.fromOpaque(reference).takeRetainedValue().run()
        return nil
      }, body.toOpaque(), Int32(number ?? -1))
    if code != 0 { unsafe body.release() }
    return code == 0
  }
}

/// Counts the calls of `signal()`; threads can wait for a given number of calls.
@safe package final class Latch: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var signals = 0

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
    // SAFETY: mutex and condition live as long as `self`; only the mutex holder uses `signals`.
    unsafe pthread_mutex_lock(mutex)
    signals += 1
    unsafe pthread_cond_broadcast(condition)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// The number of calls of `signal()` so far.
  package var count: Int {
    // SAFETY: mutex and condition live as long as this object.
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return signals
  }

  /// Waits until `signal()` has been called `wanted` times in total, or until the time is up.
  ///
  /// - Parameters:
  ///   - wanted: the number of calls to wait for, counted from the creation of the latch.
  ///   - milliseconds: the maximum time to sleep.
  ///   - spinningMicroseconds: how long the thread checks the count in a loop before it sleeps.
  ///     A sleeping thread takes tens of microseconds to wake up. In a virtual machine, the
  ///     thread often must also wait until the thread that called `signal()` leaves its processor.
  /// - Returns: whether there were at least `wanted` calls.
  package func wait(
    for wanted: Int, milliseconds: Int32, spinningMicroseconds: UInt64 = 0
  ) -> Bool {
    if spinningMicroseconds > 0 {
      let end = Platform.monotonicNanoseconds() + spinningMicroseconds * 1_000
      while Platform.monotonicNanoseconds() < end {
        if count >= wanted { return true }
        Platform.yield()
      }
    }
    var deadline = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &deadline)
    deadline.tv_nsec += Int(milliseconds) * 1_000_000
    deadline.tv_sec += deadline.tv_nsec / 1_000_000_000
    deadline.tv_nsec %= 1_000_000_000
    // SAFETY: mutex and condition live as long as this object.
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while signals < wanted {
      if unsafe pthread_cond_timedwait(condition, mutex, &deadline) != 0 {
        return signals >= wanted
      }
    }
    return true
  }
}
