import Corpora
import Reporting
import Searching
import Testing
import UnicodeText

@Suite struct TableEncoderTests {
  private let corpus = Corpus(
    name: "c", fields: [Field("name"), Field("note")],
    rows: [["漢字", "a\nb"], ["plain", ""], ["e\u{301}", "back\\slash"]])

  @Test func `columns are aligned by cell width, and nothing is truncated`() throws {
    #expect(
      try Fixture.encoded(Fixture.rows(corpus, matching: "a"), as: "table") == """
        record  line  hits  name   note
             1     1     1  漢字   a\\nb
             2     2     1  plain
             3     3     2  e\u{301}      back\\\\slash

        """)
  }

  @Test func `at a terminal, table lines fit the width and hits are marked`() throws {
    let rows = Fixture.rows(corpus, matching: "a")
    let text = try Fixture.encoded(rows, as: "table") { $0.atTerminal(width: 60) }
    #expect(text.contains("pl[a]in"))
    #expect(text.contains("[a]↵b"))
    for width in 1...40 {
      let text = try Fixture.encoded(rows, as: "table") { $0.atTerminal(width: width) }
      for line in text.split(separator: "\n") {
        #expect(CellWidth.width(of: String(line)) <= width)
      }
    }
  }

  @Test func `results from several corpora and sources have columns for them`() throws {
    let rows = ResultRows([Fixture.part(corpus, records: [1]), Fixture.part(Fixture.lines(["t"]))])
    #expect(
      try Fixture.encoded(rows, as: "table") { $0.hasHeader = true } == """
        corpus  source  record  line  hits  name   note  text
        c       -            2     2     0  plain
        lines   a.txt        1     1     0               t

        """)
    let bare = try Fixture.encoded(Fixture.rows(corpus, records: [1]), as: "table") {
      $0.hasHeader = false
      $0.fields = ["name"]
    }
    #expect(bare == "2  2  0  plain\n")
  }

  @Test func `the current hit is marked in a table`() throws {
    let far = String(repeating: "x", count: 100)
    let rows = Fixture.rows(Fixture.lines(["hit \(far) hit"]), matching: "hit")
    let text = try Fixture.encoded(rows, as: "table") {
      $0.atTerminal(width: 50)
      $0.currentHit = HitPlace(row: 0, hit: 1)
    }
    #expect(text.contains("x [>hit<]"))
  }
}

@Suite struct ListEncoderTests {
  @Test func `a list shows each record as a block and indents continuation lines`() throws {
    let fields = [Field("name"), Field("line"), Field("alias", isAlias: true)]
    let corpus = Corpus(
      name: "c", fields: fields, rows: [["El Capitan", "a\nb", "x\ny"], ["", "z"]], source: "f.csv")
    let rows = Fixture.rows(corpus, matching: "y")
    let expected = """
      record: 1
      source: f.csv
      line: 1
      column: 1
      matched: alias
      hits: 1
      name: El Capitan
      field.line: a
        b
      alias: x
        y

      record: 2
      source: f.csv
      line: 2
      column: 0
      matched:
      hits: 0
      name:
      field.line: z
      alias:

      """
    #expect(try Fixture.encoded(rows, as: "list") == expected)
    let shown = try Fixture.encoded(rows, as: "list") { $0.atTerminal(width: 10) }
    #expect(shown == expected.replacing("  y\n", with: "  ← [y]\n"))
  }

  @Test func `a hit across several lines is marked on each line`() throws {
    let corpus = Fixture.lines(["ab\ncd"])
    let part = FixtureResult(corpus, [RecordID(0)]) { _ in
      [Hit(field: 0, range: 1..<4)]
    }
    let shown = try Fixture.encoded(ResultRows([part]), as: "list") { $0.atTerminal(width: 40) }
    #expect(shown.hasSuffix("text: a[b]\n  [c]d\n"))
  }

  @Test func `the records of several corpora have the corpus name`() throws {
    let rows = ResultRows([
      Fixture.part(Fixture.lines(["a"])), Fixture.part(Fixture.hostile(), records: []),
    ])
    #expect(try Fixture.encoded(rows, as: "list").hasPrefix("corpus: lines\nrecord: 1\n"))
  }
}
