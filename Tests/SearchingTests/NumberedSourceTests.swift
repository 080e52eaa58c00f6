import Corpora
import Searching
import TestSupport
import Testing

/// Tests requests for rows by record number; each row comes with the records around it as context.
struct NumberedSourceTests {
  private struct Case {
    let near: any SearchResult
    let far: any SearchResult
    let source: RemoteSource
    let count: Int
  }

  /// Two results of a search in the same two-file corpus: one from memory and one from a remote
  /// source.
  private static func searches(_ random: inout SeededGenerator) throws -> Case {
    let folder = try ScratchFolder()
    for name in ["a.txt", "b.txt"] {
      let lines = (0..<1 + random.below(30)).map { _ in random.oneIn(3) ? "week\n" : "day\n" }
      try folder.write(lines.joined(), to: "texts/" + name)
    }
    let corpus = try CorpusLoader.load(["\(folder.path)/texts"]).corpus
    let source = RemoteSource(corpus)
    let query = try CompiledQuery(Query("week", .substring))
    return Case(
      near: try Searcher(corpus).search(query, ResultRequest(), .never),
      far: try source.search(query, ResultRequest(), .never), source: source, count: corpus.count)
  }

  @Test func `pages of requested rows have the same context as in memory`() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<Effort.size(200, thorough: 5_000) {
      let searches = try Self.searches(&random)
      let found = try #require(searches.near.records)
      let chosen = ResultSet(found.filter { _ in !random.oneIn(3) }, of: searches.count)
      let near = try searches.near.narrowed(to: chosen)
      let far = try searches.far.narrowed(to: chosen)
      let details = RowDetails(before: random.below(4), after: random.below(4))
      let start = random.below(chosen.count + 1)
      let rows = start..<start + random.below(9)
      let page = try far.page(rows, details, .never)
      #expect(try page.foundRows == near.page(rows, details, .never).foundRows)
      #expect(try far.count(.never) == chosen.count)
      let record = RecordID(UInt64(random.below(searches.count)))
      #expect(try far.row(notBefore: record, .never) == near.row(notBefore: record, .never))
      let order = chosen.map { UInt32($0.rawValue) }.shuffled(using: &random)
      let ordered = try far.ordered(as: order)
      #expect(
        try ordered.page(rows, details, .never).foundRows
          == near.ordered(as: order).page(rows, details, .never).foundRows)
    }
  }

  @Test func `a stream of rows has the same context as in memory`() throws {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<Effort.size(200, thorough: 5_000) {
      let searches = try Self.searches(&random)
      let details = RowDetails(before: random.below(4), after: random.below(4))
      let limit = random.oneIn(3) ? 1 + random.below(5) : nil
      let request = StreamRequest(limit: limit, details: details)
      let wanted = try FoundAnswer(searches.source, Query("week", .substring), request).rows
      var reader = try ContextReader(searches.source, details, limit: limit, .never)
      var rows: [FoundRow] = []
      let count = min(limit ?? .max, try searches.far.count(.never))
      var start = 0
      while start < count {
        let end = min(count, start + 1 + random.below(5))
        let page = try searches.far.page(start..<end, RowDetails(), .never)
        rows += try reader.add(page).flatMap(\.foundRows)
        start = end
      }
      rows += try reader.finish().flatMap(\.foundRows)
      #expect(rows == wanted)
    }
  }
}
