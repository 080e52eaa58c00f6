import Corpora
import Indexing
import Synchronization
import System
import TestSupport
import Testing
import Threading

@testable import Searching

/// Tests searches during builds of the index, and several builds at the same time.
@Suite struct StoredIndexSharingTests {
  /// A tree whose folder `read` stays the same, while files in `changing` change.
  private static func tree(_ seed: UInt64) throws -> IndexedPlace {
    var random = SeededGenerator(seed: seed)
    let folder = try ScratchFolder()
    for number in 0..<6 {
      let format = ["txt", "csv", "jsonl"][number % 3]
      let bytes = FileTreeTests.file(format, rows: 20, &random)
      try folder.write(bytes, to: "tree/read/f\(number).\(format)")
      try folder.write("alpha \(number)\n", to: "tree/changing/g\(number).txt")
    }
    try folder.write("name,note\nquokka,1\n", to: "tree/read/rare.csv")
    return IndexedPlace(folder, folder.path + "/tree", &random)
  }

  @Test func `searches during builds and merges find the same rows`() throws {
    let place = try Self.tree(84)
    try place.build()
    let path = place.tree + "/read"
    // Search for a rare word: if more than 60 % of the blocks can match, a search does not use the
    // index.
    let query = Query("quokka")
    let right = try FoundAnswer(FileSource([path]), query)
    #expect(!right.rows.isEmpty)
    let builds = Effort.size(12, thorough: 300)
    let state = Mutex((wrong: 0, searches: 0, used: 0, faults: [String]()))
    let isOver = Atomic(false)
    _ = Workers.run(3, threads: 3) { task, _ in
      if task == 0 {
        // About every fifth build merges the `blocks` files of the index.
        for number in 0..<builds {
          do {
            try TestFile.write(
              Array("alpha \(number)\n".utf8), to: place.tree + "/changing/g\(number % 6).txt")
            try place.build()
          } catch {
            state.withLock { $0.faults.append("\(error)") }
          }
        }
        isOver.store(true, ordering: .relaxed)
        return
      }
      repeat {
        do {
          let source = try FileSource(
            [path], options: LoadOptions(), indexes: IndexChoice(place.store))
          let found = try FoundAnswer(source, query)
          let report = try source.stream(
            CompiledQuery(query), StreamRequest(), .never, render: { $0.count },
            deliver: { _ in true })
          state.withLock {
            $0.searches += 1
            if found != right { $0.wrong += 1 }
            if report.statistics.storedIndex != nil { $0.used += 1 }
            $0.faults += report.indexNotes
          }
        } catch {
          state.withLock { $0.faults.append("\(error)") }
        }
      } while !isOver.load(ordering: .relaxed)
    }
    let seen = state.withLock { $0 }
    #expect(seen.wrong == 0)
    #expect(seen.faults == [])
    #expect(seen.searches > 1)
    #expect(seen.used > 0)
  }

  @Test func `of two builds at the same time, one is done or both are, and the index is right`()
    throws
  {
    let place = try Self.tree(85)
    let root = try #require(Platform.resolved(place.tree))
    let query = Query("alpha")
    for round in 0..<Effort.size(6, thorough: 200) {
      try TestFile.write(
        Array("alpha \(round)\n".utf8), to: place.tree + "/changing/g\(round % 6).txt")
      try place.folder.waitForTick()
      let results = Mutex((built: 0, busy: 0, other: [String]()))
      _ = Workers.run(2, threads: 2) { _, _ in
        do throws(IndexStore.BuildFailure) {
          let report = try place.store.build(
            root, options: LoadOptions(), optionWords: [], threads: 1,
            progress: IndexBuildProgress(), isCancelled: { false })
          results.withLock {
            if report?.unindexedFiles == 0 {
              $0.built += 1
            } else {
              $0.other.append("\(String(describing: report))")
            }
          }
        } catch {
          results.withLock {
            if case .busy = error { $0.busy += 1 } else { $0.other.append("\(error)") }
          }
        }
      }
      let found = results.withLock { $0 }
      #expect(found.built > 0)
      #expect(found.built + found.busy == 2)
      #expect(found.other == [])
      try place.folder.waitForTick()
      let source = try FileSource(
        [place.tree], options: LoadOptions(), indexes: IndexChoice(place.store))
      #expect(
        try FoundAnswer(source, query) == FoundAnswer(FileSource([place.tree]), query),
        "round \(round)")
      let names = Platform.names(inDirectory: try place.indexFolder()) ?? []
      #expect(!names.contains { $0.hasSuffix(".new") })
    }
  }
}
