internal import Basics

/// Work whose cost grows linearly with its iterations, so that it can be timed from outside too.
///
/// One iteration takes some microseconds.
public enum KnownWorkload: String, CaseIterable, Sendable {
  /// Mixes an integer 1,000 times, each time waiting for the last: nothing but registers.
  case mix
  /// Sums 64 KB of bytes, within the second-level cache.
  case sum
  /// Sorts 100 integers, others each time, so that no branch can be foreseen.
  case sort

  /// Makes its inputs, runs it so often, and does nothing else.
  public func run(iterations: Int) { prepared()(iterations) }

  /// A trial of it, its inputs made before.
  public func trial(clock: any BenchmarkClock = SystemClock()) -> Trial {
    let work = prepared()
    return Trial(rawValue, clock: clock) { work(1) }
  }

  /// Its inputs made, the work itself.
  public func prepared() -> (_ iterations: Int) -> Void {
    var generator = SplitMix64(seed: 1)
    switch self {
    case .mix:
      var state: UInt64 = 1
      return { iterations in
        for _ in 0..<iterations { state = Self.mixed(state) }
        Blackhole.consume(state)
      }
    case .sum:
      let bytes = (0..<65_536).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      return { iterations in
        for iteration in 0..<iterations {
          // The start differs, so that no sum can be taken from the one before.
          Blackhole.consume(Self.sum(bytes, from: iteration & 7))
        }
      }
    case .sort:
      var numbers = [UInt64](repeating: 0, count: 100)
      return { iterations in
        for _ in 0..<iterations {
          for index in numbers.indices { numbers[index] = generator.next() }
          numbers.sort()
          Blackhole.consume(numbers)
        }
      }
    }
  }

  @inline(never)
  private static func mixed(_ state: UInt64) -> UInt64 {
    var state = state
    for _ in 0..<1_000 { state = (state ^ (state >> 29)) &* 0xBF58_476D_1CE4_E5B9 &+ 1 }
    return state
  }

  @inline(never)
  private static func sum(_ bytes: [UInt8], from start: Int) -> UInt64 {
    var sum: UInt64 = 0
    for byte in bytes[start...] { sum &+= UInt64(byte) }
    return sum
  }
}
