import Basics
import Testing

@testable import Corpora

@Suite struct LinesFormatTests {
  @Test(arguments: [
    ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]),
    ("a\r\nb\r\n", ["a", "b"]), ("a\r\n\r\nb", ["a", "", "b"]), ("a\rb\n", ["a\rb"]),
    ("a\r\r\n", ["a\r"]), ("a\r", ["a\r"]), ("\u{FEFF}a\nb\n", ["a", "b"]), ("\u{FEFF}", []),
    ("é\n漢字\n", ["é", "漢字"]), ("a\u{0}b\n", ["a\u{0}b"]),
  ])
  func `each line is a record`(text: String, lines: [String]) throws {
    for step in [4, 7, 1 << 18] {
      let corpus = try load(text, step: step).corpus
      #expect(corpus.rows == lines.map { [$0] })
      #expect(corpus.lines == Array(1..<lines.count + 1))
      #expect(corpus.fields == [Field("text")])
      #expect(corpus.isWellFormed())
    }
  }

  @Test func `random text is split as by a naive loop`() throws {
    var numbers = SplitMix64(seed: 7)
    let alphabet = Array("ab\n\r \u{E9}\u{6F22}".utf8) + [0xFF, 0xFE, 0xC3, 0xF0, 0x80]
    for round in 0..<400 {
      let bytes = randomBytes(alphabet, upTo: 300, &numbers)
      // Text that begins with a UTF-16 byte order mark is not read as UTF-8.
      if [[0xFF, 0xFE], [0xFE, 0xFF]].contains(bytes.prefix(2).map { $0 }) { continue }
      let step = 4 + numbers.next(below: 60)
      let result = try load(bytes, step: step)
      #expect(result.corpus.rows.map { $0[0] } == naiveLines(bytes), "round \(round)")
      #expect(result.corpus.isWellFormed())
      let repaired = String(decoding: bytes, as: UTF8.self).unicodeScalars
      #expect(result.report.invalidSequences == repaired.count { $0 == "\u{FFFD}" })
    }
  }

  private func naiveLines(_ bytes: [UInt8]) -> [String] {
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map { Array($0) }
    let unfinished = lines.removeLast()
    lines = lines.map { $0.last == 13 ? $0.dropLast() : $0 }
    if !unfinished.isEmpty { lines.append(unfinished) }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `a small segment limit only changes how records are divided into segments`() throws {
    var numbers = SplitMix64(seed: 8)
    for _ in 0..<60 {
      let bytes = randomBytes(Array("abc\n".utf8), upTo: 2_000, &numbers)
      let whole = try load(bytes).corpus
      let limit = 64 + numbers.next(below: 200)
      let parts = try load(bytes, limit: limit, step: 32).corpus
      #expect(parts.rows == whole.rows)
      #expect(parts.lines == whole.lines)
      #expect(parts.isWellFormed(limit: limit))
    }
  }

  @Test func `a record larger than a segment is an error with its line`() {
    let text = "short\n" + String(repeating: "x", count: 200) + "\nshort\n"
    #expect(
      errorOfLoading(text, limit: 100, step: 32)
        == CorpusError(.recordTooLarge(limit: 100), line: 2))
  }

  @Test func `invalid UTF-8 is counted, or refused with its line`() throws {
    let bytes: [UInt8] = [0x61, 10, 0x62, 0xFF, 0x63, 10, 0xE2, 0x82]
    let result = try load(bytes)
    #expect(result.corpus.rows == [["a"], ["b\u{FFFD}c"], ["\u{FFFD}"]])
    #expect(result.report.invalidSequences == 2)
    let strict = LoadOptions().with { $0.isStrict = true }
    let error = #expect(throws: CorpusError.self) { try load(bytes, strict) }
    #expect(error?.code == .invalidText && error?.line == 2)
  }

  @Test func `lines get their own column if they follow a file with other columns`() throws {
    let folder = try TemporaryFolder()
    let table = try folder.write("a,b\n1,2\n", to: "t.csv")
    let lines = try folder.write("x\r\ny", to: "l.txt")
    let corpus = try CorpusLoader.load([table, lines]).corpus
    #expect(corpus.fields.map(\.name) == ["a", "b", "text"])
    #expect(corpus.rows == [["1", "2", ""], ["", "", "x"], ["", "", "y"]])
    #expect(corpus.location(of: RecordID(2)) == RecordLocation(source: lines, line: 2))
    #expect(corpus.location(of: RecordID(0)) == RecordLocation(source: table, line: 2))
  }
}
