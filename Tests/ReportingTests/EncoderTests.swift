import Corpora
import Reporting
import Searching
import Testing

@Suite struct CSVEncoderTests {
  @Test func `every hostile cell comes back`() throws {
    let corpus = Fixture.hostile()
    let text = try Fixture.encoded(Fixture.rows(corpus, matching: "x"), as: "csv")
    let rows = try #require(Reader.csv(text))
    #expect(
      rows[0] == [
        "record", "source", "line", "column", "matched", "hits", "name", "field.line", "alias",
      ])
    #expect(rows.count == corpus.count + 1)
    for (index, row) in rows.dropFirst().enumerated() {
      let id = RecordID(UInt64(index))
      #expect(row[0] == String(index + 1))
      #expect(row[1] == "dir/hostile.csv")
      #expect(row[2] == String(corpus.location(of: id).line))
      #expect(row[5] == String(Fixture.hits(of: "x", in: corpus, id).count))
      for field in 0..<3 {
        #expect(row[6 + field].utf8.elementsEqual(corpus.text(of: id, field: field).utf8))
      }
    }
  }

  @Test func `a plain result is exactly this`() throws {
    let corpus = Fixture.lines(["the whale", "a ship", "whale, whale"])
    let rows = Fixture.rows(corpus, records: [0, 2], matching: "whale")
    #expect(
      try Fixture.encoded(rows, as: "csv") == """
        record,source,line,column,matched,hits,text
        1,a.txt,1,5,text,1,the whale
        3,a.txt,3,1,text,2,"whale, whale"

        """)
  }

  @Test func `a record without a hit has column 0 and nothing matched`() throws {
    let corpus = Fixture.lines(["x"])
    #expect(
      try Fixture.encoded(Fixture.rows(corpus), as: "csv") { $0.hasHeader = false }
        == "1,a.txt,1,0,,0,x\n")
  }

  @Test func `the column counts clusters in the line of the field`() throws {
    let corpus = Fixture.lines(["e\u{301}👨‍👩‍👧漢x", "a\nbcx"])
    let text = try Fixture.encoded(Fixture.rows(corpus, matching: "x"), as: "csv")
    let rows = try #require(Reader.csv(text))
    #expect(rows[1][3] == "4")
    #expect(rows[2][3] == "3")
  }

  @Test func `matched is the first column with a hit though fields come before aliases`() throws {
    let fields = [Field("other", isAlias: true), Field("name")]
    let corpus = Corpus(name: "c", fields: fields, rows: [["a\nbx", "xx"]])
    let part = ResultRows.Part(corpus, records: ResultSet([RecordID(0)], of: 1)) { _ in
      [Hit(field: 1, range: 0..<1), Hit(field: 0, representation: 1, range: 3..<4)]
    }
    let rows = try #require(Reader.csv(try Fixture.encoded(ResultRows([part]), as: "csv")))
    #expect(rows[1][3...5] == ["2", "other", "2"])
  }

  @Test func `crlf, mark and header are as asked`() throws {
    let corpus = Fixture.lines(["a\nb"])
    let text = try Fixture.encoded(Fixture.rows(corpus), as: "csv") {
      $0.usesCRLF = true
      $0.hasByteOrderMark = true
    }
    #expect(
      text == "\u{FEFF}record,source,line,column,matched,hits,text\r\n1,a.txt,1,0,,0,\"a\nb\"\r\n")
    #expect(Reader.csv(String(text.dropFirst()), lineEnd: "\r\n")?.count == 2)
  }

  @Test func `several corpora have a first column and the union of their fields`() throws {
    let first = Corpus(name: "one", fields: [Field("a"), Field("corpus")], rows: [["1", "2"]])
    let second = Corpus(name: "two", fields: [Field("b"), Field("a")], rows: [["3", "4"]])
    let rows = ResultRows([Fixture.part(first), Fixture.part(second)])
    #expect(
      try Fixture.encoded(rows, as: "csv") == """
        corpus,record,source,line,column,matched,hits,a,field.corpus,b
        one,1,-,1,0,,0,1,2,
        two,1,-,1,0,,0,4,,3

        """)
  }

  @Test func `fields are chosen in the order asked, an unknown one is refused`() throws {
    let rows = Fixture.rows(Fixture.hostile(), records: [1])
    let text = try Fixture.encoded(rows, as: "csv") {
      $0.fields = ["alias", "name", "field.line", "name"]
    }
    #expect(text.hasPrefix("record,source,line,column,matched,hits,alias,name,field.line\n"))
    let expected = OutputError.unknownField(
      "nmae", nearest: "name", fields: ["name", "line", "alias"])
    #expect(throws: expected) { try Fixture.encoded(rows, as: "csv") { $0.fields = ["nmae"] } }
    #expect(expected.message == "there is no field nmae: did you mean name?")
    let everything = try Fixture.encoded(rows, as: "csv") { $0.fields = ["*"] }
    #expect(everything == (try Fixture.encoded(rows, as: "csv")))
  }

  @Test func `a heading never repeats`() throws {
    let fields = [Field("record"), Field("field.record")]
    let corpus = Corpus(name: "c", fields: fields, rows: [["1", "2"]])
    let text = try Fixture.encoded(Fixture.rows(corpus), as: "csv")
    #expect(
      text.hasPrefix("record,source,line,column,matched,hits,field.field.record,field.record\n"))
  }

  @Test func `rows and limit cut the result`() throws {
    let corpus = Fixture.lines((1...9).map(String.init))
    let text = try Fixture.encoded(Fixture.rows(corpus), as: "csv") {
      $0.rows = 3..<20
      $0.limit = 2
      $0.hasHeader = false
    }
    #expect(text == "4,a.txt,4,0,,0,4\n5,a.txt,5,0,,0,5\n")
  }

  @Test(arguments: [
    ("=1", true), ("@x", true), ("-", true), ("-x", true), ("+1a", true), ("+49 1", true),
    ("-1e", true), ("-1e+", true), ("-.", true), ("-1.2.3", true), ("--1", true),
    ("-1", false), ("+1.5", false), ("-.5", false), ("-5.", false), ("-1e5", false),
    ("+1E-5", false), ("x=1", false), ("", false), (" =1", false),
  ])
  func `a formula is counted and disarmed, a number is not`(cell: String, isDangerous: Bool) throws
  {
    let corpus = Corpus(name: "c", fields: [Field("f"), Field("g")], rows: [[cell, "x"]])
    for isSafe in [false, true] {
      var options = EncodingOptions()
      options.isSafe = isSafe
      options.hasHeader = false
      let output = BufferOutput()
      let summary = try EncoderCatalog.named("csv").encode(
        Fixture.rows(corpus), options: options, to: output)
      #expect(summary.dangerousCells == (isDangerous ? 1 : 0))
      #expect(summary.records == 1)
      #expect(output.text == "1,-,1,0,,0,\(isDangerous && isSafe ? "'" : "")\(cell),x\n")
      #expect((summary.warning(isSafe: isSafe) != nil) == isDangerous)
    }
  }

  @Test func `a safe prefix stands inside the quotes`() throws {
    let corpus = Corpus(name: "c", fields: [Field("f")], rows: [["=\"a\""]])
    let text = try Fixture.encoded(Fixture.rows(corpus), as: "csv") {
      $0.isSafe = true
      $0.hasHeader = false
    }
    #expect(text == "1,-,1,0,,0,\"'=\"\"a\"\"\"\n")
  }

  @Test func `many records cross block borders unharmed`() throws {
    let corpus = Fixture.lines((0..<20_000).map { "line \($0), \"q\"" })
    let rows = try #require(Reader.csv(try Fixture.encoded(Fixture.rows(corpus), as: "csv")))
    #expect(rows.count == 20_001)
    #expect(rows.dropFirst().enumerated().allSatisfy { $1[6] == "line \($0), \"q\"" })
  }
}

@Suite struct TSVEncoderTests {
  @Test func `every hostile cell comes back from one line`() throws {
    let corpus = Fixture.hostile()
    let text = try Fixture.encoded(Fixture.rows(corpus, matching: "x"), as: "tsv")
    let rows = Reader.tsv(text)
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
  @Test func `every hostile cell comes back, with its hits`() throws {
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

  @Test func `an object is exactly this`() throws {
    let corpus = Fixture.lines(["a \"whale\"\t\u{1}"])
    #expect(
      try Fixture.encoded(Fixture.rows(corpus, matching: "whale"), as: "jsonl") == #"""
        {"record":1,"source":"a.txt","line":1,"column":4,"matched":"text","hit_count":1,"hits":[{"field":"text","start":3,"end":8}],"fields":{"text":"a \"whale\"\t\u0001"}}

        """#)
  }

  @Test func `no records are an empty array`() throws {
    let rows = Fixture.rows(Fixture.lines(["a"]), records: [])
    #expect(try Fixture.encoded(rows, as: "json") == "[]\n")
    #expect(try Fixture.encoded(rows, as: "jsonl").isEmpty)
  }

  @Test func `several corpora are named, each record with its own fields`() throws {
    let first = Corpus(name: "o\"ne", fields: [Field("a")], rows: [["1"]])
    let second = Corpus(name: "two", fields: [Field("b")], rows: [["3"]])
    let rows = ResultRows([Fixture.part(first), Fixture.part(second)])
    let values = try JSONReader.read(try Fixture.encoded(rows, as: "json")).elements
    #expect(values[0]["corpus"] == .string("o\"ne"))
    #expect(values[1]["fields"] == .object(["b": .string("3")]))
  }
}

@Suite struct MarkdownEncoderTests {
  @Test func `every hostile cell comes back`() throws {
    let corpus = Fixture.hostile()
    let lines = Reader.lines(try Fixture.encoded(Fixture.rows(corpus), as: "markdown"))
    #expect(
      Reader.markdownRow(lines[0]) == ["record", "line", "hits", "name", "field.line", "alias"])
    #expect(String(Substring(lines[1])) == "| ---: | ---: | ---: | --- | --- | --- |")
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
  @Test func `count and none need no rows`() throws {
    let rows = Fixture.rows(Fixture.lines(["a", "b", "c"]))
    #expect(try Fixture.encoded(rows, as: "count") == "3\n")
    #expect(try Fixture.encoded(rows, as: "count") { $0.limit = 2 } == "2\n")
    #expect(try Fixture.encoded(rows, as: "none").isEmpty)
  }
}

@Suite struct EncoderCatalogTests {
  @Test func `names are those of the specification, unique, with a sentence each`() {
    #expect(
      EncoderCatalog.names
        == "hits table list csv tsv json jsonl markdown count none".split(separator: " ").map(
          String.init))
    #expect(EncoderCatalog.all.allSatisfy { $0.summary.hasSuffix(".") })
    let suffixes = EncoderCatalog.all.flatMap(\.fileExtensions)
    #expect(Set(suffixes).count == suffixes.count)
  }

  @Test(arguments: [
    ("a.csv", "csv"), ("a.TSV", "tsv"), ("d.json/x", "csv"), ("a.jsonl", "jsonl"),
    ("x.md", "markdown"),
    ("a.b.json", "json"), ("none", "csv"), ("", "csv"), ("a.xyz", "csv"),
  ])
  func `the suffix chooses the format`(path: String, format: String) {
    #expect(EncoderCatalog.format(forFile: path) == format)
  }

  @Test func `an unknown format names the nearest`() {
    #expect(throws: OutputError.unknownFormat("jsno", nearest: "json")) {
      try EncoderCatalog.named("jsno")
    }
  }

  @Test(arguments: EncoderCatalog.names)
  func `every encoder works on no rows, no parts and hostile ones`(name: String) throws {
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
