import Corpora
import Searching
import TestSupport
import Testing

@testable import Shell

/// Tests SQL, :where and :sort over a source whose records are not in memory.
@Suite struct RemoteTableTests {
  private static let corpus = Corpus(
    name: "far", fields: [Field("n"), Field("level"), Field("text"), Field("also", isAlias: true)],
    rows: (0..<300).map { number in
      [
        String(number * 7 % 50), ["error", "warn", ""][number % 3],
        "row \(number) of \(number % 4 == 0 ? "week" : "day")", number % 5 == 0 ? "one\ntwo" : "",
      ]
    }, source: "node1:records")

  /// A session in which `corpus` is in memory and has the name of the remote source.
  private static func near(_ corpus: Corpus) -> Bench {
    let bench = Bench()
    bench.session.workspace.corpora.append(
      LoadedCorpus(name: "far", corpus: corpus, paths: ["far"], report: LoadReport()))
    bench.session.workspace.scope = ["far"]
    return bench
  }

  @Test(arguments: [
    ["row", ":where n > 20"], ["row 1", ":where n > 20 AND level = 'error'", ":sort n desc"],
    ["row", ":where text LIKE '%9%'", ":where level <> ''", ":count by level"],
    ["row", ":sort level, n desc", ":show 5"], ["row", ":sort text", ":where n = 7"],
    ["row", ":where hits > 1 OR matched = 'text'", ":histogram n"], ["none", ":where n > 1"],
    ["row", ":where n > 20", ":undo"], ["row", ":sort n desc", ":undo", ":show"],
    [":sql SELECT count(*) FROM records"], [":sql SELECT count(*) FROM far"],
    [":sql SELECT count(*) FROM search('row 1')"], ["row 1", ":sql SELECT count(*) FROM result"],
    [":sql SELECT count(*), rowid FROM far"], [":sql SELECT count(*) FROM far WHERE n < 9"],
    [":sql SELECT level, count(*), avg(n) FROM far GROUP BY level ORDER BY 1"],
    [":sql SELECT text, n FROM far WHERE text LIKE '%week%' ORDER BY text LIMIT 7"],
    [":sql SELECT record, source, line, also FROM records WHERE record BETWEEN 20 AND 23"],
    ["week", ":sql SELECT record, hits, matched, n FROM result WHERE n < 10"],
    [":sql SELECT record, text FROM search('1 row', 'prefix') ORDER BY n, record LIMIT 9"],
    ["row 1", ":where n > 10", ":sql SELECT count(*), min(n), max(n) FROM result"],
    ["row", ":sort n desc", ":sql SELECT record, n FROM result WHERE record < 10"],
    [
      "row", ":sql SELECT a.n, count(*) FROM result a JOIN far b ON a.n = b.n GROUP BY a.n LIMIT 3",
    ],
  ])
  func `conditions, sorting and SQL give the same results as in memory`(_ lines: [String]) throws {
    let (far, _) = try RemoteSourceTests.bench(Self.corpus)
    let near = Self.near(Self.corpus)
    for line in lines {
      let wanted = try near.run(line)
      #expect(try far.run(line) == wanted, "\(line)")
    }
  }

  @Test(arguments: [
    ":sql SELECT nothing FROM far", ":sql SELECT 1 FROM other", ":sql SELEC", "row\n:where n >",
    "row\n:sort none",
  ])
  func `errors are the same as for a corpus in memory`(_ lines: String) throws {
    let (far, _) = try RemoteSourceTests.bench(Self.corpus)
    let near = Self.near(Self.corpus)
    let lines = lines.split(separator: "\n").map(String.init)
    for line in lines.dropLast() {
      _ = try near.run(line)
      _ = try far.run(line)
    }
    let wanted = try #require(near.failure(lines[lines.count - 1]))
    let found = try #require(far.failure(lines[lines.count - 1]))
    #expect(found.exitCode == wanted.exitCode)
    #expect(found.message.prefix(20) == wanted.message.prefix(20))
  }

  @Test func `SQL over a failing source reports the failure`() throws {
    let (far, source) = try RemoteSourceTests.bench(Self.corpus)
    source.faults.failsToStream = true
    #expect(far.failure(":sql SELECT n FROM far")?.message.contains("node 2") == true)
    source.faults.failsToStream = false
    source.faults.pages = [5]
    #expect(far.failure(":sql SELECT sum(n) FROM far")?.message.contains("closed") == true)
  }

  @Test func `SQL that reads a corpus not in memory and another corpus is refused`() throws {
    let (far, _) = try RemoteSourceTests.bench(Self.corpus)
    far.add("near", [("n", false)], [["1"]])
    far.session.workspace.scope = ["far", "near"]
    let error = far.failure(":sql SELECT count(*) FROM records")
    #expect(
      error?.message.contains("far is not in memory, so SQL cannot read it together with") == true)
    #expect(try far.run(":use near", ":sql SELECT count(*) FROM near").contains("1"))
    // The name of the source can also be used as an alias for a column or a table.
    #expect(try far.run(":sql SELECT count(*) AS far FROM near far").contains("1"))
    let joined = far.failure(":sql SELECT 1 FROM near, far")
    #expect(joined?.message.contains("cannot read it together with") == true)
  }

  @Test func `a corpus in memory is compared with a remote source`() throws {
    let (far, _) = try RemoteSourceTests.bench(Self.corpus)
    let workspace = far.session.workspace
    for (name, corpus) in [("near", Self.corpus), ("other", RemoteSourceTests.corpus(300))] {
      workspace.corpora.append(
        LoadedCorpus(name: name, corpus: corpus, paths: [name], report: LoadReport()))
    }
    workspace.scope = ["near", "far"]
    let same = try far.run(":compare --runs 2 --allow-debug row 1")
    #expect(same.contains("near") && same.contains("far"))
    #expect(!same.contains("differ"))
    workspace.scope = ["other", "far"]
    let others = #expect(throws: (any Error).self) {
      try far.session.execute(":compare --runs 2 --allow-debug one")
    }
    #expect(others != nil)
    #expect(try far.run().contains("answers differ: other misses 60 records that other"))
    workspace.scope = ["far"]
    #expect(
      far.failure(":compare row")?.message.contains(":load that corpus and :use both") == true)
  }

  @Test func `counting in SQL requests the count from the source and fetches no rows`() throws {
    let (far, source) = try RemoteSourceTests.bench(Self.corpus)
    #expect(try far.run(":sql SELECT count(*) FROM search('week')").contains("75"))
    #expect(source.log.pages.isEmpty)
    #expect(source.log.counts == 1)
  }

  @Test(arguments: [1, 2, 9])
  func `pages have the same context as in memory`(_ context: Int) throws {
    let lines = Corpus(
      name: "far", fields: [Field("text")],
      rows: (0..<90).map { ["row \($0) \($0 % 7 < 2 ? "week" : "day")"] }, source: "a")
    let (far, _) = try RemoteSourceTests.bench(lines)
    let near = Self.near(lines)
    for line in [
      ":set context \(context)", "week", ":show 3", ":where record > 20", ":show 4",
      ":sort text desc",
    ] {
      let wanted = try near.run(line)
      #expect(try far.run(line) == wanted, "\(line)")
    }
  }
}
