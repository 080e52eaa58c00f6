import Corpora
import JSON
import Searching
import TestSupport
import Testing

@testable import Attaching

// Tests with the published test vectors, and with random queries over many records.
extension AttachingClusterTests {
  private static let folder = TestFile.folder(of: #filePath) + "../SearchingTests/Vectors/"

  /// The texts and the queries of the test vectors called `name`.
  private static func vectors(
    _ name: String
  ) throws -> (texts: [[String]], queries: [String]) {
    func string(_ value: JSON?) -> String? {
      if case .string(let text)? = value { text } else { nil }
    }
    let file = try #require(TestFile.bytes(folder + name + "-docs.json"))
    guard case .array(let texts) = try JSON(parsing: file) else { return ([], []) }
    let lines = try #require(TestFile.bytes(folder + name + "-open.jsonl")).split(separator: 0x0A)
    return (
      texts.compactMap(string).map { [$0] },
      try lines.compactMap { string(try JSON(parsing: Array($0))["query"]) }
    )
  }

  /// The records that a query finds, or the error of the query.
  private static func answer(
    _ body: () throws -> ResultSet
  ) -> Result<[RecordID], SearchError> {
    do { return .success(Array(try body())) } catch let error as SearchError {
      return .failure(error)
    } catch let error as QueryError {
      return .failure(.query(error))
    } catch {
      return .failure(.failed(source: "", reason: "\(error)"))
    }
  }

  /// Requires that a query finds the same records in memory and in a table; returns the number of
  /// records found.
  private static func check(
    _ query: Query, _ near: Searcher, _ far: AttachedSource
  ) -> (found: Int, isExact: Bool) {
    var isExact = false
    let none = ResultSet([], of: near.corpus.count)
    let wanted = answer {
      try near.search(CompiledQuery(query), ResultRequest(), .never).records ?? none
    }
    let found = answer {
      let compiled = try CompiledQuery(query)
      isExact = try far.rows(of: compiled, .never).isExact
      return try far.records(matching: compiled, .never)
    }
    #expect(found == wanted, "\(query)")
    return ((try? wanted.get().count) ?? 0, isExact)
  }

  @Test(arguments: [("boolean", "bool"), ("tokenprefix", "prefix")])
  func `the published queries find the same records in a table as in memory`(
    _ name: String, _ strategy: String
  ) throws {
    let table = try ClusterTable("vectors_\(name)")
    let vectors = try Self.vectors(name)
    let local = Searcher(Corpus(name: "v", fields: [Field("text")], rows: vectors.texts))
    try table.publish(local)
    let remote = try table.attach()
    var found = 0
    for (index, text) in vectors.queries.enumerated() {
      var options = SearchOptions()
      if index % 4 == 0 { options.diacritics = .sensitive }
      let query = Query(text, by: strategy, options: options)
      found += Self.check(query, local, remote).found
    }
    #expect(found > vectors.queries.count)
  }

  @Test func `random queries find the same records on two shards as in memory`() throws {
    var random = HostileCorpora(seed: 2_026)
    let table = try ClusterTable("many")
    let count = Effort.size(5_000, thorough: 15_000)
    let local = Searcher(random.corpus(named: "many", rows: count))
    let report = try table.publish(local)
    #expect(report.records == count)
    #expect(report.nodes == 2)
    let remote = try table.attach()
    var (selective, exact) = (0, 0)
    let queries = Effort.size(20, thorough: 2_000)
    for _ in 0..<queries {
      let result = Self.check(random.query(), local, remote)
      if result.isExact { exact += 1 }
      if 0 < result.found, result.found < count { selective += 1 }
    }
    #expect(selective * 4 > queries)
    if queries > 1_000 {
      print(
        "\(queries) queries over \(count) records: \(selective) selective, \(exact) by the server")
    }
  }
}
