import JSON
import TestSupport
import Testing

@testable import Benchmarking

@Suite struct InvocationPartTests {
  /// Three states of a run: after its first group of trials, after a block of its second group, and
  /// at its end.
  static let states: [BenchmarkRun] = {
    let whole = SampleRuns.run()
    var first = whole
    first.measurements.removeLast()
    first.references.removeLast()
    var second = whole
    second.measurements[1].blocks.removeLast()
    second.measurements[1].invocations.removeLast()
    return [first, second, whole]
  }()

  /// The lines that report the run, one line for each part of the run.
  static var lines: [UInt8] {
    let earlier: [BenchmarkRun?] = [nil, states[0], states[1]]
    return zip(states, earlier).flatMap { InvocationPart(of: $0, since: $1).line() }
  }

  @Test func `each part leads from the run at the previous part to the run now`() {
    var report = InvocationReport()
    var earlier: BenchmarkRun?
    for state in Self.states {
      let part = InvocationPart(of: state, since: earlier)
      let hasChanged = report.add(part.line())
      #expect(hasChanged && !part.isEmpty)
      #expect(report.run == state)
      earlier = state
    }
    #expect(InvocationPart(of: Self.states[2], since: earlier).isEmpty)
    #expect(report.message == nil)
  }

  @Test func `a part is one line with only the measurements that have changed`() {
    let line = InvocationPart(of: Self.states[1], since: Self.states[0]).line()
    #expect(line.count { $0 == UInt8(ascii: "\n") } == 1 && line.last == UInt8(ascii: "\n"))
    let text = String(decoding: line, as: UTF8.self)
    #expect(text.contains("set-then-array") && !text.contains("array-contains"))
  }

  @Test func `parts and messages are read in pieces of any length`() {
    var report = InvocationReport()
    let end = Array("searchbench: it failed\n\n{\"schema\"".utf8)
    for byte in Array("warning: a\n".utf8) + Self.lines + end { _ = report.add([byte]) }
    #expect(report.run == Self.states[2])
    #expect(report.message == "searchbench: it failed")
    _ = report.add(Array(": 1\nkilled".utf8))
    #expect(report.run == Self.states[2])
    #expect(report.message == "killed")
  }

  @Test func `a part whose previous part is missing is ignored`() {
    var report = InvocationReport()
    let hasChanged = report.add(InvocationPart(of: Self.states[2], since: Self.states[1]).line())
    #expect(!hasChanged && report.run == nil)
  }
}

/// Tests with shell scripts in place of searchbench.
@Suite struct InvocationTests {
  private static let member = "bench unique"

  /// Writes the files `parts` and `run`, and creates an invocation of a script that can print them.
  private static func invocation(_ script: String, in folder: ScratchFolder) throws -> Invocation {
    try folder.write(InvocationPartTests.lines, to: "parts")
    try folder.write(InvocationPartTests.states[2].json().encoded(isIndented: true), to: "run")
    try folder.write(
      """
      #!/bin/sh
      cd "\(folder.path)" || exit
      case "$*" in *-hh*) echo "searchbench \(member) --invocations"; exit ;; esac
      \(script)

      """, to: "program")
    try folder.run("chmod +x program")
    let program = try BenchmarkProgram(
      path: folder.path + "/program", member: member, isCancelled: { false })
    return Invocation(
      of: program, member, [], SamplingPlan(), InvocationPlace(number: 0, count: 2))
  }

  @Test func `an invocation that is killed has reported its trials before`() throws {
    let folder = try ScratchFolder()
    let invocation = try Self.invocation("cat parts >&2; kill -9 $$", in: folder)
    var reported: [BenchmarkRun] = []
    let death = InvocationError.died(path: folder.path + "/program", how: "was ended by signal 9")
    #expect(throws: death) {
      try invocation.run(isCancelled: { false }, onPart: { reported.append($0) }, onWait: {})
    }
    #expect(reported.last == InvocationPartTests.states[2])
  }

  @Test func `a part is reported while the invocation runs`() throws {
    let folder = try ScratchFolder()
    // The script prints a result only if its first part is reported while the script is still
    // running.
    let invocation = try Self.invocation(
      """
      head -n 1 parts >&2
      i=0
      until [ -e seen ]; do i=$((i + 1)); [ $i != 9999999 ] || exit; done
      cat run
      """, in: folder)
    var reported: [BenchmarkRun] = []
    let result = try invocation.run(
      isCancelled: { false },
      onPart: {
        reported.append($0)
        _ = try? folder.write("", to: "seen")
      }, onWait: {})
    #expect(reported == [InvocationPartTests.states[0]])
    #expect(result.run == InvocationPartTests.states[2] && result.failure == nil)
  }

  @Test func `the result is the whole run, and a part is not taken for the error message`() throws {
    let folder = try ScratchFolder()
    let invocation = try Self.invocation(
      "echo 'searchbench: it is wrong' >&2; cat parts >&2; cat run; exit 2", in: folder)
    let result = try invocation.run(isCancelled: { false }, onPart: { _ in }, onWait: {})
    #expect(result.run == InvocationPartTests.states[2])
    #expect(result.failure == .failed(message: "it is wrong", code: 2))
  }
}
