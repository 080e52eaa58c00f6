import Reporting
import System
import Terminal
import TestSupport
import Testing

/// Tests that a process removes temporary files and keeps complete files if a signal forces it to
/// exit.
@Suite struct ForcedEndTests {
  @Test func `a forced exit leaves no temporary file`() async throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/a.csv"
    await #expect(processExitsWith: .exitCode(130)) { [path = path as String] in
      let file = try AtomicFile(path, ifExists: .refuse)
      try file.write("text")
      try file.flush()
      ForcedEndTests.beEnded(file)
    }
    #expect(try Platform.names(in: scratch.path).isEmpty)
  }

  @Test func `a forced exit keeps a file that is complete`() async throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/a.csv"
    await #expect(processExitsWith: .exitCode(130)) { [path = path as String] in
      let file = try AtomicFile(path, ifExists: .refuse)
      try file.write("text")
      try file.commit()
      ForcedEndTests.beEnded(file)
    }
    #expect(scratch.text(of: "a.csv") == "text")
    #expect(try Platform.names(in: scratch.path).count == 1)
  }

  private static func beEnded(_ file: AtomicFile) -> Never {
    Signals.install()
    Signals.setInterruptEndsProcess(true)
    CtrlC.press()
    while true { withExtendedLifetime(file) {} }
  }
}
