import Corpora
import Synchronization
import Testing
import Threading

@testable import Searching

@Suite struct SharedFoldingTests {
  private static let corpus = Corpus(
    name: "c", fields: [Field("text")], rows: (0..<20_000).map { ["Größe \($0)"] })

  @Test func `all threads that need the same folding share it`() throws {
    let searcher = Searcher(Self.corpus)
    let counts = Mutex<[Int]>([])
    let isDone = Workers.run(8, threads: 4) { _, _ in
      let report = try? searcher.run(Query("grosse 1999"))
      counts.withLock { $0.append(report?.results.count ?? -1) }
    }
    #expect(isDone)
    #expect(counts.withLock { $0 } == [Int](repeating: 11, count: 8))
  }

  @Test func `a canceled folding is completed by the next thread that needs it`() throws {
    let searcher = Searcher(Self.corpus)
    #expect(try searcher.run(Query("grosse"), isCancelled: { true }).completion == .cancelled)
    #expect(try searcher.run(Query("grosse")).results.count == 20_000)
    searcher.dropCaches()
    #expect(try searcher.run(Query("grosse")).results.count == 20_000)
  }
}
