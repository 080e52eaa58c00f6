import ContenderFrames
import Testing

@testable import Contenders

@Suite struct RegexContenderTests {
  static let names = ["ns-regular-expression", "swift-regex"]

  @Test(arguments: names)
  func `plain regular expressions match the expected records`(name: String) throws {
    let corpus = Searches.corpus(
      [false, true],
      [
        [["10.13 High Sierra"]], [["10.12 Sierra"]], [["OS X"], ["mac", "10.11"]], [["naïve"]],
        [[""]],
      ])
    func find(_ text: String, _ change: (inout SearchRequest) -> Void = { _ in }) throws -> [Int] {
      try Searches.find(name, text, in: corpus, change)
    }
    #expect(try find(#"10\.1[12]"#) == [1, 2])
    #expect(try find("^sierra") == [])
    #expect(try find("SIERRA$") == [0, 1])
    #expect(try find("SIERRA$") { $0.caseMode = .sensitive } == [])
    #expect(try find("^(os x|10.11)$") == [2])
    #expect(try find("^mac$") { $0.columns = [0] } == [])
    #expect(try find("na.ve") == [3])
    #expect(try find("^$") == [0, 1, 3, 4])
    #expect(try find("^$") { $0.columns = [0] } == [4])
    #expect(try find(#"\p{Lu}"#) { $0.caseMode = .sensitive } == [0, 1, 2])
  }

  @Test(arguments: names)
  func `an invalid pattern and smart case with a capital are refused`(name: String) throws {
    let corpus = Searches.lines(["a"])
    for pattern in ["(", "[a", "a{2"] where pattern != "a{2" || name == "ns-regular-expression" {
      #expect(throws: Refusal("it cannot read the pattern")) {
        try Searches.find(name, pattern, in: corpus)
      }
    }
    #expect(throws: Refusal.self) {
      try Searches.find(name, "A", in: corpus) { $0.caseMode = .smart }
    }
    #expect(try Searches.find(name, "a", in: corpus) { $0.caseMode = .smart } == [0])
  }

  @Test func `a dot matches a character in Swift and a code point in ICU`() throws {
    let corpus = Searches.lines(["e\u{301}", "e"])
    #expect(try Searches.find("swift-regex", "^e.", in: corpus) == [])
    #expect(try Searches.find("ns-regular-expression", "^e.", in: corpus) == [0])
  }

  @Test func `ICU's dollar also matches before a final newline`() throws {
    let corpus = Searches.lines(["a\n", "a"])
    #expect(try Searches.find("swift-regex", "a$", in: corpus) == [1])
    #expect(try Searches.find("ns-regular-expression", "a$", in: corpus) == [0, 1])
  }
}
