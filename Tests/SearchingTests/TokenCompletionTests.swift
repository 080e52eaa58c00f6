import Corpora
import TestSupport
import Testing
import UnicodeText

@testable import Searching

/// Tests the lookup of the most frequent tokens with a given prefix.
@Suite struct TokenCompletionTests {
  private func wanted(
    _ model: TokenModel, _ prefix: [UInt8], _ limit: Int
  ) -> [(token: [UInt8], records: Int)] {
    var counts: [[UInt8]: Int] = [:]
    for tokens in model.tokens { for token in Set(tokens) { counts[token, default: 0] += 1 } }
    let known = counts.filter {
      $0.key.count < TokenDictionary.tokenLimit && $0.key.starts(with: prefix)
    }
    let ordered = known.sorted { a, b in
      a.value == b.value ? a.key.lexicographicallyPrecedes(b.key) : a.value > b.value
    }
    return ordered.prefix(limit).map { ($0.key, $0.value) }
  }

  @Test func `tokens are ordered by their number of records`() throws {
    var generator = SeededGenerator(seed: 41)
    for rows in [3, 200, 900] {
      let model = try TokenModel.random(&generator, rows: rows, segmentSize: 250)
      let index = try #require(model.index(threads: 2, tuning: .init(minimumPartBytes: 1)))
      for limit in [0, 1, 2, 5, 40, 100_000] {
        for prefix in [[], model.prefix(&generator), model.prefix(&generator), [0x61]] {
          let found = index.mostFrequent(prefix: prefix, limit: limit)
          let wanted = wanted(model, prefix, limit)
          #expect(found.map(\.token) == wanted.map(\.token), "\(prefix) \(limit)")
          #expect(found.map(\.records) == wanted.map(\.records))
        }
      }
    }
  }

  @Test func `a prefix longer than the indexed part of a token has no completion`() throws {
    let model = try TokenModel([Field("text")], [[String(repeating: "y", count: 90)], ["yy"]])
    let index = try #require(model.index())
    #expect(index.mostFrequent(prefix: [0x79], limit: 9).map(\.token) == [[0x79, 0x79]])
    #expect(index.mostFrequent(prefix: [UInt8](repeating: 0x79, count: 80), limit: 9).isEmpty)
  }
}
