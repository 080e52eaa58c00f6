import Corpora
import Reporting
import Searching
import Terminal
import TestSupport
import Testing

@testable import Shell

@Suite struct LiveSearchTests {
  private static func corpus(_ count: Int) -> Corpus {
    Corpus(
      name: "rows", fields: [Field("text")],
      rows: (0..<count).map { ["row \($0) of \($0 % 7 == 0 ? "week" : "day")"] })
  }

  private func request(
    _ number: Int, _ query: Query, _ sources: [any RecordSource], rows: Int = 10
  ) throws -> LiveSearch.Request {
    let compiled = try CompiledQuery(query)
    return LiveSearch.Request(
      number: number, parts: sources.map { LiveSearch.Part(source: $0, query: compiled) },
      rows: rows, cacheBytes: 1 << 20)
  }

  /// Waits for the answers up to the final one; records an issue if no final answer arrives.
  private func answers(_ search: LiveSearch) -> [LiveSearch.Answer] {
    var answers: [LiveSearch.Answer] = []
    // `wait` can return although there is no answer.
    for _ in 0..<200 {
      search.wakeUp.wait(milliseconds: 500)
      guard let answer = search.takeAnswer() else { continue }
      answers.append(answer)
      if case .page = answer.content { continue }
      return answers
    }
    Issue.record("no answer ended the search")
    return answers
  }

  @Test(arguments: StrategyCatalog.all.map(\.name))
  func `the complete answer comes last, and an earlier page is a prefix of it`(
    _ strategy: String
  ) throws {
    let search = try #require(LiveSearch())
    let searchers = [Searcher(Self.corpus(20_000)), Searcher(Self.corpus(300))]
    let query = Query("week", by: strategy)
    #expect(search.submit(try request(1, query, searchers)))
    let answers = answers(search)
    let whole = try searchers.map { try $0.run(query) }
    for answer in answers {
      #expect(answer.number == 1)
      switch answer.content {
      case .page(let rows):
        for (part, all) in zip(rows.parts, whole) {
          let records = try #require(part.records)
          #expect(Array(records) == Array(all.results.prefix(records.count)))
        }
      case .whole(let rows):
        #expect(rows.parts.map(\.records) == whole.map(\.results))
        #expect(rows.parts.map(\.knownHitCount) == whole.map(\.hitCount))
        for (index, record) in whole[0].results.prefix(50).enumerated() {
          #expect(rows.hits(ofRow: index) == whole[0].hits(in: record))
        }
      case .fault(let error): Issue.record("\(error)")
      }
    }
  }

  @Test func `the last of many requests is answered, and no answer is outdated`() throws {
    let search = try #require(LiveSearch())
    let searchers = [Searcher(Self.corpus(50_000))]
    for number in 1...200 {
      #expect(search.submit(try request(number, Query("row \(number)"), searchers)))
      // If an answer is already available, it must be an answer to the request that was just
      // submitted.
      if let early = search.takeAnswer() { #expect(early.number == number) }
    }
    let last = try #require(answers(search).last)
    #expect(last.number == 200)
    guard case .whole(let rows) = last.content else {
      Issue.record("no whole answer")
      return
    }
    #expect(rows.parts[0].records == (try searchers[0].run(Query("row 200"))).results)
  }

  @Test func `a failing source gives an error, and the next request is answered`() throws {
    let search = try #require(LiveSearch())
    let source = RemoteSource(Self.corpus(10))
    source.faults.failsToSearch = true
    #expect(search.submit(try request(1, Query("day"), [source])))
    guard case .fault(let error)? = answers(search).last?.content else {
      Issue.record("no fault")
      return
    }
    #expect(error == .failed(source: "rows", reason: "node 2 does not answer"))
    source.faults.failsToSearch = false
    #expect(search.submit(try request(2, Query("day", by: "regex"), [source])))
    #expect(answers(search).last?.number == 2)
  }

  @Test func `a newer request cancels a request that hangs in a remote source`() throws {
    let search = try #require(LiveSearch())
    let source = RemoteSource(Self.corpus(10))
    let newer = try request(2, Query("day"), [source])
    source.faults.hangs = true
    source.faults.meanwhile = {
      // The first three searches (a page, a full search, a page) reach their time limits. During
      // the fourth search, submit the newer request.
      if source.log.searches.count < 4 { return }
      source.faults = RemoteSource.Faults()
      _ = search.submit(newer)
    }
    #expect(search.submit(try request(1, Query("row"), [source])))
    let numbers = answers(search).map(\.number)
    // The first request may have got an answer with an empty page.
    #expect(numbers == numbers.sorted())
    #expect(numbers.last == 2)
    // Each search was canceled before the next search started.
    let calls = source.log.calls.prefix { $0 != .search("day") }
    #expect(calls.map { $0 == .cancelled } == [false, true, false, true, false, true, false, true])
  }

  @Test func `a canceled request is not answered`() throws {
    let search = try #require(LiveSearch())
    let searchers = [Searcher(Self.corpus(50_000))]
    #expect(search.submit(try request(1, Query("row"), searchers)))
    search.cancel()
    #expect(search.takeAnswer() == nil)
    #expect(search.submit(try request(2, Query("day"), searchers)))
    #expect(answers(search).allSatisfy { $0.number == 2 })
  }
}
