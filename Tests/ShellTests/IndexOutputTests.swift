import Corpora
import System
import TestSupport
import Testing

/// Compares the output of `search` with and without a stored index; the files have all formats.
@Suite struct IndexOutputTests {
  private static let options: [[String]] = [
    [], ["-n"], ["-c"], ["-l"], ["-q"], ["-o"], ["-v", "-c"], ["-v", "-l"], ["-v"],
    ["--files-without-match"], ["--total"], ["-m", "2"], ["--limit", "3"], ["-C", "1"],
    ["--column"], ["--json"], ["--format", "csv"], ["--format", "table"], ["--format", "markdown"],
    ["--columns", "name,n"], ["--where", "n > 300"], ["--sort", "n desc"], ["--field", "name"],
    ["--field", "later.deep"], ["-H", "-n", "--column"], ["--type", "lines"], ["--lenient"],
    ["--alias-field", "note"], ["-c", "--hidden", "-g", "*.csv"], ["-r", "X"],
  ]

  private static let queries: [[String]] = [
    ["quokka"], ["-s", "bool", "quokka OR name:alpha"], ["-s", "prefix", "quok"],
    ["-s", "regex", "qu[o]kka 4\\d+"], ["-s", "regex", "two\\nlines"],
    ["-s", "substring", "wo\nlin"], ["café"], ["zebra"],
    ["-s", "substring", "--case", "sensitive", "Alpha"],
    ["two"], ["-s", "bool", "NOT quokka"],
  ]

  private static let paths = [
    "", "/table.csv", "/objects.jsonl", "/sub", "/zip.csv.gz", "/sub/table.tsv", "/sub/array.json",
    "/lines.log", "/empty.csv", "/sub/broken.json", "/sub/zip.jsonl.gz",
  ]

  @Test func `every option prints the same with and without the index`() throws {
    let files = try IndexedFiles()
    try files.build()
    let program = try BinaryUnderTest()
    var random = SeededGenerator(seed: 93)
    var found = 0
    for round in 0..<Effort.size(2, thorough: 60) {
      for (number, options) in Self.options.enumerated() {
        let query = round == 0 ? Self.queries[number % 6] : random.pick(Self.queries)
        let path = files.tree + (number % 3 == 0 ? "" : random.pick(Self.paths))
        let arguments = options + query + [path]
        let answers = try [["--no-index"], []].map { choice in
          try program.run(["search"] + choice + arguments, environment: files.environment)
        }
        #expect(answers[0].exitStatus == answers[1].exitStatus, "\(arguments)")
        #expect(answers[0].output == answers[1].output, "\(arguments)")
        #expect(answers[0].error == answers[1].error, "\(arguments)")
        if answers[0].exitStatus == 0 { found += 1 }
      }
    }
    #expect(found > 15)
  }

  /// Compares the results of some searches with and without the index.
  private static func compare(_ searches: [[String]], in files: IndexedFiles) throws {
    let program = try BinaryUnderTest()
    for search in searches {
      let answers = try [["--no-index"], []].map { choice in
        try program.run(
          ["search"] + choice + search, environment: files.environment, directory: files.tree)
      }
      #expect(answers[0].exitStatus == answers[1].exitStatus, "\(search)")
      #expect(answers[0].output == answers[1].output, "\(search)")
      #expect(answers[0].error == answers[1].error, "\(search)")
    }
  }

  @Test func `a file whose records have no fields adds no column`() throws {
    let files = try IndexedFiles()
    try files.folder.write("{}\n{}\n", to: "tree/none/a.jsonl")
    try files.folder.write("[{}]", to: "tree/none/b.json")
    try files.folder.write("name\nquokka\n", to: "tree/none/c.csv")
    try files.build(leavingOut: 2)
    try Self.compare(
      [
        ["--format", "csv", "quokka", "none"], ["--format", "jsonl", "quokka", "none"],
        ["--columns", "text", "quokka", "none"], ["-c", "-s", "regex", "^$", "none"],
      ], in: files)
  }

  @Test func `a file that took the place of an indexed folder is searched`() throws {
    let files = try IndexedFiles()
    try files.build()
    try files.folder.run("rm -r tree/sub; echo a quokka > tree/sub")
    try Self.compare(
      [["quokka", "sub"], ["-c", "quokka", "sub"], ["-l", "quokka", "."]], in: files)
    let result = try BinaryUnderTest().run(
      ["search", "-N", "-I", "quokka", "sub"], environment: files.environment,
      directory: files.tree)
    #expect(result.output == "a quokka\n")
  }

  @Test(arguments: ["/table.csv", "/objects.jsonl", "/sub/table.tsv"])
  func `only some blocks of a file of records are read, and its lines keep their numbers`(
    _ path: String
  ) throws {
    let files = try IndexedFiles()
    try files.build()
    let program = try BinaryUnderTest()
    let arguments = ["search", "--index", "-n", "--stats", "quokka", files.tree + path]
    let result = try program.run(arguments, environment: files.environment)
    #expect(result.exitStatus == 0)
    let statistics = try #require(result.error.firstMatch(ofBlocks: "blocks read"))
    #expect(statistics.read > 0)
    #expect(statistics.read * 4 < statistics.all)
    let plain = try program.run(
      ["search", "--no-index", "-n", "quokka", files.tree + path], environment: files.environment)
    #expect(result.output == plain.output)
  }
}

extension String {
  /// The numbers in `41 of 128,113 blocks read`.
  fileprivate func firstMatch(ofBlocks words: String) -> (read: Int, all: Int)? {
    for line in split(separator: "\n") {
      for part in line.split(separator: "·") where part.contains(words) {
        let numbers = part.split(separator: " ").compactMap { word in
          Int(word.filter { $0 != "," })
        }
        if numbers.count == 2 { return (numbers[0], numbers[1]) }
      }
    }
    return nil
  }
}
