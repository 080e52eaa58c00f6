import System
import TestSupport
import Testing

@testable import Terminal

@Suite struct HistoryTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/state/history" }

  init() throws { folder = try TemporaryFolder() }

  @Test func `history lines are kept in order, and of duplicates only the newest is kept`() throws {
    let history = History(path: path)
    for line in ["one", "two", "one", "three"] { history.add(line) }
    #expect(history.entries == ["two", "one", "three"])
    #expect(History(path: path).entries == ["two", "one", "three"])
    #expect(try text() == "searchbench history 1\ntwo\none\nthree\n")
    #expect(TemporaryFolder.mode(of: path) == 0o600)
    #expect(TemporaryFolder.mode(of: folder.path + "/state") == 0o700)
  }

  @Test func `a history line is written to the file immediately`() throws {
    History(path: path).add("one")
    #expect(try text() == "searchbench history 1\none\n")
  }

  @Test(arguments: [
    "a\nb", "back\\slash", "\\n", "tab\there", "cr\rlf", "é e\u{301} 漢 👩‍👩‍👧", "end\\", "a\r\nb",
  ])
  func `any history line is read back unchanged`(line: String) throws {
    History(path: path).add(line)
    #expect(History(path: path).entries.map { Array($0.utf8) } == [Array(line.utf8)])
    #expect(try text().split(separator: "\n").count == 2)
  }

  @Test func `lines that differ only in normalization are different`() {
    let history = History(path: path)
    history.add("\u{E9}")
    history.add("e\u{301}")
    #expect(history.entries.count == 2)
    #expect(History(path: path).entries.count == 2)
  }

  @Test(arguments: ["", " ", " kept out", "\tkept out", "bell\u{7}", "\n"])
  func `history omits lines that are empty, indented or contain control characters`(line: String) {
    let history = History(path: path)
    #expect(!history.add(line))
    #expect(history.entries.isEmpty)
  }

  @Test func `the oldest history entries are removed`() throws {
    let history = History(path: path, limit: 20)
    for number in 0..<100 { history.add("line \(number)") }
    #expect(history.entries == (80..<100).map { "line \($0)" })
    #expect(try text().split(separator: "\n").count <= 23)
    #expect(History(path: path, limit: 20).entries == history.entries)
    #expect(try text().split(separator: "\n").count == 21)
    #expect(Platform.names(inDirectory: folder.path + "/state") == ["history"])
  }

  @Test(arguments: ["_HiStOrY_V2_\nls\n", "not ours", "\n", "searchbench history 2\nx\n"])
  func `a file that is not a history file is never changed`(text: String) throws {
    let path = try folder.file("foreign", text)
    let history = History(path: path)
    #expect(history.problem == .foreignFile(path: path))
    #expect(history.add("one"))
    history.clear()
    history.add("two")
    #expect(history.entries == ["two"])
    #expect(try Platform.contents(of: path) == Array(text.utf8))
    #expect(TemporaryFolder.mode(of: path) == 0o644)
  }

  @Test func `the readable lines of a damaged history file are used`() throws {
    let damaged = Array("searchbench history 1\ngood\n".utf8) + [0, 7, 10, 0xFF, 0xFE, 10]
    let path = try folder.file("damaged", bytes: damaged + Array("\n\nbad \\x\nunfinished".utf8))
    let history = History(path: path)
    #expect(history.problem == nil)
    #expect(history.entries == ["good", "\u{FFFD}\u{FFFD}", "bad \\x", "unfinished"])
    history.add("next")
    #expect(History(path: path).entries.suffix(2) == ["unfinished", "next"])
  }

  @Test func `without a writable history file, lines are kept in memory`() throws {
    let file = try folder.file("file", "")
    for path in [folder.path, file + "/below", "/proc/nowhere/history", "/dev/null"] {
      let history = History(path: path)
      #expect(history.problem != nil)
      #expect(history.add("one"))
      #expect(history.entries == ["one"])
    }
  }

  @Test func `an empty file or a symbolic link can be the history file`() throws {
    let target = try folder.file("target", "")
    let link = folder.path + "/link"
    _ = try ChildProcess.run(["ln", "-s", target, link])
    let history = History(path: link, limit: 2)
    for line in ["one", "two", "three", "four"] { history.add(line) }
    #expect(History(path: link, limit: 2).entries == ["three", "four"])
    #expect(History(path: target, limit: 2).entries == ["three", "four"])
  }

  @Test func `clearing the history also empties its file`() throws {
    let history = History(path: path)
    history.add("one")
    history.clear()
    #expect(history.entries.isEmpty)
    #expect(try text() == "searchbench history 1\n")
  }

  @Test func `histories that are open in the same process lose no lines`() async throws {
    let path = path
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let history = History(path: path)
          for number in 0..<50 { history.add("\(writer)-\(number)") }
        }
      }
    }
    let entries = History(path: path).entries
    #expect(entries.count == 200)
    for writer in 0..<4 {
      #expect(entries.filter { $0.hasPrefix("\(writer)-") } == (0..<50).map { "\(writer)-\($0)" })
    }
  }

  @Test func `two programs share one history`() throws {
    let environment = ["SEARCHBENCH_HISTORY": path]
    let first = try Demo.start(environment)
    let second = try Demo.start(environment)
    first.enter("from the first")
    try first.expect("line [")
    second.enter("from the second")
    try second.expect("line [")
    first.enter(" secret")
    try first.expect("line [")
    first.hangUp()
    second.signal(9)
    _ = try second.expectEnd()
    #expect(History(path: path).entries == ["from the first", "from the second"])
    let third = try Demo.start(environment)
    third.press(PseudoterminalKeys.up)
    try third.expectCursor(after: "demo> from the second")
  }

  @Test func `the environment determines the path of the history`() {
    #expect(History.path(environment: ["SEARCHBENCH_HISTORY": "", "HOME": "/h"]) == nil)
    #expect(History.path(environment: ["SEARCHBENCH_HISTORY": "/x", "HOME": "/h"]) == "/x")
    #expect(
      History.path(environment: ["XDG_STATE_HOME": "/s", "HOME": "/h"]) == "/s/searchbench/history")
    for state in [[:], ["XDG_STATE_HOME": ""], ["XDG_STATE_HOME": "relative"]] {
      let environment = ["HOME": "/h"].merging(state) { $1 }
      #expect(
        History.path(environment: EnvironmentVariables(environment))
          == "/h/.local/state/searchbench/history")
    }
    #expect(History(path: nil).add("one"))
  }

  private func text() throws -> String {
    String(decoding: try Platform.contents(of: path), as: UTF8.self)
  }
}
