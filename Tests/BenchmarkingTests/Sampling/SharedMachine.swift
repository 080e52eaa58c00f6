import Basics

@testable import Benchmarking

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A simulated machine that others use too: its clock moves when work runs on it, by more or less than the work needs.
///
/// What slows neighbouring moments alike is a first-order autoregressive process (the logarithm of an
/// Ornstein-Uhlenbeck speed), read every half millisecond; bursts of others' work slow it by half for a while; and each
/// sample has lognormal noise of its own.
final class SharedMachine {
  struct Drift {
    /// The standard deviation of the logarithm of the speed, and how long it is remembered.
    var deviation = 0.05
    var memoryNanoseconds = 200e6

    /// Bursts, by the mean time between them, and their mean length.
    var burstEveryNanoseconds = 300e6
    var burstNanoseconds = 10e6
    var burstFactor = 1.5

    /// Of one sample, as a standard deviation of the logarithm.
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

  /// Work that takes so many nanoseconds on a quiet machine.
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
