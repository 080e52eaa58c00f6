import Corpora
import Synchronization
import TestSupport
import Testing
import UnicodeText

@testable import Searching

/// Tests that a searcher that reuses an earlier searcher's folded text gives the same results as a
/// new searcher.
@Suite struct SearcherSharingTests {
  private static let size = 600
  private static let foldings = [true, false].flatMap { ignoresCase in
    [true, false].map { Folding(ignoresCase: ignoresCase, ignoresDiacritics: $0) }
  }

  private func corpus(_ rows: [[String]], _ fields: [Field]) -> Corpus {
    Corpus(name: "c", fields: fields, rows: rows, source: "s", limit: Self.size)
  }

  /// The corpus after random removals, replacements and additions, with records from `rows`.
  private func edited(
    _ corpus: Corpus, _ rows: [[String]], _ generator: inout SeededGenerator, odds: Int = 20
  ) throws -> Corpus {
    var (removed, replaced): ([RecordID], [RecordID]) = ([], [])
    for record in 0..<corpus.count where generator.oneIn(odds) {
      let id = RecordID(UInt64(record))
      if generator.oneIn(2) { removed.append(id) } else { replaced.append(id) }
    }
    let replacements = replaced.map { _ in generator.pick(rows) }
    let appended = (0..<generator.below(3)).map { _ in generator.pick(rows) }
    return try corpus.applying(
      CorpusEdit(
        removed: removed, replaced: replaced, by: self.corpus(replacements, corpus.fields),
        appended: self.corpus(appended, corpus.fields)), segmentBytes: Self.size)
  }

  private func queries(_ random: inout RandomCorpora, _ oracle: NaiveOracle) -> [Query] {
    let options = random.options(for: oracle.fields)
    let texts = (0..<2).map { _ in random.snippet(of: oracle, upTo: 3) }
    let bool = random.expression(of: oracle, depth: 2, isStandard: false)
    let regex = random.regex(of: oracle, depth: 2)
    return [
      Query(texts[0], by: "substring", options: options),
      Query(texts[1], by: "prefix", options: options),
      Query(bool.query, by: "bool", options: options),
      Query(regex.pattern, by: "regex", options: options),
    ]
  }

  /// Whether both searchers give the same result; adds the number of records found to the
  /// strategy's entry in `found`.
  private func isSame(
    _ query: Query, _ shared: Searcher, _ fresh: Searcher, _ found: inout [String: Int]
  ) -> Bool {
    func outcome(_ searcher: Searcher) -> String {
      do {
        let report = try searcher.run(query)
        found[query.strategy.name, default: 0] += report.results.count
        let hits = report.results.map { "\(report.hits(in: $0))" }
        return "\(Array(report.results)) \(String(describing: report.hitCount)) \(hits)"
      } catch {
        return "\(error)"
      }
    }
    return outcome(shared) == outcome(fresh)
  }

  @Test func `after edits, a searcher finds the same as a new one`() throws {
    var random = RandomCorpora(seed: 960)
    var found: [String: Int] = [:]
    for _ in 0..<60 {
      let (_, oracle) = random.corpus(rows: 80)
      var searcher = Searcher(corpus(oracle.rows, oracle.fields))
      for _ in 0..<6 {
        let next = try edited(searcher.corpus, oracle.rows, &random.generator, odds: 30)
        searcher = Searcher(next, sharing: searcher)
        // In some rounds, there is no search between two edits.
        if random.generator.oneIn(3) { continue }
        let fresh = Searcher(next)
        for query in queries(&random, oracle) {
          let isSame = isSame(query, searcher, fresh, &found)
          #expect(isSame, "\(query)")
        }
      }
    }
    #expect(found.count == 4 && found.values.allSatisfy { $0 > 20 }, "\(found)")
  }

  @Test func `text is folded only once, however many edits follow`() throws {
    var random = RandomCorpora(seed: 970)
    let rows = (0..<400).map { ["Größe \($0)", "É"] }
    let fields = [Field("a"), Field("b")]
    for folding in Self.foldings {
      let first = Searcher(corpus(rows, fields))
      let old = try #require(first.foldedCorpus(folding, 1, { false }))
      let once = try edited(first.corpus, rows, &random.generator, odds: 150)
      let between = Searcher(once, sharing: first)
      let twice = try edited(once, rows, &random.generator, odds: 150)
      let last = Searcher(twice, sharing: between)
      let new = try #require(last.foldedCorpus(folding, 1, { false }))
      let fresh = try #require(twice.folded(folding, isCancelled: { false }))
      let places = twice.segmentIndices(in: first.corpus)
      #expect(places.contains { $0 != nil } && places.contains(nil))
      for (index, segment) in new.segments.enumerated() {
        let (a, b) = (segment.text, fresh.segments[index].text)
        #expect((0..<a.count).map { a[$0] } == (0..<b.count).map { b[$0] })
        #expect(segment.firstRecord == twice.segments[index].firstRecord)
        #expect(
          (segment === twice.segments[index]) == (fresh.segments[index] === twice.segments[index]))
        guard let place = places[index] else { continue }
        #expect(segment.text === old.segments[place].text)
      }
      // Once a corpus is folded, the searcher no longer keeps the segments that it inherited.
      #expect(last.kept.withLock { $0.inherited[folding] } == nil)
    }
  }

  @Test func `a searcher does not keep its predecessor alive, and caches can be dropped`() throws {
    let rows = (0..<200).map { ["Größe \($0)"] }
    var first: Searcher? = Searcher(corpus(rows, [Field("a")]))
    weak let before = first
    _ = try first?.run(Query("grosse"))
    let corpus = try #require(before).corpus
    let edit = CorpusEdit(removed: [RecordID(3)])
    let next = Searcher(
      try corpus.applying(edit, segmentBytes: Self.size), sharing: try #require(before))
    first = nil
    #expect(before == nil)
    #expect(next.kept.withLock { !$0.inherited.isEmpty })
    next.dropCaches()
    #expect(next.kept.withLock { $0.inherited.isEmpty })
    #expect(try next.run(Query("grosse")).results.count == 199)
    #expect(Searcher(corpus, sharing: Searcher(corpus)).kept.withLock { $0.inherited.isEmpty })
  }
}
