import Basics
import TestSupport
import Testing

@testable import Corpora

@Suite struct DelimitedFormatTests {
  @Test(arguments: [
    ("a,b\n1,2\n", ["a", "b"], [["1", "2"]]),
    ("a,b\r\n1,2\r\n3,4", ["a", "b"], [["1", "2"], ["3", "4"]]),
    ("a,b\n\"1,1\",\"x\"\"y\"\n", ["a", "b"], [["1,1", "x\"y"]]),
    ("a,b\n\"l1\nl2\",\"\"\n", ["a", "b"], [["l1\nl2", ""]]),
    ("a,b\n\"l1\r\nl2\",z\r\n", ["a", "b"], [["l1\r\nl2", "z"]]),
    ("a,b,c\n1,,\n,,3\n1\n", ["a", "b", "c"], [["1", "", ""], ["", "", "3"], ["1", "", ""]]),
    ("a,a,a\n1,2,3\n", ["a", "a_2", "a_3"], [["1", "2", "3"]]),
    ("a,,a_2,a\n1,2,3,4\n", ["a", "c2", "a_2", "a_3"], [["1", "2", "3", "4"]]),
    ("\u{FEFF}a,b\n1,2\n", ["a", "b"], [["1", "2"]]),
    ("a,b\n\n1,2\n\r\n3,4\n", ["a", "b"], [["1", "2"], ["3", "4"]]),
    ("a\n\nx\n", ["a"], [[""], ["x"]]),
    ("a,b\nx\"y,\"\"\n", ["a", "b"], [["x\"y", ""]]),
    ("a,b\n\"\"\"\",\"a\"\"\"\n", ["a", "b"], [["\"", "a\""]]),
    ("a,b\n1,\"2\"", ["a", "b"], [["1", "2"]]),
    ("a,b\n1,", ["a", "b"], [["1", ""]]),
    ("\"a\nb\",c\n1,2\n", ["a\nb", "c"], [["1", "2"]]),
    ("a,b\n1\r2,3\n", ["a", "b"], [["1\r2", "3"]]),
    ("a,b\n", ["a", "b"], []), ("a,b", ["a", "b"], []), ("", ["text"], []), ("\n\n", ["text"], []),
  ])
  func `CSV rows become records`(text: String, fields: [String], rows: [[String]]) throws {
    for step in [4, 5, 9, 1 << 18] {
      let corpus = try load(text, named: "t.csv", step: step).corpus
      #expect(corpus.fields.map(\.name) == fields)
      #expect(corpus.rows == rows)
      #expect(corpus.isWellFormed())
    }
  }

  @Test func `a record has the number of the line where its row starts`() throws {
    let text = "a,b\n\"1\n2\",x\n\ny,z\n\"q\n\n\",\nlast,row\n"
    #expect(try load(text, named: "t.csv").corpus.lines == [2, 5, 6, 9])
  }

  @Test func `tabs and other delimiters separate cells`() throws {
    #expect(try load("a\tb\n1,5\t2\n", named: "t.tsv").corpus.rows == [["1,5", "2"]])
    let semicolons = LoadOptions().with { $0.delimiter = UInt8(ascii: ";") }
    #expect(try load("a;b\n1;\"2;\"\n", named: "t.csv", semicolons).corpus.rows == [["1", "2;"]])
    let quote = LoadOptions().with { $0.delimiter = UInt8(ascii: "\"") }
    #expect(errorOfLoading("a", named: "t.csv", quote)?.code == .badDelimiter)
  }

  @Test func `without a header, columns are numbered`() throws {
    let options = LoadOptions().with { $0.hasHeader = false }
    let corpus = try load("x,y\n1,2\n", named: "t.csv", options).corpus
    #expect(corpus.fields.map(\.name) == ["c1", "c2"])
    #expect(corpus.rows == [["x", "y"], ["1", "2"]])
    #expect(corpus.lines == [1, 2])
  }

  @Test func `extra cells are an error, or join the last column`() throws {
    let text = "a,b\n1,2\n1,2,\"3,x\",4\n"
    let error = CorpusError(.extraCells(found: 4, named: 2), line: 3)
    #expect(errorOfLoading(text, named: "t.csv") == error)
    let lenient = LoadOptions().with { $0.isLenient = true }
    let rows = [["1", "2"], ["1", "2,3,x,4"]]
    #expect(try load(text, named: "t.csv", lenient).corpus.rows == rows)
    // A load that omits a column uses slower, more general code.
    let last = lenient.with { $0.fields = ["b"] }
    #expect(try load(text, named: "t.csv", last).corpus.rows == rows.map { [$0[1]] })
  }

  @Test func `a quote that never closes is an error with its line`() {
    let text = "a,b\n1,2\n\"x\ny,z\n"
    #expect(errorOfLoading(text, named: "t.csv") == CorpusError(.unclosedQuote, line: 3))
    #expect(errorOfLoading(text, named: "t.csv", step: 4) == CorpusError(.unclosedQuote, line: 3))
    #expect(errorOfLoading("a,\"", named: "t.csv") == CorpusError(.unclosedQuote, line: 1))
  }

  @Test func `text after a closing quote is an error, or kept if lenient`() throws {
    let text = "a,b\n\"x\"y,2\n"
    #expect(errorOfLoading(text, named: "t.csv") == CorpusError(.textAfterQuote, line: 2))
    let lenient = LoadOptions().with { $0.isLenient = true }
    #expect(try load(text, named: "t.csv", lenient).corpus.rows == [["\"x\"y", "2"]])
  }

  @Test func `columns can be omitted, and aliases contain several values`() throws {
    let text = "a,b,c\n1,\"x\ny\",3\n"
    let picked = try load(text, named: "t.csv", LoadOptions(fields: ["c", "a"])).corpus
    #expect(picked.fields.map(\.name) == ["a", "c"])
    #expect(picked.rows == [["1", "3"]])
    let aliased = try load(text, named: "t.csv", LoadOptions(aliasFields: ["b"])).corpus
    #expect(aliased.fields[1] == Field("b", isAlias: true))
    #expect(aliased.rows == [["1", "x\ny", "3"]])
    let stored = aliased.withRecord(RecordID(0)) { record in record.indices.map { record[$0] } }
    #expect(stored == [0x31, 0xFF, 0x78, 0xFE, 0x79, 0xFF, 0x33, 0xFF])
  }

  @Test func `the columns of several files are merged in order of appearance`() throws {
    let folder = try TemporaryFolder()
    let first = try folder.write("b,a\n1,2\n", to: "1.csv")
    let second = try folder.write("a,c,b\n3,4,5\n6\n", to: "2.csv")
    let corpus = try CorpusLoader.load([first, second]).corpus
    #expect(corpus.fields.map(\.name) == ["b", "a", "c"])
    #expect(corpus.rows == [["1", "2", ""], ["5", "3", "4"], ["", "6", ""]])
    #expect(corpus.name == "1")
  }

  @Test func `random rows are read as by a naive parser`() throws {
    var numbers = SplitMix64(seed: 21)
    var (loaded, refused) = (0, 0)
    for round in 0..<1_500 {
      let bytes = randomBytes(Array("ab,,\"\"\n\r\u{E9}".utf8), upTo: 120, &numbers)
      let lenient = LoadOptions().with {
        $0.isLenient = true
        $0.hasHeader = false
      }
      let step = 4 + numbers.next(below: 90)
      let expected = NaiveRows.parse(bytes, delimiter: UInt8(ascii: ","))
      let corpus = try? load(bytes, named: "t.csv", lenient, step: step).corpus
      #expect(corpus?.rows == expected, "round \(round): \(String(decoding: bytes, as: UTF8.self))")
      #expect(corpus?.isWellFormed() != false)
      if expected?.isEmpty == false { loaded += 1 }
      if expected == nil { refused += 1 }
    }
    #expect(loaded > 20 && refused > 20)
  }

  @Test func `written rows are parsed back unchanged, whatever they contain`() throws {
    var numbers = SplitMix64(seed: 22)
    for _ in 0..<300 {
      let columns = 1 + numbers.next(below: 5)
      let rows = (0..<numbers.next(below: 12)).map { _ in
        (0..<columns).map { _ in
          let cell = randomBytes(Array("xyz ,;\"\n\r".utf8), upTo: 40, &numbers)
          return String(decoding: cell, as: UTF8.self)
        }
      }
      let lines = rows.map { row in
        row.map {
          "\""
            + $0.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"") + "\""
        }.joined(separator: ",")
      }
      let options = LoadOptions().with { $0.hasHeader = false }
      let text = lines.map { $0 + "\n" }.joined()
      let limit = 1_000
      let corpus = try load(text, named: "t.csv", options, limit: limit, step: 64).corpus
      #expect(corpus.rows == rows)
      #expect(corpus.isWellFormed(limit: limit))
    }
  }
}
