import System
import TestSupport
import Testing

@testable import Terminal

@Suite struct TerminalFactsTests {
  private func facts(_ environment: EnvironmentVariables) -> TerminalFacts {
    TerminalFacts(environment: environment) { $0 == 1 }
  }

  @Test func `terminal descriptors are detected`() {
    let facts = facts([:])
    #expect(!facts.isInputTerminal && facts.isOutputTerminal && !facts.isErrorTerminal)
  }

  @Test func `a terminal is dumb if TERM is dumb, missing or unknown`() {
    #expect(facts([:]).isDumb)
    #expect(facts(["TERM": ""]).isDumb)
    #expect(facts(["TERM": "dumb"]).isDumb)
    #expect(facts(["TERM": "no-such-terminal"]).isDumb)
    #expect(facts(["TERM": "../x/xterm"]).isDumb)
    #expect(!facts(["TERM": "xterm"]).isDumb)
    #expect(!TerminalFacts(environment: ["TERM": "dumb"]) { _ in false }.isDumb)
  }

  @Test(arguments: [
    ("LANG", "en_US.UTF-8", true), ("LANG", "C.utf8", true), ("LC_CTYPE", "de_DE.utf8@euro", true),
    ("LANG", "C", false),
    ("LC_ALL", "C", false), ("LANG", "ja_JP.eucJP", false),
  ])
  func `the locale's character set is detected`(name: String, value: String, expected: Bool) {
    #expect(facts([name: value]).usesUTF8 == expected)
  }

  @Test func `the first locale variable that is set is used`() {
    #expect(!facts(["LANG": "C.UTF-8", "LC_ALL": "C"]).usesUTF8)
    #expect(facts(["LANG": "C", "LC_ALL": "", "LC_CTYPE": "C.UTF-8"]).usesUTF8)
  }

  @Test func `color preferences are read from the environment`() {
    #expect(!facts([:]).refusesColor && !facts([:]).forcesColor)
    #expect(facts(["NO_COLOR": "1"]).refusesColor && !facts(["NO_COLOR": ""]).refusesColor)
    #expect(
      facts(["CLICOLOR_FORCE": "1"]).forcesColor && !facts(["CLICOLOR_FORCE": "0"]).forcesColor)
  }

  @Test func `system calls return plausible results`() throws {
    let folder = try TemporaryFolder()
    try Platform.makeFolder(ofFile: folder.path + "/a/b/c/file")
    #expect(Platform.isDirectory(folder.path + "/a/b/c"))
    #expect(TemporaryFolder.mode(of: folder.path + "/a") == 0o700)
    _ = try folder.file("é", "")
    #expect(Platform.names(inDirectory: folder.path) == ["a", "é"])
    #expect(Platform.names(inDirectory: folder.path + "/none") == nil)
    #expect(Platform.findProgram("sh", in: "/nonexistent:/bin") == "/bin/sh")
    #expect(Platform.coreCount >= 1 && Platform.processID > 0)
    #expect(Platform.workingDirectory()?.hasPrefix("/") == true)
    let first = Platform.monotonicNanoseconds()
    #expect(Platform.monotonicNanoseconds() >= first)
    do throws(SystemError) {
      try Platform.makeFolder(ofFile: try folder.file("file", "") + "/x/file")
      Issue.record("a folder was made below a file")
    } catch {
      #expect(error.message == "not a directory" && !error.isMissingFile)
    }
    let size = TerminalFacts.size(environment: ["COLUMNS": "132", "LINES": "0"])
    #expect(size.columns > 0 && size.rows > 0)
  }
}
