import Corpora
import TestSupport
import Testing
import UnicodeText

@testable import Searching

/// Compares two ways to search files of lines: streaming the files, and loading them into memory
/// first.
@Suite struct FileLinesTests {
  /// Difficult characters: some fold to ASCII, some combine with the previous character, and a
  /// block boundary can split some.
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

  /// Random buffer sizes, which must not affect the result.
  private static func sizes(_ random: inout SeededGenerator) -> FileSizes {
    var sizes = FileSizes()
    sizes.block = 1 + random.below(60)
    sizes.strip = sizes.block * (1 + random.below(4))
    sizes.minimumBytesForScanner = random.below(4) == 0 ? 1 << 14 : 0
    sizes.maxFilesPerTask = 1 + random.below(3)
    sizes.maxPendingBytes = random.below(2) == 0 ? 1 : 1 << 20
    sizes.mapping = [.measured, .always, .never][random.below(3)]
    sizes.longLine = random.below(2) == 0 ? 1 : .max
    sizes.minimumBytesToSplit = random.below(2) == 0 ? 1 : .max
    return sizes
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
      return (random.below(4) == 0 ? "NOT " : "") + text
    case "prefix": return random.below(2) == 0 ? text : text + " " + needle(&random, letters)
    case "regex":
      let other = needle(&random, letters)
      return [
        text, "\(text)|\(other)", "\(text).*\(other)", "^\(text)", "\(text)$", "[\(text)]+\(other)",
      ][
        random.below(6)]
    default: return text
    }
  }

  /// A random request for rows.
  private static func request(_ random: inout SeededGenerator) -> StreamRequest {
    var request = StreamRequest(isInverted: random.below(4) == 0)
    if random.below(4) == 0 { request.limit = 1 + random.below(5) }
    request.details.recordNumbers = random.below(2) == 0
    if random.below(3) == 0 {
      request.details.before = random.below(4)
      request.details.after = random.below(4)
    }
    return request
  }

  @Test(arguments: StrategyCatalog.all.map(\.name))
  func `a search of files finds the same as a search of the loaded files`(_ strategy: String) throws
  {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: 51)
    var (compared, selective) = (0, 0)
    for round in 0..<Effort.size(8, thorough: 30) {
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
        if random.below(4) == 0 {
          options.separators = TokenSeparators(characters: ["-", "."], splitsCamelCase: true)
        }
        if random.below(5) == 0 { options.grammar = .standard }
        if random.below(6) == 0 { options.fields = ["text"] }
        let query = Query(Self.text(strategy, &random, letters), by: strategy, options: options)
        let request = Self.request(&random)
        let sizes = Self.sizes(&random)
        let files = try FileSource(paths, options: LoadOptions(), sizes: sizes)
        let note = "in \(paths), \(sizes)"
        let found = try expectSameAnswer(files, searcher, query, request, note)
        guard let matches = found else { continue }
        compared += 1
        if matches > 0 && matches < searcher.corpus.count { selective += 1 }
      }
    }
    #expect(compared > 100 && selective > 25)
  }

  @Test func `a search for whole lines or words finds the same in files as in memory`() throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: 57)
    var selective = [HitBounds.all: 0, .words: 0]
    for round in 0..<Effort.size(60, thorough: 600) {
      // With few letters, a random needle is often equal to a whole line.
      let letters = (0..<3).map { _ in Self.pieces[random.below(Self.pieces.count)] }
      let path = try folder.write(Self.file(&random, letters), to: "file\(round)")
      let searcher = Searcher(try CorpusLoader.load([path]).corpus)
      for _ in 0..<12 {
        var options = SearchOptions()
        options.caseMode = CaseMode.allCases[random.below(3)]
        options.diacritics = DiacriticsMode.allCases[random.below(2)]
        options.bounds = random.below(3) == 0 ? .words : .all
        let query = Query(Self.needle(&random, letters), options: options)
        let sizes = Self.sizes(&random)
        let files = try FileSource([path], options: LoadOptions(), sizes: sizes)
        let request = Self.request(&random)
        let found = try expectSameAnswer(files, searcher, query, request, "in \(path), \(sizes)")
        if let found, found > 0, !request.isInverted { selective[options.bounds, default: 0] += 1 }
      }
    }
    #expect(selective.values.allSatisfy { $0 > 15 })
  }

  private static func count(
    _ query: Query, _ paths: [String], _ sizes: FileSizes
  ) throws -> (count: Int, report: StreamReport) {
    let files = try FileSource(paths, options: LoadOptions(), sizes: sizes)
    var count = 0
    let report = try files.countByFile(try CompiledQuery(query), StreamRequest(), .never) {
      count += $1
      return true
    }
    return (count, report)
  }

  @Test func `a letter whose folding contains more than the pivot byte is found`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("ŉx\nnothing\n", to: "n.txt")
    let query = Query("ʼn", options: SearchOptions(diacritics: .sensitive))
    let files = try FileSource(
      [path], options: LoadOptions(), sizes: FileSizes.small(mapped: false))
    let found = try FoundAnswer(files, query)
    #expect(found.rows.count == 1)
    #expect(found.counts == ["\(path): 1"])
  }

  @Test(arguments: [false, true]) func `canceling and stopping end the search`(
    _ mapped: Bool
  ) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(String(repeating: "alpha\n", count: 10_000), to: "a")
    let files = try FileSource(
      [path], options: LoadOptions(), sizes: FileSizes.small(mapped: mapped))
    let query = try CompiledQuery(Query("alpha"))
    #expect(throws: SearchError.cancelled) {
      try files.countByFile(query, StreamRequest(), Cancellation { true }) { _, _ in true }
    }
    var batches = 0
    let report = try files.stream(
      query, StreamRequest(), .never, render: { $0.count },
      deliver: { _ in
        batches += 1
        return false
      })
    #expect(report.statistics.completion == .stoppedEarly)
    #expect(batches == 1)
    #expect(try Self.count(Query("alpha"), [path], FileSizes.small(mapped: mapped)).count == 10_000)
    let limited = try FoundAnswer(files, Query("alpha"), StreamRequest(limit: 7))
    #expect(limited.rows.map(\.line) == Array(1...7))
  }

  @Test func `an error of the row consumer ends the search and is rethrown`() throws {
    struct Full: Error {}
    let folder = try ScratchFolder()
    let path = try folder.write(String(repeating: "alpha\n", count: 10_000), to: "a")
    let files = try FileSource([path], options: LoadOptions(), sizes: FileSizes.small(mapped: true))
    #expect(throws: Full.self) {
      try files.stream(
        try CompiledQuery(Query("alpha")), StreamRequest(), .never, render: { $0 },
        deliver: { _ in throw Full() })
    }
  }

  @Test func `rows are delivered in order even if the consumer is slow`() throws {
    let folder = try ScratchFolder()
    let text = (0..<20_000).map { "alpha \($0)\n" }.joined()
    let path = try folder.write(text, to: "a")
    var query = Query("alpha")
    query.options.threads = 4
    var sizes = FileSizes.small(mapped: true)
    sizes.maxPendingBytes = 1 << 10
    let files = try FileSource([path], options: LoadOptions(), sizes: sizes)
    var next = 1
    _ = try files.stream(
      try CompiledQuery(query), StreamRequest(), .never, render: { $0.rows.map(\.line) },
      deliver: { lines in
        for line in lines {
          #expect(line == next)
          next += 1
        }
        return true
      })
    #expect(next == 20_001)
  }

  @Test func `a line longer than a block is read as one line`() throws {
    let folder = try ScratchFolder()
    let long = String(repeating: "x", count: 9 << 20)
    let path = try folder.write("a\n" + long + "needle" + long + "\nneedle\n" + long, to: "a")
    var query = Query("needle")
    query.options.threads = 2
    let files = try FileSource([path])
    let found = try FoundAnswer(files, query)
    #expect(found.rows.map(\.line) == [2, 3])
    #expect(found.counts == ["\(path): 2"])
    let others = try FoundAnswer(files, query, StreamRequest(isInverted: true))
    #expect(others.counts == ["\(path): 2"])
  }
}

extension FileSizes {
  static func small(mapped: Bool) -> FileSizes {
    var sizes = FileSizes()
    sizes.block = 64
    sizes.strip = 256
    sizes.minimumBytesForScanner = 0
    sizes.minimumBytesToSplit = mapped ? 1 : .max
    return sizes
  }

  @Test func `files without text are listed as files without a match`() throws {
    let folder = try ScratchFolder()
    try folder.run("mkdir d; : > d/a.txt; printf '\\357\\273\\277' > d/b.txt; : | gzip > d/c.gz")
    try folder.run("echo name > d/d.csv; echo alpha > d/e.txt; echo beta > d/f.txt")
    var counts: [String] = []
    _ = try FileSource([folder.path + "/d"]).countByFile(
      CompiledQuery(Query("alpha")), StreamRequest(listsAllFiles: true), .never
    ) { path, count in
      counts.append("\(path.split(separator: "/").last ?? "") \(count)")
      return true
    }
    #expect(counts == ["a.txt 0", "b.txt 0", "c.gz 0", "d.csv 0", "e.txt 1", "f.txt 0"])
  }
}
