import SQLite
import TestSupport
import Testing
import UnicodeText

@testable import Cataloguing

@Suite struct JSONObjectTextTests {
  private func read(_ json: [UInt8]) -> [(name: [UInt8], value: [UInt8])]? {
    var scratch = GrowableBuffer<UInt8>()
    var pairs: [(name: [UInt8], value: [UInt8])] = []
    let isWhole = JSONObjectText.read(json.span, scratch: &scratch) { name, value in
      pairs.append((name.indices.map { name[$0] }, value.indices.map { value[$0] }))
    }
    return isWhole ? pairs : nil
  }

  private func write(_ pairs: [(name: [UInt8], value: [UInt8])]) -> [UInt8] {
    var buffer = GrowableBuffer<UInt8>()
    buffer.append(UInt8(ascii: "{"))
    for (index, pair) in pairs.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      JSONObjectText.append(pair.name.span, to: &buffer)
      buffer.append(UInt8(ascii: ":"))
      JSONObjectText.append(pair.value.span, to: &buffer)
    }
    buffer.append(UInt8(ascii: "}"))
    return buffer.withSpan { bytes in bytes.indices.map { bytes[$0] } }
  }

  @Test func `any bytes are restored unchanged`() throws {
    var random = SeededGenerator(seed: 33)
    let marks = Array("\"\\\n\t\0\u{1F}{}:,ü😀u0041".utf8)
    for _ in 0..<400 {
      func bytes() -> [UInt8] {
        (0..<random.below(20)).map { _ in
          random.oneIn(2) ? random.pick(marks) : UInt8(random.below(256))
        }
      }
      let pairs = (0..<random.below(5)).map { _ in (name: bytes(), value: bytes()) }
      let found = try #require(read(write(pairs)))
      #expect(found.elementsEqual(pairs) { $0.name == $1.name && $0.value == $1.value })
    }
  }

  @Test func `SQLite parses the written attributes as JSON`() throws {
    let folder = try ScratchFolder()
    let database = try Database(path: folder.path + "/t.sqlite", mode: .create)
    let value = "a\"b\\c\nd\te\u{1}😀\u{7F}"
    let json = write([(Array("n\"\u{2}".utf8), Array(value.utf8))])
    let select = try database.prepare("SELECT json_valid(?1), value, key FROM json_each(?1)")
    try select.bind(1, String(decoding: json, as: UTF8.self))
    #expect(try select.step())
    #expect(select.integer(0) == 1 && select.string(1) == value && select.string(2) == "n\"\u{2}")
  }

  @Test(arguments: [
    "", "{", "}", "{}x", "{\"a\"}", "{\"a\":}", "{\"a\":1}", "{\"a\":\"b\"", "{\"a\":\"b\",}",
    "{\"a\":\"b\"}}", "[\"a\"]", "{\"a\":\"b}", "{\"a\":\"\\\"}", "{\"a\":\"\\x\"}",
    "{\"a\":\"\\u00\"}", "{\"a\":\"\\u0g00\"}", "{\"a\":\"\\u00ff\"}", "{\"a\":\"\\u1234\"}",
    "{ \"a\":\"b\"}", "{\"a\" :\"b\"}", "{\"a\":\"\\", "{\"a\":\"\\u000",
  ])
  func `text in any other JSON form is refused`(text: String) {
    #expect(read(Array(text.utf8)) == nil)
  }

  @Test func `truncated text is refused`() {
    let whole = Array("{\"a\":\"b\\n\\u0001\",\"c\":\"\\\"\"}".utf8)
    for count in 0..<whole.count { #expect(read(Array(whole[..<count])) == nil) }
    #expect(read(whole)?.count == 2)
  }
}
