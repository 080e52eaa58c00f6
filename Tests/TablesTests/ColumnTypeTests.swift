import Basics
import Corpora
import Tables
import Testing

struct ColumnTypeTests {
  @Test(arguments: [
    (["1", "", "-20", "+7"], ColumnType.integer), (["1", "2.5"], .decimal),
    (["1e3", ".5", "-0.25"], .decimal),
    (["1", "x"], .text), ([], .text), (["", ""], .text), (["007", "012"], .text),
    (["9999-12-31T23:59:59Z"], .time), (["9999-12-31T23:59:59-05:00"], .text),
    (["0000-01-01T00:00:00Z"], .time), (["0000-01-01T00:00:00+01:00"], .text),
    (["9223372036854775807", "-9223372036854775808"], .integer),
    (["9223372036854775808"], .text), (["1.", "2"], .text), (["0x10"], .text), (["--1"], .text),
    (["2026-11-21", "2026-11-21T05:00:00Z"], .time), (["21/Nov/2026:05:00:00 +0100"], .time),
    (["Sat, 21 Nov 2026 05:00:00 GMT"], .time), (["2026/11/21 05:00"], .time),
    (["2026-02-29"], .text), (["2026-13-01"], .text), (["2026-11-21 25:00"], .text),
    (["2026-11-21", "12"], .text), (["nan"], .text), (["inf"], .text), (["1 "], .text),
    (["12345678901234567892", "1"], .text), (["9007199254740993", "1"], .integer),
    (["9007199254740993", "0.5"], .text), (["0.5", "9007199254740993"], .text),
    (["-9007199254740992", "0.5"], .decimal), (["9007199254740993", "2026-11-21"], .text),
    (["1e400"], .text), (["1e-400", "1"], .text), (["0.1", "3.141592653589793", "1.50"], .decimal),
    (["0.10000000000000001", "100000000000000000000"], .decimal),
    (["0.1234567890123456789"], .text),
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

  private static func keepsDigits(_ text: String) -> Bool {
    CellNumber.keepsDigits(Array(text.utf8).span)
  }

  private static func decimal(_ text: String) -> Double? {
    CellNumber.decimal(Array(text.utf8).span)
  }

  @Test(arguments: [
    "0", "-0.0", "0e9999", "0.1", "1.50", "-3.141592653589793", "1e22", "1e23", "1.5e300",
    "9007199254740992", "18014398509481984", "12345678901234567000", "5e-324",
    "1.7976931348623157e308", "2.2250738585072014e-308", "0.10000000000000001",
    "1.000000000000000056e-01", "0.30000000000000004",
    "0." + String(repeating: "0", count: 400) + "1e401",
  ])
  func `a Double keeps the digits of these numbers`(_ text: String) {
    #expect(Self.keepsDigits(text))
  }

  @Test(arguments: [
    "9007199254740993", "9007199254740993.0", "9223372036854775807", "-9223372036854775808",
    "12345678901234567892", "0.1234567890123456789",
    "0.12345678901234567890123", "834629667337044.7", "1e309", "-1e400", "1e-400", "1.6e-323",
    "1e99999999999999999999", "007", "x", "", "1.", "-",
    String(repeating: "9", count: 1_000),
  ])
  func `a Double does not keep the digits of these texts`(_ text: String) {
    #expect(!Self.keepsDigits(text))
  }

  @Test func `a Double keeps its own digits and those of numbers with 15 digits`() {
    var random = SplitMix64(seed: 9)
    for _ in 0..<20_000 {
      let number = Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &random))
      if number.isFinite { #expect(Self.keepsDigits("\(number)"), "\(number)") }
      let digits = UInt64.random(in: 0..<1_000_000_000_000_000, using: &random)
      let text = "\(digits)e\(Int.random(in: -300...280, using: &random))"
      #expect(Self.keepsDigits(text), "\(text)")
    }
  }

  @Test func `a Double keeps the digits of a long integer that it writes unchanged`() {
    var random = SplitMix64(seed: 10)
    for _ in 0..<20_000 {
      let zeros = String(repeating: "0", count: Int.random(in: 0...4, using: &random))
      let text = "\(UInt64.random(in: 0...UInt64.max >> 6, using: &random))" + zeros
      let isUnchanged = Double(text).map { NumberFormat.exact($0) } == text
      #expect(Self.keepsDigits(text) == isUnchanged, "\(text)")
    }
  }

  /// If several numbers round to the same `Double`, a column of doubles preserves the digits of at
  /// most three of these numbers.
  ///
  /// The three are the nearest number with 17 digits, the nearest number with 16 digits, and the
  /// number with 15 digits.
  @Test func `a Double keeps the digits of at most three numbers with up to 17 digits`() {
    var random = SplitMix64(seed: 11)
    for _ in 0..<20 {
      let first = Int.random(in: 50_000_000_000_000_000..<99_000_000_000_000_000, using: &random)
      var counts: [(number: Double, count: Int)] = []
      for digits in first..<first + 500 {
        let text = "0.\(digits)"
        let number = Double(text) ?? 0
        if counts.last?.number != number { counts.append((number, 0)) }
        if Self.keepsDigits(text) { counts[counts.count - 1].count += 1 }
      }
      #expect(counts.count > 20)
      #expect(counts.allSatisfy { $0.count <= 3 })
      #expect(counts.dropFirst().dropLast().allSatisfy { $0.count >= 1 }, "\(first)")
    }
  }

  @Test func `numbers that are too large for a Double are not decimals`() {
    for text in ["1e309", "-1e400", "1e99999", "0.1e99999999999999999999"] {
      #expect(Self.decimal(text) == nil, "\(text)")
    }
    let zeros = String(repeating: "0", count: 9_990)
    #expect(Self.decimal("0.\(zeros)1e99999") == nil)
    #expect(Self.decimal("0.\(zeros)1e9992") == 10)
    #expect(Self.decimal("12345678901234567892") == 1.2345678901234567e19)
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
