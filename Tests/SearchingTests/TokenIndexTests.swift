import Corpora
import TestSupport
import Testing
import UnicodeText

@testable import Searching

/// Compares the candidates of a token index with the candidates of a model, which tests each
/// record.
@Suite struct TokenIndexTests {
  /// Compares the index's candidates and estimate for a requirement with those of the model.
  ///
  /// - Returns: whether the index is exact, and finds some records but not all.
  @discardableResult
  private func check(
    _ index: TokenIndex, _ model: TokenModel, _ requirement: Requirement
  ) throws -> Bool {
    let wanted = model.records(meeting: requirement)
    let answer = index.candidates(meeting: requirement)
    let estimate = index.estimate(requirement)
    guard let isExact = TokenModel.isExact(requirement) else {
      // The index can answer only if a part of the requirement already excludes all records.
      if let answer { #expect(answer.isExact && answer.candidates.numbers == [] && wanted.isEmpty) }
      #expect(estimate == nil)
      return false
    }
    let found = try #require(answer?.candidates.numbers)
    if isExact || answer?.isExact == true {
      #expect(found == wanted, "\(requirement)")
    } else {
      #expect(Set(found).isSuperset(of: wanted), "\(requirement)")
    }
    if isExact {
      #expect(answer?.isExact == true)
      #expect(estimate?.isExact == true)
    }
    #expect((estimate?.records ?? -1) >= 0 && (estimate?.records ?? 0) <= model.corpus.count)
    // Result sets with the same members are equal, even if they were computed differently.
    #expect(
      answer?.candidates
        == .some(
          ResultSet(
            found.map { RecordID(UInt64($0)) }, of: model.corpus.count)))
    return isExact && !wanted.isEmpty && wanted.count < model.corpus.count
  }

  @Test(arguments: [1, 7, 64, 300, 1500])
  func `candidates are the records that meet the requirement`(rows: Int) throws {
    var generator = SeededGenerator(seed: UInt64(rows))
    var selective = 0
    for _ in 0..<(rows > 1000 ? 2 : 8) {
      let model = try TokenModel.random(
        &generator, rows: rows, segmentSize: generator.pick([.max, 1 + rows / 3, 5 + rows / 20]))
      let index = try #require(model.index())
      for _ in 0..<60 {
        selective += try check(index, model, model.requirement(&generator, depth: 2)) ? 1 : 0
      }
    }
    #expect(rows == 1 || selective > 20)
  }

  @Test func `every prefix of every token finds the records with that token`() throws {
    var generator = SeededGenerator(seed: 90)
    let model = try TokenModel.random(&generator, rows: 400, segmentSize: 90)
    let index = try #require(model.index())
    var prefixes: Set<[UInt8]> = []
    for token in model.tokens.joined() {
      for length in 1...token.count { prefixes.insert(Array(token.prefix(length))) }
    }
    for prefix in prefixes { try check(index, model, .tokenPrefix(prefix)) }
    #expect(prefixes.count > 500)
    #expect(!index.postings.frequent.isEmpty && !index.postings.unions.isEmpty)
  }

  @Test func `letters with unusual foldings are found`() throws {
    var random = RandomCorpora(seed: 91)
    var selective = 0
    for _ in 0..<80 {
      let (corpus, oracle) = random.corpus()
      let model = TokenModel(corpus, oracle)
      let index = try #require(model.index())
      for _ in 0..<10 {
        selective += try check(index, model, model.requirement(&random.generator, depth: 1)) ? 1 : 0
      }
    }
    #expect(selective > 20)
  }

  @Test func `record numbers that do not fit into two bytes are found`() throws {
    let places = (0..<66_000).map { ($0 * $0 + $0 / 7) % 230 }
    let rows = places.map { ["w\($0)"] }
    var corpus = Corpus(name: "c", fields: [Field("text")], rows: Array(rows.prefix(30_000)))
    corpus = try corpus.appending(
      Corpus(name: "c", fields: [Field("text")], rows: Array(rows.dropFirst(30_000))))
    let index = try #require(
      TokenModel.index(of: corpus, threads: 3, tuning: .init(minimumPartBytes: 1)))
    #expect(index.postings.lists.width == 3)
    for word in ["w0", "w1", "w12", "w123", "w229", "w23", "w3", "w"] {
      let answer = index.candidates(meeting: .tokenPrefix(Array(word.utf8)))
      let wanted = places.indices.filter { "w\(places[$0])".hasPrefix(word) }
      #expect(answer?.candidates.numbers == wanted)
    }
  }

  @Test func `tokens are indexed up to a maximum length`() throws {
    let limit = TokenDictionary.tokenLimit
    let long = String(repeating: "x", count: limit - 1)
    let rows = [long, long + "a", long + "ab", long + "ac", long + "b", "x"]
    let model = try TokenModel([Field("text")], rows.map { [$0] })
    let index = try #require(model.index())
    #expect(index.dictionary.count == 4)
    let prefix = Array(long.utf8)
    #expect(index.candidates(meeting: .tokenPrefix(prefix))?.candidates.numbers == [0, 1, 2, 3, 4])
    for (tail, isExact) in [("a", true), ("ab", false), ("abc", false)] {
      let answer = index.candidates(meeting: .tokenPrefix(prefix + tail.utf8))
      #expect(answer?.candidates.numbers == [1, 2, 3])
      #expect(answer?.isExact == isExact)
      #expect(index.estimate(.tokenPrefix(prefix + tail.utf8))?.isExact == isExact)
    }
    #expect(index.candidates(meeting: .tokenPrefix(prefix + [0x63]))?.candidates.numbers == [])
  }

  @Test func `a corpus without tokens has an index that finds nothing`() throws {
    for rows in [[], [[""]], [[" ."], ["\t"], [""]]] {
      let model = try TokenModel([Field("text")], rows)
      let index = try #require(model.index())
      let answer = index.candidates(meeting: .tokenPrefix([0x61]))
      #expect(answer?.candidates.numbers == [] && answer?.isExact == true)
      #expect(index.mostFrequent(prefix: [], limit: 3).isEmpty)
    }
  }

  @Test func `no token starts with a separator byte`() throws {
    let model = try TokenModel([Field("a"), Field("b")], [["a.b c", "d"], ["a", ""]])
    let index = try #require(model.index())
    for text in ["a.", ".", " ", "a b", "a.b", "\u{3000}"] {
      #expect(index.candidates(meeting: .tokenPrefix(Array(text.utf8)))?.candidates.numbers == [])
    }
    #expect(index.candidates(meeting: .tokenPrefix([0x63, 0xFF]))?.candidates.numbers == [])
    #expect(index.candidates(meeting: .tokenPrefix([]))?.candidates == nil)
  }

  @Test func `a search through the index finds the same as a scan`() throws {
    var random = RandomCorpora(seed: 93)
    var found = 0
    for _ in 0..<40 {
      let (corpus, oracle) = random.corpus()
      let searcher = Searcher(corpus)
      for strategy in StrategyCatalog.all {
        var options = random.options(for: corpus.fields)
        let text = random.snippet(of: oracle) + " " + random.snippet(of: oracle, upTo: 2)
        options.accessPath = "scan"
        guard let wanted = try? searcher.run(Query(text, by: strategy.name, options: options))
        else { continue }
        options.accessPath = "tokens"
        let query = Query(text, by: strategy.name, options: options)
        let report = try searcher.run(query)
        #expect(report.results == wanted.results, "\(strategy.name) \(text)")
        #expect(report.hitCount == wanted.hitCount)
        for record in report.results {
          #expect(report.hits(in: record) == wanted.hits(in: record))
          #expect(report.matchesByFullName(in: record) == wanted.matchesByFullName(in: record))
        }
        let first = try searcher.run(query, stoppingAfter: 1)
        #expect(Array(first.results) == Array(wanted.results.prefix(1)))
        found += report.results.count
      }
    }
    #expect(found > 100)
  }

  @Test func `an estimate gives the share of text to read and the number of candidates`() throws {
    let rows = (0..<6400).map { ["x\($0 % 2) y\($0 % 64) z\($0)"] }
    let model = try TokenModel([Field("text")], rows)
    let index = try #require(model.index())
    let half = try #require(index.estimate(.tokenPrefix(Array("x1".utf8))))
    #expect(half.records == 3200 && half.isExact && half.indexBytes == 800)
    let few = try #require(index.estimate(.tokenPrefix(Array("y17".utf8))))
    #expect(few.records == 100 && few.indexBytes == 200)
    let both = try #require(
      index.estimate(.all([.tokenPrefix(Array("x1".utf8)), .tokenPrefix(Array("y17".utf8))])))
    #expect(both.records == 50 && both.indexBytes == 1000)
    let text = try #require(
      index.estimate(.all([.tokenPrefix(Array("y17".utf8)), .substring([0x7A])])))
    #expect(!text.isExact && text.textBytes > 100 && text.runs > 90 && text.runs <= 101)
  }
}
