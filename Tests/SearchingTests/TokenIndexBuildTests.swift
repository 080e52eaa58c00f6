import Corpora
import Synchronization
import TestSupport
import Testing
import UnicodeText

@testable import Searching

/// Tests how a token index is built, independently of queries.
@Suite struct TokenIndexBuildTests {
  /// All data of a token index, for comparison.
  private struct Contents: Equatable {
    var tokens: [[UInt8]] = []
    var counts: [Int] = []
    var lists: [UInt8]
    var bitmaps: [UInt64]
    var frequent: [Int]
    var unions: [[UInt8]: [UInt64]]

    init(_ index: TokenIndex) {
      let postings = index.postings
      lists = postings.lists.bytes.withSpan { [UInt8](copying: $0) }
      bitmaps = postings.bitmaps.withSpan { [UInt64](copying: $0) }
      frequent = postings.frequent
      unions = postings.unions.mapValues { $0.bits.withSpan { [UInt64](copying: $0) } }
      func minimumRecords() -> Int { 0 }
      index.dictionary.forEach(in: 0..<index.dictionary.count, minimumRecords: minimumRecords) {
        token, records in
        tokens.append([UInt8](copying: token))
        counts.append(records)
      }
    }
  }

  @Test func `the number of threads and pieces does not change the index`() throws {
    var generator = SeededGenerator(seed: 21)
    for rows in [1, 64, 65, 500, 1200] {
      let model = try TokenModel.random(
        &generator, rows: rows, segmentSize: generator.pick([.max, 63, 64, 17]))
      let wanted = Contents(try #require(model.index()))
      let tokens = Set(model.tokens.joined().map { Array($0.prefix(64)) })
      #expect(wanted.tokens == tokens.sorted { $0.lexicographicallyPrecedes($1) })
      for (threads, minimumPartBytes, block, step) in [
        (1, 1, 1, 1), (2, 1, 100, 10), (3, 1, 1, 1), (8, 100, 1 << 20, 7), (64, 1, 50, 1 << 20),
      ] {
        let tuning = TokenIndexBuilder.Tuning(
          minimumPartBytes: minimumPartBytes, block: block, step: step)
        let index = try #require(model.index(threads: threads, tuning: tuning))
        #expect(Contents(index) == wanted, "\(rows) rows, \(threads) threads")
      }
    }
  }

  @Test func `the progress of an index build ends at 100 percent`() throws {
    var generator = SeededGenerator(seed: 22)
    let model = try TokenModel.random(&generator, rows: 300)
    let monitor = BuildMonitor()
    #expect(monitor.fraction == 0)
    _ = try #require(
      model.index(threads: 2, tuning: .init(minimumPartBytes: 1, block: 64), monitor: monitor))
    #expect(monitor.fraction > 0.98 && monitor.fraction <= 1)
  }

  @Test func `a canceled build ends without an index`() throws {
    var generator = SeededGenerator(seed: 23)
    let model = try TokenModel.random(&generator, rows: 300)
    let monitor = BuildMonitor()
    monitor.cancel()
    #expect(model.index(threads: 2, monitor: monitor) == nil)
  }

  /// Repeats the build; each repetition is canceled at a later cancellation check than the previous
  /// repetition.
  @Test(arguments: [1, 3])
  func `a build can be canceled at any time`(threads: Int) throws {
    var generator = SeededGenerator(seed: 25)
    let model = try TokenModel.random(&generator, rows: 150, segmentSize: 70)
    let tuning = TokenIndexBuilder.Tuning(minimumPartBytes: 1, block: 1 << 10, step: 1 << 8)
    var allowedChecks = 0
    while true {
      let checks = Atomic<Int>(0)
      let index = model.index(threads: threads, tuning: tuning) { [allowedChecks] in
        checks.wrappingAdd(1, ordering: .relaxed).oldValue >= allowedChecks
      }
      if index != nil { break }
      allowedChecks += 1
    }
    // The exact number of checks depends on how the threads divide the build.
    #expect(allowedChecks > 5)
  }

  @Test func `the reported memory size is that of the index's buffers`() throws {
    var generator = SeededGenerator(seed: 24)
    for rows in [0, 1, 50, 1000] {
      let model = try TokenModel.random(&generator, rows: rows)
      let index = try #require(model.index())
      let held = heldBytes(index)
      let keys = index.postings.unions.keys.reduce(0) { $0 + $1.count }
      let arrays = (index.postings.counts.count + index.postings.frequent.count) * 8
      #expect(index.memoryBytes == held + keys + arrays)
    }
  }

  /// The total size of all buffers in a value, found with reflection.
  private func heldBytes(_ value: Any) -> Int {
    if let buffer = value as? any ByteHolder { return buffer.heldBytes }
    return Mirror(reflecting: value).children.reduce(0) { $0 + heldBytes($1.value) }
  }

  @Test func `the index of a corpus with too many records cannot test a requirement`() throws {
    let model = try TokenModel([Field("text")], [["a"]])
    let index = try #require(model.index())
    let unusable = TokenIndex(
      dictionary: index.dictionary, postings: index.postings, textBytes: 2, isUsable: false)
    #expect(unusable.candidates(meeting: .tokenPrefix([0x61])) == nil)
    #expect(unusable.estimate(.tokenPrefix([0x61])) == nil)
    #expect(index.estimate(.tokenPrefix([0x61])) != nil)
  }
}

private protocol ByteHolder {
  var heldBytes: Int { get }
}

extension FrozenBuffer: ByteHolder {
  fileprivate var heldBytes: Int { count * MemoryLayout<Element>.stride }
}
