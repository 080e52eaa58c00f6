import Basics
import TestSupport
import Testing

@Suite struct TimeSpanTests {
  @Test(arguments: [
    ("600", 600), ("600s", 600), ("10m", 600), ("12h", 43_200), ("30d", 2_592_000),
    ("2w", 1_209_600), ("1.5h", 5_400), ("1d12h", 129_600), ("1w1d1h1m1s", 694_861),
    ("90m", 5_400), ("0h5m", 300), ("1d0.5h", 88_200), ("0.25d", 21_600), ("1.4s", 1),
    ("1.5s", 2), ("0.5", 1), ("007s", 7), ("1.0000000009d", 86_400), ("36525d", 3_155_760_000),
    ("3155760000", 3_155_760_000), ("0.00000000000000000000000000000000000000001w1s", nil),
    ("1.00000000000000000000000000000000000000000h", 3_600),
  ])
  func `time spans are parsed`(text: String, seconds: Int?) {
    #expect(TimeSpan(parsing: text)?.seconds == seconds)
  }

  @Test(arguments: [
    "", "s", "d12h", "1x", "1 d", " 1d", "1d ", "1d 12h", "1d12", "12h1d", "1h1h", "1m1m", ".5h",
    "1.h", "1.", "1.5d12h", "1..5h", "-1d", "+1d", "1D", "1e3", "0x10", "1ms", "\u{0661}d", "1d\0",
    "0.4s", "0.0000001m", "36526d", "3155760001", "5218w", "36525d1s", "99999999999999999999",
    "9223372036854775807w", "9223372036854775808", "é", "1é",
  ])
  func `malformed time spans are refused`(text: String) {
    #expect(TimeSpan(parsing: text) == nil)
    #expect(TimeSpan(parsing: text, allowsZero: true) == nil)
  }

  @Test(arguments: ["0", "0s", "0d", "0.0h", "0d0h", "00"])
  func `a zero span is accepted only if allowed`(text: String) {
    #expect(TimeSpan(parsing: text) == nil)
    #expect(TimeSpan(parsing: text, allowsZero: true)?.seconds == 0)
  }

  @Test(arguments: [
    (0, "0s", "0 seconds"), (1, "1s", "1 second"), (59, "59s", "59 seconds"),
    (60, "1m", "1 minute"), (89, "1m29s", "1 minute"), (90, "1m30s", "2 minutes"),
    (3_569, "59m29s", "59 minutes"), (3_570, "59m30s", "1 hour"), (3_600, "1h", "1 hour"),
    (5_400, "1h30m", "2 hours"), (84_599, "23h29m59s", "23 hours"), (84_600, "23h30m", "1 day"),
    (86_400, "1d", "1 day"), (129_600, "1d12h", "2 days"), (259_200, "3d", "3 days"),
    (1_209_600, "14d", "14 days"), (2_592_000, "30d", "30 days"),
    (Int.max, "106751991167300d15h30m7s", "106751991167301 days"),
  ])
  func `time spans are written`(seconds: Int, text: String, spoken: String) {
    let span = TimeSpan(seconds: seconds)
    #expect(span.description == text && span.spoken == spoken)
  }

  @Test func `a written time span parses to the same value`() {
    var dice = SeededGenerator(seed: 41)
    let units = [1, 60, 3_600, 86_400]
    for round in 0..<20_000 {
      let unit = dice.pick(units)
      let number = round < 5_000 ? round : dice.below(TimeSpan.limit / unit)
      let span = TimeSpan(seconds: number * unit)
      let isSame = TimeSpan(parsing: span.description, allowsZero: true) == span
      #expect(isSame, "\(span)")
      if !isSame { return }
    }
  }
}
