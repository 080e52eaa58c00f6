import Benchmarking
import TestSupport

/// Seeded random runs that cover every case of the reports.
enum SampleRuns {
  /// Text with characters that a terminal, a spreadsheet, a browser or a parser would interpret.
  static let hostileName = "<script>alert(1)</script> \u{1B}[31m\"it's\" & \u{202E}evil, |*a*|\r\n"

  static let machine = Environment(
    processor: "Test CPU <4 GHz>", cores: 2, quota: 1.5, load: 0.25, memoryBytes: 8_000_000_000,
    kernel: "Linux 6.1.0", system: "Debian GNU/Linux 12", swift: "6.3.1", commit: "1a2b3c4",
    version: "0.2.0")

  /// `count` samples of about `seconds` each, in blocks of at most ten samples.
  static func blocks(
    _ seconds: Double, count: Int = 40, from random: inout SeededGenerator
  ) -> [[Double]] {
    var samples = (0..<count).map { _ in
      seconds * (1 + 0.004 * Double(random.below(9) - 4))
    }
    if count > 10 { samples[count / 2] = seconds * 1.5 }
    return stride(from: 0, to: count, by: 10).map {
      Array(samples[$0..<min($0 + 10, samples.count)])
    }
  }

  static func run(_ experiment: String, id: String = "20261121-050000-k3f9q0") -> BenchmarkRun {
    var run = BenchmarkRun(
      id: id, experiment: experiment, time: "2026-11-21T05:00:00Z",
      arguments: ["bench", experiment],
      settings: ["cutoff": "10 s"], seed: 7, environment: machine)
    run.isFinished = true
    return run
  }

  static func unique(
    _ contender: String, _ n: Int, _ blocks: [[Double]], element: String = "int"
  ) -> Measurement {
    Measurement(
      labels: ["contender": contender, "element": element, "order": "ascending"],
      counts: ["n": n, "duplicates": 0, "unique": n], blocks: blocks)
  }

  /// A run like the published comparison: two equally fast contenders take quadratic time, and one
  /// contender takes linear time.
  static func paper(sizes: [Int] = Array(stride(from: 10_000, through: 60_000, by: 10_000)))
    -> BenchmarkRun
  {
    var random = SeededGenerator(seed: 11)
    var run = run("unique")
    for n in sizes {
      let size = Double(n)
      for contender in ["array-contains", "append-if-unique", "set-then-array"] {
        let isSet = contender == "set-then-array"
        var row = unique(
          contender, n, blocks(isSet ? 4e-8 * size : 1.2e-10 * size * size, from: &random))
        row.instructions = isSet ? 95 * size : 0.5 * size * size
        if isSet { row.note = "the order is lost" }
        run.measurements.append(row)
      }
    }
    return run
  }

  /// A run of eleven contenders at five sizes from 100 to 1,000,000; one contender is cut off at
  /// the largest size.
  static func many() -> BenchmarkRun {
    var random = SeededGenerator(seed: 15)
    var run = run("unique")
    for n in [100, 1_000, 10_000, 100_000, 1_000_000] {
      for contender in 0..<11 {
        let size = Double(n)
        let exponent = contender < 2 ? size * size * 1e-10 : size * 1e-8 * Double(contender)
        var row = unique("contender-\(contender)", n, blocks(exponent, from: &random))
        if contender == 0 && n > 100_000 {
          row.status = .cutOff
          row.blocks = []
        }
        run.measurements.append(row)
      }
    }
    return run
  }

  /// A run whose rows have every status and produce every note, and which has a hostile name.
  static func hostile() -> BenchmarkRun {
    var random = SeededGenerator(seed: 12)
    var run = paper(sizes: [1_000, 8_000, 64_000])
    run.name = hostileName
    run.isFinished = false
    run.notes = ["bit-set is left out: \(hostileName)"]
    for index in run.measurements.indices {
      let row = run.measurements[index]
      if row.counts["n"] == 8_000, row.labels["contender"] == "append-if-unique" {
        // Each block is slower than the previous block.
        run.measurements[index].blocks = (0..<10).flatMap { block in
          blocks(0.0077 * (1 + 0.03 * Double(block)), count: 10, from: &random)
        }
      }
      guard row.counts["n"] == 64_000 else { continue }
      switch row.labels["contender"] {
      case "array-contains":
        run.measurements[index].status = .cutOff
        run.measurements[index].note = "cut off at 64,000: one run would take about 12 s"
        run.measurements[index].blocks = []
      case "append-if-unique":
        run.measurements[index].blocks = blocks(0.5, count: 4, from: &random)
      default:
        run.measurements[index].blocks = [
          blocks(0.002, count: 30, from: &random).flatMap { $0 },
          blocks(0.004, count: 30, from: &random).flatMap { $0 },
        ]
      }
    }
    var wrong = unique(hostileName, 1_000, [])
    wrong.status = .disagrees
    wrong.note = "it keeps 1 elements, but 1,000 are distinct; \(hostileName)"
    run.measurements.append(wrong)
    return run
  }

  /// A search run with two queries, each of which has three rows.
  static func search() -> BenchmarkRun {
    var random = SeededGenerator(seed: 13)
    var run = run("search")
    run.corpora = [
      .init(name: "names", records: 34_924, bytes: 1_200_000, sha256: "ab12cd34ef5678")
    ]
    for (query, matches) in [("arrow", 727), (hostileName, 0)] {
      let ways = [
        ("searchbench", "scan", 0.0002), ("searchbench", "trigram", 0.00002),
        ("string-contains", "", 0.045), ("swift-regex", "", 0.3),
      ]
      for (contender, path, seconds) in ways {
        var row = Measurement(
          labels: [
            "contender": contender, "strategy": "substring", "query": query, "corpus": "names",
          ],
          counts: ["records": 34_924, "bytes": 1_200_000, "matches": matches],
          blocks: blocks(seconds, from: &random))
        if !path.isEmpty { row.labels["path"] = path }
        if contender == "swift-regex" {
          row.status = .cutOff
          row.blocks = []
          row.note = "cut off: one run takes longer than 10 s"
        }
        run.measurements.append(row)
      }
    }
    return run
  }

  static func load() -> BenchmarkRun {
    var random = SeededGenerator(seed: 14)
    var run = run("load")
    let stages: [(String, Double, Int?)] = [
      ("load", 0.012, 1_400_000), ("fold", 0.004, 1_500_000), ("trigram", 0.02, nil),
    ]
    for (stage, seconds, memory) in stages {
      var row = Measurement(
        labels: ["corpus": "names", "stage": stage],
        counts: ["records": 34_924, "bytes": 1_200_000], blocks: blocks(seconds, from: &random))
      row.counts["memory_bytes"] = memory
      run.measurements.append(row)
    }
    return run
  }
}
