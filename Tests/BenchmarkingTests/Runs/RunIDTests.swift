import Basics
import Benchmarking
import TestSupport
import Testing

@Suite struct RunIDTests {
  @Test func `run IDs start with the time, sort by time, and are unique`() {
    let time = UTCTime(secondsSince1970: 1_795_237_200)
    var dice = SeededGenerator(seed: 1)
    var ids: Set<String> = []
    for _ in 0..<1_000 {
      let id = BenchmarkRun.newID(at: time, using: &dice)
      #expect(id.hasPrefix("20261121-050000-") && id.utf8.count == 22)
      #expect(BenchmarkRun.isValid(id: id))
      ids.insert(id)
    }
    #expect(ids.count == 1_000)
    let later = UTCTime(secondsSince1970: 1_795_237_201)
    #expect(ids.allSatisfy { $0 < BenchmarkRun.newID(at: later) })
    #expect(BenchmarkRun.isValid(id: BenchmarkRun.newID()))
  }

  @Test(arguments: ["", ".", "..", "a/b", "a.b", "a b", "\u{E9}", "a\n", "a\u{0}", "\u{1B}"])
  func `text that is unsafe in a file name is not an ID`(id: String) {
    #expect(!BenchmarkRun.isValid(id: id))
  }

  @Test func `an ID has at most 100 characters`() {
    #expect(BenchmarkRun.isValid(id: String(repeating: "a", count: 100)))
    #expect(!BenchmarkRun.isValid(id: String(repeating: "a", count: 101)))
  }
}
