import Corpora
import Synchronization
import TestSupport
import Testing

@testable import Cataloguing

@Suite struct RefreshTests {
  private func lines(_ open: OpenCatalog) -> [String] {
    open.corpus.texts.compactMap { $0["title"] }
  }

  /// An indexer that is interrupted after the given number of batches.
  private func interrupted(_ shelf: Shelf, after batches: Int) throws -> Indexer {
    let counted = Shared(count: batches - 1)
    var environment = Indexer.Environment(
      now: { shelf.clock.time }, isCancelled: { counted.isOver },
      progress: { if $0.phase == .indexing { counted.next() } }, wait: { _ in })
    environment.batch = 2
    return Indexer(try shelf.store(), environment)
  }

  private final class Shared: Sendable {
    private let left: Mutex<Int>
    init(count: Int) { left = Mutex(count) }
    func next() { left.withLock { $0 -= 1 } }
    var isOver: Bool { left.withLock { $0 < 0 } }
  }

  @Test func `an interrupted source resumes where it stopped`() throws {
    let shelf = try Shelf()
    try shelf.write("list.txt", (1...9).map { "line \($0)\n" }.joined())
    let path = shelf.path("list.txt")
    let first = try interrupted(shelf, after: 2).add([path], options: SourceOptions())
    #expect(!first.isComplete && first.added == 4)
    let status = try shelf.store().status(now: shelf.clock.time)
    #expect(status.counts.ready == 4 && status.counts.pending == 5 && status.due == nil)
    let second = try shelf.indexer().add([path], options: SourceOptions())
    #expect(second.isComplete && second.resumed == 4 && second.added == 5)
    #expect(lines(try shelf.open()) == (1...9).map { "line \($0)" })
    #expect(try shelf.store().state(of: "file 1") == nil)
  }

  @Test func `an interrupted source restarts if the file has changed`() throws {
    let shelf = try Shelf()
    try shelf.write("list.txt", (1...9).map { "line \($0)\n" }.joined())
    let path = shelf.path("list.txt")
    _ = try interrupted(shelf, after: 2).add([path], options: SourceOptions())
    try shelf.write("list.txt", "line 3\nnew\nline 1\n")
    let report = try shelf.indexer().refresh()
    #expect(
      report.resumed == 0 && report.added == 1 && report.unchanged == 2 && report.removed == 2)
    #expect(lines(try shelf.open()) == ["line 1", "line 3", "new"])
  }

  @Test func `changed options apply to every file, even after an interruption`() throws {
    let shelf = try Shelf()
    for name in ["a", "b", "c"] {
      try shelf.write("all/\(name).csv", "k,v\n\(name)1,one\n\(name)2,two\n\(name)3,three\n")
    }
    let path = shelf.path("all")
    _ = try shelf.indexer().add([path], options: SourceOptions())
    var options = SourceOptions()
    options.idField = "k"
    options.titleField = "v"
    let first = try interrupted(shelf, after: 3).add([path], options: options)
    #expect(!first.isComplete)
    #expect(try shelf.store().status(now: shelf.clock.time).due == nil)
    #expect(try shelf.indexer().refresh().isComplete)
    let open = try shelf.open()
    #expect(open.corpus.count == 9)
    for id in ["a1", "b2", "c3"] {
      let record = try #require(try open.record(ofID: id))
      #expect(open.corpus.texts(of: Int(record.rawValue))["title"] != nil)
    }
  }

  @Test func `a source whose items expired and were purged is read again from the start`() throws {
    let shelf = try Shelf()
    try shelf.write("list.txt", (1...9).map { "line \($0)\n" }.joined())
    let path = shelf.path("list.txt")
    var options = SourceOptions()
    options.timeToLive = .seconds(100)
    _ = try interrupted(shelf, after: 2).add([path], options: options)
    let open = try shelf.open()
    #expect(open.corpus.count == 4)
    shelf.clock.time += 100
    #expect(try open.update(now: shelf.clock.time))
    #expect(open.corpus.count == 0)
    #expect(try shelf.store().status(now: shelf.clock.time).expired == 4)
    #expect(try shelf.store().purgeExpired(now: shelf.clock.time) == 4)
    #expect(try shelf.indexer().add([path], options: options).added == 9)
    #expect(try open.update(now: shelf.clock.time))
    #expect(lines(open) == (1...9).map { "line \($0)" })
  }

  @Test func `a refresh renews the expiry of unchanged items`() throws {
    let shelf = try Shelf()
    try shelf.write("list.txt", "a\nb\n")
    var options = SourceOptions()
    options.timeToLive = .seconds(100)
    _ = try shelf.indexer().add([shelf.path("list.txt")], options: options)
    let open = try shelf.open()
    shelf.clock.time += 60
    #expect(try shelf.indexer().refresh(maximumAge: 50).unchangedFiles == 1)
    shelf.clock.time += 60
    _ = try open.update(now: shelf.clock.time)
    #expect(open.corpus.count == 2)
    shelf.clock.time += 40
    _ = try open.update(now: shelf.clock.time)
    #expect(open.corpus.count == 0)
    // The file is unchanged and its expired items are not deleted yet, so the refresh renews the
    // items' expiry.
    #expect(try shelf.indexer().refresh().unchangedFiles == 1)
    _ = try open.update(now: shelf.clock.time)
    #expect(lines(open) == ["a", "b"])
  }

  @Test func `an indexing time in the future is treated as a clock error`() throws {
    let shelf = try Shelf()
    try shelf.write("list.txt", "a\n")
    let right = shelf.clock.time
    shelf.clock.time += 40 * 86_400
    _ = try shelf.indexer().add([shelf.path("list.txt")], options: SourceOptions())
    shelf.clock.time = right
    #expect(try shelf.store().status(now: right).due == nil)
    #expect(try shelf.indexer().refresh().unchangedFiles == 1)
    #expect(try shelf.store().status(now: right).indexed?.secondsSince1970 == right)
    let notDue = try shelf.indexer().refresh().notDue
    #expect(notDue?.count == 1 && notDue?.due == right + 30 * 86_400)
  }

  @Test func `after the clock is set back, expired items reappear`() throws {
    let shelf = try Shelf()
    try shelf.write("list.txt", "a\nb\n")
    var options = SourceOptions()
    options.timeToLive = .seconds(100)
    _ = try shelf.indexer().add([shelf.path("list.txt")], options: options)
    let open = try shelf.open()
    for (step, count) in [(100, 0), (-1, 2), (500, 0), (-600, 2)] {
      shelf.clock.time += step
      _ = try open.update(now: shelf.clock.time)
      #expect(open.corpus.count == count)
      #expect(try shelf.open().corpus.count == count)
    }
  }

  @Test func `switching a file between one item and an item per record removes the old items`()
    throws
  {
    let shelf = try Shelf()
    try shelf.write("all/a.csv", "k,v\n1,one\n2,two\n")
    let path = shelf.path("all")
    var options = SourceOptions()
    for (unit, count) in [(SourceOptions.Unit.record, 2), (.file, 1), (.auto, 2), (.file, 1)] {
      options.unit = unit
      #expect(try shelf.indexer().add([path], options: options).isComplete)
      #expect(try shelf.open().corpus.count == count)
      #expect(try shelf.store().status(now: 0).counts.ready == count)
    }
  }

  @Test func `items deleted during indexing stay deleted, and indexing of other files continues`()
    throws
  {
    let shelf = try Shelf()
    try shelf.write("one.txt", "1\n2\n3\n4\n5\n6\n")
    try shelf.write("two.txt", "a\nb\n")
    let other = try shelf.store()
    var environment = Indexer.Environment(
      now: { shelf.clock.time },
      progress: { progress in
        if progress.phase == .indexing, progress.path.hasSuffix("one.txt"), progress.done == 4 {
          _ = try? other.delete(domains: ["d"])
        }
      }, wait: { _ in })
    environment.batch = 2
    var options = SourceOptions()
    options.domain = "d.x"
    let report = try Indexer(try shelf.store(), environment).add(
      [shelf.path("one.txt"), shelf.path("two.txt")], options: options)
    #expect(report.isComplete)
    #expect(
      report.problems == [
        "\(shelf.path("one.txt")) was deleted from the catalog while it was indexed"
      ])
    #expect(lines(try shelf.open()) == ["a", "b"])
    let status = try shelf.store().status(now: shelf.clock.time)
    #expect(status.counts.pending == 0 && status.sources.count == 1)
  }

  @Test func `records keep their generated ids, whatever their attributes and positions`()
    throws
  {
    let shelf = try Shelf()
    try shelf.write("list.csv", "name,note,keywords\na,x,\nb,,k\na,x,\n,,\n")
    let path = shelf.path("list.csv")
    _ = try shelf.indexer().add([path], options: SourceOptions())
    try shelf.write("list.csv", "name,note,keywords\n,,\nb,,k\nc,\"new\nline\",\na,x,\n")
    let report = try shelf.indexer().add([path], options: SourceOptions())
    #expect(report.unchanged == 3 && report.added == 1 && report.removed == 1)
    let open = try shelf.open()
    let ids = try (0..<4).map { try open.id(of: RecordID(UInt64($0))) }
    #expect(ids == ["item-1", "item-2", "item-4", "item-5"])
    #expect((0..<4).map { open.corpus.location(of: RecordID(UInt64($0))).line } == [6, 3, 2, 4])
  }

  @Test func `files with canonically equivalent names are indexed as two files`() throws {
    let shelf = try Shelf()
    try shelf.write("all/\u{E9}.txt", "composed")
    try shelf.write("all/e\u{301}.txt", "decomposed")
    _ = try shelf.indexer().add([shelf.path("all")], options: SourceOptions())
    #expect(try shelf.indexer().refresh(maximumAge: 0).unchangedFiles == 2)
    #expect(
      Set(try shelf.open().corpus.texts.map { $0["content"] ?? "" }) == ["composed", "decomposed"])
    try shelf.folder.run("rm all/\u{E9}.txt")
    #expect(try shelf.indexer().refresh().removed == 1)
    #expect(try shelf.open().corpus.texts.map { $0["content"] ?? "" } == ["decomposed"])
  }

  @Test func `readable files in a folder are indexed, and other files are reported`() throws {
    let shelf = try Shelf()
    try shelf.write("all/good.txt", "fine")
    try shelf.write("all/table.csv", "k\n1\n")
    try shelf.write("all/bin.txt", "a\0b")
    try shelf.folder.run("mkfifo all/pipe.txt; ln -s nowhere all/link.txt; : > all/empty.txt")
    let report = try shelf.indexer().add([shelf.path("all")], options: SourceOptions())
    #expect(report.isComplete && report.added >= 2)
    let status = try shelf.store().status(now: shelf.clock.time)
    #expect(status.counts.pending == 0)
    #expect(status.problems.contains { $0.reason == "a binary file" })
    let open = try shelf.open()
    #expect(try open.record(ofID: shelf.path("all/good.txt")) != nil)
    #expect(try open.record(ofID: shelf.path("all/bin.txt")) == nil)
  }
}
