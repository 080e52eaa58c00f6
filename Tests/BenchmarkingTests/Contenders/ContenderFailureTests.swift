import ContenderFrames
import Corpora
import Searching
import System
import TestSupport
import Testing

@testable import Benchmarking

/// Tests in which the contender program is missing, is replaced with some other program, or
/// crashes.
@Suite struct ContenderFailureTests {
  static let shell = "/bin/sh"
  static let second: UInt64 = 1_000_000_000

  /// Starts a shell script in place of the contender program.
  static func start(_ script: String, timeout: UInt64 = 20 * second) throws -> ContenderProcess {
    try ContenderProcess(shell, ["-c", script], timeout: timeout)
  }

  /// Starts the real contender program and loads a corpus into it.
  static func started() throws -> ContenderProcess {
    let process = try ContenderProcessTests.process()
    try process.load(ContenderProcessTests.corpus, records: nil)
    return process
  }

  static func wrongProgram(_ reason: String) -> ContenderError {
    .wrongProgram(path: shell, reason: reason)
  }

  @Test func `a missing contender program is reported in one sentence`() {
    #expect(throws: ContenderError.absent) { try ContenderProcess(executable: nil) }
    let missing = ContenderError.notStarted(
      path: "/no/such/program", reason: "no such file or directory")
    #expect(throws: missing) { try ContenderProcess(executable: "/no/such/program") }
    #expect(
      missing.message
        == "cannot start the contender program /no/such/program: no such file or directory; "
        + "install it again")
    #expect(ContenderError.absent.message.contains("SEARCHBENCH_CONTENDERS"))
  }

  @Test func `a contender program that sends no greeting is refused`() throws {
    #expect(throws: Self.wrongProgram("it sends no greeting")) {
      try Self.start("while :; do echo garbage garbage; done")
    }
    #expect(throws: Self.wrongProgram("it ended with exit code 3")) { try Self.start("exit 3") }
    #expect(throws: Self.wrongProgram("it was ended by signal 11")) {
      try Self.start("kill -11 $$")
    }
    #expect(throws: Self.wrongProgram("it does not answer in time")) {
      try Self.start("read -r nothing", timeout: 50_000_000)
    }
  }

  @Test func `a contender program with another protocol version is refused`() throws {
    let error = Self.wrongProgram(
      "it uses version 7 of the protocol, but this program uses version 1")
    #expect(throws: error) { try Self.start(#"printf 'sbcontnd\007\000\000\000'; read -r x"#) }
    #expect(error.message.hasSuffix("install both programs from the same build"))
  }

  @Test(arguments: [
    // The program sends a truncated catalog, an unknown frame kind, a frame that is too long, or a
    // wrong frame kind.
    #"\145\004\000\000\000\001\000\000\000"#, #"\001\000\000\000\000"#, #"\145\377\377\377\377"#,
    #"\147\000\000\000\000"#, #"\145\005\000\000\000\000\000\000\000\000"#,
  ])
  func `a malformed catalog is refused`(frame: String) throws {
    #expect(throws: Self.wrongProgram("it sent a malformed answer")) {
      try Self.start(#"printf 'sbcontnd\001\000\000\000"# + frame + "'; read -r x")
    }
  }

  @Test(arguments: [
    // The program replies with a wrong number of records, with a frame kind other than `stored`, or
    // not at all.
    (#"\146\010\000\000\000\001\000\000\000\000\000\000\000"#, "sent a malformed answer"),
    (#"\150\000\000\000\000"#, "sent a malformed answer"), ("", "ended with exit code 5"),
  ])
  func `a malformed reply ends the contender process`(reply: String, how: String) throws {
    let empty = #"printf 'sbcontnd\001\000\000\000\145\004\000\000\000\000\000\000\000"#
    let rest = reply.isEmpty ? "'; head -c 20 >/dev/null; exit 5" : "'; cat >/dev/null"
    let process = try Self.start(empty + reply + rest)
    #expect(process.contenders == [])
    #expect(throws: ContenderError.died(how)) {
      try process.load(ContenderProcessTests.corpus, records: nil)
    }
  }

  @Test func `loading can be canceled`() throws {
    let greeting = #"printf 'sbcontnd\001\000\000\000\145\004\000\000\000\000\000\000\000'"#
    var looks = 0
    let process = try ContenderProcess(
      Self.shell, ["-c", greeting + "; while :; do :; done"], timeout: 20 * Self.second,
      isCancelled: {
        looks += 1
        return looks > 50
      })
    let rows = [[String](repeating: String(repeating: "long", count: 300_000), count: 1)]
    #expect(throws: ContenderError.cancelled) {
      try process.load(Corpus(name: "big", fields: [Field("text")], rows: rows), records: nil)
    }
  }

  @Test func `a killed child is restarted with its records`() throws {
    let process = try Self.started()
    let folder = try ScratchFolder()
    for _ in 0..<2 {
      #expect(try ContenderProcessTests.answer(process, "range-of", Query("sierra")) == [1])
      let child = try #require(process.childID)
      try folder.run("kill -KILL \"$1\"", "\(child)")
      #expect(throws: ContenderError.died("was ended by signal 9")) {
        try process.sample(1, cutoff: 60 * Self.second, isCancelled: { false })
      }
    }
    #expect(try ContenderProcessTests.answer(process, "range-of", Query("sierra")) == [1])
  }

  /// The targets of a process's file descriptors, such as `pipe:[123]`.
  static func files(of process: String) throws -> [String] {
    let script = "for file in /proc/$1/fd/*; do readlink \"$file\"; done"
    return try ScratchFolder().run("set -- ${1:-$PPID}; " + script, process).output
      .split(separator: "\n").map(String.init)
  }

  @Test(.enabled(if: TestFile.bytes("/proc/self/stat") != nil, "there is no /proc"))
  func `pipes are closed at the end and not inherited`() throws {
    var pipes: Set<String> = []
    do {
      let process = try Self.started()
      let child = try #require(process.childID)
      let files = try Self.files(of: "\(child)")
      pipes = Set(files.filter { $0.hasPrefix("pipe:") })
      #expect(pipes.count == 2)
      #expect(files.count == 3 && files.contains("/dev/null"))
      #expect(try Self.files(of: "").count { pipes.contains($0) } == 2)
      let other = try Self.started()
      let otherFiles = try Self.files(of: "\(try #require(other.childID))")
      #expect(pipes.isDisjoint(with: otherFiles))
      // The child has its own process group, so Ctrl-C at the terminal does not reach it.
      let group = try ScratchFolder().run("cut -d ' ' -f 5 \"/proc/$1/stat\"", "\(child)").output
      #expect(group == "\(child)\n")
    }
    #expect(pipes.isDisjoint(with: try Self.files(of: "")))
  }

  @Test func `an endless search ends when the parent process closes its pipe`() throws {
    let text = Array((String(repeating: "a", count: 60) + "!").utf8) + [0xFF]
    var input = Wire.opening
    var frame = FrameWriter()
    frame.write(UInt32(1))
    frame.write(false)
    input += frame.frame(.corpus)
    frame = FrameWriter()
    frame.write(text.span)
    input += frame.frame(.records)
    input += SearchMessage("swift-regex", Query("^(a+)+$", by: "regex"), columns: nil).frame
    #expect(try BinaryUnderTest("searchbench-contenders").run(inputBytes: input).exitStatus == 0)
  }

  @Test func `no contender process is left running`() throws {
    let folder = try ScratchFolder()
    var ids: [Int32] = []
    for _ in 0..<3 {
      let process = try ContenderProcessTests.process()
      try process.load(ContenderProcessTests.endless, records: nil)
      ids.append(try #require(process.childID))
      #expect(throws: ContenderError.cutOff) {
        try process.answer(
          "swift-regex", to: Query("^(a+)+$", by: "regex"), cutoff: 1, isCancelled: { false })
      }
      #expect(process.childID == nil)
      #expect(try ContenderProcessTests.answer(process, "range-of", Query("AA!")) == [0, 1])
      ids.append(try #require(process.childID))
      _ = try? Self.start("exit 3")
    }
    for id in ids {
      #expect(try folder.run("kill -0 \"$1\"", "\(id)").exitStatus != 0)
    }
  }

  @Test func `the contender program is looked up next to the running executable`() throws {
    let binary = try BinaryUnderTest("searchbench-contenders").path
    let beside = try BinaryUnderTest("searchbench").path
    #expect(ContenderProcess.executable(beside: beside) == binary)
    #expect(ContenderProcess.executable(beside: "/no/such/folder/searchbench") == nil)
    let folder = try ScratchFolder()
    try folder.write("no program", to: "searchbench-contenders")
    #expect(ContenderProcess.executable(beside: folder.path + "/searchbench") == nil)
    let environment: EnvironmentVariables = ["SEARCHBENCH_CONTENDERS": "/elsewhere"]
    #expect(ContenderProcess.executable(beside: beside, environment: environment) == "/elsewhere")
    #expect(
      ContenderProcess.executable(beside: beside, environment: ["SEARCHBENCH_CONTENDERS": ""])
        == binary)
  }

  @Test func `the contender program explains its purpose if a user starts it`() throws {
    let binary = try BinaryUnderTest("searchbench-contenders")
    for (arguments, input) in [([], ""), (["--help"], ""), ([], "hello there, who are you")] {
      let result = try binary.run(arguments, input: input)
      #expect(result.exitStatus == 64)
      #expect(result.output == "")
      #expect(result.error.hasPrefix("searchbench-contenders contains other search"))
      #expect(result.error.count { $0 == "\n" } == 1)
    }
    let versions = Wire.greeting + [9, 0, 0, 0]
    #expect(try binary.run(inputBytes: versions).outputBytes == Wire.opening)
  }
}
