import Basics
import Testing

@testable import Benchmarking

@Suite struct BenchmarkDurationTests {
  @Test(arguments: [
    ("200ms", 200_000_000), ("3s", 3_000_000_000), ("2m", 120_000_000_000), ("50us", 50_000),
    ("2", 2_000_000_000), ("0.5", 500_000_000), ("1.5ms", 1_500_000), (".5s", 500_000_000),
    ("0.25m", 15_000_000_000), ("1440m", 86_400_000_000_000), ("0.001us", 1),
  ])
  func `durations are parsed with their unit`(_ text: String, _ nanoseconds: UInt64) throws {
    #expect(try TimeSpan(option: text).nanoseconds == nanoseconds)
  }

  @Test(arguments: [
    ("", TimeSpan.Problem.notANumber), ("ms", .notANumber), ("-3s", .notANumber),
    ("1.2.3s", .notANumber), (".", .notANumber), ("inf", .notANumber), ("nan", .notANumber),
    ("0x10", .unknownUnit("x10")), ("3h", .unknownUnit("h")), ("3 s", .unknownUnit(" s")),
    ("1e3", .unknownUnit("e3")), ("3S", .unknownUnit("S")), ("0", .zero), ("0ms", .zero),
    ("0.0001us", .zero), ("1441m", .tooLong), ("99999999999999999999999", .tooLong),
    ("٣s", .notANumber),
  ])
  func `an invalid duration is explained`(_ text: String, _ problem: TimeSpan.Problem) {
    let error = #expect(throws: BenchmarkError.self) { try TimeSpan(option: text) }
    #expect(error == .badDuration(text, problem))
    #expect(error?.message.hasPrefix("'\(text)' is not a duration: ") == true)
  }

  @Test func `a duration of zero is allowed on request`() throws {
    #expect(try TimeSpan(option: "0", allowsZero: true).nanoseconds == 0)
    #expect(throws: BenchmarkError.self) {
      try TimeSpan(option: "0.0001us", allowsZero: true)
    }
  }

  @Test(arguments: [
    (12, "12 ns"), (1_500, "1.5 us"), (2_000_000, "2 ms"), (200_000_000, "200 ms"),
    (2_500_000_000, "2.5 s"), (12_400_000_000, "12 s"), (120_000_000_000, "120 s"),
    (7_200_000_000_000, "120 min"),
  ])
  func `a duration is written with a suitable unit`(_ nanoseconds: UInt64, _ text: String) {
    #expect(TimeSpan(nanoseconds: nanoseconds).brief == text)
  }
}
