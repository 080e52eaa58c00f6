import Corpora
import TestSupport
import Testing
import UnicodeText

@testable import Searching

@Suite struct TrigramIndexTests {
  private static func index(
    _ corpus: Corpus, threads: Int = 1, blockSize: Int
  ) throws -> (TrigramIndex, FoldedCorpus) {
    let folded = try #require(corpus.folded(IndexedText.folding, isCancelled: { false }))
    let text = IndexedText(corpus: corpus, folded: folded)
    let index = try #require(
      TrigramIndex.build(
        over: text, threads: threads, monitor: BuildMonitor(), blockSize: blockSize))
    return (index, folded)
  }

  private static func records(_ answer: PathCandidates?, of corpus: Corpus) throws -> ResultSet {
    let answer = try #require(answer)
    guard case .runs(let runs) = answer.candidates else {
      Issue.record("a filter of blocks gives runs")
      return .all(of: corpus.count)
    }
    for (run, next) in zip(runs, runs.dropFirst()) { #expect(run.upperBound < next.lowerBound) }
    return ResultSet.all(of: corpus.count).intersection(runs)
  }

  @Test(arguments: [1, 7, 64, 4096])
  func `every record that contains a needle is a candidate`(_ blockSize: Int) throws {
    var random = SeededGenerator(seed: 61)
    let letters = Array("aabcé漢 .")
    var (found, excluded) = (0, 0)
    for _ in 0..<12 {
      let rows = (0..<1 + random.below(700)).map { _ in
        let length = random.below(20) == 0 ? 300 : random.below(8)
        return [String((0..<length).map { _ in letters[random.below(letters.count)] })]
      }
      let corpus = Corpus(name: "c", fields: [Field("text")], rows: rows)
      let (index, _) = try Self.index(corpus, threads: 2, blockSize: blockSize)
      let searcher = Searcher(corpus)
      for _ in 0..<20 {
        let text = String(
          (0..<3 + random.below(3)).map { _ in letters[random.below(letters.count)] })
        let needle = IndexedText.folding.fold(text)
        // Skip needles without a trigram, and text that is only spaces.
        guard needle.count > 2, text.contains(where: { $0 != " " }) else { continue }
        let options = SearchOptions(trims: false)
        let wanted = try searcher.run(Query(text, options: options)).results
        let requirement = Requirement.substring(needle)
        let candidates = try Self.records(index.candidates(meeting: requirement), of: corpus)
        #expect(wanted.allSatisfy { candidates.contains($0) }, "\(text)")
        let estimate = try #require(index.estimate(requirement))
        #expect((estimate.runs == 0) == candidates.isEmpty)
        found += wanted.count
        excluded += corpus.count - candidates.count
      }
    }
    #expect(found > 20 && excluded > 20)
  }

  @Test func `blocks that lack a needle's trigram are skipped`() throws {
    let rows = (0..<2000).map { [$0 == 777 ? "a zebra" : "nothing here at all"] }
    let corpus = Corpus(name: "c", fields: [Field("text")], rows: rows)
    let (index, _) = try Self.index(corpus, blockSize: 200)
    let found = try Self.records(
      index.candidates(meeting: .substring(Array("zebra".utf8))), of: corpus)
    #expect(found.contains(RecordID(777)))
    #expect(found.count <= 20)
    let both = Requirement.all([.substring(Array("zebra".utf8)), .substring(Array("it".utf8))])
    #expect(try Self.records(index.candidates(meeting: both), of: corpus) == found)
    let either = Requirement.any([.substring(Array("zebra".utf8)), .tokenPrefix(Array("not".utf8))])
    #expect(try Self.records(index.candidates(meeting: either), of: corpus).count == 2000)
  }

  @Test func `a block between two candidate blocks is also a candidate`() throws {
    let holders: Set = [0, 2, 63, 65, 127, 129, 200, 203, 511, 513, 598]
    let rows = (0..<600).map { [holders.contains($0) ? "abc" : "zzz"] }
    let corpus = Corpus(name: "c", fields: [Field("text")], rows: rows)
    // Each record is a separate block.
    let (index, _) = try Self.index(corpus, blockSize: 1)
    let requirement = Requirement.substring(Array("abc".utf8))
    let wanted = Candidates.runs([
      0..<3, 63..<66, 127..<130, 200..<201, 203..<204, 511..<514, 598..<599,
    ])
    #expect(index.candidates(meeting: requirement)?.candidates == wanted)
    let offer = try #require(index.offer(requirement))
    #expect(offer.estimate == index.estimate(requirement))
    #expect(offer.estimate.runs == 7)
    #expect(offer.answer()?.candidates == wanted)
    #expect(index.offer(.nothing)?.estimate == nil)
  }

  @Test func `the trigram index cannot test a needle shorter than a trigram`() throws {
    let corpus = Corpus(name: "c", fields: [Field("text")], rows: [["abc"], [""]])
    let (index, _) = try Self.index(corpus, blockSize: 10)
    let short = Requirement.substring(Array("ab".utf8))
    let long = Requirement.substring(Array("abc".utf8))
    #expect(index.candidates(meeting: .nothing) == nil)
    #expect(index.candidates(meeting: short) == nil)
    #expect(index.estimate(.any([long, short])) == nil)
    #expect(index.estimate(.all([long, short])) != nil)
    #expect(index.estimate(.all([short])) == nil)
  }

  @Test func `the number of threads and segments does not change the trigram index`() throws {
    var random = SeededGenerator(seed: 62)
    let rows = (0..<3000).map { _ in ["word\(random.below(500)) more\(random.below(900))"] }
    let whole = Corpus(name: "c", fields: [Field("text")], rows: rows)
    let parts = Corpus(
      name: "c", fields: [Field("text")], rows: rows, source: "-", limit: 5000)
    let (one, _) = try Self.index(whole, threads: 1, blockSize: 100)
    let (three, _) = try Self.index(whole, threads: 3, blockSize: 100)
    let (cut, _) = try Self.index(parts, threads: 2, blockSize: 100)
    for number in 0..<100 {
      let requirement = Requirement.substring(Array("word\(number)".utf8))
      let wanted = try Self.records(one.candidates(meeting: requirement), of: whole)
      #expect(try Self.records(three.candidates(meeting: requirement), of: whole) == wanted)
      let found = try Self.records(cut.candidates(meeting: requirement), of: parts)
      let matches = try Searcher(parts).run(Query("word\(number)")).results
      #expect(matches.allSatisfy { found.contains($0) })
    }
    #expect(one.memoryBytes == three.memoryBytes)
  }

  @Test func `a search with the trigram index finds the same as a scan`() throws {
    var random = RandomCorpora(seed: 63)
    var found = 0
    for _ in 0..<40 {
      let (corpus, oracle) = random.corpus()
      let searcher = Searcher(corpus)
      for strategy in StrategyCatalog.all {
        var options = random.options(for: corpus.fields)
        let text = random.snippet(of: oracle)
        options.accessPath = "scan"
        guard let wanted = try? searcher.run(Query(text, by: strategy.name, options: options))
        else { continue }
        options.accessPath = "trigrams"
        let report = try searcher.run(Query(text, by: strategy.name, options: options))
        #expect(report.results == wanted.results, "\(strategy.name) \(text)")
        #expect(report.hitCount == wanted.hitCount)
        found += report.results.count
      }
    }
    #expect(found > 50)
  }

  @Test func `a canceled trigram build gives no index`() throws {
    let corpus = Corpus(name: "c", fields: [Field("text")], rows: [["abc"]])
    let folded = try #require(corpus.folded(IndexedText.folding, isCancelled: { false }))
    let monitor = BuildMonitor()
    monitor.cancel()
    let text = IndexedText(corpus: corpus, folded: folded)
    #expect(TrigramIndex.build(over: text, threads: 1, monitor: monitor) == nil)
  }
}
