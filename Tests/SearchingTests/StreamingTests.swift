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
      "\u{5B0}", "漢", "ж", "Ж", "😀", "\u{FFFD}", "\u{338}", "<", "≮", "\u{37E}", ";", "ø", "\0",
      "t", "ﬅ", "և", "ե", "и", "й", "\u{306}", "か", "が", "\u{3099}", "한", "\u{1112}",
      "\u{1161}", "\r", "Ω", "\u{2126}", "ς", "Σ", "\u{344}", "ǘ", "\u{323}", "ụ", "u",
      "\u{FB2A}", "\u{5E9}", "\u{5C1}",
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

  /// Sizes that part a file in many ways, none of which may show in the answer.
  private static func sizes(_ random: inout SeededGenerator) -> FileSearch.Sizes {
    var sizes = FileSearch.Sizes()
    sizes.block = 1 + random.below(60)
    sizes.strip = sizes.block * (1 + random.below(4))
    sizes.leastForThreads = 0
    sizes.leastForFilter = 0
    sizes.leastMapped = random.below(2) == 0 ? 1 : .max
    return sizes
  }

  private struct Streamed: Equatable {
    var lines: [String] = []
    var count = 0
    var files: [String] = []
  }

  /// The streamed answer: places and texts of the records, their number, and the files they are in.
  private static func streamed(
    _ query: Query, _ paths: [String], _ sizes: FileSearch.Sizes, inverted: Bool
  ) throws -> Streamed? {
    let search = try FileSearch(query, paths: paths, options: LoadOptions(), sizes: sizes)
    guard let search else { return nil }
    var answer = Streamed()
    var ending = search.forEachBatch(inverted: inverted) { corpus, report in
      report.results.map {
        let place = corpus.location(of: $0)
        return "\(place.source):\(place.line):\(corpus.text(of: $0, field: 0)):"
          + (inverted ? "" : "\(report.hits(in: $0))")
      }
    } _: { lines in
      answer.lines += lines
      return true
    }
    #expect(ending == .complete)
    (answer.count, ending) = search.count(inverted: inverted)
    #expect(ending == .complete)
    ending = search.forEachFile(inverted: inverted) { path in
      answer.files.append(path)
      return true
    }
    #expect(ending == .complete)
    return answer
  }

  /// The same from loaded files.
  private static func loaded(
    _ searcher: Searcher, _ query: Query, inverted: Bool
  ) throws -> Streamed {
    let report = try searcher.run(query, countingHits: false)
    let corpus = searcher.corpus
    let results = inverted ? report.results.complement() : report.results
    var answer = Streamed(count: results.count)
    for id in results {
      let place = corpus.location(of: id)
      answer.lines.append(
        "\(place.source):\(place.line):\(corpus.text(of: id, field: 0)):"
          + (inverted ? "" : "\(report.hits(in: id))"))
      if answer.files.last != place.source { answer.files.append(place.source) }
    }
    return answer
  }

  private static func text(
    _ strategy: String, _ random: inout SeededGenerator, _ letters: [[UInt8]]
  ) -> String {
    var text = needle(&random, letters)
    switch strategy {
    case "bool":
      for _ in 0..<random.below(3) {
        text += [" AND ", " OR ", " AND NOT "][random.below(3)] + needle(&random, letters)
      }
      return text
    case "prefix": return random.below(2) == 0 ? text : text + " " + needle(&random, letters)
    case "regex":
      let other = needle(&random, letters)
      return [
        text, "\(text)|\(other)", "\(text).*\(other)", "^\(text)", "\(text)$", "[\(text)]+\(other)",
      ][
        random.below(6)]
    case "substring": return text
    default: preconditionFailure("a strategy without queries of its own: \(strategy)")
    }
  }

  @Test(arguments: StrategyCatalog.all.map(\.name))
  func `streaming finds what loading finds`(_ strategy: String) throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: 51)
    var (compared, telling) = (0, 0)
    for round in 0..<12 {
      let letters = (0..<6).map { _ in Self.pieces[random.below(Self.pieces.count)] }
      let paths = try (0..<1 + random.below(3)).map {
        try folder.write(Self.file(&random, letters), to: "file\(round)-\($0)")
      }
      let searcher = Searcher(try CorpusLoader.load(paths).corpus)
      for _ in 0..<20 {
        var options = SearchOptions()
        options.caseMode = CaseMode.allCases[random.below(3)]
        options.diacritics = DiacriticsMode.allCases[random.below(2)]
        options.trims = random.below(4) > 0
        options.threads = 1 + random.below(3)
        let query = Query(Self.text(strategy, &random, letters), by: strategy, options: options)
        let inverted = random.below(4) == 0
        let sizes = Self.sizes(&random)
        guard let wanted = try? Self.loaded(searcher, query, inverted: inverted) else {
          #expect(throws: QueryError.self) {
            _ = try Self.streamed(query, paths, sizes, inverted: inverted)
          }
          continue
        }
        compared += 1
        if wanted.count > 0 && wanted.count < searcher.corpus.count { telling += 1 }
        let found = try Self.streamed(query, paths, sizes, inverted: inverted)
        #expect(found == wanted, "\(query) in \(paths), \(sizes)")
      }
    }
    #expect(compared > 150 && telling > 40)
  }

  @Test func `what is no plain file of lines has to be loaded`() throws {
    let folder = try ScratchFolder()
    let text = try folder.write("alpha\n", to: "a.txt")
    let table = try folder.write("name\nalpha\n", to: "a.csv")
    let packed = try folder.write([0x1F, 0x8B, 8, 0], to: "a.gz")
    let query = Query("alpha")
    #expect(try FileSearch(query, paths: [text], options: LoadOptions()) != nil)
    for path in [table, packed, folder.path, folder.path + "/none", "-", "/proc/self/status"] {
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

  private static func small(mapped: Bool) -> FileSearch.Sizes {
    var sizes = FileSearch.Sizes()
    sizes.block = 64
    sizes.strip = 256
    sizes.leastForThreads = 0
    sizes.leastForFilter = 0
    sizes.leastMapped = mapped ? 1 : .max
    return sizes
  }

  @Test func `a letter that folds to more than the pivot is found`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("ŉx\nnothing\n", to: "n.txt")
    let query = Query("ʼn", options: SearchOptions(diacritics: .sensitive))
    let found = try Self.streamed(query, [path], Self.small(mapped: false), inverted: false)
    #expect(found?.count == 1)
    #expect(found?.lines.count == 1)
  }

  @Test(arguments: [false, true]) func `cancelling and stopping end the search`(
    _ mapped: Bool
  ) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(String(repeating: "alpha\n", count: 10_000), to: "a")
    let search = try #require(
      try FileSearch(
        Query("alpha"), paths: [path], options: LoadOptions(), sizes: Self.small(mapped: mapped)))
    #expect(search.count(isCancelled: { true }).ending == .cancelled)
    var batches = 0
    let ending = search.forEachBatch(
      render: { $1.results.count },
      { _ in
        batches += 1
        return false
      })
    #expect(ending == .stoppedEarly)
    #expect(batches == 1)
    #expect(search.count().count == 10_000)
    #expect(search.count(stoppingAfter: 7) == (7, .stoppedEarly))
  }

  @Test func `what is found is handed on in order while it is slow to be taken`() throws {
    let folder = try ScratchFolder()
    let text = (0..<20_000).map { "alpha \($0)\n" }.joined()
    let path = try folder.write(text, to: "a")
    var query = Query("alpha")
    query.options.threads = 4
    let search = try #require(
      try FileSearch(query, paths: [path], options: LoadOptions(), sizes: Self.small(mapped: true)))
    var next = 1
    let ending = search.forEachBatch {
      corpus, report in
      report.results.map { corpus.location(of: $0).line }
    } _: { lines in
      for line in lines {
        #expect(line == next)
        next += 1
      }
      return true
    }
    #expect(ending == .complete)
    #expect(next == 20_001)
  }

  @Test(arguments: [false, true]) func `a file that shrank ends sooner`(_ mapped: Bool) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(String(repeating: "alpha\n", count: 5000), to: "a")
    let search = try #require(
      try FileSearch(
        Query("alpha"), paths: [path], options: LoadOptions(), sizes: Self.small(mapped: mapped)))
    // Within a page that stays, and at pages that go.
    for size in [20_003, 303] {
      try folder.run("truncate -s \(size) a")
      #expect(search.count() == ((size + 1) / 6, .complete))
    }
    try folder.run("truncate -s 0 a")
    #expect(search.count() == (0, .complete))
  }

  @Test(arguments: [false, true])
  func `a file that lost its bytes and has them again is read anew`(_ mapped: Bool) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(String(repeating: "alpha\n", count: 5000), to: "a")
    let search = try #require(
      try FileSearch(
        Query("alpha"), paths: [path], options: LoadOptions(), sizes: Self.small(mapped: mapped)))
    try folder.run("truncate -s 0 a")
    #expect(search.count() == (0, .complete))
    try folder.run("yes alpha | head -n 5000 > a")
    #expect(search.count() == (5000, .complete))
  }

  @Test(arguments: [false, true])
  func `what was found in a file stays where the next one shrinks`(_ mapped: Bool) throws {
    let folder = try ScratchFolder()
    let first = try folder.write(String(repeating: "alpha\n", count: 20), to: "a")
    let second = try folder.write(String(repeating: "alpha\n", count: 2000), to: "b")
    var sizes = Self.small(mapped: mapped)
    sizes.strip = 1 << 20
    let search = try #require(
      try FileSearch(
        Query("alpha"), paths: [first, second], options: LoadOptions(), sizes: sizes))
    try folder.run("truncate -s 6000 b")
    var found: [String: Int] = [:]
    let ending = search.forEachBatch { corpus, report in
      report.results.map { corpus.location(of: $0).source }
    } _: { sources in
      for source in sources { found[source, default: 0] += 1 }
      return true
    }
    #expect(ending == .complete)
    #expect(found == [first: 20, second: 1000])
  }

  @Test func `a line longer than a block is one line`() throws {
    let folder = try ScratchFolder()
    let long = String(repeating: "x", count: 9 << 20)
    let path = try folder.write("a\n" + long + "needle" + long + "\nneedle\n" + long, to: "a")
    var query = Query("needle")
    query.options.threads = 2
    let search = try #require(try FileSearch(query, paths: [path], options: LoadOptions()))
    var lines: [Int] = []
    _ = search.forEachBatch {
      corpus, report in
      report.results.map { corpus.location(of: $0).line }
    } _: {
      lines += $0
      return true
    }
    #expect(lines == [2, 3])
    #expect(search.count().count == 2)
    #expect(search.count(inverted: true).count == 2)
  }
}
