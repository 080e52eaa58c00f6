import Basics
import Testing

@testable import Benchmarking

@Suite struct SizeListTests {
  static let good: [(String, [Int])] = [
    ("7", [7]),
    ("1000,10000", [1_000, 10_000]),
    ("10000,1000,1000", [1_000, 10_000]),
    ("10000..60000/10000", [10_000, 20_000, 30_000, 40_000, 50_000, 60_000]),
    ("1..8", [1, 2, 4, 8]),
    ("3..20", [3, 6, 12]),
    ("5..5", [5]),
    ("5..5/3", [5]),
    ("1..10/4", [1, 5, 9]),
    ("1k,2K,3M", [1_000, 2_000, 3_000_000]),
    ("1k..4k", [1_000, 2_000, 4_000]),
    ("10k..12k/1k,5,8..32", [5, 8, 16, 32, 10_000, 11_000, 12_000]),
    ("\(Int.max)", [Int.max]),
    ("\(Int.max - 1)..\(Int.max)/5", [Int.max - 1]),
    ("1..1000/1", Array(1...1_000)),
  ]

  @Test(arguments: good)
  func `sizes are parsed in each form`(_ text: String, _ sizes: [Int]) throws {
    #expect(try SizeList(parsing: text).sizes == sizes)
  }

  @Test func `a range from 1 to 1M doubles the size at each step`() throws {
    let sizes = try SizeList(parsing: "1..1M").sizes
    #expect(sizes.count == 20 && sizes.first == 1 && sizes.last == 524_288)
    #expect(zip(sizes, sizes.dropFirst()).allSatisfy { $1 == 2 * $0 })
  }

  static let bad: [(String, SizeList.Problem)] = [
    ("", .notANumber("")),
    ("ten", .notANumber("ten")),
    ("1000,", .notANumber("")),
    (",1000", .notANumber("")),
    ("k", .notANumber("k")),
    ("1.5k", .notANumber("1.5k")),
    ("1e6", .notANumber("1e6")),
    ("1000 ", .notANumber("1000 ")),
    ("+5", .notANumber("+5")),
    ("٣", .notANumber("٣")),
    ("5m", .notANumber("5m")),
    ("1..2..3", .notANumber("2..3")),
    ("1..", .notANumber("")),
    ("..5", .notANumber("")),
    ("1..9/", .notANumber("")),
    ("0", .zero),
    ("0k", .zero),
    ("0..10", .zero),
    ("-5", .negative("-5")),
    ("5..-1", .negative("-1")),
    ("10..1", .reversed(10, 1)),
    ("10..1/2", .reversed(10, 1)),
    ("1..9/0", .zeroStep),
    ("9/3", .loneStep),
    ("99999999999999999999", .overflow("99999999999999999999")),
    ("9999999999999999M", .overflow("9999999999999999M")),
    ("1..1001/1", .tooMany),
    ("1..1M/1", .tooMany),
    ("1..700/1,1000..1400/1", .tooMany),
  ]

  @Test(arguments: bad)
  func `an invalid list of sizes is explained`(_ text: String, _ problem: SizeList.Problem) {
    let error = #expect(throws: BenchmarkError.self) { try SizeList(parsing: text) }
    #expect(error == .badSizes(text, problem))
    let message = error?.message ?? ""
    #expect(message.hasPrefix("'\(text)' is not a list of sizes: ") && !message.hasSuffix("."))
    #expect(error?.isUsage == true)
  }

  @Test func `the message lists the allowed sizes`() {
    func message(_ text: String) -> String? {
      do throws(BenchmarkError) {
        _ = try SizeList(parsing: text)
        return nil
      } catch {
        return error.message
      }
    }
    #expect(message("10..1") == "'10..1' is not a list of sizes: a range must ascend; write 1..10")
    #expect(message("0") == "'0' is not a list of sizes: a size is at least 1")
    #expect(
      message("x")
        == "'x' is not a list of sizes: 'x' is not a number; write sizes like 1000,10k or 1k..1M or 10k..60k/10k"
    )
    #expect(
      message("1..9/0") == "'1..9/0' is not a list of sizes: the step of a range is at least 1")
  }

  @Test(arguments: [
    (0, "0"), (12, "12"), (999, "999"), (1_000, "1,000"), (64_000, "64,000"),
    (1_234_567, "1,234,567"), (-1_000, "-1,000"), (-100, "-100"),
  ])
  func `digits of numbers are grouped by three`(_ number: Int, _ text: String) {
    #expect(number.grouped == text)
  }
}
