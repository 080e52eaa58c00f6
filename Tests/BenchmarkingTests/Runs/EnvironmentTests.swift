import Benchmarking
import Testing

@Suite struct EnvironmentTests {
  @Test func `the description of this machine is complete`() throws {
    let now = Environment.current(version: "9.8.7")
    #expect(now.version == "9.8.7")
    #expect(now.cores >= 1)
    #expect(now.kernel.split(separator: " ").count >= 2)
    #expect(!now.swift.isEmpty)
    #if DEBUG
    #expect(now.optimization == "debug")
    #else
    #expect(now.optimization == "release")
    #endif
    #expect((now.memoryBytes ?? 0) > 1 << 20)
    #expect((now.load ?? 0) >= 0 && (now.quota ?? 1) > 0)
    #expect(now.differences(from: .current(version: "9.8.7")) == [])
    let run = BenchmarkRun(id: "a", experiment: "unique", time: "", arguments: [], environment: now)
    #expect(try BenchmarkRun(run.json()).environment == now)
  }

  @Test func `each difference between two environments is one sentence`() {
    var other = SampleRuns.machine
    #expect(other.differences(from: SampleRuns.machine) == [])
    other.processor = nil
    other.cores = 4
    other.quota = nil
    other.memoryBytes = 16_000_000_000
    other.kernel = "Linux 7.0"
    other.system = "Fedora"
    other.swift = "6.4"
    other.optimization = "debug"
    other.version = "0.3.0"
    other.commit = nil
    #expect(
      other.differences(from: SampleRuns.machine) == [
        "the processor differs: unknown instead of Test CPU",
        "the number of cores differs: 4 instead of 2",
        "the processor quota differs: none instead of 1.5",
        "the memory size differs: 16000000000 bytes instead of 8000000000 bytes",
        "the kernel differs: Linux 7.0 instead of Linux 6.1.0",
        "the system differs: Fedora instead of Debian",
        "the Swift version differs: 6.4 instead of 6.3.1",
        "the optimization differs: debug instead of release",
        "the searchbench version differs: 0.3.0 instead of 0.2.0",
        "the searchbench commit differs: unknown instead of 1a2b3c4",
      ])
    #expect(other.machineDifferences(from: SampleRuns.machine).count == 4)
  }

  @Test func `differences in load and small differences in memory are ignored`() {
    var other = SampleRuns.machine
    other.load = 3
    other.memoryBytes = 7_900_000_000
    #expect(other.differences(from: SampleRuns.machine) == [])
    other.memoryBytes = nil
    #expect(other.machineDifferences(from: SampleRuns.machine).count == 1)
  }
}
