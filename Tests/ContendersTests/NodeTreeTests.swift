import ContenderFrames
import Testing

@testable import Contenders

@Suite struct NodeTreeTests {
  struct Vector: Decodable {
    let query: String
    let tree: String?
    let matches: [Int]?
    let findsMoreFolded: Bool?

    private enum CodingKeys: String, CodingKey {
      case query, tree, matches
      case findsMoreFolded = "casefold_differs"
    }
  }

  static func find(
    _ text: String, in corpus: TextCorpus, _ change: (inout SearchRequest) -> Void = { _ in }
  ) throws -> [Int] {
    try Searches.find("node-tree", text, in: corpus, change)
  }

  @Test func `node-tree parses queries as the published parser does`() throws {
    let vectors = try Vectors.queries("boolean-open.jsonl", as: Vector.self)
    try #require(vectors.count == 464)
    for vector in vectors {
      let tree = try? ExpressionParser.parse(vector.query)
      #expect(tree.map(Self.form) == vector.tree, "\(vector.query)")
    }
  }

  @Test func `node-tree finds the same records as the published code`() throws {
    let corpus = Searches.lines(try Vectors.texts("boolean-docs.json"))
    var differences: [String] = []
    var found = 0
    for vector in try Vectors.queries("boolean-open.jsonl", as: Vector.self)
    where vector.tree != nil {
      let records = try Self.find(vector.query, in: corpus) { $0.ignoresDiacritics = false }
      found += records.count
      let expected = vector.matches ?? []
      // For some queries, full case folding finds more texts than the published comparison. For
      // these queries, Foundation also finds more texts than the published comparison.
      let isSame =
        vector.findsMoreFolded == true
        ? Set(records).isSuperset(of: expected) && !records.isEmpty : records == expected
      if !isSame { differences.append(vector.query) }
    }
    // In this project, an emoji does not match the same emoji with a modifier.
    #expect(differences == ["👍"])
    #expect(found > 500)
  }

  /// The expression tree in prefix notation, as in the test vectors.
  static func form(_ node: ExpressionNode) -> String {
    switch node {
    case .any: "(any)"
    case .phrase(let text): "\"" + text.unicodeScalars.map(escaped).joined() + "\""
    case .not(let node): "(not \(form(node)))"
    case .and(let left, let right): "(and \(form(left)) \(form(right)))"
    case .or(let left, let right): "(or \(form(left)) \(form(right)))"
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\": "\\\\"
    case "\"": "\\\""
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: String(scalar)
    }
  }

  @Test func `the phrases of a query can match in different fields`() throws {
    let corpus = Searches.corpus(
      [false, true], [[["one"], ["two", "three"]], [["two"]], [["four"]]])
    #expect(try Self.find("one AND three", in: corpus) == [0])
    #expect(try Self.find("NOT two", in: corpus) == [2])
    #expect(try Self.find("!two OR three", in: corpus) == [0, 2])
    #expect(try Self.find("two", in: corpus) { $0.columns = [0] } == [1])
    #expect(try Self.find("\"\" four", in: corpus) == [2])
    #expect(try Self.find("Two", in: corpus) { $0.caseMode = .smart } == [])
  }

  @Test func `a query that is too deep, too long or in another grammar is refused`() throws {
    let corpus = Searches.lines(["a"])
    func nested(_ inner: String, _ depth: Int) -> String {
      String(repeating: "(", count: depth) + inner + String(repeating: ")", count: depth)
    }
    #expect(try Self.find(nested("a", 101), in: corpus) == [0])
    #expect(try Self.find(nested("a OR ()", 100), in: corpus) == [0])
    for query in [nested("a", 102), nested("()", 101), nested("a OR ()", 101)] {
      #expect(throws: Refusal("it supports at most 101 nested parentheses")) {
        try Self.find(query, in: corpus)
      }
    }
    #expect(try Self.find(String(repeating: "a ", count: 2_000), in: corpus) == [0])
    #expect(throws: Refusal("it supports at most 2000 words and operators")) {
      try Self.find(String(repeating: "a ", count: 2_001), in: corpus)
    }
    #expect(throws: Refusal("it supports only the classic grammar")) {
      try Self.find("a", in: corpus) { $0.grammar = "standard" }
    }
  }
}
