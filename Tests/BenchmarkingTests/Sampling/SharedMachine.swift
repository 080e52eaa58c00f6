import Basics

@testable import Benchmarking

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A simulated machine with other load: its clock advances when work runs, by more or less than the work needs.
///
/// The slowdown that neighboring moments share is a first-order autoregressive process (the logarithm of an
/// Ornstein-Uhlenbeck speed), sampled every half millisecond. Bursts of other load slow the machine by half for a
/// while. Each sample also has lognormal noise of its own.
final class SharedMachine {
  struct Drift {
    /// The standard deviation of the logarithm of the speed, and its correlation time.
    var deviation = 0.05
    var memoryNanoseconds = 200e6

    /// The mean time between bursts of other load, and their mean length.
    var burstEveryNanoseconds = 300e6
    var burstNanoseconds = 10e6
    var burstFactor = 1.5

    /// The noise of one sample, as a standard deviation of the logarithm.
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
