import Reporting
import Searching
import Synchronization
import Terminal
import TestSupport
import Testing

@testable import Shell

/// Tests that calls to a remote source can be canceled while they run.
@Suite struct RemoteCancellationTests {
  /// Cancels a call at its first cancellation check after `limit` checks.
  private final class CheckLimit: Sendable {
    private let limit: Int
    private let number = Mutex(0)

    init(_ limit: Int) { self.limit = limit }

    /// The number of times that the call has checked for cancellation.
    var checks: Int { number.withLock { $0 } }

    var cancellation: Cancellation {
      Cancellation {
        self.number.withLock { number in
          number += 1
          return number > self.limit
        }
      }
    }
  }

  private static let query = Query("row")

  @Test func `a slow call returns as soon as it is canceled`() throws {
    let source = RemoteSource(RemoteSourceTests.corpus())
    let query = try CompiledQuery(Self.query)
    let found = try source.search(query, ResultRequest(), .never)
    source.faults.slowness = 1_000
    func check(_ call: RemoteSource.Call, _ run: @escaping (Cancellation) throws -> Void) {
      let limit = CheckLimit(10)
      #expect(throws: SearchError.cancelled) { try run(limit.cancellation) }
      #expect(limit.checks == 11)
      let last: [RemoteSource.Call] = [call, .cancelled]
      #expect(Array(source.log.calls.suffix(2)) == last)
    }
    check(.search("row")) { _ = try source.search(query, ResultRequest(), $0) }
    check(.page(0..<7)) { _ = try found.page(0..<7, RowDetails(), $0) }
    check(.count) { _ = try found.count($0) }
    check(.stream("row")) { stop in
      _ = try source.stream(
        query, StreamRequest(), stop, render: { $0.count }, deliver: { _ in true })
    }
    #expect(source.log.cancelled == 4)
    // The result must still be usable after the canceled call.
    #expect(found.knownCount == nil)
    let count = try found.count(.never)
    let page = try found.page(0..<7, RowDetails(), .never)
    #expect(count == 40)
    #expect(page.count == 7)
  }

  @Test func `a stream that is canceled or fails has delivered the earlier pages`() throws {
    let source = RemoteSource(RemoteSourceTests.corpus())
    let query = try CompiledQuery(Self.query)
    var rows = 0
    func stream(_ cancellation: Cancellation) throws {
      rows = 0
      _ = try source.stream(
        query, StreamRequest(), cancellation, render: { $0.count },
        deliver: { count in
          rows += count
          return true
        })
    }
    // The stream checks for cancellation at its start, and once for each of the first two pages.
    #expect(throws: SearchError.cancelled) { try stream(CheckLimit(3).cancellation) }
    #expect(rows == 14)
    let calls: [RemoteSource.Call] = [
      .stream("row"), .page(0..<7), .page(7..<14), .page(14..<21), .cancelled,
    ]
    #expect(source.log.calls == calls)
    source.faults.pages = [source.log.pages.count + 2]
    #expect(throws: SearchError.failed(source: "far", reason: "the connection was closed")) {
      try stream(.never)
    }
    #expect(rows == 7)
    source.faults.failsToStream = true
    #expect(throws: SearchError.failed(source: "far", reason: "node 2 does not answer")) {
      try stream(.never)
    }
    #expect(rows == 0)
    source.faults = RemoteSource.Faults()
    try stream(.never)
    #expect(rows == 40)
  }

  @Test func `a hanging call can be canceled, and the next call works`() throws {
    let source = RemoteSource(RemoteSourceTests.corpus())
    let query = try CompiledQuery(Self.query)
    source.faults.hangs = true
    #expect(throws: SearchError.cancelled) {
      try source.search(query, ResultRequest(), CheckLimit(1_000).cancellation)
    }
    source.faults.hangs = false
    source.faults.hangsInCount = true
    source.faults.hangsInStream = true
    source.faults.hangingPages = [1]
    let found = try source.search(query, ResultRequest(), .never)
    #expect(throws: SearchError.cancelled) { try found.count(CheckLimit(1_000).cancellation) }
    #expect(throws: SearchError.cancelled) {
      try found.page(0..<7, RowDetails(), CheckLimit(1_000).cancellation)
    }
    #expect(throws: SearchError.cancelled) {
      try source.countByFile(query, StreamRequest(), CheckLimit(1_000).cancellation) { _, _ in true
      }
    }
    #expect(source.log.cancelled == 4)
    // Only the first request for a page hangs, so the second request succeeds.
    let page = try found.page(0..<7, RowDetails(), .never)
    #expect(page.count == 7)
  }

  // MARK: Ctrl-C in a session

  // A signal affects the whole process, so each of the following tests runs in its own process.

  /// Starts a session with a remote source in scope, and presses Ctrl-C as soon as a call hangs.
  private static func interruptible(
    isInteractive: Bool = false, records: Int = 40
  ) throws -> (Bench, RemoteSource) {
    Signals.install()
    let (bench, source) = try RemoteSourceTests.bench(
      isInteractive: isInteractive, RemoteSourceTests.corpus(records))
    source.faults.meanwhile = { CtrlC.press() }
    return (bench, source)
  }

  /// Clears the interrupt, as the prompt does before each line, and removes the faults of the
  /// source.
  private static func goOn(_ source: RemoteSource) {
    Signals.clearInterrupt()
    source.faults = RemoteSource.Faults()
  }

  @Test func `Ctrl-C ends a query and leaves the session unchanged`() async {
    await #expect(processExitsWith: .success) {
      let (bench, source) = try RemoteCancellationTests.interruptible()
      try bench.run("week")
      source.faults.hangs = true
      let error = bench.failure("day")
      try #require(error == ShellError.interrupted)
      let last: [RemoteSource.Call] = [.search("day"), .cancelled]
      try #require(Array(source.log.calls.suffix(2)) == last)
      try #require(bench.session.cursor.outcome?.query.text == "week")
      RemoteCancellationTests.goOn(source)
      let rows = try bench.run("day").split(separator: "\n")
      try #require(rows.count == 30)
    }
  }

  @Test func `Ctrl-C during a page ends the command, and the result can be shown again`() async {
    await #expect(processExitsWith: .success) {
      let (bench, source) = try RemoteCancellationTests.interruptible()
      source.faults.hangingPages = [2]
      let error = bench.failure("row")
      try #require(error == ShellError.interrupted)
      let calls: [RemoteSource.Call] = [
        .search("row"), .page(0..<7), .page(7..<14), .cancelled,
      ]
      try #require(source.log.calls == calls)
      RemoteCancellationTests.goOn(source)
      let rows = try bench.run(":show").split(separator: "\n")
      try #require(rows.count == 40)
    }
  }

  @Test func `Ctrl-C during the first page at a prompt ends the query, which can be shown again`()
    async
  {
    await #expect(processExitsWith: .success) {
      let (bench, source) = try RemoteCancellationTests.interruptible(isInteractive: true)
      source.faults.hangingPages = [1]
      let error = bench.failure("row")
      try #require(error == ShellError.interrupted)
      let calls: [RemoteSource.Call] = [.search("row"), .page(0..<7), .cancelled]
      try #require(source.log.calls == calls)
      RemoteCancellationTests.goOn(source)
      let shown = try bench.run(":show")
      try #require(shown.contains("0 of week"))
    }
  }

  @Test func `Ctrl-C during the count keeps the page that is shown, and the next page works`() async
  {
    await #expect(processExitsWith: .success) {
      let (bench, source) = try RemoteCancellationTests.interruptible(
        isInteractive: true, records: 1_000)
      source.faults.hangsInCount = true
      let error = bench.failure("row")
      try #require(error == ShellError.interrupted)
      let last: [RemoteSource.Call] = [.count, .cancelled]
      try #require(Array(source.log.calls.suffix(2)) == last)
      let outcome = try #require(bench.session.cursor.outcome)
      try #require(outcome.rows.knownCount == nil)
      try #require(!outcome.page.isEmpty)
      RemoteCancellationTests.goOn(source)
      let record = try bench.run(":show 5")
      try #require(record.contains("4 of week"))
      let next = try bench.run("")
      try #require(next.contains("\(outcome.page.upperBound) of "))
      // The next query is counted as usual.
      try bench.run("week")
      try #require(bench.session.cursor.outcome?.rows.knownCount == 250)
    }
  }

  @Test(arguments: [(":next", 1), (":goto 20", 19), (":show 12", 11), (":open 400", nil)])
  func `Ctrl-C ends a command that reads one row, and the command can be repeated`(
    command: String, row: Int?
  ) async {
    await #expect(processExitsWith: .success) { [command, row] in
      let (bench, source) = try RemoteCancellationTests.interruptible(
        isInteractive: true, records: 1_000)
      try bench.run("row")
      source.faults.hangingPages = [source.log.pages.count + 1]
      let error = bench.failure(command)
      try #require(error == ShellError.interrupted)
      try #require(source.log.calls.last == .cancelled)
      RemoteCancellationTests.goOn(source)
      // Do not repeat the command that opens an editor.
      guard let row else { return }
      let shown = try bench.run(command)
      try #require(shown.contains("\(row) of "))
    }
  }

  @Test func `Ctrl-C during an export leaves no file, and the next export is complete`() async {
    await #expect(processExitsWith: .success) {
      let folder = try ScratchFolder()
      let (bench, source) = try RemoteCancellationTests.interruptible()
      try bench.run("row")
      source.faults.hangingPages = [source.log.pages.count + 2]
      let export = ":export \(folder.path)/a.csv"
      let error = bench.failure(export)
      try #require(error == ShellError.interrupted)
      try #require(source.log.cancelled == 1)
      try #require(folder.text(of: "a.csv") == nil)
      RemoteCancellationTests.goOn(source)
      try bench.run(export)
      let text = try #require(folder.text(of: "a.csv"))
      try #require(text.split(separator: "\n").count == 41)
    }
  }
}
