import Corpora
import Searching
import TestSupport
import Testing
import UnicodeText

@testable import Corpora

/// Compares searches on several threads with searches on one thread, for files of records.
///
/// Several threads read different parts of a file; a single thread reads the whole file.
@Suite struct RecordFileTests {
  /// The results of a search in a file, including the errors.
  private struct Outcome: Equatable {
    var rows: [FoundRow] = []
    var counts: [String] = []
    var failures: [String] = []
    var invalidSequences = 0

    init(
      _ paths: [String], _ options: LoadOptions, _ sizes: FileSizes, _ query: Query,
      _ request: StreamRequest
    ) throws {
      let source = try FileSource(paths, options: options, sizes: sizes)
      let compiled = try CompiledQuery(query)
      var rows: [FoundRow] = []
      let report = try source.stream(
        compiled, request, .never, render: { $0.foundRows },
        deliver: {
          rows += $0
          return true
        })
      self.rows = rows
      failures = report.failures.map { "\($0.message) \($0.line ?? 0) \($0.column ?? 0)" }
      invalidSequences = report.invalidSequences
      var counts: [String] = []
      let counted = try source.countByFile(compiled, request, .never) { path, count in
        counts.append("\(path): \(count)")
        return true
      }
      self.counts = counts + counted.failures.map { "\($0.message) \($0.line ?? 0)" }
    }
  }

  private static let pieces = [
    "a", "b", "alpha", "x y", "é", "字", "\"\"", "'", ";", ":", "{", "\\", "alpha beta", "e\u{301}",
  ]

  private static func text(_ random: inout SeededGenerator) -> String {
    (0..<random.below(4)).map { _ in random.pick(pieces) }.joined()
  }

  /// A cell of a delimited file; a quoted cell can contain delimiters and line ends.
  private static func cell(_ random: inout SeededGenerator, _ delimiter: String) -> String {
    if random.oneIn(2) {
      let plain = text(&random).filter { $0 != "\"" }
      // A quote inside a cell that is not quoted is ordinary text.
      return random.oneIn(12) && !plain.isEmpty ? plain + "\"" + plain : plain
    }
    var cell = "\""
    for _ in 0..<random.below(4) {
      cell += random.pick([text(&random), delimiter, "\n", "\r\n", delimiter + "\"\"" + delimiter])
    }
    return cell + "\""
  }

  private static func delimited(_ random: inout SeededGenerator, _ delimiter: String) -> String {
    let end = random.pick(["\n", "\r\n"])
    var text = random.oneIn(6) ? "\u{FEFF}" : ""
    text += ["id", "text", "more"].joined(separator: delimiter) + end
    for row in 0..<random.below(60) {
      if random.oneIn(20) { text += end }
      text += "\(row)"
      for _ in 0..<random.below(3) { text += delimiter + cell(&random, delimiter) }
      text += end
      // Errors: too many cells, text after a quote, a quote that is not closed.
      if random.oneIn(400) { text += "1\(delimiter)2\(delimiter)3\(delimiter)4" + end }
      if random.oneIn(400) { text += "\"a\"b\(delimiter)c" + end }
      if random.oneIn(400) { text += "1\(delimiter)\"alpha" + end }
    }
    if random.oneIn(4), text.hasSuffix("\n") { text.removeLast() }
    return text
  }

  private static func lines(_ random: inout SeededGenerator) -> String {
    var text = random.oneIn(6) ? "\u{FEFF}" : ""
    for row in 0..<random.below(60) {
      var members = ["\"id\": \(row)"]
      for name in ["text", "more", "c\(random.below(9))"] where random.oneIn(2) {
        let value = Self.text(&random).map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }
        members.append("\"\(name)\": \"\(value.joined())\"")
      }
      if random.oneIn(3) { members.shuffle(using: &random) }
      text += "{" + members.joined(separator: ", ") + "}" + random.pick(["\n", "\n", " \r\n"])
      if random.oneIn(20) { text += "\n" }
      if random.oneIn(400) { text += "{\"id\": alpha}\n" }
    }
    return text
  }

  private static let queries = [
    ("substring", ["alpha", "a", "1", "字", "\"", "é", ","]), ("prefix", ["al", "be al"]),
    ("bool", ["alpha AND NOT beta", "NOT alpha", "text:alpha"]), ("regex", ["al.ha", "[0-9]+$"]),
  ]

  @Test(arguments: ["csv", "tsv", "jsonl"])
  func `parts of a file have the records of the whole file`(format: String) throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: 7)
    var (selective, failed) = (0, 0)
    for round in 0..<Effort.size(150, thorough: 10_000) {
      var text =
        switch format {
        case "csv": Self.delimited(&random, ",")
        case "tsv": Self.delimited(&random, "\t")
        default: Self.lines(&random)
        }
      if random.oneIn(30) { text = text.replacing("beta", with: "be\u{0}ta") }
      var bytes = Array(text.utf8)
      let isStrict = random.oneIn(6)
      if !isStrict, random.oneIn(30), let place = bytes.indices.randomElement(using: &random) {
        bytes[place] = 0xFF
      }
      let path = try folder.write(bytes, to: "\(round).\(format)")
      let (strategy, texts) = random.pick(Self.queries)
      var query = Query(random.pick(texts), by: strategy)
      query.options.threads = 1 + random.below(3)
      if random.oneIn(3) { query.options.fields = ["text"] }
      var request = StreamRequest(isInverted: random.oneIn(4))
      if random.oneIn(4) { request.limit = 1 + random.below(5) }
      if random.oneIn(4) { request.enoughPerFile = 1 + random.below(5) }
      request.details.hits = !request.isInverted
      if random.oneIn(3) { request.details.before = random.below(3) }
      var options = LoadOptions()
      if random.oneIn(6) { options.hasHeader = false }
      if random.oneIn(6) { options.isLenient = true }
      options.isStrict = isStrict
      var whole = FileSizes()
      whole.minimumBytesToSplit = .max
      var parts = FileSizes()
      parts.block = 16 + random.below(100)
      parts.strip = 1 + random.below(120)
      parts.minimumBytesToSplit = 1
      parts.maxPendingBytes = random.oneIn(2) ? 1 : 1 << 20
      func outcome(_ sizes: FileSizes) -> Result<Outcome, SearchError> {
        do { return .success(try Outcome([path], options, sizes, query, request)) } catch {
          return .failure(error as? SearchError ?? .cancelled)
        }
      }
      guard case .success(var wanted) = outcome(whole) else { continue }
      let found: Outcome
      switch outcome(parts) {
      case .success(let outcome): found = outcome
      case .failure(let error):
        Issue.record("\(error) \(round) \(query) \(request) \(options) \(text)")
        continue
      }
      // After an error, the number of invalid UTF-8 sequences depends on how much text was read
      // before the error.
      if !wanted.failures.isEmpty { wanted.invalidSequences = found.invalidSequences }
      // Without a limit of rows, both searches read the file to its end or to its error.
      if request.limit == nil, request.enoughPerFile == nil {
        #expect(found == wanted, "\(round) \(query) \(request) \(options)")
      } else {
        #expect(found.rows == wanted.rows, "\(round) \(query) \(request) \(options)")
      }
      if !wanted.rows.isEmpty { selective += 1 }
      if !wanted.failures.isEmpty { failed += 1 }
    }
    #expect(selective > 30)
    #expect(failed > 1)
  }

  @Test func `the start of a row is after the first newline that is not in a quoted cell`() {
    func start(_ text: String) -> Int? {
      PartDelimiter.cells(UInt8(ascii: ",")).firstRow(in: Array(text.utf8).span)
    }
    #expect(start("a,b\nc") == 4)
    #expect(start("a,b") == nil)
    #expect(start("a,\"b\nc\",d\ne") == 10)
    // The first quote closes a cell that began earlier.
    #expect(start("a\nb\",c\nd") == 7)
    #expect(start("a\n\"\"b\",c\nd") == 9)
    #expect(start("\nx") == 1)
    #expect(
      PartDelimiter.none.firstRow(in: Array("a\"\nb".utf8).span) == 3)
  }

  @Test func `a file whose rows cannot be told from its middle is searched as a whole`() throws {
    let folder = try ScratchFolder()
    // In each quoted cell, the text looks like a row that begins outside of quotes.
    let cell = "\"x\n" + String(repeating: "1,\"\"2\"\",3\n", count: 40) + "\""
    let rows = (0..<50).map { "\($0),\(cell),alpha\n" }
    let path = try folder.write("id,text,more\n" + rows.joined(), to: "a.csv")
    var query = Query("alpha")
    query.options.threads = 2
    var parts = FileSizes()
    parts.strip = 300
    parts.minimumBytesToSplit = 1
    let request = StreamRequest()
    let found = try Outcome([path], LoadOptions(), parts, query, request)
    #expect(found.rows.count == 50)
    #expect(found.rows.last?.line == 2 + 49 * 42)
    #expect(found.failures.isEmpty)
  }

  @Test func `a wrong guess does not hide that a field is unknown`() throws {
    let folder = try ScratchFolder()
    let cell = "\"x\n" + String(repeating: "1,\"\"2\"\",3\n", count: 400) + "\""
    let path = try folder.write("id,text,more\n1,\(cell),alpha\n2,b,c\n", to: "a.csv")
    var query = Query("zzz")
    query.options.fields = ["nosuch"]
    query.options.threads = 2
    var parts = FileSizes()
    parts.strip = 300
    parts.minimumBytesToSplit = 1
    #expect(throws: SearchError.self) {
      try Outcome([path], LoadOptions(), parts, query, StreamRequest())
    }
  }

  @Test func `a binary file in a folder is skipped if its format is given`() throws {
    let folder = try ScratchFolder()
    let rows = String(repeating: "1,alpha\n", count: 400)
    _ = try folder.write("id,text\n0,\u{0}\n" + rows, to: "in/a.csv")
    _ = try folder.write("id,text\n" + rows, to: "in/b.csv")
    var parts = FileSizes()
    parts.strip = 300
    parts.minimumBytesToSplit = 1
    var options = LoadOptions()
    options.type = "csv"
    let found = try Outcome(
      [folder.path + "/in"], options, parts, Query("alpha"), StreamRequest())
    #expect(found.rows.count == 400)
  }

  @Test func `an error after enough matches of a file is not reported`() throws {
    let folder = try ScratchFolder()
    let rows = String(repeating: "1,b\n", count: 100)
    let matches = "2,alpha\n" + rows
    let path = try folder.write(
      "id,text\n" + String(repeating: matches, count: 4) + "1,2,3\n" + rows, to: "a.csv")
    let other = try folder.write("id,text\n3,alpha\n", to: "b.csv")
    var query = Query("alpha")
    query.options.threads = 1
    var request = StreamRequest(enoughPerFile: 3)
    request.details.recordNumbers = false
    var sizes = FileSizes()
    sizes.block = 64
    for minimum in [1, Int.max] {
      sizes.strip = 700
      sizes.minimumBytesToSplit = minimum
      let found = try Outcome([path, other], LoadOptions(), sizes, query, request)
      #expect(found.rows.count == 4)
      #expect(found.failures.isEmpty)
    }
  }

  @Test func `rows of a later part have the columns of earlier parts`() throws {
    let folder = try ScratchFolder()
    let line = "{\"a\": \"" + String(repeating: "x", count: 90) + "\"}\n"
    let path = try folder.write(
      String(repeating: line, count: 100) + "{\"a\": \"1\", \"b\": \"2\"}\n"
        + String(repeating: line, count: 100) + "{\"a\": \"alpha\"}\n", to: "a.jsonl")
    for minimum in [1, Int.max] {
      var sizes = FileSizes()
      sizes.strip = 1_000
      sizes.minimumBytesToSplit = minimum
      let source = try FileSource([path], options: LoadOptions(), sizes: sizes)
      var columns: [[String]] = []
      _ = try source.stream(
        CompiledQuery(Query("alpha")), StreamRequest(), .never,
        render: { batch in batch.fields.map(\.name) },
        deliver: {
          columns.append($0)
          return true
        })
      #expect(columns == [["a", "b"]])
    }
  }
}
