import Corpora
import Searching
import Terminal
import Testing

@testable import Shell

@Suite struct LiveSearchTests {
  private static func corpus(_ count: Int) -> Corpus {
    Corpus(
      name: "rows", fields: [Field("text")],
      rows: (0..<count).map { ["row \($0) of \($0 % 7 == 0 ? "week" : "day")"] })
  }

  private func request(
    _ number: Int, _ query: Query, _ searchers: [Searcher], rows: Int = 10
  ) -> LiveSearch.Request {
    LiveSearch.Request(
      number: number, parts: searchers.map { LiveSearch.Part(searcher: $0, query: query) },
      rows: rows, cacheBytes: 1 << 20)
  }

  /// The answers up to the one that ends the search.
  private func answers(_ search: LiveSearch) -> [LiveSearch.Answer] {
    var answers: [LiveSearch.Answer] = []
    while true {
      search.wakeUp.wait(milliseconds: 20_000)
      guard let answer = search.takeAnswer() else { continue }
      answers.append(answer)
      if case .page = answer.content { continue }
      return answers
    }
  }

  @Test(arguments: StrategyCatalog.all.map(\.name))
  func `the whole answer comes last, and a page before it is its beginning`(
    _ strategy: String
  ) throws {
    let search = try #require(LiveSearch())
    let searchers = [Searcher(Self.corpus(20_000)), Searcher(Self.corpus(300))]
    let query = Query("week", by: strategy)
    #expect(search.submit(request(1, query, searchers)))
    let answers = answers(search)
    let whole = try searchers.map { try $0.run(query) }
    for answer in answers {
      #expect(answer.number == 1)
      switch answer.content {
      case .page(let reports):
        for (report, all) in zip(reports.map(\.report), whole) {
          #expect(Array(report.results) == Array(all.results.prefix(report.results.count)))
        }
      case .whole(let reports):
        #expect(reports.map(\.report.results) == whole.map(\.results))
        #expect(reports.map(\.report.hitCount) == whole.map(\.hitCount))
        for (found, all) in zip(reports, whole) {
          for record in all.results.prefix(50) {
            #expect(found.cache.hits(of: record, in: found.report) == all.hits(in: record))
          }
        }
      case .fault(let error): Issue.record(error)
      }
    }
  }

  @Test func `the last of many requests is answered, and none after it is another's`() throws {
    let search = try #require(LiveSearch())
    let searchers = [Searcher(Self.corpus(50_000))]
    for number in 1...200 {
      #expect(search.submit(request(number, Query("row \(number)"), searchers)))
      // Whatever is there now answers this request.
      if let early = search.takeAnswer() { #expect(early.number == number) }
    }
    let last = try #require(answers(search).last)
    #expect(last.number == 200)
    guard case .whole(let reports) = last.content else {
      Issue.record("no whole answer")
      return
    }
    #expect(reports[0].report.results == (try searchers[0].run(Query("row 200"))).results)
  }

  @Test func `a fault is an answer, and the next request is answered`() throws {
    let search = try #require(LiveSearch())
    let searchers = [Searcher(Self.corpus(10))]
    #expect(search.submit(request(1, Query("(", by: "regex"), searchers)))
    guard case .fault? = answers(search).last?.content else {
      Issue.record("no fault")
      return
    }
    #expect(search.submit(request(2, Query("day", by: "regex"), searchers)))
    #expect(answers(search).last?.number == 2)
  }

  @Test func `what was cancelled is not answered`() throws {
    let search = try #require(LiveSearch())
    let searchers = [Searcher(Self.corpus(50_000))]
    #expect(search.submit(request(1, Query("row"), searchers)))
    search.cancel()
    #expect(search.takeAnswer() == nil)
    #expect(search.submit(request(2, Query("day"), searchers)))
    #expect(answers(search).allSatisfy { $0.number == 2 })
  }
}
