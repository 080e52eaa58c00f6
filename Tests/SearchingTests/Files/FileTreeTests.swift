import Corpora
import TestSupport
import Testing

@testable import Searching

/// Compares searches of a folder with searches of each file alone, and with searches of the loaded
/// folder; the files have every format.
@Suite struct FileTreeTests {
  /// Cells with all characters that formats have to escape.
  private static let cells = [
    "alpha", "Alpha beta", "be\"ta", "gam,ma", "tab\there", "líne", "漢字", "", "x.alpha", "ﬁn",
    "back\\slash", "e\u{301}", "two\nlines",
  ]

  private static func json(_ text: String) -> String {
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\n": json += "\\n"
      case "\t": json += "\\t"
      default:
        let isEscaped = scalar.value > 0x7F && scalar.value < 0x10000 && scalar.value % 2 == 0
        let digits = String(scalar.value, radix: 16)
        json +=
          isEscaped
          ? "\\u" + String(repeating: "0", count: 4 - digits.count) + digits : String(scalar)
      }
    }
    return json + "\""
  }

  private static func quoted(_ text: String, _ delimiter: Character) -> String {
    text.contains { $0 == delimiter || $0 == "\"" || $0.isNewline }
      ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }

  /// A file of random rows in the given format, with random line ends and byte order marks.
  static func file(
    _ format: String, rows count: Int? = nil, _ random: inout SeededGenerator
  ) -> [UInt8] {
    let end = random.oneIn(3) ? "\r\n" : "\n"
    let columns = [
      ["name", "note"], ["note", "name"], ["name", "other"], ["name"], ["other", "note", "name"],
    ][random.below(5)]
    let rows = (0..<(count ?? random.below(9))).map { _ in columns.map { _ in random.pick(cells) } }
    var text = ""
    switch format {
    case "csv", "tsv":
      let delimiter: Character = format == "csv" ? "," : "\t"
      text = columns.joined(separator: String(delimiter)) + end
      for row in rows {
        text += row.map { quoted($0, delimiter) }.joined(separator: String(delimiter)) + end
      }
    case "jsonl":
      for row in rows {
        text +=
          "{" + zip(columns, row).map { "\(json($0)): \(json($1))" }.joined(separator: ",")
          + "}" + end
      }
    case "json":
      text =
        "["
        + rows.map { row in
          "{" + zip(columns, row).map { "\(json($0)): \(json($1))" }.joined(separator: ",") + "}"
        }.joined(separator: ", ") + "]" + end
    case "malformed.csv":
      text = columns.joined(separator: ",") + end
      for row in rows { text += row.joined(separator: ",") + end }
      text += "\"alpha" + end
    default:
      for row in rows { text += row.joined(separator: " ") + end }
      if random.oneIn(3), !text.isEmpty { text.removeLast() }
    }
    var bytes = Array(text.utf8)
    if random.oneIn(5), format != "json" { bytes = [0xEF, 0xBB, 0xBF] + bytes }
    if random.oneIn(5), format == "txt" { bytes += [0x61, 0xFF, 0xC3, 0x0A] }
    return bytes
  }

  /// The formats of the files in a tree.
  enum Formats: CaseIterable {
    /// Files of lines.
    case lines
    /// Uncompressed files of lines, CSV, TSV or JSON Lines, some of them malformed; an index can
    /// store offsets in such files.
    case plain
    /// Files of all formats, some of them compressed.
    case all

    var names: [String] {
      switch self {
      case .lines: ["txt", "log", "none"]
      case .plain: ["txt", "csv", "tsv", "jsonl", "log", "malformed.csv", "none"]
      case .all: ["txt", "csv", "tsv", "jsonl", "json", "log", "none"]
      }
    }
  }

  /// Writes a folder tree; some files are compressed or empty.
  static func tree(
    in folder: ScratchFolder, _ name: String, _ random: inout SeededGenerator,
    _ formats: Formats = .all
  ) throws -> String {
    let names = formats.names
    for number in 0..<14 {
      let format = names[number % names.count]
      let place = ["", "b/", "b/c/", "a.d/"][random.below(4)]
      let suffix = format == "none" ? "" : "." + format
      let path = "\(name)/\(place)f\(number)\(suffix)"
      let bytes = random.oneIn(8) && format == "txt" ? [] : file(format, &random)
      try folder.write(bytes, to: path)
      if formats == .all, random.oneIn(5) { try folder.run("gzip \"$1\"", path) }
    }
    return folder.path + "/" + name
  }

  static func sizes(_ random: inout SeededGenerator) -> FileSizes {
    var sizes = FileSizes()
    sizes.block = 16 + random.below(400)
    sizes.strip = sizes.block * (1 + random.below(4))
    sizes.minimumBytesForScanner = random.oneIn(2) ? 0 : 1 << 14
    sizes.minimumBytesToSplit = random.oneIn(2) ? 64 : .max
    sizes.maxFilesPerTask = 1 + random.below(4)
    sizes.maxFoldersPerTask = 1 + random.below(4)
    sizes.maxBytesPerTask = 1 + random.below(400)
    sizes.maxPendingBytes = random.oneIn(2) ? 1 : 1 << 20
    sizes.mapping = [.measured, .always, .never][random.below(3)]
    return sizes
  }

  /// Texts of queries; a strategy without an entry in `texts` also uses these texts.
  private static let plainTexts = ["alpha", "line", "E", "\"", "字", "fin", "zzz", ""]

  private static let texts: [String: [String]] = [
    "substring": plainTexts,
    "prefix": ["al", "be al", "x", "alpha bet", "漢"],
    "bool": ["alpha AND NOT beta", "beta OR gam", "NOT alpha", "name:alpha OR tab", "!x"],
    "regex": ["al.ha", "^alpha$", "[a-z]+,", "(?i)LINE|slash", "k\\\\slash", "a$", "\\\\"],
  ]

  /// Regular expressions that match empty fields, and therefore match in columns that only other
  /// files have.
  private static let textsOfEmptyFields = ["^$", "^a*$"]

  static func query(
    _ strategy: String, _ random: inout SeededGenerator, areColumnsKnown: Bool = false
  ) -> Query {
    var options = SearchOptions()
    options.caseMode = CaseMode.allCases[random.below(3)]
    options.diacritics = DiacriticsMode.allCases[random.below(2)]
    options.threads = 1 + random.below(3)
    options.grammar = random.oneIn(3) ? .standard : .classic
    if random.oneIn(4) { options.fields = [["name"], ["text", "note"], ["*"]][random.below(3)] }
    var texts = texts[strategy, default: plainTexts]
    if areColumnsKnown, strategy == "regex" { texts += textsOfEmptyFields }
    return Query(random.pick(texts), by: strategy, options: options)
  }

  @Test(arguments: StrategyCatalog.all.map(\.name))
  func `a search of a folder with known columns equals a search of the loaded folder`(
    _ strategy: String
  ) throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: 7)
    var selective = 0
    for round in 0..<Effort.size(4, thorough: 20) {
      let path = try Self.tree(in: folder, "t\(round)", &random)
      let searcher = Searcher(try CorpusLoader.load([path]).corpus)
      for _ in 0..<12 {
        let query = Self.query(strategy, &random, areColumnsKnown: true)
        let request = StreamRequest(isInverted: random.oneIn(4))
        let files = try FileSource([path], options: LoadOptions(), sizes: Self.sizes(&random))
        // A command whose output has a column for each field also requests the fields before it
        // searches.
        #expect(try files.fields(.never) == searcher.corpus.fields)
        if try expectSameAnswer(files, searcher, query, request) ?? 0 > 0 { selective += 1 }
      }
    }
    #expect(selective > 12)
  }

  @Test(arguments: StrategyCatalog.all.map(\.name))
  func `a search of a folder equals searches of its single files`(_ strategy: String) throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: 8)
    var selective = 0
    for round in 0..<Effort.size(4, thorough: 20) {
      let path = try Self.tree(in: folder, "t\(round)", &random)
      let paths = try CorpusLoader.files(in: path).files
      #expect(paths.count == 14)
      let searcher = Searcher(try CorpusLoader.load([path]).corpus)
      for _ in 0..<8 {
        var query = Self.query(strategy, &random)
        // In a single file, a query for a missing field is an error; in a folder, it is not an
        // error.
        query.options.fields = nil
        query.options.grammar = .classic
        let request = StreamRequest(details: RowDetails(recordNumbers: false))
        var wanted: [FoundRow] = []
        for file in paths {
          wanted += try FoundAnswer(FileSource([file]), query, request).rows
        }
        let files = try FileSource([path], options: LoadOptions(), sizes: Self.sizes(&random))
        let found = try FoundAnswer(files, query, request).rows
        if !wanted.isEmpty { selective += 1 }
        // The leftmost prefix hit depends on the order of the columns, and earlier files affect
        // that order.
        let comparesHits = strategy != "prefix"
        let difference = zip(found, wanted).first {
          Self.facts($0, comparesHits) != Self.facts($1, comparesHits)
        }
        #expect(
          found.map { Self.facts($0, comparesHits) } == wanted.map { Self.facts($0, comparesHits) },
          "\(query) in \(path): \(String(describing: difference))")
        let loaded = try FoundAnswer(searcher, query, request).rows
        #expect(found.map(\.hits) == loaded.map(\.hits), "\(query) in \(path)")
      }
    }
    #expect(selective > 9)
  }

  /// A row as text.
  ///
  /// The text omits the record number, because it depends on whether the whole folder or only one
  /// file is searched.
  private static func facts(_ row: FoundRow, _ comparesHits: Bool) -> String {
    let cells = row.cells.sorted { $0.key < $1.key }
    return "\(row.source):\(row.line) \(cells) \(comparesHits ? row.hits.sorted() : [])"
  }

  @Test func `a malformed structured file in a folder is read as lines`() throws {
    let folder = try ScratchFolder()
    try folder.write("{\"name\": \"alpha\"}\n", to: "d/object.json")
    try folder.write("name\n\"alpha\n", to: "d/open.csv")
    try folder.write("name\nalpha\n", to: "d/whole.csv")
    let path = folder.path + "/d"
    let found = try FoundAnswer(try FileSource([path]), Query("alpha"))
    #expect(
      found.rows.map(\.cells) == [
        ["text": "{\"name\": \"alpha\"}"], ["text": "\"alpha"], ["name": "alpha"],
      ])
    let searcher = Searcher(try CorpusLoader.load([path]).corpus)
    #expect(try FoundAnswer(searcher, Query("alpha")).rows.map(\.cells) == found.rows.map(\.cells))
    // If a malformed file is named on the command line, the search reports an error.
    let report = try FileSource([path + "/object.json"]).stream(
      try CompiledQuery(Query("alpha")), StreamRequest(), .never, render: { $0.count },
      deliver: { _ in true })
    #expect(report.failures.count == 1)
  }

  @Test(arguments: [10, 3_000], [true, false])
  func `a structured file in a folder that is malformed only at its end is read as lines`(
    count: Int, isMalformed: Bool
  ) throws {
    let folder = try ScratchFolder()
    let objects = (0..<count).map { "{\"name\": \"\($0 % 7 == 0 ? "alpha" : "beta") \($0)\"}" }
    let array = "[\n" + objects.joined(separator: ",\n") + (isMalformed ? "\n" : "\n]\n")
    let table = "name,n\n" + (0..<count).map { "alpha,\($0)\n" }.joined()
    try folder.write(array, to: "d/array.json")
    try folder.write(table + (isMalformed ? "\"open" : ""), to: "d/table.csv")
    let path = folder.path + "/d"
    // Use small blocks, so that the large file has more than the 64 blocks that a search can hold
    // in memory.
    var sizes = FileSizes()
    sizes.block = 256
    let found = try FoundAnswer(
      try FileSource([path], options: LoadOptions(), sizes: sizes), Query("alpha"))
    let searcher = Searcher(try CorpusLoader.load([path]).corpus)
    #expect(found == (try FoundAnswer(searcher, Query("alpha"))))
    #expect(found.rows.allSatisfy { ($0.cells["text"] != nil) == isMalformed })
  }

  @Test func `standard input is stored in a file if it is read twice`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("{\"a\":\"alpha\"}\n{\"b\":\"alpha\"}\n", to: "in")
    let descriptor = try #require(TestDescriptor(path))
    let files = try FileSource(
      ["-"], options: LoadOptions(type: "jsonl"), standardInput: descriptor.number)
    #expect(try files.fields(.never).map(\.name) == ["a", "b"])
    let found = try FoundAnswer(files, Query("alpha"))
    #expect(found.rows.map(\.record) == [0, 1])
    #expect(found.counts == ["-: 2"])
  }
}
