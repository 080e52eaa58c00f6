import Basics
import Corpora
import Tables
import Testing

struct ColumnTypeTests {
  @Test(arguments: [
    (["1", "", "-20", "+7"], ColumnType.integer), (["1", "2.5"], .decimal),
    (["1e3", ".5", "-0.25"], .decimal),
    (["1", "x"], .text), ([], .text), (["", ""], .text), (["007", "012"], .text),
    (["9223372036854775807", "-9223372036854775808"], .integer),
    (["9223372036854775808"], .decimal), (["1.", "2"], .text), (["0x10"], .text), (["--1"], .text),
    (["2026-11-21", "2026-11-21T05:00:00Z"], .time), (["21/Nov/2026:05:00:00 +0100"], .time),
    (["Sat, 21 Nov 2026 05:00:00 GMT"], .time), (["2026/11/21 05:00"], .time),
    (["2026-02-29"], .text), (["2026-13-01"], .text), (["2026-11-21 25:00"], .text),
    (["2026-11-21", "12"], .text), (["nan"], .text), (["inf"], .text), (["1 "], .text),
  ])
  func `a column has the narrowest type of all its cells`(_ cells: [String], _ type: ColumnType)
    throws
  {
    let corpus = Corpus(
      name: "t", fields: [Field("a"), Field("b")], rows: cells.map { [$0, "x"] })
    #expect(ColumnTypeInference.types(of: corpus) == [type, .text])
  }

  @Test func `an alias column is text`() {
    let corpus = Corpus(name: "t", fields: [Field("a", isAlias: true)], rows: [["1\n2"], ["3"]])
    #expect(ColumnTypeInference.types(of: corpus) == [.text])
  }

  @Test func `a canceled type inference gives no types`() {
    let corpus = Corpus(name: "t", fields: [Field("a")], rows: [["1"]])
    #expect(ColumnTypeInference.types(of: corpus, isCancelled: { true }) == nil)
  }

  @Test func `integers are parsed as in the standard library`() {
    var random = SplitMix64(seed: 7)
    let alphabet = Array("0019-+.e ".utf8)
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        alphabet.randomElement(using: &random)!
      }
      let string = String(decoding: text, as: UTF8.self)
      let hasLeadingZero =
        string.drop { "+-".contains($0) }.count > 1
        && string.drop { "+-".contains($0) }.first == "0"
      let number = CellNumber.integer(text.span)
      #expect(number == (hasLeadingZero ? nil : Int64(string)), "\(string)")
    }
  }

  @Test func `decimals are parsed as in the standard library`() {
    var random = SplitMix64(seed: 8)
    for _ in 0..<20_000 {
      let whole = Int.random(in: 0...1_000_000_000, using: &random)
      let digits = Int.random(in: 0...12, using: &random)
      let fraction = (0..<digits).map { _ in String(Int.random(in: 0...9, using: &random)) }
        .joined()
      let exponent =
        Bool.random(using: &random) ? "e\(Int.random(in: -30...30, using: &random))" : ""
      let text =
        "\(Bool.random(using: &random) ? "-" : "")\(whole)\(digits > 0 ? "." + fraction : "")\(exponent)"
      let number = CellNumber.decimal(Array(text.utf8).span)
      #expect(number == Double(text), "\(text)")
    }
  }

  @Test(arguments: [
    ("2026-11-21", "2026-11-21"), ("2026/11/21", "2026-11-21"),
    ("2026-11-21T05:06:07.250Z", "2026-11-21 05:06:07.250"),
    ("2026-11-21 05:06+01:30", "2026-11-21 03:36:00"),
    ("2026-11-21 00:00:00-0100", "2026-11-21 01:00:00"),
    ("21/Nov/2026:05:00:00 +0100", "2026-11-21 04:00:00"),
    ("Sat, 21 Nov 2026 05:00:00 GMT", "2026-11-21 05:00:00"),
    ("21 Feb 2024 23:59:60", "2024-02-22 00:00:00"),
  ])
  func `times are shown in ISO 8601 format in UTC`(_ text: String, _ iso: String) {
    let time = TimeText(Array(text.utf8).span)
    #expect(time?.iso == iso)
  }

  @Test(arguments: [
    ("2026-11-21 05:06:07 up", "2026-11-21 05:06:07"),
    ("2026-11-21 05:06:07,250 INFO", "2026-11-21 05:06:07.250"),
    ("  [2026-11-21T05:06:07Z] x", "2026-11-21 05:06:07"),
    ("2026-11-21 05:00 +0100: late", "2026-11-21 04:00:00"),
    ("1.2.3.4 - - [21/Nov/2026:05:00:00 +0000] \"GET", "2026-11-21 05:00:00"),
    ("2026-11-21\tx", "2026-11-21"),
    ("up since 2026-11-21", nil), ("2026-11-21x", nil), ("[x] [2026-11-21]", nil), ("", nil),
  ])
  func `a line can begin with a time`(_ line: String, _ iso: String?) {
    let time = TimeText(startOf: Array(line.utf8).span)
    #expect(time?.iso == iso)
  }

  @Test(arguments: [
    "2026-11-2", "2026-11-21T", "2026-11-21 5:00", "2026-11-21 05:00:00.", "2026-11/21",
    "2026-11-21 05:00 XYZ", "2026-11-21 05:00 +1", "32/Nov/2026:05:00:00", "21/Nox/2026",
    "20261121",
    "2026-11-21 05:00:00Z!", "Sat,21 Nov 2026",
  ])
  func `malformed times are refused`(_ text: String) {
    let time = TimeText(Array(text.utf8).span)
    #expect(time == nil)
  }
}
