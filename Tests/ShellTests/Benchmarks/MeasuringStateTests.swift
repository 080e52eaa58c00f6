import Benchmarking
import Synchronization
import TestSupport
import Testing

@testable import Shell

@Suite struct MeasuringStateTests {
  @Test func `an invocation reports each change of its measurements once`() {
    let parts = Mutex<[InvocationPart]>([])
    let initial = BenchmarkRun(
      id: "20261121-050000-aaaaaa", experiment: "unique", time: "2026-11-21T05:00:00Z",
      arguments: [], environment: .current(version: "0"))
    let state = MeasuringState(
      initial, store: nil, onPart: { part in parts.withLock { $0.append(part) } })
    let rows = ["a", "b"].map { Measurement(labels: ["contender": $0], blocks: [[1]]) }
    state.update { $0.notes = ["nothing is measured yet"] }
    state.update { $0.measurements = [rows[0]] }
    state.update { $0.measurements = [rows[0]] }
    state.update { $0.measurements = rows }
    let reported = parts.withLock { $0 }
    #expect(reported.count == 2)
    var run: BenchmarkRun?
    for part in reported { run = part.run(since: run) }
    #expect(run == state.run)
  }

  @Test func `a benchmark that is killed in its first invocation keeps its finished trials`() throws
  {
    let folder = try ScratchFolder()
    let program = try BinaryUnderTest()
    let environment = ["XDG_DATA_HOME": folder.path + "/data"]
    // The measurement of size 10 ends soon; the measurement of size 1,000,000 takes much longer.
    let script = """
      "$1" bench unique set-then-array --sizes 10,1M --time 10m --warmup 0 --invocations 2 \
        --name killed --allow-debug >/dev/null 2>&1 &
      for i in $(seq 10000); do ls data/searchbench/runs/*.json && break; done >/dev/null 2>&1
      kill -9 $!
      """
    _ = try BinaryUnderTest(path: "/bin/sh").run(
      ["-c", script, "sh", program.path], environment: environment, directory: folder.path)
    let listed = try program.run(["runs", "list"], environment: environment)
    #expect(listed.output.contains("killed"), "\(listed.error)")
    let shown = try program.run(
      ["runs", "show", "killed", "--format", "csv"], environment: environment)
    #expect(shown.exitStatus == 0, "\(shown.error)")
    #expect(shown.output.contains("unique,set-then-array,int,ascending,0,10,10,"))
  }
}
