import Benchmarking

/// Sample runs for tests.
enum SampleRuns {
  static let machine = Environment(
    processor: "Test CPU", cores: 2, quota: 1.5, load: 0.25, memoryBytes: 8_000_000_000,
    kernel: "Linux 6.1.0", system: "Debian", swift: "6.3.1", commit: "1a2b3c4", version: "0.2.0")

  /// Ten blocks of four samples near `seconds`; the same argument always gives the same samples.
  static func blocks(_ seconds: Double) -> [[Double]] {
    (0..<10).map { block in
      (0..<4).map { sample in
        let steps = (block * 7 + sample * 3) % 5 - 2
        return seconds * (1 + 0.0005 * Double(steps))
      }
    }
  }

  /// A row with five invocations of two blocks each.
  static func unique(_ contender: String, _ n: Int, _ seconds: Double) -> Measurement {
    var row = Measurement(
      labels: ["contender": contender, "element": "int", "order": "ascending"],
      counts: ["n": n, "duplicates": 0, "unique": n], blocks: blocks(seconds), batch: 3)
    row.invocations = row.blocks.indices.map { $0 / 2 }
    row.group = 0
    return row
  }

  /// The times of the reference workload before and after the only group, in each of five
  /// invocations.
  static func references(_ seconds: Double) -> [BenchmarkRun.ReferenceTime] {
    zip(blocks(seconds), 0...).map { block, place in
      .init(invocation: place / 2, group: place % 2, blocks: [block])
    }
  }

  /// A finished run with two rows and the times of the reference workload.
  static func run(
    _ id: String = "20261121-050000-aaaaaa", contains: Double = 0.001, set: Double = 0.0001,
    reference: Double = 0.02
  ) -> BenchmarkRun {
    var run = BenchmarkRun(
      id: id, experiment: "unique", time: "2026-11-21T05:00:00Z",
      arguments: ["bench", "unique", "--name", "caf\u{E9} \u{1B}[31m"],
      settings: ["cutoff": "10 s", "time": "2 s"], seed: .max, environment: machine)
    run.name = "base"
    run.isFinished = true
    run.corpora = [.init(name: "words", records: 10, bytes: 99, sha256: "ab")]
    run.notes = ["a note"]
    run.references = references(reference)
    run.measurements = [
      unique("array-contains", 1_000, contains), unique("set-then-array", 1_000, set),
    ]
    return run
  }
}
