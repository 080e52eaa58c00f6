import Corpora
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import Cataloguing

@Suite struct RetryTests {
  /// Records how long an indexer waits before each retry.
  private final class Waits: Sendable {
    private let times = Mutex<[Int]>([])
    var all: [Int] { times.withLock { $0 } }
    func note(_ time: Int) { times.withLock { $0.append(time) } }
  }

  private func indexer(
    _ shelf: Shelf, _ waits: Waits, batch: Int = 2, then: @escaping (Int) throws -> Void = { _ in }
  ) throws -> Indexer {
    var environment = Indexer.Environment(
      now: { shelf.clock.time },
      wait: {
        waits.note($0)
        try? then(waits.all.count)
      })
    environment.batch = batch
    return Indexer(try shelf.impatientStore(), environment)
  }

  /// A trigger that refuses items with the title `bad`, to imitate a full disk.
  private static let trigger = """
    CREATE TRIGGER refuse BEFORE INSERT ON items WHEN new.title = 'bad'
    BEGIN SELECT raise(ABORT, 'refused'); END
    """

  @Test func `a refused batch is retried and written when possible`() throws {
    let shelf = try Shelf()
    try shelf.write("list.txt", "one\nbad\nthree\nfour\n")
    let database = try shelf.database()
    try database.execute(Self.trigger)
    let waits = Waits()
    let indexer = try indexer(shelf, waits) { count in
      if count == 3 { try database.execute("DROP TRIGGER refuse") }
    }
    let report = try indexer.add([shelf.path("list.txt")], options: SourceOptions())
    #expect(waits.all == [100, 400, 1_600])
    #expect(report.added == 4 && report.retries == 1 && report.problems.isEmpty)
    #expect(
      try shelf.open().corpus.texts.compactMap { $0["title"] } == ["one", "bad", "three", "four"])
  }

  @Test func `a batch that is refused four times is reported, and later batches are written`()
    throws
  {
    let shelf = try Shelf()
    try shelf.write("list.txt", "one\ntwo\nbad\nfour\nfive\nsix\n")
    let database = try shelf.database()
    try database.execute(Self.trigger)
    let waits = Waits()
    let path = shelf.path("list.txt")
    let report = try indexer(shelf, waits).add([path], options: SourceOptions())
    #expect(waits.all == [100, 400, 1_600])
    #expect(report.added == 4 && report.isComplete)
    #expect(
      report.problems == [
        "items 3 to 4 of \(path) could not be written: \(shelf.file.path): refused"
      ])
    let status = try shelf.store().status(now: shelf.clock.time)
    #expect(status.counts.ready == 4 && status.indexed == nil)
    #expect(status.sources.map(\.problem) == report.problems)
    // The next run adds the missing items and leaves the other items unchanged.
    try database.execute("DROP TRIGGER refuse")
    let again = try indexer(shelf, waits).add([path], options: SourceOptions())
    #expect(again.added == 2 && again.unchanged == 4 && again.removed == 0)
    let open = try shelf.open()
    #expect(
      Set(open.corpus.texts.compactMap { $0["title"] }) == [
        "one", "two", "bad", "four", "five", "six",
      ])
    #expect(try shelf.store().status(now: shelf.clock.time).sources.map(\.problem) == [nil])
  }

  @Test func `indexing ends if several consecutive batches are refused`() throws {
    let shelf = try Shelf()
    try shelf.write("list.txt", String(repeating: "bad\n", count: 20))
    try shelf.database().execute(Self.trigger)
    let waits = Waits()
    #expect(throws: CatalogError.self) {
      try indexer(shelf, waits).add([shelf.path("list.txt")], options: SourceOptions())
    }
    #expect(waits.all == [100, 400, 1_600, 100, 400, 1_600, 100, 400, 1_600])
    #expect(try shelf.open().corpus.count == 0)
    #expect(try shelf.store().status(now: 0).counts.pending == 20)
  }

  @Test func `indexing waits for a locked database, then reports it with a remedy`() throws {
    let shelf = try Shelf()
    try shelf.write("list.txt", "one\n")
    let other = try shelf.database()
    let waits = Waits()
    let indexer = try indexer(shelf, waits)
    _ = try indexer.add([shelf.path("list.txt")], options: SourceOptions())
    try shelf.write("list.txt", "one\ntwo\n")
    try other.execute("BEGIN IMMEDIATE")
    #expect {
      _ = try indexer.refresh(isForced: true)
    } throws: { error in
      (error as? CatalogError)?.message
        == "\(shelf.file.path): another program is writing to the database; "
        + "try again when that program has finished"
    }
    // The catalog can be read while it is locked.
    #expect(try shelf.open().corpus.count == 1)
    try other.execute("ROLLBACK")
    #expect(try indexer.refresh(isForced: true).added == 1)
  }

  @Test func `a permanent error is not retried`() throws {
    let waits = Waits()
    let retry = BatchRetry { pause, _ in waits.note(pause) }
    for code: Int32 in [11, 26, 9, 7] {
      #expect(throws: CatalogError.self) {
        _ = try retry.run { () throws(CatalogError) -> Int in
          throw .database(path: "p", DatabaseError(code: code, detail: ""))
        }
      }
    }
    #expect(throws: CatalogError.off("x")) {
      _ = try retry.run { () throws(CatalogError) -> Int in throw .off("x") }
    }
    #expect(waits.all.isEmpty)
  }
}
