import Benchmarking
import Synchronization

/// A clock that advances by a step whenever it is read.
final class RunningClock: BenchmarkClock {
  let tick: UInt64 = 1
  private let step: UInt64
  private let time = Mutex<UInt64>(0)

  init(step: UInt64) { self.step = step }

  func now() -> UInt64 {
    time.withLock {
      $0 += step
      return $0
    }
  }
}
