import Basics
import Testing

@Suite struct UTCTimeTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (86_399, "1970-01-01T23:59:59Z"),
    (951_782_400, "2000-02-29T00:00:00Z"), (951_868_800, "2000-03-01T00:00:00Z"),
    (978_220_800, "2000-12-31T00:00:00Z"), (1_709_164_800, "2024-02-29T00:00:00Z"),
    (1_709_251_200, "2024-03-01T00:00:00Z"), (1_740_787_200, "2025-03-01T00:00:00Z"),
    (2_147_483_648, "2038-01-19T03:14:08Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
    (-2_203_891_200, "1900-03-01T00:00:00Z"), (-62_167_219_200, "0000-01-01T00:00:00Z"),
    (-62_167_219_201, "-0001-12-31T23:59:59Z"), (1_795_237_200, "2026-11-21T05:00:00Z"),
  ])
  func `known seconds`(seconds: Int, text: String) {
    #expect(UTCTime(secondsSince1970: seconds).iso == text)
  }

  @Test func `every day of 400 years follows the one before`() {
    var (year, month, day) = (1_970, 1, 1)
    for number in 0..<146_097 {
      let time = UTCTime(secondsSince1970: number * 86_400)
      #expect([time.year, time.month, time.day] == [year, month, day])
      if [time.year, time.month, time.day] != [year, month, day] { return }
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      day += 1
      if day > days[month - 1] { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
  }
}
