import Corpora
import Searching
import TestSupport
import Testing

@testable import Benchmarking

/// Tests with the real contender program over real pipes.
@Suite struct ContenderProcessTests {
  static let minute: UInt64 = 60_000_000_000

  static let corpus = Corpus(
    name: "small", fields: [Field("name"), Field("alias", isAlias: true)],
    rows: [
      ["El Capitan", "ten eleven\nrock"], ["Sierra"], ["Café crème", ""], ["capital", "El"],
      ["", "naïve Café"],
    ])

  /// A corpus whose second record makes a search for `^(a+)+$` run practically forever.
  static let endless = Corpus(
    name: "a", fields: [Field("text")], rows: [["Aa!"], [String(repeating: "a", count: 60) + "!"]])

  static func process() throws -> ContenderProcess {
    try ContenderProcess(executable: BinaryUnderTest("searchbench-contenders").path)
  }

  static func answer(
    _ process: ContenderProcess, _ contender: String, _ query: Query, cutoff: UInt64 = minute
  ) throws -> [Int] {
    try process.answer(contender, to: query, cutoff: cutoff, isCancelled: { false })
      .records.map { Int($0.rawValue) }
  }

  @Test func `the program lists its contenders`() throws {
    let contenders = try Self.process().contenders
    #expect(
      contenders.map(\.name) == [
        "string-contains", "range-of", "strstr", "regex-verbatim", "split-sort-consume",
        "prefix-anchored", "prefix-range-of", "node-tree", "ns-regular-expression", "swift-regex",
      ])
    for strategy in StrategyCatalog.all {
      #expect(contenders.contains { $0.strategies == [strategy.name] })
    }
    #expect(contenders.allSatisfy { $0.summary.hasSuffix(".") && $0.dialect?.first == "i" })
  }

  @Test(arguments: [
    ("string-contains", "substring", "capi", [0, 3]),
    ("range-of", "substring", "CAFE", [2, 4]),
    ("strstr", "substring", "ROCK", [0]),
    ("regex-verbatim", "substring", "cap", [0, 3]),
    ("split-sort-consume", "prefix", "el cap", [0]),
    ("prefix-anchored", "prefix", "cap", [0, 3]), ("prefix-range-of", "prefix", "cap", [0, 3]),
    ("node-tree", "bool", "cap AND el OR cafe", [0, 3]),
    ("ns-regular-expression", "regex", "^cap|^rock$", [0, 3]),
    ("swift-regex", "regex", "na.ve", [4]),
  ])
  func `every contender answers`(
    contender: String, strategy: String, text: String, expected: [Int]
  ) throws {
    let process = try Self.process()
    try process.load(Self.corpus, records: nil)
    let query = Query(text, by: strategy)
    #expect(try Self.answer(process, contender, query) == expected)
    let nanoseconds = try process.sample(3, cutoff: Self.minute, isCancelled: { false })
    #expect(nanoseconds > 0)
  }

  @Test func `settings and fields are sent to the contender process`() throws {
    let process = try Self.process()
    try process.load(Self.corpus, records: nil)
    var query = Query("El", by: "substring")
    query.options.caseMode = .smart
    #expect(try Self.answer(process, "range-of", query) == [0, 3])
    query.options.fields = ["alias"]
    #expect(try Self.answer(process, "range-of", query) == [3])
    query.options.fields = ["alias", "*"]
    query.options.caseMode = .ignore
    #expect(try Self.answer(process, "range-of", query) == [0, 3])
    query.options.fields = ["size"]
    #expect(throws: ContenderError.refused("it has no field named 'size'")) {
      try Self.answer(process, "range-of", query)
    }
  }

  @Test func `a sample is searched with the record numbers of the corpus`() throws {
    let process = try Self.process()
    let sample = ResultSet([RecordID(1), RecordID(3), RecordID(4)], of: Self.corpus.count)
    try process.load(Self.corpus, records: sample)
    #expect(try Self.answer(process, "range-of", Query("a")) == [1, 3, 4])
    #expect(try Self.answer(process, "range-of", Query("el")) == [3])
  }

  @Test func `loading another corpus replaces the first one`() throws {
    let process = try Self.process()
    try process.load(Self.corpus, records: nil)
    #expect(try Self.answer(process, "range-of", Query("el")) == [0, 3])
    let rows = (0..<5_000).map { ["number \($0) " + String(repeating: "x", count: 100)] }
    try process.load(Corpus(name: "big", fields: [Field("text")], rows: rows), records: nil)
    #expect(try Self.answer(process, "strstr", Query("number 49 x")) == [49])
    #expect(try Self.answer(process, "strstr", Query("x")).count == 5_000)
    try process.load(Corpus(name: "none", fields: [Field("text")], rows: []), records: nil)
    #expect(try Self.answer(process, "strstr", Query("x")) == [])
  }

  @Test func `an exponential search is cut off, and the next one works`() throws {
    let process = try Self.process()
    try process.load(Self.endless, records: nil)
    let query = Query("^(a+)+$", by: "regex")
    for contender in ["swift-regex", "ns-regular-expression"] {
      #expect(throws: ContenderError.cutOff) {
        try Self.answer(process, contender, query, cutoff: 50_000_000)
      }
    }
    #expect(try Self.answer(process, "swift-regex", Query("^a+!", by: "regex")) == [0, 1])
  }

  @Test func `an exponential search can be canceled`() throws {
    let process = try Self.process()
    try process.load(Self.endless, records: nil)
    var looks = 0
    #expect(throws: ContenderError.cancelled) {
      try process.answer(
        "swift-regex", to: Query("^(a+)+$", by: "regex"), cutoff: Self.minute,
        isCancelled: {
          looks += 1
          return looks > 3
        })
    }
    #expect(looks == 4)
    #expect(try Self.answer(process, "range-of", Query("AA!")) == [0, 1])
  }

  @Test func `the contender process still answers after it refuses a request`() throws {
    let process = try Self.process()
    try process.load(Self.corpus, records: nil)
    #expect(throws: ContenderError.refused("it does not support bool")) {
      try Self.answer(process, "range-of", Query("a", by: "bool"))
    }
    #expect(throws: ContenderError.refused("it is not part of the contender program")) {
      try Self.answer(process, "range", Query("a"))
    }
    #expect(
      throws: ContenderError.refused("it has no answer to repeat")
    ) {
      try process.sample(1, cutoff: Self.minute, isCancelled: { false })
    }
    #expect(try Self.answer(process, "range-of", Query("sierra")) == [1])
  }

  @Test func `nothing is searched before a corpus is loaded`() throws {
    let process = try Self.process()
    #expect(throws: ContenderError.refused("it has no records to search")) {
      try Self.answer(process, "range-of", Query("a"))
    }
  }
}
