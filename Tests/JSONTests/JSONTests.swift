import JSON
import Testing

@Suite struct JSONTests {
  private func parse(_ text: String) throws(JSONError) -> JSON {
    try JSON(parsing: Array(text.utf8))
  }

  private func text(_ value: JSON, isIndented: Bool = false) -> String {
    String(decoding: value.encoded(isIndented: isIndented), as: UTF8.self)
  }

  @Test func `a document with every kind of value is read`() throws {
    let value = try parse(
      #" {"a": [null, true, false, -7, 1.5, "x\n\u00e9\ud83d\ude00\/"], "b": {}, "c": []} "#)
    #expect(
      value
        == .object([
          .init(
            "a",
            .array([
              .null, .bool(true), .bool(false), .integer(-7), .number(1.5), "x\n\u{E9}\u{1F600}/",
            ])), .init("b", .object([])), .init("c", .array([])),
        ]))
    #expect(value["a"] != nil && value["d"] == nil && JSON.null["a"] == nil)
  }

  @Test(arguments: [
    ("0", JSON.integer(0)), ("-0", .integer(0)), ("9223372036854775807", .integer(.max)),
    ("-9223372036854775808", .integer(.min)), ("9223372036854775808", .large(1 << 63)),
    ("18446744073709551615", .large(.max)), ("18446744073709551616", .number(0x1p64)),
    ("-9223372036854775809", .number(-0x1p63)), ("1.0", .number(1)), ("1e2", .number(100)),
    ("0.1", .number(0.1)), ("5e-324", .number(.leastNonzeroMagnitude)), ("1E-400", .number(0)),
  ])
  func `numbers that fit 64 bits are exact`(text: String, value: JSON) throws {
    #expect(try parse(text) == value)
  }

  @Test(arguments: [
    0.1, 1.0 / 3, 2.5e-9, 1e300, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    123_456_789.125, 1e16, 3,
  ])
  func `doubles are parsed back bit for bit`(number: Double) throws {
    guard case .number(let read) = try JSON(parsing: JSON.number(number).encoded()) else {
      Issue.record("a double became another kind of value")
      return
    }
    #expect(read.bitPattern == number.bitPattern)
  }

  @Test func `a number that JSON cannot represent is written as null`() {
    #expect(text(.array([.number(.nan), .number(.infinity)])) == "[null,null]")
  }

  @Test func `64-bit whole numbers keep their values`() {
    #expect(JSON(UInt64(5)) == .integer(5))
    #expect(JSON(UInt64.max) == .large(.max))
  }

  @Test func `controls, line separators and bidi controls are escaped`() {
    let hostile = "a\"\\\n\r\t\u{1}\u{1B}[31m\u{7F}\u{9B}\u{2028}\u{202E}\u{2066}\u{FEFF}\u{E9}"
    #expect(
      text(.string(hostile))
        == #""a\"\\\n\r\t\u0001\u001b[31m\u007f\u009b\u2028\u202e\u2066\ufeffé""#)
  }

  @Test func `indented JSON keeps an array of numbers on one line`() {
    let value = JSON.object([
      .init("seed", .integer(1)), .init("blocks", JSON([[0.5, 0.25], []])),
      .init("notes", .array(["x"])), .init("none", .object([])),
    ])
    #expect(
      text(value, isIndented: true) == """
        {
          "seed": 1,
          "blocks": [
            [0.5, 0.25],
            []
          ],
          "notes": [
            "x"
          ],
          "none": {}
        }

        """)
  }

  @Test(arguments: [
    ("", JSONError.Problem.syntax(.unexpectedEnd), 0, 1), ("[1,", .syntax(.unexpectedEnd), 3, 1),
    ("[1\n,]", .syntax(.valueExpected), 4, 2), ("{\"a\"\n\n1}", .syntax(.colonExpected), 6, 3),
    ("{1}", .syntax(.keyExpected), 1, 1), ("[1 2]", .syntax(.commaExpected), 3, 1),
    ("[1}", .syntax(.commaExpected), 2, 1),
    ("01", .syntax(.badNumber), 0, 1), ("-", .syntax(.badNumber), 0, 1),
    ("1.", .syntax(.badNumber), 0, 1),
    ("nul", .syntax(.unexpectedEnd), 3, 1), ("nope", .syntax(.badLiteral), 0, 1),
    ("NaN", .syntax(.badLiteral), 0, 1),
    ("\"\\x\"", .syntax(.badEscape), 1, 1), ("\"\\ud800\"", .loneSurrogate, 0, 1),
    ("\"\u{1}\"", .syntax(.controlCharacter), 1, 1), ("1 1", .syntax(.textAfterEnd), 2, 1),
    ("{\"a\":1,\n\"a\":2}", .repeatedKey("a"), 8, 2), ("1e999", .hugeNumber, 0, 1),
  ])
  func `a JSON error is reported with its line and column`(
    text: String, problem: JSONError.Problem, offset: Int, line: Int
  ) throws {
    let error = #expect(throws: JSONError.self) { try parse(text) }
    #expect(error == JSONError(problem, offset: offset, line: line))
    #expect(error?.message.hasPrefix("line \(line), byte \(offset): ") == true)
    #expect(error?.message.hasSuffix(".") == false)
  }

  @Test func `bytes that are not UTF-8 are refused with their offset`() {
    let text = Array("[\n\"a".utf8) + [0xC3, 0x28] + Array("\"]".utf8)
    #expect(throws: JSONError(.notUTF8, offset: 4, line: 2)) { try JSON(parsing: text) }
    #expect(throws: JSONError(.notUTF8, offset: 0, line: 1)) { try JSON(parsing: [0xFF]) }
    #expect(throws: JSONError(.notUTF8, offset: 2, line: 1)) {
      try JSON(parsing: [0x31, 0x20, 0xFE])
    }
    #expect(throws: JSONError(.syntax(.commaExpected), offset: 3, line: 1)) {
      try JSON(parsing: Array("[1 x".utf8) + [0xFF])
    }
  }

  @Test func `brackets can be nested up to a limit`() throws {
    let limit = JSON.depthLimit
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(try parse(nested(limit)) != .null)
    #expect(throws: JSONError(.tooDeep(limit: limit), offset: limit, line: 1)) {
      try parse(nested(limit + 1))
    }
    #expect(throws: JSONError.self) { try parse(String(repeating: "[", count: 1_000_000)) }
  }
}
