import Corpora
import TestSupport
import Testing
import UnicodeText

@testable import Searching

/// Files searched while they are read, against the same files loaded.
@Suite struct StreamingTests {
  /// Characters that fold to ASCII, join what is before them, or are split by block ends.
  private static let pieces: [[UInt8]] =
    [
      "a", "b", "k", "s", "S", "K", "e", "f", "i", "A", " ", "é", "e\u{301}", "\u{301}", "ß", "ẞ",
      "\u{212A}", "ſ", "ʼ", "ŉ", "n", "ﬁ", "ﬀ", "İ", "ı", "ü", "u\u{308}", "Ü", "\u{308}",
      "\u{5B0}", "漢", "ж",
      "Ж", "😀", "\u{FFFD}", "\u{338}", "<", "≮", "\u{37E}", ";", "ø", "\0",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xE2, 0x84], [0xF0, 0x9F]]

  private static func file(_ random: inout SeededGenerator, _ letters: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = random.below(8) == 0 ? [0xEF, 0xBB, 0xBF] : []
    for _ in 0..<random.below(40) {
      for _ in 0..<random.below(9) { bytes += letters[random.below(letters.count)] }
      bytes += random.below(6) == 0 ? [0x0D, 0x0A] : [0x0A]
    }
    if random.below(2) == 0, bytes.last == 0x0A { bytes.removeLast() }
    return bytes
  }

  private static func needle(_ random: inout SeededGenerator, _ letters: [[UInt8]]) -> String {
    let bytes = (0..<1 + random.below(4)).flatMap { _ in letters[random.below(letters.count)] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The streamed answer: places and texts of the records, and their number.
  private static func streamed(
    _ query: Query, _ path: String, blockSize: Int
  ) throws -> (lines: [String], count: Int)? {
    let search = try FileSearch(
      query, paths: [path], options: LoadOptions(), blockSize: blockSize)
    guard let search else { return nil }
    var lines: [String] = []
    let ending = search.forEachBatch { corpus, report in
      for id in report.results {
        lines.append("\(corpus.location(of: id).line):\(corpus.text(of: id, field: 0))")
      }
      return true
    }
    #expect(ending == .complete)
    let counted = search.count()
    #expect(counted.ending == .complete)
    return (lines, counted.count)
  }

  @Test(arguments: StrategyCatalog.all.map(\.name))
  func `streaming finds what loading finds`(_ strategy: String) throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: 51)
    var eligible = 0
    for round in 0..<60 {
      let letters = (0..<6).map { _ in Self.pieces[random.below(Self.pieces.count)] }
      let path = try folder.write(Self.file(&random, letters), to: "file\(round)")
      let loaded = try CorpusLoader.load([path]).corpus
      let searcher = Searcher(loaded)
      for _ in 0..<25 {
        var options = SearchOptions()
        options.caseMode = CaseMode.allCases[random.below(3)]
        options.diacritics = DiacriticsMode.allCases[random.below(2)]
        options.trims = random.below(4) > 0
        options.threads = 1 + random.below(2)
        var text = Self.needle(&random, letters)
        if strategy == "bool", random.below(2) == 0 {
          text += " AND " + Self.needle(&random, letters)
        }
        let query = Query(text, by: strategy, options: options)
        guard let wanted = try? searcher.run(query, countingHits: false),
          let found = try Self.streamed(query, path, blockSize: 1 + random.below(60))
        else { continue }
        eligible += 1
        let lines = wanted.results.map { "\($0.rawValue + 1):\(loaded.text(of: $0, field: 0))" }
        #expect(found.lines == lines, "\(query)")
        #expect(found.count == wanted.results.count, "\(query)")
      }
    }
    #expect(eligible > 100)
  }

  @Test func `what is no plain file of lines has to be loaded`() throws {
    let folder = try ScratchFolder()
    let text = try folder.write("alpha\n", to: "a.txt")
    let table = try folder.write("name\nalpha\n", to: "a.csv")
    let packed = try folder.write([0x1F, 0x8B, 8, 0], to: "a.gz")
    let query = Query("alpha")
    #expect(try FileSearch(query, paths: [text], options: LoadOptions()) != nil)
    for path in [table, packed, folder.path, folder.path + "/none", "-"] {
      #expect(try FileSearch(query, paths: [text, path], options: LoadOptions()) == nil)
    }
    var strict = LoadOptions()
    strict.isStrict = true
    #expect(try FileSearch(query, paths: [text], options: strict) == nil)
    #expect(try FileSearch(query, paths: [table], options: LoadOptions(type: "lines")) != nil)
    #expect(throws: QueryError.self) {
      _ = try FileSearch(
        Query("a", by: "substr"), paths: [text], options: LoadOptions())
    }
  }

  @Test func `a letter that folds to more than the pivot is found`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("ŉx\nnothing\n", to: "n.txt")
    let options = SearchOptions(diacritics: .sensitive)
    let found = try Self.streamed(Query("ʼn", options: options), path, blockSize: 100)
    #expect(found?.count == 1)
    #expect(found?.lines == ["1:ŉx"])
  }

  @Test func `cancelling and stopping end the search`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(String(repeating: "alpha\n", count: 10_000), to: "a")
    let search = try #require(
      try FileSearch(Query("alpha"), paths: [path], options: LoadOptions(), blockSize: 64))
    #expect(search.count(isCancelled: { true }).ending == .cancelled)
    var batches = 0
    _ = search.forEachBatch { _, _ in
      batches += 1
      return false
    }
    #expect(batches == 1)
    #expect(search.count().count == 10_000)
  }

  @Test func `a file that shrank ends sooner`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(String(repeating: "alpha\n", count: 1000), to: "a")
    let search = try #require(
      try FileSearch(Query("alpha"), paths: [path], options: LoadOptions(), blockSize: 100))
    try folder.run("truncate -s 303 a")
    #expect(search.count() == (50, .complete))
  }
}
