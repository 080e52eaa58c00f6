internal import Basics

/// Workloads whose cost grows linearly with the number of iterations; other tools can also time the
/// workloads, for comparison.
///
/// One iteration takes a few microseconds.
package enum KnownWorkload: String, CaseIterable, Sendable {
  /// Mixes an integer in 1,000 steps, each of which depends on the previous step; uses only
  /// registers.
  case mix
  /// Sums the bytes of a 64 KB array, which fits into the second-level cache.
  case sum
  /// Sorts 100 integers, which differ in each iteration so that branches are unpredictable.
  case sort

  /// Prepares the inputs and runs the workload the given number of times.
  package func run(iterations: Int) { prepared()(iterations) }

  /// A trial of the workload, with its inputs prepared.
  package func trial(clock: any BenchmarkClock = SystemClock()) -> Trial {
    let work = prepared()
    return Trial(rawValue, clock: clock) { work(1) }
  }

  /// Prepares the inputs and returns a closure that runs the workload.
  package func prepared() -> (_ iterations: Int) -> Void {
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
          // Start at another byte in each iteration, so that the compiler cannot reuse the previous
          // sum.
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
