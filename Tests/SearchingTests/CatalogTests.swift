import Corpora
import TestSupport
import Testing
import UnicodeText

@testable import Searching

@Suite struct CatalogTests {
  @Test func `strategies have distinct names and summaries that are sentences`() {
    let names = StrategyCatalog.all.map(\.name)
    #expect(Set(names).count == names.count)
    for strategy in StrategyCatalog.all {
      #expect(strategy.name.allSatisfy { $0.isLowercase || $0 == "-" })
      #expect(strategy.summary.hasSuffix("."))
      #expect(StrategyCatalog.named(strategy.name)?.name == strategy.name)
    }
    #expect(StrategyCatalog.named("none") == nil)
  }

  @Test func `access paths have distinct names, and scan comes last`() {
    #expect(Set(AccessPathCatalog.names).count == AccessPathCatalog.names.count)
    #expect(AccessPathCatalog.names.last == "scan")
    for path in AccessPathCatalog.all { #expect(path.summary.hasSuffix(".")) }
  }

  /// Tests that every match is a candidate of each access path, and meets the requirement of its
  /// query.
  @Test func `candidates contain every match, and matches meet the requirement`() throws {
    var random = RandomCorpora(seed: 21)
    var (found, narrowed): ([String: Int], [String: Int]) = ([:], [:])
    for _ in 0..<150 {
      let (corpus, oracle) = random.corpus()
      let searcher = Searcher(corpus)
      let paths = try Self.paths(over: corpus)
      for strategy in StrategyCatalog.all {
        let options = random.options(for: corpus.fields)
        var text = random.snippet(of: oracle)
        if strategy.name == "bool" { text += " OR " + random.snippet(of: oracle) }
        guard let report = try? searcher.run(Query(text, by: strategy.name, options: options))
        else { continue }
        found[strategy.name, default: 0] += report.results.count
        let requirement = report.matcher.requirement
        let indexed = requirement.forIndexes(foldedBy: report.matcher.folding)
        for path in paths {
          let answer = path.candidates(meeting: indexed) ?? PathCandidates(.all)
          let candidates = Searcher.restrict(answer.candidates, to: .all(of: corpus.count))
          guard case .some(let set) = candidates else { continue }
          #expect(report.results.allSatisfy { set.contains($0) }, "\(text) \(indexed)")
          if set.count < corpus.count { narrowed[strategy.name, default: 0] += 1 }
        }
        guard let folding = report.matcher.folding,
          let folded = corpus.folded(folding, isCancelled: { false })
        else { continue }
        for id in report.results {
          let segment = folded.segments[0]
          let record = segment.text.withSpan(of: segment.bounds(of: Int(id.rawValue))) { span in
            span.indices.map { span[$0] }
          }
          #expect(Self.meets(record, requirement, options), "\(text) \(requirement)")
        }
      }
    }
    for strategy in StrategyCatalog.all.map(\.name) {
      #expect(found[strategy, default: 0] > 5, "\(strategy)")
      #expect(narrowed[strategy, default: 0] > 0, "\(strategy)")
    }
  }

  private static func paths(over corpus: Corpus) throws -> [any AccessPath] {
    let folded = try #require(corpus.folded(IndexedText.folding, isCancelled: { false }))
    let text = IndexedText(corpus: corpus, folded: folded)
    return AccessPathCatalog.all.compactMap {
      $0.build(over: text, threads: 2, monitor: BuildMonitor())
    }
  }

  private static func meets(
    _ record: [UInt8], _ requirement: Requirement, _ options: SearchOptions
  ) -> Bool {
    switch requirement {
    case .nothing: return true
    case .substring(let bytes): return places(of: bytes, in: record).count > 0
    case .tokenPrefix(let bytes):
      let classes = TokenClasses(options.separators)
      return places(of: bytes, in: record).contains {
        classes.isStart($0, in: record.span, isName: false)
      }
    case .all(let parts): return parts.allSatisfy { meets(record, $0, options) }
    case .any(let parts): return parts.contains { meets(record, $0, options) }
    }
  }

  private static func places(of bytes: [UInt8], in text: [UInt8]) -> [Int] {
    guard bytes.count <= text.count else { return [] }
    return (0...text.count - bytes.count).filter { text[$0...].starts(with: bytes) }
  }

  @Test(arguments: StrategyCatalog.all.map(\.name))
  func `a scan finds exactly the records that match when tested one by one`(_ strategy: String)
    throws
  {
    var random = RandomCorpora(seed: 22)
    var found = 0
    for _ in 0..<100 {
      let (corpus, oracle) = random.corpus()
      let options = random.options(for: corpus.fields)
      let query = Query(random.snippet(of: oracle), by: strategy, options: options)
      guard let report = try? Searcher(corpus).run(query) else { continue }
      let folding = report.matcher.folding
      let folded = folding.flatMap { corpus.folded($0, isCancelled: { false }) }
      let text = SegmentText(
        original: corpus.segments[0], folded: folded?.segments[0] ?? corpus.segments[0])
      var sink = MatchSink(records: corpus.count, limit: nil, countsHits: true)
      DefaultScan(matcher: report.matcher).scan(0..<corpus.count, of: text, into: &sink)
      #expect(sink.hitCount == report.hitCount)
      #expect(sink.finish() == report.results)
      found += report.results.count
    }
    #expect(found > 5)
  }

  /// A wrapper that gives a matcher the default implementation of `scan`.
  private struct DefaultScan: Matcher {
    let matcher: any Matcher
    var folding: Folding? { matcher.folding }
    var requirement: Requirement { matcher.requirement }
    var explanation: [Explanation.Line] { matcher.explanation }
    func matches(_ record: Span<UInt8>, folded: Span<UInt8>) -> Bool {
      matcher.matches(record, folded: folded)
    }
    func hits(in record: Span<UInt8>) -> [Hit] { matcher.hits(in: record) }
  }
}
