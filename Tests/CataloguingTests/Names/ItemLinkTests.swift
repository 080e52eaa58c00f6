import Cataloguing
import TestSupport
import Testing

@Suite struct ItemLinkTests {
  private func bytes(_ link: ItemLink) -> [[UInt8]?] {
    [link.catalog, link.id, link.query, link.strategy].map { $0.map { Array($0.utf8) } }
  }

  @Test(
    arguments: [
      (ItemLink(catalog: "notes", id: "17"), "searchbench://notes/17"),
      (ItemLink(catalog: "N.o_t-es", id: "a/b"), "searchbench://N.o_t-es/a%2Fb"),
      (
        ItemLink(catalog: "n", id: "\0\"'?#&=+% é"),
        "searchbench://n/%00%22%27%3F%23%26%3D%2B%25%20%C3%A9"
      ),
      (ItemLink(catalog: "n", id: "\u{1F433}~"), "searchbench://n/%F0%9F%90%B3~"),
      (
        ItemLink(catalog: "n", id: "1", query: "white whale", strategy: "bool"),
        "searchbench://n/1?query=white%20whale&strategy=bool"
      ),
      (ItemLink(catalog: "n", id: "1", query: ""), "searchbench://n/1?query="),
      (ItemLink(catalog: "n", id: "1", strategy: "a&b"), "searchbench://n/1?strategy=a%26b"),
      (ItemLink(catalog: "n", id: "/", query: "a+b"), "searchbench://n/%2F?query=a%2Bb"),
      (ItemLink(catalog: "n", id: ".."), "searchbench://n/.."),
    ] as [(ItemLink, String)])
  func `a link is restored from its text`(link: ItemLink, text: String) throws {
    #expect(link.description == text)
    #expect(bytes(try ItemLink(parsing: text)) == bytes(link))
  }

  @Test(
    arguments: [
      ("SearchBench://n/1", ItemLink(catalog: "n", id: "1")),
      ("searchbench://n/a/b//", ItemLink(catalog: "n", id: "a/b//")),
      ("searchbench://n//", ItemLink(catalog: "n", id: "/")),
      ("searchbench://n/a%2fb%2FC%c3%A9", ItemLink(catalog: "n", id: "a/b/C\u{E9}")),
      ("searchbench://n/a+b?query=c+d", ItemLink(catalog: "n", id: "a+b", query: "c+d")),
      ("searchbench://n/naïve x", ItemLink(catalog: "n", id: "naïve x")),
      ("searchbench://n/1?", ItemLink(catalog: "n", id: "1")),
      ("searchbench://n/1?query", ItemLink(catalog: "n", id: "1", query: "")),
      ("searchbench://n/1?query=a=b?c", ItemLink(catalog: "n", id: "1", query: "a=b?c")),
      ("searchbench://n/1?x=%zz&query=q&&y", ItemLink(catalog: "n", id: "1", query: "q")),
      ("searchbench://n/1?query=a&query=b", ItemLink(catalog: "n", id: "1", query: "a")),
      ("searchbench://n/1?Query=a", ItemLink(catalog: "n", id: "1")),
      (
        "searchbench://n/1?strategy=s&query=q",
        ItemLink(catalog: "n", id: "1", query: "q", strategy: "s")
      ),
      (
        "searchbench://n/%E2%80%8D?query=%EF%BF%BD",
        ItemLink(catalog: "n", id: "\u{200D}", query: "\u{FFFD}")
      ),
    ] as [(String, ItemLink)])
  func `links that other programs wrote are parsed`(text: String, link: ItemLink) throws {
    #expect(bytes(try ItemLink(parsing: text)) == bytes(link))
  }

  @Test(
    arguments: [
      ("", .otherScheme), ("http://n/1", .otherScheme), ("searchbench:n/1", .otherScheme),
      ("searchbench:/n/1", .otherScheme), ("searchbench", .otherScheme), ("notes/1", .otherScheme),
      ("searchbench\u{1A}//n/1", .otherScheme), (" searchbench://n/1", .otherScheme),
      ("searchbench://n", .missingID), ("searchbench://n/", .missingID),
      ("searchbench://n/?query=a", .missingID), ("searchbench://n?query=a/b", .missingID),
      ("searchbench://n/1#x", .fragment), ("searchbench://n/1?query=#", .fragment),
      ("searchbench://n/%", .badEscape("%", part: "id")),
      ("searchbench://n/a%2", .badEscape("%2", part: "id")),
      ("searchbench://n/%zz", .badEscape("%zz", part: "id")),
      ("searchbench://n/%2\u{FF11}", .badEscape("%2\u{FFFD}", part: "id")),
      ("searchbench://n/%+1", .badEscape("%+1", part: "id")),
      ("searchbench://n/%@a", .badEscape("%@a", part: "id")),
      ("searchbench://n/1?query=%G0", .badEscape("%G0", part: "query")),
      ("searchbench://n/1?strategy=50%", .badEscape("%", part: "strategy")),
      ("searchbench://n/%FF", .notText(part: "id")),
      ("searchbench://n/%C3", .notText(part: "id")),
      ("searchbench://n/%ED%A0%80", .notText(part: "id")),
      ("searchbench://n/%C0%80", .notText(part: "id")),
      ("searchbench://n/1?query=%F5%80%80%80", .notText(part: "query")),
    ] as [(String, ItemLinkError)])
  func `an invalid link is refused with the reason`(text: String, error: ItemLinkError) {
    #expect(throws: error) { try ItemLink(parsing: text) }
    #expect(!error.message.isEmpty && error.message.first?.isUppercase == false)
  }

  @Test(arguments: [
    "searchbench:///1", "searchbench://a b/1", "searchbench://%6E/1", "searchbench://u@n:80/1",
  ])
  func `a host that is not a valid catalog name is refused with the naming rule`(text: String) {
    let error = #expect(throws: ItemLinkError.self) { try ItemLink(parsing: text) }
    guard case .badCatalog(let sentence) = error else {
      Issue.record("\(text) gave \(String(describing: error))")
      return
    }
    #expect(error?.message == sentence && sentence.contains("catalog"))
  }

  @Test func `any text in a link is restored unchanged`() throws {
    var dice = SeededGenerator(seed: 17)
    func text() -> String {
      var scalars = String.UnicodeScalarView()
      for _ in 0...dice.below(12) {
        let bound = dice.pick([0x80, 0x800, 0x1_0000, 0x11_0000])
        scalars.append(Unicode.Scalar(UInt32(dice.below(bound))) ?? "\0")
      }
      return String(scalars)
    }
    for _ in 0..<10_000 {
      let link = ItemLink(
        catalog: "notes", id: text(), query: dice.oneIn(2) ? text() : nil,
        strategy: dice.oneIn(2) ? text() : nil)
      let written = link.description
      let isPlain = written.utf8.allSatisfy { (0x21...0x7E).contains($0) }
      let isSame = bytes(try ItemLink(parsing: written)) == bytes(link)
      #expect(isPlain && isSame, "\(written)")
      if !isPlain || !isSame { return }
    }
  }

  @Test func `percent-encoded bytes are accepted only if they are valid UTF-8`() {
    var dice = SeededGenerator(seed: 18)
    var (texts, others) = (0, 0)
    for _ in 0..<20_000 {
      let bytes = (0...dice.below(4)).map { _ in
        UInt8(dice.pick([dice.below(256), 0x80 | dice.below(128)]))
      }
      let digits = bytes.map { byte in
        let hex = String(byte, radix: 16, uppercase: dice.oneIn(2))
        return "%" + (hex.count < 2 ? "0" : "") + hex
      }
      let link = try? ItemLink(parsing: "searchbench://n/" + digits.joined())
      let expected = String(validating: bytes, as: UTF8.self).map { Array($0.utf8) }
      let isSame = link.map { Array($0.id.utf8) } == expected
      #expect(isSame, "\(bytes)")
      if !isSame { return }
      if expected == nil { others += 1 } else { texts += 1 }
    }
    #expect(texts > 50 && others > 50)
  }
}
