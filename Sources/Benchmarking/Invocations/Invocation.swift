internal import Basics
internal import JSON

/// The position of an invocation in a run.
package struct InvocationPlace: Hashable, Sendable {
  /// The number of the invocation, from 0.
  package let number: Int

  /// The number of invocations in the run.
  package let count: Int

  package init(number: Int, count: Int) {
    self.number = number
    self.count = count
  }

  /// Parses a position such as `3/5`, the third of five invocations; nil for other text.
  package init?(_ text: String) {
    let parts = text.pieces(separatedBy: "/").map { Int($0) }
    guard parts.count == 2, let place = parts[0], let count = parts[1],
      (1...1_000_000).contains(count), (1...count).contains(place)
    else { return nil }
    self.init(number: place - 1, count: count)
  }

  /// The position as text, such as `3/5`.
  package var text: String { "\(number + 1)/\(count)" }
}

extension SamplingPlan {
  /// The plan for each of `count` invocations that together take the samples of this plan.
  package func share(of count: Int) -> SamplingPlan {
    var plan = self
    let count = max(1, count)
    plan.budget = max(1, budget / UInt64(count))
    plan.minimumSamples = minimumSamples.map { ($0 + count - 1) / count }
    plan.maximumSamples = max(1, (maximumSamples + count - 1) / count)
    return plan
  }

  /// The sampling plan of one invocation, with its share of the blocks and its own order of trials.
  ///
  /// The minimum number of blocks is divided among the invocations, but is at least one for each
  /// invocation. Few blocks per invocation are enough, because the invocations themselves are
  /// spread over the run.
  package func at(_ place: InvocationPlace) -> SamplingPlan {
    var plan = self
    plan.blocks = max(4, blocks / place.count)
    plan.minimumBlocks = max(1, minimumBlocks / place.count)
    plan.seed = seed &+ UInt64(place.number) &* 0x9E37_79B9_7F4A_7C15
    return plan
  }
}

/// One invocation of a benchmark, in a separate process.
package struct Invocation: Sendable {
  /// The run that the process wrote, and the error that the process reported afterward, if any.
  package struct Result: Sendable {
    package var run: BenchmarkRun
    package var failure: InvocationError?
  }

  private let program: BenchmarkProgram

  /// The path of the program to start: `program`, or `env`, which runs `program` in Valgrind.
  private let path: String
  private let arguments: [String]

  /// Describes an invocation that times trials.
  ///
  /// - Parameters:
  ///   - program: The program to start.
  ///   - member: The benchmark, such as `bench search`.
  ///   - words: The arguments of the benchmark, without the arguments for the sampling plan and the
  ///     output.
  ///   - plan: The plan of this invocation.
  ///   - place: The position of the invocation in the run.
  package init(
    of program: BenchmarkProgram, _ member: String, _ words: [String], _ plan: SamplingPlan,
    _ place: InvocationPlace
  ) {
    self.program = program
    var options = ["--format", "json", "--no-store"]
    options += ["--time", Self.text(plan.budget), "--warmup", Self.text(plan.warmup)]
    options += ["--cutoff", Self.text(plan.cutoff)]
    if let minimum = plan.minimumSamples { options += ["--samples", String(minimum)] }
    if program.takesInvocation { options += ["--invocation", place.text] }
    path = program.path
    arguments = member.pieces(separatedBy: " ") + options + words
  }

  /// Describes an invocation that counts instructions with Callgrind.
  ///
  /// - Parameters:
  ///   - program: The program to start.
  ///   - member: The benchmark, such as `bench search`.
  ///   - words: The arguments of the benchmark, without the arguments for the output.
  ///   - valgrind: The path of Valgrind.
  ///   - counts: The path of Callgrind's output files, without the numbers that Callgrind appends.
  package init(
    counting program: BenchmarkProgram, _ member: String, _ words: [String], valgrind: String,
    into counts: String
  ) {
    self.program = program
    // Do not use a random seed for the hash tables, because the counts depend on the seed.
    path = "/usr/bin/env"
    arguments =
      [
        "SWIFT_DETERMINISTIC_HASHING=1", valgrind, "-q", "--tool=callgrind",
        "--instr-atstart=no", "--callgrind-out-file=" + counts, program.path,
      ] + member.pieces(separatedBy: " ")
      + ["--format", "json", "--no-store", "--invocation", "1/1", "--count-in", counts] + words
  }

  /// Formats a duration as the value of an option, in whole microseconds.
  private static func text(_ nanoseconds: UInt64) -> String {
    nanoseconds == 0 ? "0" : "\(max(1, nanoseconds / 1_000))us"
  }

  /// Runs the process until it ends.
  ///
  /// - Parameters:
  ///   - isCancelled: Checked every 20 ms; `true` interrupts the process, and the result then
  ///     contains the samples taken so far.
  ///   - onPart: Called with the run so far each time the process has reported a partial result.
  ///   - onWait: Called often while the process runs.
  /// - Returns: The complete or partial run that the process wrote.
  /// - Throws: `notStarted` if the program does not start; `failed`, `died`, `malformed` or
  ///   `cancelled` if the process wrote no run.
  package func run(
    isCancelled: () -> Bool, onPart: (BenchmarkRun) -> Void, onWait: () -> Void
  ) throws(InvocationError) -> Result {
    var report = InvocationReport()
    let ending = try InvocationProcess(path, arguments).finish(
      isCancelled: isCancelled,
      onErrors: { bytes in
        if report.add(bytes), let run = report.run { onPart(run) }
      },
      onWait: onWait)
    let failure = failure(ending, message: report.message)
    // A process writes its run even if an answer is wrong or the process is interrupted.
    guard ending.output.first == UInt8(ascii: "{") else {
      if isCancelled() { throw .cancelled }
      throw failure ?? .malformed(path: program.path, reason: "it is empty")
    }
    do {
      return Result(run: try BenchmarkRun(JSON(parsing: ending.output)), failure: failure)
    } catch {
      if isCancelled() { throw .cancelled }
      if let failure { throw failure }
      throw .malformed(path: program.path, reason: "\(error)")
    }
  }

  /// The error of a process, from its exit code and its last message; nil if the process succeeded.
  private func failure(
    _ ending: InvocationProcess.Ending, message: String?
  ) -> InvocationError? {
    guard let code = ending.exitCode else { return .died(path: program.path, how: ending.how) }
    if code == 0 { return nil }
    guard let message else { return .died(path: program.path, how: ending.how) }
    let prefix = "searchbench: "
    let sentence = message.hasPrefix(prefix) ? message.dropFirst(prefix.count) : message[...]
    return .failed(message: String(sentence), code: code)
  }
}
