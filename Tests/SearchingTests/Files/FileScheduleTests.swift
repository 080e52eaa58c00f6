import System
import Testing

@testable import Corpora
@testable import Searching

@Suite struct FileScheduleTests {
  private func schedule(_ tasks: [FileTask]) -> FileSchedule<Int> {
    FileSchedule(
      tasks, FileNumbering(fields: [], limit: nil, enoughPerFile: nil, wantsRows: false),
      maxPendingBytes: 1 << 20, skipsEmpty: false)
  }

  @Test func `a helper has a task once the caller's thread has taken another`() throws {
    let one = schedule([.path("a")])
    #expect(one.hasTaskForHelper)
    guard case .task(let node, _) = one.take(onCallersThread: true) else {
      Issue.record("there is a task")
      return
    }
    #expect(!one.hasTaskForHelper)
    one.finish(node, [.task(.path("b")), .task(.path("c"))])
    _ = one.take(onCallersThread: true)
    #expect(one.hasTaskForHelper)
  }

  @Test func `a task that may block is not a task for a helper`() {
    let input = SearchedFile(FilePath("-"), name: "-", isFound: false, mayBlock: true)
    #expect(!schedule([.stream(.descriptor(0), input)]).hasTaskForHelper)
    #expect(schedule([.stream(.descriptor(0), input), .path("a")]).hasTaskForHelper)
  }
}
