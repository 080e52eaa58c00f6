import Synchronization
import TestSupport
import Testing
import UnicodeText

@testable import Corpora

@Suite struct CorpusAssemblerTests {
  private let fields = [Field("name"), Field("alias", isAlias: true), Field("note")]

  /// Adds the rows to an assembler, omitting some empty cells.
  private func assemble(
    _ rows: [[String]], _ assembler: inout CorpusAssembler, _ generator: inout SeededGenerator
  ) throws {
    for row in rows {
      for (column, cell) in row.enumerated() {
        if cell.isEmpty && generator.oneIn(2) { continue }
        let bytes = Array(cell.utf8)
        assembler.appendCell(bytes.span, column: column)
      }
      try assembler.endRecord(line: assembler.count + 1)
    }
  }

  private func randomRows(_ generator: inout SeededGenerator) -> [[String]] {
    (0..<generator.below(40)).map { _ in
      (0..<generator.below(4)).map { _ in
        (0..<generator.below(4)).map { _ in generator.pick(["a", "bc", "é", "\n", "漢", ""]) }
          .joined()
      }
    }
  }

  @Test(arguments: [1, 16, 100, 1 << 20])
  func `an assembled corpus has the same rows`(segmentBytes: Int) throws {
    var generator = SeededGenerator(seed: 900 + UInt64(segmentBytes))
    for _ in 0..<60 {
      let rows = randomRows(&generator)
      var assembler = CorpusAssembler(fields: fields, segmentBytes: segmentBytes)
      try assemble(rows, &assembler, &generator)
      #expect(assembler.count == rows.count)
      let textBytes = assembler.textBytes
      let corpus = assembler.finish(name: "n")
      #expect(corpus.textBytes == textBytes && corpus.fields == fields)
      #expect(corpus.rows == Corpus(name: "n", fields: fields, rows: rows).rows)
      #expect(corpus.lines == Array(rows.indices.map { $0 + 1 }))
      #expect(corpus.isWellFormed())
      let areSmall = corpus.segments.allSatisfy { $0.text.count <= segmentBytes || $0.count == 1 }
      #expect(areSmall)
      let areFull = zip(corpus.segments, corpus.segments.dropFirst()).allSatisfy { segment, next in
        segment.text.count + next.bounds(of: 0).count > segmentBytes
      }
      #expect(areFull)
    }
  }

  @Test func `cells can be added in any order, and the last value of a column is used`() throws {
    var assembler = CorpusAssembler(fields: fields)
    for (cell, column) in [("c", 2), ("x\ny", 1), ("old", 0), ("new", 0)] {
      assembler.appendCell(Array(cell.utf8).span, column: column)
    }
    try assembler.endRecord(line: 1)
    assembler.appendCell(Array("only".utf8).span, column: 2)
    try assembler.endRecord(line: 2)
    try assembler.endRecord(line: 3)
    // Adding a cell of an earlier column must not clear the later columns that already have cells.
    for (cell, column) in [("b", 1), ("a", 0), ("c", 2)] {
      assembler.appendCell(Array(cell.utf8).span, column: column)
    }
    try assembler.endRecord(line: 4)
    let corpus = assembler.finish(name: "n")
    #expect(
      corpus.rows == [["new", "x\ny", "c"], ["", "", "only"], ["", "", ""], ["a", "b", "c"]])
    #expect(corpus.isWellFormed())
  }

  @Test func `the first cells of a record can be added in one call`() throws {
    var generator = SeededGenerator(seed: 905)
    for _ in 0..<60 {
      let rows = randomRows(&generator)
      var assembler = CorpusAssembler(fields: fields)
      for row in rows {
        // The end offsets count from the start of a larger block, because a real block contains
        // many rows.
        let count = generator.below(row.count + 1)
        let offset = generator.below(20)
        var bytes: [UInt8] = []
        var ends: [Int] = []
        for cell in row[..<count] {
          bytes += Array(cell.utf8)
          ends.append(offset + bytes.count)
          bytes.append(0)
        }
        assembler.appendFirstCells(bytes.span, ends: ends.span, offset: offset)
        for column in count..<row.count {
          assembler.appendCell(Array(row[column].utf8).span, column: column)
        }
        try assembler.endRecord(line: 1)
      }
      let corpus = assembler.finish(name: "n")
      #expect(corpus.rows == Corpus(name: "n", fields: fields, rows: rows).rows)
      #expect(corpus.isWellFormed())
    }
  }

  @Test func `records keep their sources and lines, in any order`() throws {
    var generator = SeededGenerator(seed: 910)
    for _ in 0..<60 {
      var assembler = CorpusAssembler(fields: fields)
      var expected: [RecordLocation] = []
      for _ in 0..<generator.below(60) {
        let source = generator.pick(["a", "b", "c"])
        if expected.last?.source != source || generator.oneIn(3) { assembler.beginSource(source) }
        let last = expected.last?.line ?? 0
        let line = generator.oneIn(4) ? 1 + generator.below(50) : last + generator.below(3) + 1
        try assembler.endRecord(line: line)
        expected.append(RecordLocation(source: source, line: line))
      }
      let corpus = assembler.finish(name: "n")
      let found = expected.indices.map { corpus.location(of: RecordID(UInt64($0))) }
      #expect(found == expected)
    }
    var plain = CorpusAssembler(fields: fields)
    for line in 1...1_000 {
      plain.beginSource("same")
      try plain.endRecord(line: line)
    }
    let corpus = plain.finish(name: "n")
    #expect(corpus.sources.sources.count == 1 && corpus.sources.memoryBytes < 100)
  }

  @Test func `a record larger than a segment is refused, and later ones are accepted`() throws {
    var assembler = CorpusAssembler(fields: fields, segmentBytes: 8, limit: 20)
    func append(_ text: String, _ line: Int) throws {
      assembler.appendCell(Array(text.utf8).span, column: 0)
      try assembler.endRecord(line: line)
    }
    try append("one", 1)
    try append(String(repeating: "x", count: 19), 2)
    #expect(throws: CorpusError(.recordTooLarge(limit: 20))) {
      try append(String(repeating: "y", count: 20), 3)
    }
    try append("two", 4)
    let corpus = assembler.finish(name: "n")
    #expect(corpus.rows.map { $0[0] } == ["one", String(repeating: "x", count: 19), "two"])
    #expect(corpus.lines == [1, 2, 4] && corpus.isWellFormed(limit: 20))
  }

  @Test func `the results of two assemblers are joined without a copy`() throws {
    var first = CorpusAssembler(fields: fields, segmentBytes: 8)
    var second = CorpusAssembler(fields: fields, segmentBytes: 8)
    var generator = SeededGenerator(seed: 920)
    first.beginSource("a")
    try assemble([["a", "x\ny", "1"], ["é"]], &first, &generator)
    second.beginSource("b")
    try assemble([["b"], ["", "", "漢"]], &second, &generator)
    let parts = [first.finish(name: "n"), second.finish(name: "m")]
    let all = try parts[0].appending(parts[1])
    #expect(all.rows == parts[0].rows + parts[1].rows && all.isWellFormed())
    let texts = all.segments.map { ObjectIdentifier($0.text) }
    #expect(texts == (parts[0].segments + parts[1].segments).map { ObjectIdentifier($0.text) })
    #expect(all.location(of: RecordID(3)) == RecordLocation(source: "b", line: 2))
  }

  @Test func `a moved segment keeps its cached properties`() {
    let corpus = Corpus(name: "n", fields: [Field("text")], rows: [["é"], ["\u{200D}"]])
    let isKnown = corpus.segments[0].mayJoinForward
    let moved = corpus.segments[0].moved(to: 5)
    #expect(moved.joining.load(ordering: .relaxed) != 0 && moved.mayJoinForward == isKnown)
  }
}
