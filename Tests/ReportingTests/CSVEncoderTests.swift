import Corpora
import Reporting
import Searching
import Testing

@Suite struct CSVEncoderTests {
  @Test func `every hostile cell is parsed back unchanged`() throws {
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

  @Test func `a simple result has the expected CSV output`() throws {
    let corpus = Fixture.lines(["the whale", "a ship", "whale, whale"])
    let rows = Fixture.rows(corpus, records: [0, 2], matching: "whale")
    #expect(
      try Fixture.encoded(rows, as: "csv") == """
        record,source,line,column,matched,hits,text
        1,a.txt,1,5,text,1,the whale
        3,a.txt,3,1,text,2,"whale, whale"

        """)
  }

  @Test func `a record without a hit has column 0 and an empty match`() throws {
    let corpus = Fixture.lines(["x"])
    #expect(
      try Fixture.encoded(Fixture.rows(corpus), as: "csv") { $0.hasHeader = false }
        == "1,a.txt,1,0,,0,x\n")
  }

  @Test func `the column of a hit counts grapheme clusters in its line of the field`() throws {
    let corpus = Fixture.lines(["e\u{301}👨‍👩‍👧漢x", "a\nbcx"])
    let text = try Fixture.encoded(Fixture.rows(corpus, matching: "x"), as: "csv")
    let rows = try #require(Reader.csv(text))
    #expect(rows[1][3] == "4")
    #expect(rows[2][3] == "3")
  }

  @Test func `the matched column names the first column with a hit, even if it is an alias`() throws
  {
    let fields = [Field("other", isAlias: true), Field("name")]
    let corpus = Corpus(name: "c", fields: fields, rows: [["a\nbx", "xx"]])
    let part = FixtureResult(corpus, [RecordID(0)]) { _ in
      [Hit(field: 1, range: 0..<1), Hit(field: 0, representation: 1, range: 3..<4)]
    }
    let rows = try #require(Reader.csv(try Fixture.encoded(ResultRows([part]), as: "csv")))
    #expect(rows[1][3...5] == ["2", "other", "2"])
  }

  @Test func `options control CRLF, byte order mark and header`() throws {
    let corpus = Fixture.lines(["a\nb"])
    let text = try Fixture.encoded(Fixture.rows(corpus), as: "csv") {
      $0.usesCRLF = true
      $0.hasByteOrderMark = true
    }
    #expect(
      text == "\u{FEFF}record,source,line,column,matched,hits,text\r\n1,a.txt,1,0,,0,\"a\nb\"\r\n")
    #expect(Reader.csv(String(text.dropFirst()), lineEnd: "\r\n")?.count == 2)
  }

  @Test func `several corpora have a corpus column and the union of their fields`() throws {
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

  @Test func `fields are in the requested order, and an unknown one is refused`() throws {
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

  @Test func `CSV column headings are unique`() throws {
    let fields = [Field("record"), Field("field.record")]
    let corpus = Corpus(name: "c", fields: fields, rows: [["1", "2"]])
    let text = try Fixture.encoded(Fixture.rows(corpus), as: "csv")
    #expect(
      text.hasPrefix("record,source,line,column,matched,hits,field.field.record,field.record\n"))
  }

  @Test func `a row range and a limit restrict the output`() throws {
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
  func `a formula is counted and escaped, and a number is not`(cell: String, isDangerous: Bool)
    throws
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

  @Test func `the prefix that disarms a formula is inside the quotes`() throws {
    let corpus = Corpus(name: "c", fields: [Field("f")], rows: [["=\"a\""]])
    let text = try Fixture.encoded(Fixture.rows(corpus), as: "csv") {
      $0.isSafe = true
      $0.hasHeader = false
    }
    #expect(text == "1,-,1,0,,0,\"'=\"\"a\"\"\"\n")
  }

  @Test func `many records cross block boundaries unchanged`() throws {
    let corpus = Fixture.lines((0..<20_000).map { "line \($0), \"q\"" })
    let rows = try #require(Reader.csv(try Fixture.encoded(Fixture.rows(corpus), as: "csv")))
    #expect(rows.count == 20_001)
    #expect(rows.dropFirst().enumerated().allSatisfy { $1[6] == "line \($0), \"q\"" })
  }
}
