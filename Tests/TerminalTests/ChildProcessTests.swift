import System
import TestSupport
import Testing

@testable import Terminal

@Suite(.serialized) struct ChildProcessTests {
  @Test func `a child program's exit status is reported`() throws {
    #expect(try ChildProcess.run(["/bin/sh", "-c", "exit 7"]) == .exited(7))
    #expect(try ChildProcess.run(["/bin/sh", "-c", "kill -9 $$"]) == .killed(bySignal: 9))
    #expect(throws: SystemError.self) { try ChildProcess.run(["/no/such/program"]) }
    #expect(throws: SystemError.self) { try ChildProcess.run([]) }
  }

  /// Writes to a program's standard input; returns whether all bytes were written.
  private static func feed(_ bytes: [UInt8], to descriptor: Int32?) -> Bool {
    (try? Platform.write(bytes.span, to: descriptor ?? -1)) != nil
  }

  @Test func `a program receives all of its input`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/out"
    let program = try ChildProcess(feeding: ["/bin/sh", "-c", "cat > \(path)"])
    let bytes = Array(String(repeating: "0123456789", count: 50_000).utf8)
    let isTaken = Self.feed(bytes, to: program.feedDescriptor)
    let ending = program.finish()
    #expect(isTaken && ending == .exited(0))
    #expect(try Platform.contents(of: path) == bytes)
  }

  @Test func `a program that stops reading is not an error`() throws {
    let program = try ChildProcess(feeding: ["/bin/sh", "-c", "exec 0<&-; exit 0"])
    let bytes = [UInt8](repeating: 65, count: 1 << 20)
    let isTaken = Self.feed(bytes, to: program.feedDescriptor)
    let isTakenAgain = Self.feed(bytes, to: program.feedDescriptor)
    let ending = program.finish()
    #expect(!isTaken && !isTakenAgain && ending == .exited(0))
  }

  @Test func `a program has the given environment and default signal handlers`() throws {
    let check = "test \"$A\" = b && test -z \"$HOME\" && ! trap | grep -q INT"
    #expect(try ChildProcess.run(["/bin/sh", "-c", check], environment: ["A": "b"]) == .exited(0))
    // This shell sends SIGINT to itself; it would survive if the child process still ignored
    // SIGINT.
    #expect(try ChildProcess.run(["/bin/sh", "-c", "kill -2 $$; exit 0"]) == .killed(bySignal: 2))
  }

  @Test(.enabled(if: Platform.fileExists("/usr/bin/less"), "less is not installed"))
  func `the default pager is less`() {
    #expect(ExternalPrograms.pager(environment: ["PATH": "/usr/bin:/bin"]) == ["less", "-FRX"])
  }

  @Test func `the environment determines the pager and the editor`() {
    #expect(ExternalPrograms.pager(environment: ["PAGER": ""]) == nil)
    #expect(ExternalPrograms.pager(environment: ["PAGER": "cat"]) == nil)
    #expect(
      ExternalPrograms.pager(environment: ["PAGER": "less -S"]) == ["/bin/sh", "-c", "less -S"])
    #expect(ExternalPrograms.pager(environment: ["PATH": "/nonexistent"]) == nil)
    let editor = ExternalPrograms.editor(
      for: "-a b", line: 12, environment: ["VISUAL": "", "EDITOR": "code -w"])
    #expect(editor == ["/bin/sh", "-c", #"code -w "$@""#, "code -w", "+12", "./-a b"])
    #expect(ExternalPrograms.editor(for: "x", line: nil, environment: [:])[3...] == ["vi", "./x"])
    let preferred = ExternalPrograms.editor(
      for: "x", line: 1, preferred: "nano", environment: ["VISUAL": "vi"])
    #expect(preferred[3...] == ["nano", "+1", "./x"])
  }

  @Test(arguments: [
    "+!touch x", "-c", "|x", "~", "~/x", "@x", ":x", "a'b", "a\"b", "a b", "$(touch x)", "a\nb",
    "`x`", "*", "/tmp/+x", "/\u{301}x", "\u{301}", "folder/+x",
  ])
  func `an editor receives any path as a single argument`(path: String) throws {
    for editor in ["vi", "code -w", "nano", "emacs -nw"] {
      let arguments = ExternalPrograms.editor(
        for: path, line: 3, environment: ["EDITOR": "printf '%s|' " + editor])
      let run = try BinaryUnderTest(path: arguments[0]).run(Array(arguments.dropFirst()))
      let operand = path.utf8.first == UInt8(ascii: "/") ? path : "./" + path
      #expect(
        run.output
          == (editor.split(separator: " ") + ["+3", operand[...]]).map { $0 + "|" }.joined())
    }
  }
}
