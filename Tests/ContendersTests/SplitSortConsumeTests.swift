import ContenderFrames
import Testing

@testable import Contenders

@Suite struct SplitSortConsumeTests {
  struct Vector: Decodable {
    let query: String
    /// The records that the published application finds.
    let app: [Int]
  }

  static func find(
    _ text: String, in corpus: TextCorpus, _ change: (inout SearchRequest) -> Void = { _ in }
  ) throws -> [Int] {
    try Searches.find("split-sort-consume", text, in: corpus, change)
  }

  @Test func `split-sort-consume finds the same records as the published application`() throws {
    let corpus = Searches.lines(try Vectors.texts("tokenprefix-docs.json"))
    let differences = try Vectors.queries("tokenprefix-open.jsonl", as: Vector.self)
      .filter { try Self.find($0.query, in: corpus) != $0.app }.map(\.query)
    // The published comparison ignores zero-width spaces, so every text matches a query that is
    // only a zero-width space.
    #expect(differences == ["\u{200B}"])
    #expect(try Self.find("\u{200B}", in: corpus) == [])
  }

  @Test func `every query word matches a different word`() throws {
    let corpus = Searches.lines(["up.upper", "up", "upper case", "Sea seal"])
    #expect(try Self.find("up up", in: corpus) == [0])
    #expect(try Self.find("up upp", in: corpus) == [0])
    #expect(try Self.find("upp UP", in: corpus) == [0])
    #expect(try Self.find("s sea", in: corpus) == [3])
    #expect(try Self.find("Sea", in: corpus) { $0.caseMode = .sensitive } == [3])
    #expect(try Self.find("SEA", in: corpus) { $0.caseMode = .smart } == [])
  }

  @Test func `words are split at the requested separators`() throws {
    let corpus = Searches.lines(["a.b", "a-b", "a b"])
    #expect(try Self.find("b a", in: corpus) == [0, 2])
    #expect(try Self.find("b a", in: corpus) { $0.separators = ["-"] } == [1, 2])
    #expect(try Self.find("a.", in: corpus) == [0])
    #expect(throws: Refusal("it cannot split words at capitals")) {
      try Self.find("a", in: corpus) { $0.splitsCamelCase = true }
    }
  }

  @Test func `words match across fields, but only within one alias value`() throws {
    let corpus = Searches.corpus(
      [false, false, true], [[["one"], ["two"], ["three four", "five"]], [["five"], ["three"]]])
    #expect(try Self.find("one two", in: corpus) == [0])
    #expect(try Self.find("four three", in: corpus) == [0])
    #expect(try Self.find("one three", in: corpus) == [])
    #expect(try Self.find("three five", in: corpus) == [1])
    #expect(try Self.find("three five", in: corpus) { $0.columns = [0, 2] } == [])
  }

  @Test func `accents are ignored unless the request says otherwise`() throws {
    let corpus = Searches.lines(["Crème brûlée", "creme"])
    #expect(try Self.find("crem", in: corpus) == [0, 1])
    #expect(try Self.find("crem", in: corpus) { $0.ignoresDiacritics = false } == [1])
  }
}
