import Basics
import JSON
import TestSupport
import Testing

@testable import Corpora

@Suite struct JSONFormatTests {
  @Test(arguments: [
    ("[]", ["text"], []), ("", ["text"], []), (" \n ", ["text"], []), ("[ ]\n", ["text"], []),
    (#"["a", "b\nc", 1.50, true, null]"#, ["text"], [["a"], ["b\nc"], ["1.50"], ["true"], [""]]),
    (
      #"[{"a":1,"b":"x"},{"b":"y","c":-2e5}]"#, ["a", "b", "c"],
      [["1", "x", ""], ["", "y", "-2e5"]]
    ),
    (#"[{"a":{"b":{"c":1},"d":2},"e":3}]"#, ["a.b.c", "a.d", "e"], [["1", "2", "3"]]),
    (#"[{"a":["x","y",1,null,false]}]"#, ["a"], [["x\ny\n1\n\nfalse"]]),
    (#"[{"a":[1, [2, {"k" : "v\u00e9"}], {} ]}]"#, ["a"], [[#"[1,[2,{"k":"v\u00e9"}],{}]"#]]),
    (#"[{"a":[]},{"a":{}},{}]"#, ["a"], [[""], [""], [""]]),
    (
      #"["\u0041\u00e9\ud83d\ude00\"\\\/\b\f\n\r\t"]"#, ["text"],
      [["A\u{E9}\u{1F600}\"\\/\u{8}\u{C}\n\r\t"]]
    ),
    (
      #"["\ud83d","\ude00x","\ud83d\u0041"]"#, ["text"],
      [["\u{FFFD}"], ["\u{FFFD}x"], ["\u{FFFD}A"]]
    ),
    (#"[["x","y"],[[1]]]"#, ["text"], [["x\ny"], ["[[1]]"]]),
    (#"[{"a":1,"a":2}]"#, ["a"], [["2"]]),
    (#"[{"b":1,"a":2},{"a":3,"b":4}]"#, ["b", "a"], [["1", "2"], ["4", "3"]]),
    ("\u{FEFF}[\"a\"]", ["text"], [["a"]]),
    (#"{"n":2,"items":[{"a":1},{"a":2}],"more":[{"a":3}]}"#, ["a"], [["1"], ["2"]]),
    (#" {"x":{"y":[{"a":0}]}, "l":["s"], "e":[], "items" : [ {"a":1} ] } "#, ["a"], [["1"]]),
    (#"["漢字 é"]"#, ["text"], [["漢字 é"]]),
  ])
  func `the elements of a JSON array become records`(
    text: String, fields: [String], rows: [[String]]
  ) throws {
    for step in [4, 6, 11, 1 << 18] {
      let corpus = try load(text, named: "t.json", step: step).corpus
      #expect(corpus.fields.map(\.name) == fields)
      #expect(corpus.rows == rows)
      #expect(corpus.isWellFormed())
    }
  }

  @Test(arguments: [
    (#"{"a":1}"#, CorpusError.JSONProblem.notAnArray, 1, 1), ("\n {}", .notAnArray, 2, 2),
    (#"{"a":["s"],"b":[]}"#, .notAnArray, 1, 1), (#"{"a":[{}],}"#, .keyExpected, 1, 11),
    (#"{"a":[{}]"#, .unexpectedEnd, 1, 10), (#"{"a":[{}] "b"}"#, .commaExpected, 1, 11),
    (#"{"a":[{}]} {"#, .textAfterEnd, 1, 12), (#"{"a":"#, .unexpectedEnd, 1, 6),
    (#"{a:[{}]}"#, .keyExpected, 1, 2), ("[1,]", .valueExpected, 1, 4),
    ("[\n 1\n 2]", .commaExpected, 3, 2), ("[\"é\", x]", .badLiteral, 1, 7),
    ("[01]", .badNumber, 1, 2), ("[1.]", .badNumber, 1, 2), ("[-]", .badNumber, 1, 2),
    ("[tru]", .badLiteral, 1, 2), ("[truex]", .commaExpected, 1, 6),
    ("[\"\\x\"]", .badEscape, 1, 3),
    ("[\"a\tb\"]", .controlCharacter, 1, 4), ("[\"a", .unexpectedEnd, 1, 4),
    ("[", .unexpectedEnd, 1, 2), ("[1", .unexpectedEnd, 1, 3), ("[1,", .unexpectedEnd, 1, 4),
    ("[1] 2", .textAfterEnd, 1, 5), ("[{\"a\" 1}]", .colonExpected, 1, 7),
    ("[{a:1}]", .keyExpected, 1, 3), ("[{\"a\":1,}]", .keyExpected, 1, 9),
    ("[{\"a\":1 \"b\":2}]", .commaExpected, 1, 9), ("[{\"a\":[1,[2,}]}]", .valueExpected, 1, 13),
    ("[{\"a\":[[1}]}]", .commaExpected, 1, 10), ("[\"\\u12\"]", .badEscape, 1, 3),
  ])
  func `an error is reported with line and column`(
    text: String, problem: CorpusError.JSONProblem, line: Int, column: Int
  ) {
    for step in [4, 5, 1 << 18] {
      #expect(
        errorOfLoading(text, named: "t.json", step: step)
          == CorpusError(.json(problem), line: line, column: column), "\(text) by \(step)")
    }
  }

  @Test func `a record has the number of the line where its element starts`() throws {
    let text = "[\n\"a\",\n\n{\n\"x\": 1\n},\n\"b\", \"c\"\n]"
    for step in [4, 1 << 18] {
      #expect(try load(text, named: "t.json", step: step).corpus.lines == [2, 4, 7, 7])
    }
  }

  @Test func `values of an alias field are separated`() throws {
    let options = LoadOptions(aliasFields: ["a"])
    let corpus = try load(#"[{"n":"x","a":["p","q"]}]"#, named: "t.json", options).corpus
    #expect(corpus.rows == [["x", "p\nq"]])
    let stored = corpus.withRecord(RecordID(0)) { record in record.indices.map { record[$0] } }
    #expect(stored == [0x78, 0xFF, 0x70, 0xFE, 0x71, 0xFF])
  }

  @Test func `unwanted columns are skipped`() throws {
    let text = #"[{"a":[[1]],"b":"x","c":{"d":1}},{"b":"y","a":"z"}]"#
    let corpus = try load(text, named: "t.json", LoadOptions(fields: ["b", "c.d"])).corpus
    #expect(corpus.fields.map(\.name) == ["b", "c.d"])
    #expect(corpus.rows == [["x", "1"], ["y", ""]])
  }

  @Test func `lenient loading accepts control characters`() throws {
    let lenient = LoadOptions().with { $0.isLenient = true }
    #expect(try load("[\"a\tb\"]", named: "t.json", lenient).corpus.rows == [["a\tb"]])
  }

  @Test func `deeply nested JSON does not overflow the stack`() throws {
    let depth = Effort.size(20_000, thorough: 200_000)
    let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(try load(deep, named: "t.json").corpus.rows[0][0].utf8.count == depth * 2 - 2)
    let open = String(repeating: "[", count: depth)
    #expect(errorOfLoading(open, named: "t.json")?.code == .json(.unexpectedEnd))
    let objects = "[" + String(repeating: "{\"a\":", count: depth)
    #expect(errorOfLoading(objects, named: "t.json")?.code == .longFieldName(limit: 4_096))
    let names = (0..<20_000).map { "{\"n\($0)\":1}" }.joined(separator: ",")
    #expect(errorOfLoading("[\(names)]", named: "t.json")?.code == .tooManyFields(limit: 16_384))
  }

  @Test func `lone surrogates are counted as invalid text`() throws {
    #expect(try load(#"["\ud800"]"#, named: "t.json").report.invalidSequences == 1)
    let strict = LoadOptions().with { $0.isStrict = true }
    #expect(errorOfLoading(#"["\ud800"]"#, named: "t.json", strict)?.code == .invalidText)
  }

  @Test func `each line of a JSON lines file is a record`() throws {
    let text = "{\"a\":1}\r\n\n  \n\"x\"\n{\"a\":[1,2]}"
    for step in [4, 9, 1 << 18] {
      let corpus = try load(text, named: "t.jsonl", step: step).corpus
      #expect(corpus.rows == [["1", ""], ["", "x"], ["1\n2", ""]])
      #expect(corpus.lines == [1, 4, 5])
    }
    #expect(
      errorOfLoading("1\n{\"a\":\n1}", named: "t.jsonl")
        == CorpusError(.json(.unexpectedEnd), line: 2, column: 6))
    #expect(
      errorOfLoading("1\n é2", named: "t.jsonl")
        == CorpusError(.json(.badLiteral), line: 2, column: 2))
    #expect(
      errorOfLoading("1 2", named: "t.jsonl")
        == CorpusError(.json(.textAfterEnd), line: 1, column: 3))
  }

  @Test func `random JSON values are parsed back unchanged`() throws {
    var numbers = SplitMix64(seed: 31)
    for round in 0..<300 {
      var writer = JSONWriter(numbers: numbers)
      let records = (0..<1 + numbers.next(below: 8)).map { _ in writer.record() }
      let text = writer.text(of: records)
      numbers = writer.numbers
      let step = 4 + numbers.next(below: 80)
      let corpus = try load(text, named: "t.json", step: step).corpus
      for (index, record) in records.enumerated() {
        for (column, field) in corpus.fields.enumerated() {
          let cell = corpus.text(of: RecordID(UInt64(index)), field: column)
          #expect(cell == record.cells[field.name] ?? "", "round \(round): \(text)")
        }
      }
      let names = Set(corpus.fields.map(\.name))
      #expect(records.allSatisfy { names.isSuperset(of: $0.cells.keys) }, "round \(round): \(text)")
      #expect(corpus.count == records.count && corpus.isWellFormed())
    }
  }

  @Test func `corrupted JSON is accepted exactly if a naive validator accepts it`() {
    var numbers = SplitMix64(seed: 32)
    let alphabet = Array("[]{}\",:\\ntru0.e-1 x".utf8)
    var (accepted, refused) = (0, 0)
    for _ in 0..<2_000 {
      var writer = JSONWriter(numbers: numbers)
      let records = (0..<1 + numbers.next(below: 2)).map { _ in writer.record() }
      var bytes = Array(writer.text(of: records).utf8)
      numbers = writer.numbers
      for _ in 0..<numbers.next(below: 3) {
        bytes[numbers.next(below: bytes.count)] = alphabet[numbers.next(below: alphabet.count)]
      }
      let text = String(decoding: bytes, as: UTF8.self)
      var validator = NaiveJSON(bytes: Array(text.utf8))
      let error = errorOfLoading(text, named: "t.json", step: 4 + numbers.next(below: 40))
      let isArray = validator.isArray()
      #expect((error == nil) == isArray, "\(text): \(String(describing: error))")
      if isArray { accepted += 1 } else { refused += 1 }
    }
    #expect(accepted > 20 && refused > 20)
  }
}
