import ContenderFrames
import Searching
import Testing

@testable import Benchmarking

@Suite struct ContenderWireTests {
  static func found(_ nanoseconds: UInt64, _ count: UInt64, _ distances: [UInt8]) -> [UInt8] {
    var writer = FrameWriter()
    writer.write(nanoseconds)
    writer.write(count)
    return writer.bytes + distances
  }

  @Test func `record numbers are sent as differences`() throws {
    let content = Self.found(7, 3, [1, 2, 0xA9, 2])
    let found = try #require(FoundMessage(content, of: 300))
    #expect(found.places == [0, 2, 299])
    #expect(found.nanoseconds == 7)
    #expect(FoundMessage(Self.found(1, 0, []), of: 0)?.places == [])
  }

  @Test(arguments: [
    // Invalid lists of matches: more matches than records, missing differences, a repeated record,
    // an index that is too high, too many or too few bytes, and an unterminated number.
    found(0, 4, [1, 1, 1, 1]), found(0, 2, [1]), found(0, 2, [1, 0]), found(0, 2, [1, 3]),
    found(0, 1, [1, 1]), [1, 2, 3], found(0, 1, [0x81]),
    found(0, 1, [0x81, 0x80, 0x80, 0x80, 0x80, 0x80, 0]),
  ])
  func `invalid differences are refused`(content: [UInt8]) {
    #expect(FoundMessage(content, of: 3) == nil)
  }

  @Test func `a truncated catalog is refused`() throws {
    var writer = FrameWriter()
    writer.write(UInt32(1))
    for text in ["grep", "Searches lines.", ""] { writer.write(text) }
    writer.write(UInt32(1))
    writer.write("regex")
    let whole = writer.bytes
    #expect(
      CatalogMessage(whole)?.entries.map(ContenderInfo.init) == [
        ContenderInfo(name: "grep", strategies: ["regex"], summary: "Searches lines.")
      ])
    for count in whole.indices { #expect(CatalogMessage(Array(whole[..<count])) == nil) }
    #expect(CatalogMessage(whole + [0]) == nil)
  }

  @Test func `a search request contains every option that affects the result`() {
    var query = Query("né", by: "bool")
    query.options.caseMode = .sensitive
    query.options.grammar = .standard
    query.options.trims = false
    let frame = SearchMessage("a", query, columns: [2, 300]).frame
    var content: [UInt8] = []
    for text in ["a", "bool", "né", "standard", "."] {
      content += [UInt8(text.utf8.count), 0, 0, 0] + Array(text.utf8)
    }
    content += [2, 1, 0, 0, 1, 2, 0, 0, 0, 2, 0, 0, 0, 0x2C, 1, 0, 0]
    #expect(frame == [4, UInt8(content.count), 0, 0, 0] + content)
  }
}
