internal import Basics
internal import JSON

/// The place of an invocation in a run.
package struct InvocationPlace: Hashable, Sendable {
  /// The number of the invocation, from 0.
  package let number: Int

  /// The number of invocations of the run.
  package let count: Int

  package init(number: Int, count: Int) {
    self.number = number
    self.count = count
  }

  /// Reads `3/5`: the third of five, number 2; nil for another text.
  package init?(_ text: String) {
    let parts = text.pieces(separatedBy: "/").map { Int($0) }
    guard parts.count == 2, let place = parts[0], let count = parts[1],
      (1...1_000_000).contains(count), (1...count).contains(place)
    else { return nil }
    self.init(number: place - 1, count: count)
  }

  /// The place as text: `3/5`.
  package var text: String { "\(number + 1)/\(count)" }
}

extension SamplingPlan {
  /// The plan of one of `count` invocations that take the samples of this plan together.
  package func share(of count: Int) -> SamplingPlan {
    var plan = self
    let count = max(1, count)
    plan.budget = max(1, budget / UInt64(count))
    plan.minimumSamples = minimumSamples.map { ($0 + count - 1) / count }
    plan.maximumSamples = max(1, (maximumSamples + count - 1) / count)
    return plan
  }

  /// The plan with the blocks and the order of trials of one invocation.
  ///
  /// With five invocations or more, each may take a single block: the blocks are spread over the run anyway.
  package func at(_ place: InvocationPlace) -> SamplingPlan {
    var plan = self
    plan.blocks = max(4, blocks / place.count)
    plan.leastBlocks = max(1, leastBlocks / place.count)
    plan.seed = seed &+ UInt64(place.number) &* 0x9E37_79B9_7F4A_7C15
    return plan
  }
}

/// One invocation of a benchmark in a process of its own.
package struct Invocation: Sendable {
  /// The run that the process wrote, and the error that it reported after it; nil if none.
  package struct Result: Sendable {
    package var run: BenchmarkRun
    package var failure: InvocationError?
  }

  private let program: BenchmarkProgram
  private let arguments: [String]

  /// Describes an invocation.
  ///
  /// - Parameters:
  ///   - program: The program to start.
  ///   - member: The benchmark, such as `bench search`.
  ///   - words: Its arguments, without those that decide how long to sample, and where to write.
  ///   - plan: The plan of this invocation.
  ///   - place: Its place in the run.
  package init(
    of program: BenchmarkProgram, _ member: String, _ words: [String], _ plan: SamplingPlan,
    _ place: InvocationPlace
  ) {
    self.program = program
    var options = ["--format", "json", "--no-store"]
    options += ["--time", Self.text(plan.budget), "--warmup", Self.text(plan.warmup)]
    options += ["--cutoff", Self.text(plan.cutoff)]
    if let least = plan.minimumSamples { options += ["--samples", String(least)] }
    if program.takesInvocation { options += ["--invocation", place.text] }
    arguments = member.pieces(separatedBy: " ") + options + words
  }

  /// A duration for an option, in whole microseconds.
  private static func text(_ nanoseconds: UInt64) -> String {
    nanoseconds == 0 ? "0" : "\(max(1, nanoseconds / 1_000))us"
  }

  /// Runs the process to its end.
  ///
  /// - Parameters:
  ///   - isCancelled: Whether to interrupt the process; its samples so far are the result then.
  ///   - onWait: Called often while it runs.
  /// - Returns: The run that it wrote, complete or so far.
  /// - Throws: `notStarted`; `failed`, `died`, `malformed` or `cancelled` if there is no run.
  package func run(
    isCancelled: () -> Bool, onWait: () -> Void
  ) throws(InvocationError) -> Result {
    let ending = try InvocationProcess(program.path, arguments)
      .finish(isCancelled: isCancelled, onWait: onWait)
    let failure = failure(ending)
    // A process writes its run even if an answer is wrong or it was interrupted.
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

  /// The error that a process reported by its exit code and the last line of its standard error.
  private func failure(_ ending: InvocationProcess.Ending) -> InvocationError? {
    guard let code = ending.exitCode else { return .died(path: program.path, how: ending.how) }
    if code == 0 { return nil }
    let lines = String(decoding: ending.errors, as: UTF8.self).pieces(separatedBy: "\n")
      .filter { !$0.isEmpty }
    guard let last = lines.last else { return .died(path: program.path, how: ending.how) }
    let prefix = "searchbench: "
    let message = last.hasPrefix(prefix) ? last.dropFirst(prefix.count) : last[...]
    return .failed(message: String(message), code: code)
  }
}
