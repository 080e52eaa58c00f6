import Corpora
import Reporting
import Searching
import Testing
import UnicodeText

@Suite struct TSVEncoderTests {
  @Test func `every hostile cell is parsed back from tab-separated text`() throws {
    let corpus = Fixture.hostile()
    let text = try Fixture.encoded(Fixture.rows(corpus, matching: "x"), as: "tsv")
    let rows = try #require(Reader.csv(text, delimiter: "\t"))
    #expect(rows.count == corpus.count + 1)
    for (index, row) in rows.dropFirst().enumerated() {
      #expect(row.count == 9)
      for field in 0..<3 {
        let expected = corpus.text(of: RecordID(UInt64(index)), field: field)
        #expect(row[6 + field].utf8.elementsEqual(expected.utf8))
      }
    }
  }
}

@Suite struct JSONEncoderTests {
  @Test func `every hostile cell is parsed back with its hits`() throws {
    let corpus = Fixture.hostile()
    let rows = Fixture.rows(corpus, matching: "x")
    let lines = Reader.lines(try Fixture.encoded(rows, as: "jsonl"))
    #expect(lines.count == corpus.count)
    let array = try JSONReader.read(try Fixture.encoded(rows, as: "json")).elements
    #expect(array.count == corpus.count)
    for (index, line) in lines.enumerated() {
      let id = RecordID(UInt64(index))
      let value = try JSONReader.read(String(Substring(line)))
      #expect(value == array[index])
      let expected = Fixture.hits(of: "x", in: corpus, id)
      #expect(value["record"] == .number(index + 1))
      #expect(value["source"] == .string("dir/hostile.csv"))
      #expect(value["hit_count"] == .number(expected.count))
      #expect(
        value["matched"] == (expected.first.map { .string(corpus.fields[$0.field].name) } ?? .null))
      let hits = expected.map { hit in
        JSONValue.object([
          "field": .string(corpus.fields[hit.field].name), "start": .number(hit.range.lowerBound),
          "end": .number(hit.range.upperBound),
        ])
      }
      #expect(value["hits"] == .array(hits))
      for (field, name) in corpus.fields.map(\.name).enumerated() {
        #expect(value["fields"]?[name] == .string(corpus.text(of: id, field: field)))
      }
    }
  }

  @Test func `a record has the expected JSON output`() throws {
    let corpus = Fixture.lines(["a \"whale\"\t\u{1}"])
    #expect(
      try Fixture.encoded(Fixture.rows(corpus, matching: "whale"), as: "jsonl") == #"""
        {"record":1,"source":"a.txt","line":1,"column":4,"matched":"text","hit_count":1,"hits":[{"field":"text","start":3,"end":8}],"fields":{"text":"a \"whale\"\t\u0001"}}

        """#)
  }

  @Test func `a result without records is an empty JSON array`() throws {
    let rows = Fixture.rows(Fixture.lines(["a"]), records: [])
    #expect(try Fixture.encoded(rows, as: "json") == "[]\n")
    #expect(try Fixture.encoded(rows, as: "jsonl").isEmpty)
  }

  @Test func `records of several corpora have the corpus name and their own fields`() throws {
    let first = Corpus(name: "o\"ne", fields: [Field("a")], rows: [["1"]])
    let second = Corpus(name: "two", fields: [Field("b")], rows: [["3"]])
    let rows = ResultRows([Fixture.part(first), Fixture.part(second)])
    let values = try JSONReader.read(try Fixture.encoded(rows, as: "json")).elements
    #expect(values[0]["corpus"] == .string("o\"ne"))
    #expect(values[1]["fields"] == .object(["b": .string("3")]))
  }
}

@Suite struct MarkdownEncoderTests {
  @Test func `every hostile cell is parsed back unchanged`() throws {
    let corpus = Fixture.hostile()
    let lines = Reader.lines(try Fixture.encoded(Fixture.rows(corpus), as: "markdown"))
    #expect(
      Reader.markdownRow(lines[0]) == ["record", "line", "hits", "name", "field.line", "alias"])
    #expect(String(Substring(lines[1])) == "| ---: | ---: | ---: | --- | --- | --- |")
    #expect(lines.count == corpus.count + 2)
    for (index, line) in lines.dropFirst(2).enumerated() {
      let cells = Reader.markdownRow(line)
      for field in 0..<3 {
        let expected = corpus.text(of: RecordID(UInt64(index)), field: field)
        #expect(cells[3 + field].utf8.elementsEqual(expected.utf8))
      }
    }
  }
}

@Suite struct CountEncoderTests {
  @Test func `the formats count and none read no rows`() throws {
    let rows = Fixture.rows(Fixture.lines(["a", "b", "c"]))
    #expect(try Fixture.encoded(rows, as: "count") == "3\n")
    #expect(try Fixture.encoded(rows, as: "count") { $0.limit = 2 } == "2\n")
    #expect(try Fixture.encoded(rows, as: "none").isEmpty)
  }
}

@Suite struct EncoderCatalogTests {
  @Test func `format names are unique, and each format has a summary`() {
    #expect(Set(EncoderCatalog.names).count == EncoderCatalog.names.count)
    // The help topic `formats` shows the summaries in lines of at most 80 columns.
    let width = EncoderCatalog.names.map(\.count).max() ?? 0
    for encoder in EncoderCatalog.all {
      #expect(!encoder.summary.isEmpty && !encoder.summary.hasSuffix("."))
      #expect(width + 2 + encoder.summary.count <= 80)
    }
    let suffixes = EncoderCatalog.all.flatMap(\.fileExtensions)
    #expect(Set(suffixes).count == suffixes.count)
  }

  @Test(arguments: [
    ("a.csv", "csv"), ("a.TSV", "tsv"), ("d.json/x", "csv"), ("a.jsonl", "jsonl"),
    ("x.md", "markdown"),
    ("a.b.json", "json"), ("none", "csv"), ("", "csv"), ("a.xyz", "csv"),
  ])
  func `the suffix determines the format`(path: String, format: String) throws {
    #expect(try EncoderCatalog.format(forFile: path) == format)
  }

  @Test(arguments: ["a.xlsx", "b/x.csv.PDF", "a.parquet", "a.csv.gz"])
  func `a suffix of a format that is not written is refused`(path: String) {
    let suffix = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    #expect(throws: OutputError.unwrittenSuffix(path: path, suffix)) {
      try EncoderCatalog.format(forFile: path)
    }
  }

  @Test func `an unknown format is refused with the nearest name`() {
    #expect(throws: OutputError.unknownFormat("jsno", nearest: "json")) {
      try EncoderCatalog.named("jsno")
    }
  }

  @Test(arguments: EncoderCatalog.names)
  func `every encoder accepts empty results and hostile text`(name: String) throws {
    let hostile = Fixture.hostile()
    for rows in [
      ResultRows([]), Fixture.rows(hostile, records: []), Fixture.rows(hostile, matching: "x"),
    ] {
      for width in [nil, 1, 2, 7, 40, 120] as [Int?] {
        for isUTF8 in [true, false] {
          let text = try Fixture.encoded(rows, as: name) {
            if let width { $0.atTerminal(width: width, isUTF8: isUTF8) }
          }
          if width != nil {
            #expect(
              !text.unicodeScalars.contains {
                ControlEscapes.isActive($0) && $0 != "\n" && $0 != "\t" && $0 != "\r"
              })
          }
        }
      }
    }
  }
}
