import Corpora
import TestSupport
import Testing

@testable import Searching

/// Compares searches of JSON lines files with searches of the loaded lines; a search of a file
/// parses as few lines as possible.
@Suite struct FileJSONLinesTests {
  private static let strings = [
    "alpha", "Alpha beta", "be\\\"ta", "x/alpha", "x\\/alpha", "\\u0061lpha", "lin\\ne", "al\\tpha",
    "é", "e\\u0301",
    "ſ", "ﬁn", "", "漢", "a b", "1,2", "{alpha}", "alpha:", "\\\\alpha",
  ]

  private static func value(_ random: inout SeededGenerator, depth: Int = 0) -> String {
    switch random.below(depth > 2 ? 6 : 9) {
    case 0: return ["0", "-1.5e3", "12", "3.0"][random.below(4)]
    case 1: return ["true", "false", "null"][random.below(3)]
    case 6: return object(&random, depth: depth + 1)
    case 7, 8:
      let count = random.below(4)
      return "["
        + (0..<count).map { _ in value(&random, depth: depth + 1) }.joined(
          separator: random.oneIn(2) ? ", " : ",") + "]"
    default: return "\"" + random.pick(strings) + "\""
    }
  }

  private static func object(_ random: inout SeededGenerator, depth: Int) -> String {
    let names = ["a", "name", "a long name of a field", "b", "a.b", "n\\u0061me"]
    let members = (0..<random.below(4)).map { _ in
      let blank = random.oneIn(4) ? " " : ""
      return "\"\(random.pick(names))\"\(blank):\(blank)\(value(&random, depth: depth))"
    }
    return "{" + members.joined(separator: random.oneIn(3) ? " , " : ",") + "}"
  }

  private static func lines(_ random: inout SeededGenerator) -> String {
    var text = ""
    for _ in 0..<60 {
      switch random.below(12) {
      case 0: text += random.oneIn(2) ? "" : " \t"
      case 1: text += value(&random)
      // Most records have the same fields.
      case 2...8: text += "{\"name\":\"\(random.pick(strings))\",\"n\":\(random.below(50))}"
      default: text += object(&random, depth: 0)
      }
      text += random.oneIn(6) ? "\r\n" : "\n"
    }
    return random.oneIn(2) ? text : String(text.dropLast())
  }

  /// Texts of queries; a strategy without an entry in `texts` also uses these texts.
  private static let plainTexts = [
    "alpha", "ta", "a b", "1,2", "e", "é", "x/al", "zzz", "s", "\\alpha", "n",
  ]

  private static let texts: [String: [String]] = [
    "substring": plainTexts,
    "prefix": ["al", "be al", "fi", "1 2"],
    "bool": ["alpha AND NOT beta", "beta OR fin", "NOT alpha", "name:alpha", "\"a b\" OR x"],
    "regex": ["al.ha", "^alpha$", "[0-9],", "(?i)ALPHA|lin", "a$"],
  ]

  /// In these files, each record has a field that no other record has.
  ///
  /// If all fields are known in advance, each row has a cell for every field.
  @Test(arguments: ["jsonl", "json"], [false, true])
  func `records with many columns are delivered in small batches`(format: String, knowsFields: Bool)
    throws
  {
    let count = 3_000
    let values = (0..<count).map { "{\"f\($0)\": \"alpha \($0)\"}" }
    let folder = try ScratchFolder()
    let text =
      format == "jsonl"
      ? values.joined(separator: "\n") : "[" + values.joined(separator: ",\n") + "]"
    let path = try folder.write(text, to: "a.\(format)")
    let files = try FileSource([path], options: LoadOptions())
    if knowsFields { #expect(try files.fields(.never).count == count) }
    var rows = 0
    var maximum = 0
    _ = try files.stream(
      try CompiledQuery(Query("alpha")), StreamRequest(), .never,
      render: { (rows: $0.count, fields: $0.fields.count) },
      deliver: { batch in
        if knowsFields { #expect(batch.fields == count) }
        rows += batch.rows
        maximum = max(maximum, batch.rows)
        return true
      })
    #expect(rows == count)
    #expect(maximum < 600)
  }

  @Test(arguments: StrategyCatalog.all.map(\.name))
  func `a search of JSON lines finds the same as a search of the loaded lines`(_ strategy: String)
    throws
  {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: 77)
    var selective = 0
    for round in 0..<Effort.size(6, thorough: 60) {
      let path = try folder.write(Self.lines(&random), to: "\(round).jsonl")
      let searcher = Searcher(try CorpusLoader.load([path]).corpus)
      for _ in 0..<12 {
        var options = SearchOptions()
        options.caseMode = CaseMode.allCases[random.below(3)]
        options.diacritics = DiacriticsMode.allCases[random.below(2)]
        options.grammar = .standard
        if random.oneIn(4) { options.fields = ["name"] }
        let query = Query(
          random.pick(Self.texts[strategy, default: Self.plainTexts]), by: strategy,
          options: options)
        let request = StreamRequest(isInverted: random.oneIn(5))
        var sizes = FileSizes()
        sizes.block = 16 + random.below(1_500)
        let files = try FileSource([path], options: LoadOptions(), sizes: sizes)
        if random.oneIn(2) { #expect(try files.fields(.never) == searcher.corpus.fields) }
        if try expectSameAnswer(files, searcher, query, request) ?? 0 > 0 { selective += 1 }
      }
    }
    #expect(selective > 12)
  }

  @Test func `an error is reported with its location, after the rows before it`()
    throws
  {
    let folder = try ScratchFolder()
    let good = "{\"name\":\"alpha\"}\n{\"name\":\"beta\"}\n"
    for bad in [
      "{\"name\":\"beta}", "{\"name\" 1}", "[1,]", "{\"name\":01}", "tru", "{} {}",
      "{\"name\":\"\u{1}\"}",
      "{\"name\":1.}", "{\"name\":\"\\x\"}", "-", "[1}", "{\"other\":}", "{\"name\":1,}",
    ] {
      let path = try folder.write(
        String(repeating: good, count: 40) + bad + "\n" + good, to: "bad.jsonl")
      for block in [64, 1 << 18] {
        var sizes = FileSizes()
        sizes.block = block
        let files = try FileSource([path], options: LoadOptions(), sizes: sizes)
        var rows = 0
        let report = try files.stream(
          CompiledQuery(Query("alpha")), StreamRequest(), .never, render: { $0.count },
          deliver: {
            rows += $0
            return true
          })
        #expect(report.failures.map(\.line) == [81], "\(bad) \(block)")
        #expect(rows == 40, "\(bad) \(block)")
      }
    }
  }
}
