import Corpora
import JSON
import TestSupport
import Testing
import UnicodeText

@testable import Searching

@Suite struct BooleanVectorTests {
  static let vectors = Vectors.lines("boolean-open.jsonl")
  static let corpus = Vectors.corpus("boolean-docs.json")

  @Test func `all test vectors are loaded`() {
    #expect(Self.vectors.count == 464)
    #expect(Self.corpus.count == 34)
    #expect(Self.vectors.count { $0["error"] != .null } == 2)
    #expect(Self.vectors.count { $0["casefold_differs"] == .bool(true) } == 3)
  }

  @Test func `every query gives the published tree or error`() {
    for vector in Self.vectors {
      let query = vector["query"].string ?? ""
      do {
        let tree = try ClassicParser.parse(query)
        #expect(tree.canonicalForm == vector["tree"].string, "\(query)")
        #expect(tree.phrases == vector["phrases"].strings, "\(query)")
        #expect(vector["error"] == .null, "\(query)")
      } catch {
        #expect(error.code == .nestingTooDeep(limit: 101))
        #expect(vector["error"].string == "parenNestingTooDeep", "\(query)")
      }
    }
  }

  /// Checks that each query of the test vectors finds the published texts, or fails if an error was
  /// published.
  ///
  /// `find` returns the indices of the texts that match.
  static func expectPublished(
    by finder: String, _ find: @escaping (Query) throws -> [Int]
  ) throws {
    var options = SearchOptions()
    options.diacritics = .sensitive
    for vector in vectors where vector["casefold_differs"] != .bool(true) {
      let query = Query(vector["query"].string ?? "", by: "bool", options: options)
      if vector["error"] != .null {
        #expect(throws: QueryError.self, "\(finder): \(query.text)") { try find(query) }
        continue
      }
      let found = try find(query)
      #expect(found == vector["matches"].numbers, "\(finder): \(query.text)")
    }
  }

  @Test func `every query matches the published texts`() throws {
    let searcher = Searcher(Self.corpus)
    try Self.expectPublished(by: "run") {
      try searcher.run($0).results.map { Int($0.rawValue) }
    }
  }

  @Test func `full case folding finds at least the published matches`() throws {
    let searcher = Searcher(Self.corpus)
    var options = SearchOptions()
    options.diacritics = .sensitive
    for vector in Self.vectors where vector["casefold_differs"] == .bool(true) {
      let query = Query(vector["query"].string ?? "", by: "bool", options: options)
      let found = try searcher.run(query).results.map { Int($0.rawValue) }
      #expect(Set(found).isSuperset(of: vector["matches"].numbers), "\(query.text)")
    }
  }
}
