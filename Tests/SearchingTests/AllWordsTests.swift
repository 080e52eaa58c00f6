import Basics
import Corpora
import Searching
import Testing

@Suite struct AllWordsTests {
  private func found(_ text: String, in rows: [[String]]) throws -> [Int] {
    let corpus = Corpus(name: "c", fields: [Field("a"), Field("b")], rows: rows)
    var options = SearchOptions()
    options.grammar = .words
    let query = try CompiledQuery(Query(text, .boolean, options: options))
    let result = try Searcher(corpus).search(query, ResultRequest(), .never)
    return (result.records ?? .all(of: 0)).map { Int($0.rawValue) }
  }

  @Test(arguments: [
    ("one two", [0, 1]), ("two one", [0, 1]), ("", [0, 1, 2]), ("  \u{3000} ", [0, 1, 2]),
    ("NOT", [2]), ("(one", []), ("o OR", [2]), ("\"not", [2]), ("wo\tone", [0, 1]),
    ("one one", [0, 1]), ("twone", [1]),
  ])
  func `every word must occur somewhere in the record`(_ text: String, _ records: [Int]) throws {
    let rows = [["one", "and two"], ["twone two", ""], ["say \"not", "or so o"]]
    #expect(try found(text, in: rows) == records)
  }

  @Test func `a words query finds what a naive test of each word finds`() throws {
    var random = SplitMix64(seed: 3)
    func text(_ length: Int) -> String {
      String((0..<length).map { _ in "ab c(!\"".randomElement(using: &random) ?? "a" })
    }
    for _ in 0..<300 {
      let rows = (0..<12).map { _ in [text(4), text(3)] }
      let query = text(5)
      let words = query.split(separator: " ").map(String.init)
      let expected = rows.indices.filter { row in
        words.allSatisfy { word in rows[row].contains { $0.contains(word) } }
      }
      #expect(try found(query, in: rows) == expected, "\(query) in \(rows)")
    }
  }
}
