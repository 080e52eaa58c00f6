import Corpora
import Searching
import TestSupport
import Testing

@testable import Benchmarking

@Suite struct RecordDifferenceTests {
  static func set(_ records: [Int], of universe: Int = 100) -> ResultSet {
    ResultSet(records.map { RecordID(UInt64($0)) }, of: universe)
  }

  static func randomSet(_ generator: inout SeededGenerator, of universe: Int) -> Set<Int> {
    let odds = 1 + generator.below(6)
    return Set((0..<universe).filter { _ in generator.oneIn(odds) })
  }

  @Test(arguments: 0..<50)
  func `the difference between two answers equals that of a naive oracle`(_ seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let universe = 1 + generator.below(200)
    let first = Self.randomSet(&generator, of: universe)
    let second = Self.randomSet(&generator, of: universe)
    let difference = RecordDifference(
      Self.set(first.sorted(), of: universe), Self.set(second.sorted(), of: universe))
    #expect(difference.onlyInFirst.map { Int($0.rawValue) } == first.subtracting(second).sorted())
    #expect(difference.onlyInSecond.map { Int($0.rawValue) } == second.subtracting(first).sorted())
    #expect(difference.inBoth.map { Int($0.rawValue) } == first.intersection(second).sorted())
    #expect(difference.isEmpty == (first == second))
  }

  @Test func `a sentence names the first differing records`() {
    func sentence(_ first: [Int], _ second: [Int]) -> String {
      RecordDifference(Self.set(first, of: 2_000), Self.set(second, of: 2_000)).sentence
    }
    #expect(
      sentence([1, 2], [1]) == "the answer differs from searchbench's scan in record 3 (extra)")
    #expect(
      sentence([0, 5], [5, 1_233])
        == "the answer differs from searchbench's scan in 2 records: 1 (extra), 1,234 (missing)")
    #expect(
      sentence([0, 2, 4, 6], [1, 3, 5, 7])
        == "the answer differs from searchbench's scan in 8 records: 1 (extra), 2 (missing), "
        + "3 (extra), 4 (missing), 5 (extra), ...")
  }

  @Test(arguments: 0..<50)
  func `the columns only-here and missing agree with a naive oracle`(_ seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let universe = 1 + generator.below(200)
    let answers = (0..<1 + generator.below(5)).map { _ in
      Self.randomSet(&generator, of: universe)
    }
    var table = AnswerTable()
    for (index, answer) in answers.enumerated() {
      let row = Measurement(labels: ["contender": "\(index)"], status: .disagrees)
      table.add("\(index)", PreparedTrial(row), Self.set(answer.sorted(), of: universe))
    }
    table.add("refused", refusal: "it does not parse")
    table.add("stopped", PreparedTrial(Measurement(labels: [:], status: .cutOff)), nil)
    let log = ExperimentLog(Listener().context(), expecting: 1)
    let result = table.result(log, of: "test")
    #expect(result.rows.count == answers.count + 2)
    for (index, row) in result.rows.prefix(answers.count).enumerated() {
      let others = answers.enumerated().filter { $0.offset != index }.map(\.element)
      let othersHave = others.reduce(into: Set<Int>()) { $0.formUnion($1) }
      let exclusiveRecords = answers[index].subtracting(othersHave).sorted()
      let missing = othersHave.subtracting(answers[index]).sorted()
      #expect(row.exclusiveRecords?.map { Int($0.rawValue) } == exclusiveRecords)
      #expect(row.missing?.map { Int($0.rawValue) } == missing)
    }
    #expect(result.rows.suffix(2).allSatisfy { $0.records == nil && $0.missing == nil })
    let areEqual = answers.allSatisfy { $0 == answers[0] }
    #expect(result.sentences.isEmpty == areEqual)
  }
}
