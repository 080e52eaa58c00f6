import Attaching
import Corpora
import Searching
import TestSupport
import Testing

/// Tests with two nodes: publishing a corpus, and querying the published corpus.
@Suite(
  .serialized, .enabled("scripts/test-cluster starts the nodes") { ClusterUnderTest.current != nil }
)
struct AttachingClusterTests {
  @Test func `a published corpus gives the same results as in memory`() throws {
    var random = HostileCorpora(seed: 18)
    var (queries, selective) = (0, 0)
    for round in 0..<Effort.size(12, thorough: 40) {
      let table = try ClusterTable("equality_\(round)")
      let local = Searcher(random.corpus(named: "corpus \(round)", rows: 40))
      let report = try table.publish(local)
      #expect(report.records == local.corpus.count)
      #expect(report.nodes == 2)
      let remote = try table.attach()
      #expect(remote.recordCount == local.corpus.count)
      #expect(remote.fields(.never) == local.corpus.fields)
      var comparison = SourceComparison(remote, local)
      for _ in 0..<Effort.size(16, thorough: 50) {
        let query = random.query()
        let earlier = random.random.generator.oneIn(4) ? random.query() : nil
        comparison.check(query, within: earlier, &random.random.generator)
      }
      queries += comparison.queries
      selective += comparison.selective
    }
    #expect(selective * 4 > queries)
  }
}
