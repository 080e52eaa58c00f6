import Basics
import Testing
import UnicodeText

@testable import Corpora

@Suite struct CorpusTests {
  private let fields = [Field("name"), Field("alias", isAlias: true), Field("note")]

  @Test func `a corpus returns its rows`() {
    let rows = [["a", "x\ny", "1\n2"], ["b"], [], ["", "", ""], ["é漢", "", "z"]]
    let corpus = Corpus(name: "n", fields: fields, rows: rows)
    let padded = rows.map { $0 + [String](repeating: "", count: 3 - $0.count) }
    #expect(corpus.rows == padded && corpus.count == 5 && corpus.isWellFormed())
    #expect(corpus.location(of: RecordID(4)) == RecordLocation(source: "-", line: 5))
    let parts = Corpus(name: "n", fields: fields, rows: rows, source: "s", limit: 16)
    #expect(parts.rows == padded && parts.segments.count > 1 && parts.isWellFormed(limit: 16))
    #expect(corpus.textBytes == parts.textBytes)
    let empty = Corpus(name: "n", fields: fields, rows: [])
    #expect(empty.count == 0 && empty.memoryBytes == 0)
  }

  @Test func `a corpus is appended to another`() throws {
    let one = Corpus(name: "one", fields: fields, rows: [["a", "x\ny", "1"]], source: "1")
    let same = Corpus(name: "two", fields: fields, rows: [["b"], ["c"]], source: "2")
    let both = try one.appending(same)
    #expect(both.rows == [["a", "x\ny", "1"], ["b", "", ""], ["c", "", ""]])
    #expect(both.name == "one" && both.isWellFormed())
    #expect(both.segments[1].text === same.segments[0].text)
    #expect(both.location(of: RecordID(2)) == RecordLocation(source: "2", line: 2))
    let other = Corpus(
      name: "o", fields: [Field("note", isAlias: true), Field("more"), Field("alias")],
      rows: [["p\nq", "r", "s\nt"]], source: "3")
    let all = try both.appending(other)
    #expect(all.fields == fields + [Field("more")])
    #expect(all.rows[3] == ["", "s\nt", "p\nq", "r"])
    #expect(all.isWellFormed() && all.location(of: RecordID(3)).source == "3")
    let stored = all.withRecord(RecordID(3)) { record in record.indices.map { record[$0] } }
    #expect(
      stored
        == Array("\u{0}s\u{0}t\u{0}p\nq\u{0}r\u{0}".utf8).enumerated().map { index, byte in
          byte != 0 ? byte : index == 2 ? 0xFE : 0xFF
        })
  }

  @Test func `folding a corpus equals folding its records one by one`() {
    var numbers = SplitMix64(seed: 51)
    let pieces = [
      "a", "B", "xyz", "E\u{301}", "\u{301}", "ß", "ﬁ", "İ", "漢", "한", "e", "Σ", " ", "\n", "é",
      "\u{1D160}", "\u{958}",
    ]
    for round in 0..<120 {
      let richness = [0, 2, 17][round % 3]
      let rows = (0..<numbers.next(below: 60)).map { _ in
        (0..<3).map { _ in
          (0..<numbers.next(below: 8)).map { _ in
            pieces[
              numbers.next(
                below: 3 + (richness == 2 ? numbers.next(below: 20) / 19 : richness == 0 ? 0 : 14))]
          }.joined()
        }
      }
      let limit = round % 2 == 0 ? 200 : Segment.limit
      let corpus = Corpus(name: "n", fields: fields, rows: rows, source: "-", limit: limit)
      for case_ in [true, false] {
        for marks in [true, false] {
          let folding = Folding(ignoresCase: case_, ignoresDiacritics: marks)
          guard let folded = corpus.folded(folding, isCancelled: { false }) else {
            Issue.record("it was cancelled")
            continue
          }
          let again = Corpus(
            name: "n", fields: fields, segments: folded.segments, sources: corpus.sources)
          #expect(again.isWellFormed(limit: .max) && again.segments.count == corpus.segments.count)
          for record in 0..<corpus.count {
            let id = RecordID(UInt64(record))
            let expected = corpus.withRecord(id) { bytes in
              var output = GrowableBuffer<UInt8>()
              folding.fold(bytes, into: &output)
              return (0..<output.count).map { output[$0] }
            }
            let found = again.withRecord(id) { bytes in bytes.indices.map { bytes[$0] } }
            #expect(found == expected)
          }
        }
      }
    }
  }

  @Test func `folding shares unchanged text`() throws {
    let lower = Corpus(name: "n", fields: [Field("text")], rows: [["abc"], ["d"]])
    let all = Folding(ignoresCase: true, ignoresDiacritics: true)
    let folded = try #require(lower.folded(all, isCancelled: { false }))
    #expect(folded.segments[0] === lower.segments[0])
    let upper = Corpus(name: "n", fields: [Field("text")], rows: [["ABC"]])
    let lowered = try #require(upper.folded(all, isCancelled: { false }))
    #expect(lowered.segments[0].starts === upper.segments[0].starts)
    #expect(upper.folded(all, isCancelled: { true }) == nil)
    let marks = Folding(ignoresCase: false, ignoresDiacritics: true)
    let kept = try #require(upper.folded(marks, isCancelled: { false }))
    #expect(kept.segments[0] === upper.segments[0])
  }

  @Test func `the source and line of a record are found for any distribution of records`() {
    var numbers = SplitMix64(seed: 61)
    for _ in 0..<200 {
      var builder = SourceMapBuilder()
      var expected: [RecordLocation] = []
      for source in 0..<1 + numbers.next(below: 3) {
        builder.begin("s\(source)", at: expected.count)
        var line = 1 + numbers.next(below: 3)
        for _ in 0..<numbers.next(below: 12) {
          let stride = [0, 1, 1, 1, 2, 5][numbers.next(below: 6)]
          let run = 1 + numbers.next(below: 6)
          if stride == 1 {
            builder.add(run, from: line)
          } else {
            for index in 0..<run { builder.add(line + index * stride) }
          }
          for index in 0..<run {
            expected.append(RecordLocation(source: "s\(source)", line: line + index * stride))
          }
          line += run * stride + numbers.next(below: 3)
        }
      }
      let map = builder.finish()
      for (record, location) in expected.enumerated() {
        let (source, line) = map.place(of: record)
        #expect(RecordLocation(source: source.path, line: line) == location)
      }
      var cursor = SourceMap.Cursor(map)
      for (record, location) in expected.enumerated() where numbers.next(below: 3) > 0 {
        let (source, line) = cursor.place(of: record)
        #expect(RecordLocation(source: map.sources[source].path, line: line) == location)
      }
      #expect(map.memoryBytes <= expected.count * 12 + 400)
    }
  }

  @Test func `the records of a list come with their own text, source and line`() throws {
    var numbers = SplitMix64(seed: 62)
    for _ in 0..<100 {
      // A segment has at most 40 bytes, so most corpora have several segments.
      var builder = CorpusBuilder(limit: 40)
      let column = try #require(try builder.table.column(named: "text"))
      for source in 0..<1 + numbers.next(below: 3) {
        builder.sources.begin("s\(source)", at: builder.count)
        var line = 0
        for _ in 0..<numbers.next(below: 20) {
          line += 1 + numbers.next(below: 3)
          for _ in 0..<numbers.next(below: 12) { builder.text.append(UInt8(ascii: "a")) }
          builder.endCell(column)
          try builder.endRecord(line: line)
        }
      }
      let corpus = builder.finish(name: "c")
      let records = (0..<UInt32(corpus.count)).filter { _ in numbers.next(below: 3) > 0 }
      var found: [UInt32] = []
      corpus.forEach(records.span) { record, source, line, text in
        found.append(UInt32(record))
        let id = RecordID(UInt64(record))
        let location = RecordLocation(source: corpus.sources.sources[source].path, line: line)
        #expect(corpus.location(of: id) == location)
        #expect(corpus.text(of: id, field: 0) + "\u{FFFD}" == String(decoding: text))
      }
      #expect(found == records)
    }
  }

  @Test func `corpus information counts tokens and scripts`() throws {
    let corpus = Corpus(
      name: "n", fields: [Field("a"), Field("b")],
      rows: [["one two", "two"], ["Ωμέγα  漢字", "1"], ["", "\u{3000}x\ty"]])
    let info = try #require(CorpusInfo(corpus))
    #expect(info.records == 3 && info.tokens == 8 && info.distinctTokens == 7)
    #expect(info.scripts.map(\.name) == ["Latin", "Greek", "Han"])
    #expect(info.scripts.map(\.letters) == [11, 5, 2])
    #expect(info.sha256 == nil && info.textBytes == corpus.textBytes)
    let many = Corpus(
      name: "n", fields: [Field("a")], rows: (0..<5_000).map { ["w\($0 % 3_000) x"] })
    #expect(try #require(CorpusInfo(many)).distinctTokens == 3_001)
    #expect(CorpusInfo(many, isCancelled: { true }) == nil)
  }
}
