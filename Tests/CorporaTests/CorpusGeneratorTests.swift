import Testing
import UnicodeText

@testable import Corpora

@Suite struct CorpusGeneratorTests {
  private func bytes(_ kind: CorpusGenerator.Kind, records: Int, seed: UInt64 = 1) -> [UInt8] {
    var bytes: [UInt8] = []
    CorpusGenerator(kind: kind, records: records, seed: seed).write { piece in
      for index in piece.indices { bytes.append(piece[index]) }
      return true
    }
    return bytes
  }

  @Test(arguments: [
    (
      CorpusGenerator.Kind.zipf,
      "3a177bb47b72f1954467b56fbcb45b18d8ec3a7be78a8be457959b8a995c8e44"
    ),
    (.weblog, "2e5b62354b27c2eac2492d9953af39ec5b6e950515ef5487a4b4154ec6adb739"),
  ])
  func `the same seed generates the same bytes`(kind: CorpusGenerator.Kind, expected: String) {
    var digest = SHA256()
    digest.update(bytes(kind, records: 2_000).span)
    #expect(SHA256.hexadecimal(digest.finalized()) == expected)
    #expect(bytes(kind, records: 100) != bytes(kind, records: 100, seed: 2))
    #expect(bytes(kind, records: 0).isEmpty)
  }

  @Test func `zipf lines have 6 to 12 words, and a few words are frequent`() {
    let text = String(decoding: bytes(.zipf, records: 3_000), as: UTF8.self)
    var counts: [Substring: Int] = [:]
    let lines = text.split(separator: "\n")
    #expect(lines.count == 3_000 && text.utf8.allSatisfy { $0 < 0x80 })
    for line in lines {
      let words = line.split(separator: " ")
      #expect((6...12).contains(words.count))
      for word in words { counts[word, default: 0] += 1 }
    }
    let descending = counts.values.sorted(by: >)
    let total = descending.reduce(0, +)
    // By Zipf's law for 100,000 distinct words, 1 in 12.09 words is the most frequent word, and the
    // second most frequent word is half as frequent.
    #expect((total / 15...total / 10).contains(descending[0]))
    #expect((descending[0] / 3...descending[0] * 2 / 3).contains(descending[1]))
  }

  @Test func `weblog lines look like a log`() {
    let text = String(decoding: bytes(.weblog, records: 500), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 500)
    for line in lines {
      #expect(line.contains(" - - [") && line.contains(" HTTP/1.1\" "))
      #expect(line.count { $0 == "\"" } == 6)
    }
    #expect(lines.first?.contains("[01/Jan/2026:00:00:0") == true)
  }

  @Test func `generated words are distinct`() {
    let words = Vocabulary(count: 5_000)
    var seen: Set<String> = []
    for index in 0..<5_000 {
      var output = GrowableBuffer<UInt8>()
      words.append(index, to: &output)
      seen.insert(output.withSpan { String(decoding: $0) })
    }
    #expect(seen.count == 5_000)
  }

  @Test func `a generator stops when its output is closed`() {
    var calls = 0
    CorpusGenerator(kind: .zipf, records: 100_000).write { _ in
      calls += 1
      return false
    }
    #expect(calls == 1)
  }
}
