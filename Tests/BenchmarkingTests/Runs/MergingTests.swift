import Testing

@testable import Benchmarking

@Suite struct MergingTests {
  private func invocation(_ seconds: Double) -> BenchmarkRun {
    var run = SampleRuns.run("x", contains: seconds)
    for index in run.measurements.indices {
      run.measurements[index].blocks = [[seconds]]
      run.measurements[index].invocations = []
      run.measurements[index].instructions = seconds
    }
    run.references = [
      .init(group: 0, blocks: [[seconds]]), .init(group: 1, blocks: [[seconds]]),
    ]
    return run
  }

  private func empty() -> BenchmarkRun {
    var run = SampleRuns.run()
    run.measurements = []
    run.references = []
    run.corpora = []
    run.notes = []
    return run
  }

  @Test func `rows of several invocations are matched by column, and blocks keep their invocation`()
  {
    var run = empty()
    run.add(invocation(1), invocation: 0)
    var second = invocation(2)
    second.measurements.reverse()
    second.notes = ["a note", "another"]
    run.add(second, invocation: 1)
    run.add(invocation(6), invocation: 4)
    #expect(
      run.measurements.map { $0.labels["contender"] } == ["array-contains", "set-then-array"])
    #expect(run.measurements[0].blocks == [[1], [2], [6]])
    #expect(run.measurements[0].invocations == [0, 1, 4])
    #expect(run.measurements[0].instructions == 3)
    #expect(run.notes == ["a note", "another"] && run.corpora.count == 1)
    #expect(run.references.map(\.invocation) == [0, 0, 1, 1, 4, 4])
    #expect(run.invocations == [0, 1, 4])
    #expect(run.measurements[0].blocks(ofInvocations: [4, 3, 0]) == [[[6]], [], [[1]]])
  }

  @Test
  func `a row that is cut off or disagrees in one invocation has that status and no samples`() {
    var run = empty()
    run.add(invocation(1), invocation: 0)
    var second = invocation(2)
    second.measurements[0].status = .cutOff
    second.measurements[0].note = "cut off at 1,000"
    second.measurements[1].status = .disagrees
    second.measurements[1].blocks = []
    run.add(second, invocation: 1)
    run.add(invocation(3), invocation: 2)
    #expect(run.measurements[0].status == .cutOff && run.measurements[0].note == "cut off at 1,000")
    #expect(run.measurements[1].status == .disagrees)
    #expect(run.measurements.allSatisfy { $0.blocks.isEmpty && $0.invocations.isEmpty })
  }

  @Test func `a row that is cut off in the first invocation has no samples of any invocation`() {
    var run = empty()
    var first = invocation(1)
    first.measurements[0].status = .cutOff
    run.add(first, invocation: 0)
    #expect(run.measurements[0].blocks.isEmpty && run.measurements[0].invocations.isEmpty)
    run.add(invocation(2), invocation: 1)
    #expect(run.measurements[0].status == .cutOff && run.measurements[0].blocks.isEmpty)
    #expect(run.measurements[1].blocks == [[1], [2]])
  }

  @Test func `a row that is missing in the first invocation has only samples of later ones`() {
    var run = empty()
    var first = invocation(1)
    first.measurements.removeLast()
    run.add(first, invocation: 0)
    run.add(invocation(2), invocation: 1)
    #expect(run.measurements[1].invocations == [1])
  }

  @Test(
    arguments: [
      ("1/5", 0, 5), ("5/5", 4, 5), ("0/5", nil, 0), ("6/5", nil, 0), ("1", nil, 0), ("/", nil, 0),
      ("1/x", nil, 0), ("1/2/3", nil, 0), ("-1/5", nil, 0),
    ] as [(String, Int?, Int)])
  func `an invocation number and count are parsed`(text: String, number: Int?, count: Int) {
    let place = InvocationPlace(text)
    #expect(place?.number == number)
    if let place { #expect(place.count == count && place.text == text) }
  }

  @Test func `a plan's samples are divided among the invocations, which have different seeds`() {
    var plan = SamplingPlan()
    plan.minimumSamples = 31
    let share = plan.share(of: 5)
    #expect(share.budget == 400_000_000 && share.minimumSamples == 7)
    #expect(share.warmup == plan.warmup && share.cutoff == plan.cutoff)
    let places = (0..<5).map { plan.at(InvocationPlace(number: $0, count: 5)) }
    #expect(Set(places.map(\.seed)).count == 5 && places[0].seed == plan.seed)
    #expect(places[0].blocks == 4 && places[0].minimumBlocks == 1)
    #expect(plan.at(InvocationPlace(number: 0, count: 1)).minimumBlocks == 5)
  }
}
