import Benchmarking
import JSON
import TestSupport
import Testing

private typealias Keys = PseudoterminalKeys

/// Tests benchmarks whose samples are taken by several processes of the real program.
@Suite struct BenchInvocationTests {
  private static let tiny = [
    "--sizes", "10,20", "--time", "5ms", "--warmup", "0", "--allow-debug",
  ]

  private static func environment(
    of folder: ScratchFolder, _ more: [String: String] = [:]
  ) -> [String: String] {
    let data = ["XDG_DATA_HOME": folder.path + "/data", "XDG_CACHE_HOME": folder.path + "/cache"]
    return data.merging(more) { $1 }
  }

  /// Writes a script that runs `line` and then the program under test, and returns its path.
  private static func wrapper(
    _ name: String, in folder: ScratchFolder, _ line: String = ""
  ) throws -> String {
    try folder.write("#!/bin/sh\n\(line)\nexec \(BinaryUnderTest().path) \"$@\"\n", to: name)
    try folder.run("chmod +x \"$1\"", name)
    return folder.path + "/" + name
  }

  private static func integers(_ value: JSON?) -> [Int] {
    guard case .array(let values)? = value else { return [] }
    return values.compactMap { value in
      if case .integer(let number) = value { number } else { nil }
    }
  }

  @Test
  func `a run stores the invocation of each block, and the reference times around each group`()
    throws
  {
    let folder = try ScratchFolder()
    let result = try BinaryUnderTest().run(
      ["bench", "unique", "set-then-array", "--invocations", "3", "--format", "json"] + Self.tiny,
      environment: Self.environment(of: folder))
    #expect(result.exitStatus == 0, "\(result.error)")
    let json = try JSON(parsing: result.outputBytes)
    #expect(json["schema"] == .integer(2))
    guard case .array(let rows)? = json["measurements"],
      case .array(let references)? = json["references"]
    else {
      Issue.record("no rows or references")
      return
    }
    #expect(rows.count == 2)
    for row in rows {
      let invocations = Self.integers(row["invocations"])
      #expect(Set(invocations) == [0, 1, 2] && invocations == invocations.sorted())
      guard case .array(let blocks)? = row["blocks"] else { continue }
      #expect(blocks.count == invocations.count)
    }
    // Each of the three invocations times the reference workload three times: before, between and
    // after its two groups of trials.
    #expect(references.count == 9)
    let shown = try BinaryUnderTest().run(
      ["runs", "show", "last"], environment: Self.environment(of: folder))
    #expect(shown.output.contains("3 invocations"))
  }

  @Test
  func `compared alternately with an old program, a slower program fails and a faster one passes`()
    throws
  {
    let folder = try ScratchFolder()
    // The environment variable slows down only the program under test, because the old program runs
    // without the variable.
    let old = try Self.wrapper("old", in: folder, "unset SEARCHBENCH_SLOWDOWN")
    let slow = ["SEARCHBENCH_SLOWDOWN": "9900"]
    let words = ["bench", "unique", "set-then-array"] + Self.tiny
    let slower = try Self.untilVerdict {
      try BinaryUnderTest().run(
        words + ["--invocations", "5", "--fail-on-regression", old],
        environment: Self.environment(of: folder, slow))
    }
    #expect(slower.exitStatus == 1, "\(slower.output)\(slower.error)")
    #expect(slower.output.contains("slower") && slower.error.contains(" worse"))
    let stored = try BinaryUnderTest().run(
      ["runs", "list", "--format", "csv"], environment: Self.environment(of: folder))
    let listed = stored.output.split(separator: "\n").map { String($0.prefix { $0 != "," }) }
    // The first line of the output is `unique ID -> ID`.
    let ids = slower.output.prefix { $0 != "\n" }.split(separator: " ").map(String.init)
      .filter(listed.contains)
    #expect(ids.count == 2, "\(slower.output)")
    // Comparing the two stored runs gives the same verdicts.
    let again = try BinaryUnderTest().run(
      ["runs", "diff"] + ids, environment: Self.environment(of: folder))
    #expect(again.output.contains("slower"), "\(again.output)")
    let other = try Self.wrapper("slow", in: folder, "export SEARCHBENCH_SLOWDOWN=9900")
    let faster = try Self.untilVerdict {
      try BinaryUnderTest().run(
        words + ["--invocations", "5", "--fail-on-regression", other],
        environment: Self.environment(of: folder))
    }
    #expect(faster.exitStatus == 0, "\(faster.output)\(faster.error)")
    #expect(faster.output.contains("faster"), "\(faster.output)")
  }

  /// Repeats a comparison until it gives a verdict.
  ///
  /// Other programs on the machine can make the times vary so much that a comparison does not even
  /// detect a factor of 100.
  private static func untilVerdict(
    _ compare: () throws -> BinaryUnderTest.Result
  ) throws -> BinaryUnderTest.Result {
    for _ in 0..<11 {
      let result = try compare()
      let hasVerdict = result.output.contains("slower") || result.output.contains("faster")
      if hasVerdict || result.exitStatus != 0 { return result }
    }
    return try compare()
  }

  @Test(arguments: [
    ("exit 3", "old ended with exit code 3 before it gave a result"),
    ("kill -9 $$", "old was ended by signal 9 before it gave a result"),
    ("echo '{\"schema\": 1'; exit 0", "old gave a result that cannot be read: line"),
    ("exit 0", "old gave a result that cannot be read: it is empty"),
    ("echo 'searchbench: it is broken' >&2; exit 2", "searchbench: it is broken"),
    // The old program writes more to standard error than fits into a pipe.
    (
      "head -c 200000 /dev/zero | tr '\\0' 'x' >&2; echo >&2; echo 'too much' >&2; exit 2",
      "too much"
    ),
  ])
  func `an old program that gives no result is reported in a sentence`(
    line: String, sentence: String
  ) throws {
    let folder = try ScratchFolder()
    let old = try Self.wrapper(
      "old", in: folder, "case \"$*\" in *-hh*) ;; *) \(line) ;; esac")
    let result = try BinaryUnderTest().run(
      ["bench", "unique", "set-then-array", "--against", old] + Self.tiny,
      environment: Self.environment(of: folder))
    #expect(result.exitStatus == 2)
    #expect(result.error.contains(sentence), "\(result.error)")
    #expect(result.output == "")
  }

  // MARK: Counting instructions

  @Test func `two counts of the instructions of one program agree`() throws {
    let folder = try ScratchFolder()
    let hasValgrind = try folder.run("command -v valgrind || :").output != ""
    guard hasValgrind, !Effort.isSanitized else {
      print("valgrind is not installed or cannot run the program, so --count is not tested with it")
      return
    }
    try folder.write("one pear\ntwo plums\nthree pears\n", to: "fruit.txt")
    let result = try BinaryUnderTest().run(
      [
        "bench", "search", "-q", "pear", "fruit.txt", "--strategies", "substring,regex",
        "--paths", "scan", "--time", "1ms", "--warmup", "0", "--allow-debug", "--invocations", "1",
        "--count", "instructions", "--against", try BinaryUnderTest().path, "--format", "json",
      ], environment: Self.environment(of: folder, ["TMPDIR": folder.path]),
      directory: folder.path)
    #expect(result.exitStatus == 0, "\(result.error)")
    guard case .array(let rows)? = try JSON(parsing: result.outputBytes)["rows"] else {
      Issue.record("no rows: \(result.output)")
      return
    }
    #expect(rows.count == 2)
    for row in rows {
      guard case .number(let ratio)? = row["instruction_ratio"] else {
        Issue.record("no ratio: \(row)")
        continue
      }
      #expect(abs(ratio - 1) < 0.01)
    }
    let shown = try BinaryUnderTest().run(
      ["runs", "show", "last"], environment: Self.environment(of: folder))
    #expect(shown.output.contains("instructions"), "\(shown.output)")
    // The run left no file with instruction counts.
    #expect(try folder.run("ls").output == "data\nfruit.txt\n")
  }

  @Test(arguments: [
    ("", "valgrind is not in PATH: install it, or leave out --count"),
    ("#!/bin/sh\nexit 3\n", "ended with exit code 3 before it gave a result"),
    // This replacement for Valgrind starts searchbench, but counts nothing.
    (
      "#!/bin/sh\nwhile :; do case $1 in -*) shift ;; *) exec \"$@\" ;; esac; done\n",
      "--count-in works only in Valgrind"
    ),
  ])
  func `if valgrind is missing or does not count, a sentence says so`(
    script: String, sentence: String
  ) throws {
    if script.isEmpty, SystemMeter().countsInstructions { return }
    let folder = try ScratchFolder()
    try folder.run("mkdir bin; ln -s /bin/sh /usr/bin/env bin")
    if !script.isEmpty {
      try folder.write(script, to: "bin/valgrind")
      try folder.run("chmod +x bin/valgrind")
    }
    let result = try BinaryUnderTest().run(
      ["bench", "unique", "set-then-array", "--invocations", "1", "--count", "instructions"]
        + Self.tiny, environment: Self.environment(of: folder, ["PATH": folder.path + "/bin"]))
    #expect(result.exitStatus == 2)
    #expect(result.error.contains(sentence), "\(result.error)")
  }

  @Test func `an old program that cannot count instructions is refused before anything runs`()
    throws
  {
    let folder = try ScratchFolder()
    try folder.run("mkdir bin; ln -s \"$(command -v true)\" bin/valgrind")
    let program = try BinaryUnderTest().path
    let old = try Self.wrapper(
      "old", in: folder,
      "case \"$*\" in *-hh*) \(program) \"$@\" | sed '/--count WHAT/d'; exit ;; esac")
    let result = try BinaryUnderTest().run(
      ["bench", "unique", "set-then-array", "--count", "instructions", "--against", old]
        + Self.tiny,
      environment: Self.environment(of: folder, ["PATH": folder.path + "/bin:/usr/bin:/bin"]))
    #expect(result.exitStatus == 2 && result.output == "")
    #expect(result.error.contains("old cannot count instructions"), "\(result.error)")
  }

  @Test func `a commit is built with its own script, cached, and compared`() throws {
    let folder = try ScratchFolder()
    let program = try BinaryUnderTest().path
    try folder.run(
      """
      mkdir -p source/scripts source/Sources/searchbench && cd source && git init -q . || exit
      cat >scripts/build <<'END'
      #!/bin/sh
      [ "$1" = release ] || exit 64
      echo building
      mkdir -p .build/release
      printf '#!/bin/sh\\nexec "%s" "$@"\\n' "$PROGRAM" >.build/release/searchbench
      chmod +x .build/release/searchbench
      END
      touch Sources/searchbench/x; chmod +x scripts/build; git add .
      git -c user.name=a -c user.email=a@b commit -qm one
      """, program)
    let environment = Self.environment(of: folder, ["PROGRAM": program])
    func bench(_ name: String) throws -> BinaryUnderTest.Result {
      try BinaryUnderTest().run(
        ["bench", "unique", "set-then-array", "--invocations", "3", "--against", name] + Self.tiny,
        environment: environment, directory: folder.path + "/source")
    }
    let unknown = try bench("no-such-name")
    #expect(unknown.exitStatus == 2)
    #expect(unknown.error.contains("there is no program and no commit no-such-name: give"))
    let first = try bench("HEAD")
    #expect(first.exitStatus == 0, "\(first.error)")
    #expect(first.error.contains("building") && first.output.contains("ran alternately"))
    let second = try bench("HEAD")
    #expect(second.exitStatus == 0 && !second.error.contains("building"))
    // The worktree of the old commit was removed; only the worktree of the test remains.
    #expect(try folder.run("git -C source worktree list | wc -l").output == "1\n")
    try folder.run(
      "cd source && printf 'exit 1\\n' >scripts/build && git add . && git -c user.name=a -c user.email=a@b commit -qm two"
    )
    let broken = try bench("HEAD")
    #expect(broken.exitStatus == 2 && broken.error.contains("does not build here"))
    #expect(try folder.run("git -C source worktree list | wc -l").output == "1\n")
  }

  @Test func `Ctrl-C between invocations shows and saves the finished ones`() throws {
    let folder = try ScratchFolder()
    let terminal = try Pseudoterminal(
      try BinaryUnderTest(),
      ["bench", "unique", "set-then-array", "--sizes", "10", "--time", "10", "--allow-debug"],
      environment: Self.environment(of: folder), directory: folder.path)
    try terminal.expect("invocation 2 of 5")
    terminal.press(Keys.control("c"))
    #expect(try terminal.expectEnd() == .exited(130))
    #expect(terminal.transcript.contains("interrupted: the results of "))
    let kept = try BinaryUnderTest().run(
      ["runs", "show", "last"], environment: Self.environment(of: folder))
    #expect(kept.output.contains("interrupted: ") && kept.output.contains("set-then-array"))
  }

  @Test(arguments: [2, 15, 9])
  func `SIGINT, SIGTERM and SIGKILL end all processes of a benchmark`(signal: Int32) throws {
    let folder = try ScratchFolder()
    try folder.write("red\n", to: "some.txt")
    // The query occurs in the arguments of the child processes and of no other process.
    let query = "query-of-\(folder.path.split(separator: "/").last ?? "this")"
    try folder.write(query + "\n", to: "pattern")
    let running = "grep -lzxF -f pattern /proc/[0-9]*/cmdline 2>/dev/null | wc -l"
    let terminal = try Pseudoterminal(
      try BinaryUnderTest(),
      [
        "bench", "search", "-q", query, "some.txt", "--strategies", "regex", "--contenders", "none",
        "--time", "10m", "--allow-debug", "--against", try BinaryUnderTest().path,
      ], environment: Self.environment(of: folder), directory: folder.path)
    try terminal.expect("measuring [")
    try terminal.expect("invocation 1 of 5")
    #expect(try folder.run(running).output == "2\n")
    if signal == 2 {
      terminal.press(Keys.control("c"))
      #expect(try terminal.expectEnd() == .exited(130))
    } else {
      terminal.signal(signal)
      #expect(try terminal.expectEnd() == .killed(bySignal: signal))
    }
    // After a SIGKILL of the parent, the child exits within 0.1 s.
    let ended =
      "for i in $(seq 200); do [ \"$(\(running))\" = 0 ] && echo none && exit; done; \(running)"
    #expect(try folder.run(ended).output == "none\n")
  }
}
