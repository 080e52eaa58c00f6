import ContenderFrames
import Testing

@testable import Contenders

@Suite struct PrefixTestTests {
  @Test(arguments: ["prefix-anchored", "prefix-range-of"])
  func `both prefix tests find what the published search finds for one word`(name: String) throws {
    let corpus = Searches.lines(try Vectors.texts("tokenprefix-docs.json"))
    let queries = try Vectors.queries(
      "tokenprefix-open.jsonl", as: SplitSortConsumeTests.Vector.self
    ).filter { $0.query.split(whereSeparator: \.isWhitespace).count == 1 }
    #expect(queries.count > 50)
    let differences = try queries.filter {
      try Searches.find(name, $0.query, in: corpus) { _ in } != $0.app
    }.map(\.query)
    #expect(differences == ["\u{200B}"])
  }

  @Test(arguments: ["prefix-anchored", "prefix-range-of"])
  func `a query of several words is refused`(name: String) throws {
    let corpus = Searches.lines(["up.upper", "cup", "upper case"])
    #expect(try Searches.find(name, "UP", in: corpus) { _ in } == [0, 2])
    #expect(throws: Refusal("it supports only queries of one word")) {
      try Searches.find(name, "up case", in: corpus) { _ in }
    }
  }
}
