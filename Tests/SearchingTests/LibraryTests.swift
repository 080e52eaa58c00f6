import Basics
import Searching
import TestSupport
import Testing

@testable import Corpora

@Suite struct LibraryTests {
  private static let rows = [
    ["Élan, the red elk", "none"], ["nothing", "here"], ["a", "red red"],
  ]
  private let corpus = Corpus(name: "c", fields: [Field("one"), Field("two")], rows: rows)

  @Test func `matches give the texts and hits of fields by name`() throws {
    let report = try Searcher(corpus).run(Query("red"))
    #expect(report.matches.map(\.record.rawValue) == [0, 2])
    let first = try #require(report.matches.first)
    let one = try #require(first["one"])
    #expect(one.ranges.map { String(one.text[$0]) } == ["red"])
    #expect(one.utf8Ranges == [11..<14])
    #expect(first["two"]?.ranges.isEmpty == true)
    #expect(first["three"] == nil)
    #expect(first.fields.map(\.name) == ["one", "two"])
    let last = try #require(report.matches.last)
    #expect(last.best.text == "red red")
    #expect(last.best.utf8Ranges == [0..<3, 4..<7])
  }

  /// Tests all texts of up to three pieces; every hit begins and ends at a scalar boundary.
  @Test func `String ranges are the UTF-8 ranges of the same text`() throws {
    let pieces = ["e", "é", "e\u{301}", "ß", "\u{1F469}\u{200D}\u{1F680}", "\r\n", " "]
    var texts = [""]
    for _ in 0..<3 { texts = texts.flatMap { text in pieces.map { text + $0 } } + texts }
    let corpus = Corpus(name: "c", fields: [Field("text")], rows: texts.uniqued().map { [$0] })
    for query in ["e", "s", "\u{1F680}", " "] {
      var options = SearchOptions()
      options.trims = false
      let report = try Searcher(corpus).run(Query(query, options: options))
      #expect(!report.matches.isEmpty)
      for match in report.matches {
        let text = match.best
        for (range, utf8) in zip(text.ranges, text.utf8Ranges) {
          #expect(
            Array(text.text[range].utf8)
              == Array(text.text.utf8.dropFirst(utf8.lowerBound).prefix(utf8.count)))
        }
      }
    }
  }

  @Test func `every strategy can be looked up by its name`() throws {
    for strategy in Query.Strategy.all {
      #expect(Query.Strategy(named: strategy.name) == strategy)
    }
    #expect(Query.Strategy(named: "bool") == .boolean)
    #expect(Query.Strategy(named: "fuzzy") == nil)
    for strategy in [Query.Strategy.substring, .prefix, .boolean, .regex] {
      #expect(Query.Strategy.all.contains(strategy))
      #expect(try Searcher(corpus).run(Query("red", strategy)).results.count == 2)
    }
  }

  @Test func `an asynchronous search gives the same report, and an error with its offset`()
    async throws
  {
    let searcher = Searcher(corpus)
    let report = try await searcher.search(for: Query("red"), limit: 1)
    #expect(report.results.map(\.rawValue) == [0])
    await #expect(
      throws: SearchError.query(
        QueryError(.malformedPattern(problem: "missing )", fragment: "(x"), at: 0, length: 2))
    ) {
      _ = try await searcher.search(for: Query("(x", .regex))
    }
  }

  @Test func `a canceled task cancels its search`() async throws {
    let searcher = Searcher(corpus)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await searcher.search(for: Query("red"))
    }
    task.cancel()
    await #expect(throws: SearchError.cancelled) { try await task.value }
  }

  @Test func `batches are delivered in order, and the report follows the last one`() async throws {
    let corpus = Corpus(
      name: "c", fields: [Field("text")], rows: (0..<10_000).map { ["row \($0)"] })
    var iterator = Searcher(corpus).batches(of: Query("row")).makeAsyncIterator()
    var texts: [String] = []
    while let batch = try await iterator.next() { texts += batch.matches.map(\.best.text) }
    #expect(texts == (0..<10_000).map { "row \($0)" })
    #expect(iterator.report?.statistics.matches == 10_000)
  }

  @Test func `a search ends after its consumer is gone`() async throws {
    let source = RemoteSource(
      Corpus(name: "far", fields: [Field("text")], rows: (0..<1_000).map { ["row \($0)"] }))
    do {
      var iterator = source.batches(of: Query("row")).makeAsyncIterator()
      #expect(try await iterator.next()?.isEmpty == false)
    }
    let (seen, reports) = AsyncStream<Int>.makeStream()
    let task = Task {
      for try await batch in source.batches(of: Query("row")) { reports.yield(batch.count) }
    }
    for await count in seen {
      #expect(count > 0)
      break
    }
    task.cancel()
    await #expect(throws: SearchError.cancelled) { try await task.value }
  }

  @Test func `an invalid query and a failing source throw at the first batch`() async throws {
    let source = RemoteSource(corpus)
    source.faults.failsToStream = true
    await #expect(throws: SearchError.failed(source: "c", reason: "node 2 does not answer")) {
      for try await _ in source.batches(of: Query("red")) {}
    }
    await #expect(throws: SearchError.self) {
      for try await _ in source.batches(of: Query("(", .regex)) {}
    }
  }
}
