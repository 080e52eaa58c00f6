import Benchmarking
import Terminal
import Testing

@testable import Shell

@Suite struct CommandFamilyTests {
  static let families = [CommandFamily.bench, .runs, .catalog]

  @Test(arguments: families.indices)
  func `each subcommand has a unique name with its family's prefix and is in the overview`(
    index: Int
  ) throws {
    let family = Self.families[index]
    let names = family.members.map { $0.description.name }
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.hasPrefix(family.name + " ") })
    for member in family.members {
      #expect(!member.description.summary.hasSuffix("."))
      #expect(family.overview(at: .prompt).contains(member.description.sentence))
      let (found, rest) = try family.member([member.member, "--x"], at: .prompt)
      #expect(found.member == member.member)
      #expect(rest == ["--x"])
    }
  }

  @Test(arguments: [
    (["uniqe"], "there is no :bench uniqe; did you mean unique?"),
    ([], "nothing to do; :bench takes unique, search, load, overhead, workload, truth"),
  ])
  func `an unknown subcommand suggests a similar one, and a missing one lists all`(
    words: [String], message: String
  ) {
    let error = #expect(throws: ShellError.self) {
      try CommandFamily.bench.member(words, at: .prompt)
    }
    #expect(error?.message == message)
    #expect(error?.exitCode == 64)
  }

  @Test(arguments: [
    ([], "list"), (["--format", "csv"], "list"), (["last"], "show"),
    (["2026", "--format", "csv"], "show"), (["diff", "a", "b"], "diff"),
  ])
  func `the command runs without arguments lists the runs, and with an ID shows that run`(
    words: [String], member: String
  ) throws {
    #expect(try CommandFamily.runs.member(words, at: .prompt).0.member == member)
  }

  @Test func `help and completion at the prompt include the subcommands`() throws {
    let bench = Bench.withCorpora()
    #expect(try bench.run(":bench --help") == CommandFamily.bench.overview(at: .prompt))
    #expect(try bench.run(":help runs").contains("runs diff"))
    let offers = Completer(workspace: bench.session.workspace).complete(":bench u", 8).candidates
    #expect(offers.map(\.text) == ["unique"])
    let options = Completer(workspace: bench.session.workspace).complete(":bench unique --si", 18)
      .candidates
    #expect(options.map(\.text) == ["--sizes"])
  }
}

@Suite struct MeasuringArgumentsTests {
  private func measuring(_ words: [String]) throws -> MeasuringArguments {
    guard
      case .values(let arguments) = try BenchLoadArguments.form.parse(words + ["x"], at: .prompt)
    else { throw ShellError.usage("help was asked for") }
    return arguments.measuring
  }

  @Test func `without options, the sampling plan is the default of the library`() throws {
    let plan = try measuring([]).plan(trials: 18, seed: 7)
    #expect(plan.budget == 2_000_000_000)
    #expect(plan.minimumSamples == nil)
    #expect(plan.seed == 7)
  }

  @Test func `options for durations and counts set the sampling plan`() throws {
    let arguments = try measuring([
      "--time", "200ms", "--warmup", "0", "--cutoff", "3", "--samples", "5000",
    ])
    let plan = try arguments.plan(trials: 1, seed: 1)
    #expect(plan.budget == 200_000_000)
    #expect(plan.warmup == 0)
    #expect(plan.cutoff == 3_000_000_000)
    #expect(plan.minimumSamples == 5_000)
    #expect(plan.maximumSamples == 5_000)
  }

  @Test(arguments: [1, 9, 60, 10_000])
  func `--quick divides about eight seconds among the trials`(trials: Int) throws {
    let plan = try measuring(["--quick"]).plan(trials: trials, seed: 1)
    let total = plan.budget * UInt64(trials)
    #expect(total <= 8_000_000_000 || plan.budget == 20_000_000)
    #expect(plan.blocks == 5)
  }

  @Test(arguments: [
    ["--time", "0"], ["--time", "x"], ["--time", "-1"], ["--cutoff", "0s"], ["--warmup", "5h"],
    ["--samples", "0"], ["--samples", "-3"],
  ])
  func `an invalid duration or count is refused with the option's name`(words: [String]) {
    let error =
      #expect(throws: (any Error).self) {
        try measuring(words).plan(trials: 1, seed: 1)
      } as? ShellError
    #expect(error?.message.hasPrefix(words[0]) == true)
    #expect(error?.exitCode == 64)
  }
}
