import Corpora
import TestSupport
import Testing

@testable import Searching

@Suite struct ResultSetTests {
  static func make(_ members: Set<Int>, of universe: Int) -> ResultSet {
    ResultSet(members.sorted().map { RecordID(UInt64($0)) }, of: universe)
  }

  static func members(_ set: ResultSet) -> [Int] { set.map { Int($0.rawValue) } }

  @Test func `set operations agree with those of Set`() {
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<400 {
      let universe = generator.below(400)
      func random() -> Set<Int> {
        let odds = [1, 2, 3, 40, 1000][generator.below(5)]
        return Set((0..<universe).filter { _ in generator.oneIn(odds) })
      }
      let (a, b) = (random(), random())
      let (first, second) = (Self.make(a, of: universe), Self.make(b, of: universe))
      #expect(Self.members(first) == a.sorted())
      #expect(first.count == a.count)
      #expect(Self.members(first.union(second)) == a.union(b).sorted())
      #expect(Self.members(first.intersection(second)) == a.intersection(b).sorted())
      #expect(Self.members(first.subtracting(second)) == a.subtracting(b).sorted())
      #expect(Self.members(first.complement()) == Set(0..<universe).subtracting(a).sorted())
      #expect(first.union(second) == Self.make(a.union(b), of: universe))
      #expect(first.complement().complement() == first)
      #expect(first.indices.map { first[$0] } == Array(first))
      for record in 0..<universe {
        #expect(first.contains(RecordID(UInt64(record))) == a.contains(record))
      }
      #expect(!first.contains(RecordID(UInt64(universe))))
    }
  }

  @Test func `the intersection of runs and a set contains the members of both`() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<400 {
      let universe = 1 + generator.below(400)
      let odds = [1, 2, 40, 1000][generator.below(4)]
      let members = Set((0..<universe).filter { _ in generator.oneIn(odds) })
      var runs: [Range<Int>] = []
      var start = generator.below(70)
      while start < universe {
        let end = min(universe, start + 1 + generator.below(130))
        runs.append(start..<end)
        start = end + 1 + generator.below(130)
      }
      let wanted = members.filter { member in runs.contains { $0.contains(member) } }
      let found = Self.make(members, of: universe).intersection(runs)
      #expect(found == Self.make(wanted, of: universe))
    }
  }

  @Test func `the runs of a result set are its members within the bounds`() {
    var generator = SeededGenerator(seed: 10)
    for _ in 0..<400 {
      let universe = 1 + generator.below(300)
      let odds = [1, 2, 50][generator.below(3)]
      let members = Set((0..<universe).filter { _ in !generator.oneIn(odds + 1) == (odds < 50) })
      let start = generator.below(universe)
      let bounds = start..<start + generator.below(universe - start) + 1
      var runs: [Range<Int>] = []
      Self.make(members, of: universe).forEachRun(in: bounds) {
        runs.append($0)
        return true
      }
      #expect(runs.flatMap { Array($0) } == members.filter(bounds.contains).sorted())
      for (run, next) in zip(runs, runs.dropFirst()) { #expect(run.upperBound < next.lowerBound) }
    }
  }

  @Test func `all records are the complement of the empty set`() {
    for universe in [0, 1, 63, 64, 65, 1000] {
      #expect(ResultSet.all(of: universe).count == universe)
      #expect(Self.members(.all(of: universe)) == Array(0..<universe))
    }
  }

  @Test func `a few records are stored as a list, and many as a bitmap`() {
    if case .bitmap = Self.make([3], of: 320).storage { Issue.record("one record is few") }
    if case .list = Self.make(Set(0..<11), of: 320).storage { Issue.record("eleven are many") }
  }

  @Test func `record numbers that do not fit into four bytes are never stored as a list`() {
    #expect(ResultSet.suitsList(0, of: Int(UInt32.max)))
    #expect(!ResultSet.suitsList(0, of: Int(UInt32.max) + 1))
  }
}
