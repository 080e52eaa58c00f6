import Corpora
import TestSupport
import Testing
import UnicodeText

@testable import Searching

/// Compares a scan on several threads with a scan on the caller's thread.
@Suite struct ParallelScanTests {
  private static let cutting = Scan.Cutting(minimumBytesForThreads: 0, pieces: 5)

  /// A corpus of several hundred records, so that each piece of a scan has some records.
  private static func corpus(_ random: inout RandomCorpora) -> Corpus {
    var rows: [[String]] = []
    var fields: [Field] = []
    for _ in 0..<40 {
      let (corpus, _) = random.corpus()
      if fields.isEmpty { fields = corpus.fields }
      for record in 0..<corpus.count {
        let id = RecordID(UInt64(record))
        rows.append(
          (0..<fields.count).map {
            $0 < corpus.fields.count ? corpus.text(of: id, field: $0) : ""
          })
      }
    }
    return Corpus(name: "many", fields: fields, rows: rows)
  }

  @Test func `the number of threads does not affect the result`() throws {
    var random = RandomCorpora(seed: 31)
    var found: [String: Int] = [:]
    for _ in 0..<12 {
      let corpus = Self.corpus(&random)
      let plain = Searcher(corpus)
      let cut = Searcher(corpus, cutting: Self.cutting)
      for (text, strategy) in [
        ("a", "substring"), ("a", "prefix"), ("NOT a", "bool"), ("a|e", "regex"),
      ] {
        for limit in [nil, 1, 2, 7, 64, 100, 100_000] {
          var options = random.options(for: corpus.fields)
          options.threads = 1
          var query = Query(text, by: strategy, options: options)
          let wanted = try plain.run(query, stoppingAfter: limit)
          query.options.threads = 3
          let report = try cut.run(query, stoppingAfter: limit)
          #expect(report.results == wanted.results)
          #expect(report.hitCount == wanted.hitCount)
          #expect(report.completion == wanted.completion, "\(strategy) \(limit ?? -1)")
          if limit == nil { #expect(report.examined == wanted.examined) }
          found[strategy, default: 0] += report.results.count
        }
      }
    }
    #expect(found.count == 4 && found.values.allSatisfy { $0 > 0 }, "\(found)")
  }

  @Test func `a subset of the records is also searched on several threads`() throws {
    var random = RandomCorpora(seed: 32)
    let corpus = Self.corpus(&random)
    let cut = Searcher(corpus, cutting: Self.cutting)
    let plain = Searcher(corpus)
    let some = ResultSet(
      (0..<corpus.count).filter { $0 % 3 != 0 }.map { RecordID(UInt64($0)) }, of: corpus.count)
    for text in ["a", "e", "ab", " "] {
      let wanted = try plain.run(Query(text), within: some)
      let found = try cut.run(Query(text), within: some)
      #expect(text == "ab" || !wanted.results.isEmpty, "\(text)")
      #expect(found.results == wanted.results)
      #expect(found.hitCount == wanted.hitCount)
      #expect(found.examined == some.count)
    }
  }

  @Test func `a canceled scan keeps the records it found`() throws {
    var random = RandomCorpora(seed: 33)
    let corpus = Self.corpus(&random)
    let cut = Searcher(corpus, cutting: Self.cutting)
    let whole = try cut.run(Query("a")).results
    var checks = 0
    let part = try cut.run(Query("a")) {
      checks += 1
      return checks > 2
    }
    #expect(part.completion == .cancelled)
    #expect(!part.results.isEmpty)
    #expect(part.results.allSatisfy { whole.contains($0) })
  }

  @Test func `only runs of candidates are searched`() throws {
    var random = RandomCorpora(seed: 34)
    let corpus = Self.corpus(&random)
    let matcher = try Searcher(corpus).matcher(for: CompiledQuery(Query("")))
    let runs = [0..<3, 10..<11, 60..<200, corpus.count - 1..<corpus.count]
    for pieces in [1, 2, 5, 50] {
      let scan = Scan(
        corpus: corpus, folded: nil, matcher: matcher, limit: nil, countsHits: false,
        cutting: Scan.Cutting(minimumBytesForThreads: 0, pieces: pieces))
      let found = scan.run(over: .runs(runs), threads: 3, isCancelled: { false })
      #expect(found.results == ResultSet.all(of: corpus.count).intersection(runs))
      #expect(found.examined == runs.reduce(0) { $0 + $1.count })
    }
  }

  /// Tests all ways to search a set of records: as one text, together with the text between the
  /// records, or one by one.
  @Test(arguments: Effort.size([1, 5, 40], thorough: [1, 2, 3, 5, 9, 40]))
  func `sets of any density are searched correctly`(_ step: Int) throws {
    var random = SeededGenerator(seed: 35)
    let letters = Array("aab é. ")
    var rows = (0..<12_000).map { _ in
      [String((0..<random.below(9)).map { _ in letters[random.below(letters.count)] })]
    }
    let long = String(repeating: "a b", count: 100_000) + "ab é."
    for row in [7, 6000, 11_999] { rows[row] = [long] }
    let corpus = Corpus(name: "short", fields: [Field("text")], rows: rows)
    let ids = (0..<corpus.count).filter { _ in random.below(step) == 0 }
    let some = ResultSet(ids.map { RecordID(UInt64($0)) }, of: corpus.count)
    let searcher = Searcher(corpus)
    let cut = Searcher(corpus, cutting: Self.cutting)
    for (text, strategy) in [
      ("ab", "substring"), ("é.", "substring"), ("a b", "prefix"), ("ab b", "prefix"),
      ("a ab a", "prefix"), ("aa AND NOT b", "bool"), ("ab AND é", "bool"), ("b OR .", "bool"),
      ("a{2}b", "regex"),
    ] {
      let query = Query(text, by: strategy)
      let all = try searcher.run(query)
      let wanted = all.results.intersection(some)
      let hits = wanted.reduce(0) { $0 + all.hits(in: $1).count }
      // If the set is sparse, possibly none of its records contains a rare text.
      #expect(step == 40 || !wanted.isEmpty && wanted.count < some.count, "\(text)")
      for searcher in [searcher, cut] {
        let found = try searcher.run(query, within: some)
        #expect(found.results == wanted)
        #expect(found.hitCount == hits)
        #expect(found.examined == some.count)
        #expect(try searcher.run(query, within: some, countingHits: false).results == wanted)
        let first = try searcher.run(query, within: some, stoppingAfter: 5)
        #expect(Array(first.results) == Array(wanted.prefix(5)))
      }
    }
  }
}
