import Basics

@testable import Benchmarking

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A simulated machine on which other programs also run.
///
/// When work runs, the clock advances by the time that the work needs, multiplied by a random
/// factor.
///
/// The logarithm of the machine's speed is an Ornstein-Uhlenbeck process, simulated as a
/// first-order autoregressive process with steps of half a millisecond. During bursts of other
/// load, work takes `burstFactor` times as long as without this load. Each sample also has
/// independent lognormal noise.
final class SharedMachine {
  struct Drift {
    /// The standard deviation of the speed's logarithm, and the correlation time of this logarithm.
    var deviation = 0.05
    var memoryNanoseconds = 200e6

    /// The mean time between bursts of other load, and the mean length of a burst.
    var burstEveryNanoseconds = 300e6
    var burstNanoseconds = 10e6
    var burstFactor = 1.5

    /// The noise of one sample, given as the standard deviation of the logarithm of its time.
    var noise = 0.025
  }

  let clock = SimulatedClock(tick: 20)
  private let drift: Drift
  private var generator: SplitMix64
  private var logSpeed = 0.0
  private var burstStart: Double
  private var burstEnd = 0.0
  private var seenUntil = 0.0

  init(_ drift: Drift = Drift(), seed: UInt64) {
    self.drift = drift
    generator = SplitMix64(seed: seed)
    logSpeed = drift.deviation * generator.normal()
    burstStart = drift.burstEveryNanoseconds * generator.exponential()
  }

  /// A trial that takes `nanoseconds` per iteration on an idle machine.
  func trial(_ name: String, nanoseconds: Double) -> Trial {
    Trial(name) { iterations in
      let taken = self.run(nanoseconds * Double(iterations))
      self.clock.advance(by: taken)
      return taken
    }
  }

  private func run(_ work: Double) -> UInt64 {
    let now = Double(clock.now())
    let correlation = exp(-(now - seenUntil) / drift.memoryNanoseconds)
    logSpeed =
      correlation * logSpeed
      + drift.deviation * (1 - correlation * correlation).squareRoot() * generator.normal()
    seenUntil = now
    while now > burstEnd, now > burstStart {
      burstEnd = burstStart + drift.burstNanoseconds * generator.exponential()
      if now > burstEnd {
        burstStart = burstEnd + drift.burstEveryNanoseconds * generator.exponential()
      }
    }
    let burst = now > burstStart && now <= burstEnd ? drift.burstFactor : 1
    return UInt64(work * burst * exp(logSpeed + drift.noise * generator.normal()))
  }
}
