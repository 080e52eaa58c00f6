import TestSupport
import Testing

@testable import Basics

@Suite struct NumberTextTests {
  @Test(arguments: [
    (0.0, "0"), (1, "1"), (-2.5, "-2.5"), (1.5e-7, "0.00000015"), (1e-9, "0.000000001"),
    (123_456_789, "123456789"), (1e20, "100000000000000000000"), (1.25e17, "125000000000000000"),
    (0.1 + 0.2, "0.30000000000000004"), (.infinity, ""), (.nan, ""),
  ])
  func `a number is written in decimal without an exponent`(value: Double, text: String) {
    #expect(NumberFormat.exact(value) == text)
  }

  @Test func `every number is restored from its decimal text`() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      let text = NumberFormat.exact(value)
      #expect(Double(text) == value)
      #expect(!text.contains("e"))
    }
    for _ in 0..<20_000 {
      let seconds = Double(random.below(1_000_000_000)) / 1e9 / Double(1 + random.below(1_000))
      #expect(Double(NumberFormat.exact(seconds)) == seconds)
    }
  }

  @Test(arguments: [
    (0, "0.000 ns"), (4.2e-10, "0.420 ns"), (9.99949e-7, "999.9 ns"), (1.2345e-6, "1.235 µs"),
    (999.96e-6, "1.000 ms"), (0.0123449, "12.34 ms"), (0.99994, "999.9 ms"), (0.99996, "1.000 s"),
    (83.25, "83.25 s"), (1234.5, "1235 s"),
  ])
  func `a time has a unit with at most three digits before the point`(
    seconds: Double, text: String
  ) {
    #expect(TimeUnit.text(seconds) == text)
  }

  @Test func `an interval is shown in the unit of its median`() {
    #expect(TimeUnit.interval(0.000998...0.00102, around: 0.001) == "[0.998, 1.020]")
    #expect(TimeUnit.text(2e-6, isUTF8: false) == "2.000 us")
  }

  @Test(arguments: [
    (0, "0"), (0.0001, "<0.001"), (0.0123, "0.012"), (0.98, "0.98"), (9.994, "9.99"),
    (9.996, "10.0"), (31.16, "31.2"), (99.96, "100"), (12_345.6, "12,346"), (.infinity, "-"),
  ])
  func `a ratio is shown with its significant decimals`(value: Double, text: String) {
    #expect(NumberFormat.ratio(value) == text)
  }
}
