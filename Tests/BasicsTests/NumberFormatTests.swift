import Basics
import Testing

@Suite struct NumberFormatTests {
  @Test(arguments: [
    (0, "0"), (7, "7"), (999, "999"), (1000, "1,000"), (1204, "1,204"), (34_924, "34,924"),
    (1_000_000, "1,000,000"), (-1204, "-1,204"), (Int.max, "9,223,372,036,854,775,807"),
    (Int.min, "-9,223,372,036,854,775,808"),
  ])
  func `thousands are separated by commas`(number: Int, text: String) {
    #expect(NumberFormat.grouped(number) == text)
  }

  @Test(arguments: [
    (0, "0"), (9999, "9,999"), (10_000, "10.0 k"), (34_924, "34.9 k"), (99_949, "99.9 k"),
    (99_950, "100 k"), (999_499, "999 k"), (999_500, "1.0 M"), (1_204_000, "1.2 M"),
    (-1_204_000, "-1.2 M"), (5_000_000_000, "5.0 G"),
  ])
  func `large numbers are abbreviated`(number: Int, text: String) {
    #expect(NumberFormat.short(number) == text)
  }

  @Test(arguments: [
    (0, "0 B"), (512, "512 B"), (999, "999 B"), (1000, "1.0 kB"), (1234, "1.2 kB"),
    (2_100_000_000, "2.1 GB"), (150_000_000, "150 MB"), (Int.max, "9.2 EB"),
  ])
  func `byte counts have decimal units`(count: Int, text: String) {
    #expect(NumberFormat.bytes(count) == text)
  }

  @Test func `rates are bytes per second`() {
    #expect(NumberFormat.rate(bytes: 2_100_000, nanoseconds: 1_000_000) == "2.1 GB/s")
    #expect(NumberFormat.rate(bytes: 0, nanoseconds: 0) == "0 B/s")
  }

  @Test func `a noun is singular or plural according to its number`() {
    #expect(NumberFormat.counted(1, "record") == "1 record")
    #expect(NumberFormat.counted(0, "record") == "0 records")
    #expect(NumberFormat.counted(2, "entry", "entries") == "2 entries")
  }

  @Test(arguments: [
    (12.345, 1, "12.3"), (0.05, 1, "0.1"), (-0.04, 1, "0.0"), (-1.25, 2, "-1.25"), (3, 0, "3"),
    (0.007, 2, "0.01"), (1e20, 1, "1e+20"), (.infinity, 1, "-"), (.nan, 1, "-"),
  ])
  func `decimals are rounded`(value: Double, decimals: Int, text: String) {
    #expect(NumberFormat.fixed(value, decimals: decimals) == text)
  }

  @Test(arguments: [
    (0, "0 ns"), (840, "840 ns"), (1000, "1.0 µs"), (12_400, "12.4 µs"), (12_400_000, "12.4 ms"),
    (999_499, "999 µs"), (999_500, "1.0 ms"), (1_240_000_000, "1.2 s"), (59_940_000_000, "59.9 s"),
    (59_960_000_000, "1 min 0 s"), (125_000_000_000, "2 min 5 s"), (7_500_000_000_000, "2 h 5 min"),
  ])
  func `a duration has a suitable unit`(nanoseconds: Int, text: String) {
    #expect(DurationFormat.text(nanoseconds: nanoseconds) == text)
  }

  @Test(arguments: [
    (0, "0"), (0.001, "<0.01"), (0.005, "0.01"), (0.02, "0.02"), (0.5, "0.5"), (11.84, "11.8"),
    (99.94, "99.9"), (99.96, "100"), (1234.5, "1235"),
  ])
  func `a measured value is shown with its significant decimals`(value: Double, text: String) {
    #expect(DurationFormat.measured(value) == text)
  }
}
