import Basics
import TestSupport
import Testing

/// Tests `search --where`, `search --sort` and `sql`, which read files as streams.
@Suite struct StreamedConditionTests {
  private static let words = [
    "red", "Red café", "green", "dark red", "blue\nred", "", "a,b", "x\"y",
  ]

  private static func rows(_ random: inout SplitMix64) -> [[String]] {
    let kind = Int.random(in: 0...2, using: &random)
    return (0..<Int.random(in: 0...60, using: &random)).map { _ in
      let number = Int.random(in: -9...40, using: &random)
      return [
        words.randomElement(using: &random) ?? "",
        kind == 0 ? String(number) : kind == 1 ? "\(number).5" : "2026-01-\(10 + number / 5)",
        ["", "a", "b", "007"].randomElement(using: &random) ?? "",
      ]
    }
  }

  private static let names = ["t", "n", "k"]

  private static func condition(_ random: inout SplitMix64) -> String {
    let number = Int.random(in: -9...40, using: &random)
    let tests = [
      "n > \(number)", "n <= \(number).5", "n < '2026-01-12'", "k = 'a'", "t LIKE '%red%'",
      "record % 3 = 1", "line > \(abs(number))", "hits = 1", "matched = 't'", "k IS NOT 'b'",
      "n > (SELECT avg(n) FROM result)",
      "record IN (SELECT record FROM search('red') WHERE k < 'b')",
      "n = (SELECT max(n) FROM records)", "length(t) > 3", "source LIKE '%r.%'",
    ]
    return (0..<Int.random(in: 1...2, using: &random)).map { _ in
      tests.randomElement(using: &random) ?? ""
    }.joined(separator: Bool.random(using: &random) ? " AND " : " OR ")
  }

  /// Returns the output of a session that loads `files`, runs the query, and then filters or sorts
  /// its result.
  private static func loaded(
    _ query: String, _ lines: [String], _ files: [String], in folder: ScratchFolder
  ) throws -> String {
    let commands =
      [":set format none", ":substring \(query)"] + lines + [":export out.csv --force"]
    let result = try BinaryUnderTest().run(
      files + ["--no-rc"] + commands.flatMap { ["-c", $0] }, directory: folder.path)
    #expect(result.ending == .exited(0), "\(result.error)")
    return folder.text(of: "out.csv") ?? ""
  }

  @Test(arguments: 0..<Effort.size(5, thorough: 40))
  func `a streamed condition keeps the same rows as :where on loaded records`(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<2 {
      let folder = try ScratchFolder()
      var files: [String] = []
      for number in 0..<Int.random(in: 1...3, using: &random) {
        let rows = Self.rows(&random)
        let path = try RandomTables.write(rows, Self.names, to: folder, &random)
        let suffix = path.dropFirst(folder.path.utf8.count + 3)
        try folder.run("mv 'r.\(suffix)' '\(number)r.\(suffix)'")
        files.append("\(number)r.\(suffix)")
      }
      for _ in 0..<3 {
        let condition = Self.condition(&random)
        let query = ["e", "red", "café", "a"].randomElement(using: &random) ?? ""
        let key =
          ["n", "t desc", "k,n desc", "line", "hits desc"].randomElement(using: &random) ?? "n"
        let isSorted = Bool.random(using: &random)
        let streamed = try BinaryUnderTest().run(
          ["search", "--format", "csv", "--where", condition]
            + (isSorted ? ["--sort", key] : []) + ["--", query] + files, directory: folder.path)
        let sort = key.split(separator: ",").joined(separator: " ")
        let wanted = try Self.loaded(
          query, [":where \(condition)"] + (isSorted ? [":sort \(sort)"] : []), files, in: folder)
        #expect(streamed.output == wanted, "\(condition) \(query) \(files) \(isSorted ? key : "")")
        #expect(streamed.exitStatus == (wanted.split(separator: "\n").count > 1 ? 0 : 1))
      }
    }
  }

  @Test(.disabled(if: Effort.isSanitized, "AddressSanitizer does not work with memory limits"))
  func `conditions and SQL read a large file in little memory`() throws {
    let folder = try ScratchFolder()
    // The file has 20,000 records of 20 KB, 400 MB in total.
    try folder.run(
      "awk 'BEGIN { for (i = 0; i < 10; i++) x = x \"0123456789abcdefghij\"; for (i = 0; i < 100; i++) y = y x; "
        + "print \"n,t\"; for (i = 1; i <= 20000; i++) print i \",\" y }' | gzip -1 > big.csv.gz")
    let program = try BinaryUnderTest().path
    func result(_ arguments: String) throws -> BinaryUnderTest.Result {
      try BinaryUnderTest(path: "/bin/sh").run(
        ["-c", "ulimit -v 400000; \(arguments)".replacing("SB", with: "'\(program)'")],
        directory: folder.path)
    }
    let loaded = try result("SB --no-rc big.csv.gz -c ':sql SELECT 1'")
    #expect(loaded.ending == .exited(2))
    let sql = try result("SB sql --format csv 'SELECT count(*), sum(n) FROM records' big.csv.gz")
    #expect(sql.output == "count(*),sum(n)\n20000,200010000\n", "\(sql.error)")
    let input = try result(
      "gzip -dc big.csv.gz | SB search -c --type csv --where 'n % 1000 = 0' abc")
    #expect(input.output == "20\n", "\(input.error)")
    let sorted = try result("SB search --sort n abc big.csv.gz")
    #expect(sorted.ending == .exited(2))
    #expect(
      sorted.error
        == "searchbench: --sort needs more than 64 MB: narrow the query, or allow more memory with --cache BYTES\n"
    )
    let few = try result("SB search -c --sort 'n desc' --where 'n < 100' abc big.csv.gz")
    #expect(few.output == "99\n", "\(few.error)")
  }

  @Test func `standard input is copied to a temporary file that is deleted immediately`() throws {
    let folder = try ScratchFolder()
    try folder.run("mkdir spool; printf 'n,t\\n1,red\\n2,red\\n' > a.csv")
    let program = try BinaryUnderTest().path
    func result(_ line: String) throws -> BinaryUnderTest.Result {
      try BinaryUnderTest(path: "/bin/sh").run(
        ["-c", line.replacing("SB", with: "'\(program)'")], directory: folder.path)
    }
    let arguments = "search --type csv --where 'n > (SELECT min(n) FROM records)' red"
    let found = try result(
      "export TMPDIR=\"$PWD/spool\"; cat a.csv | SB \(arguments); ls spool; cat a.csv | "
        + "SB sql --type csv --format csv 'SELECT count(*) FROM records a, records b' -")
    #expect(found.output == "-:3:3:2\tred\ncount(*)\n4\n", "\(found.error)")
    // If the column types in the condition are known beforehand, the program does not copy lines
    // from standard input to a temporary file.
    let lines = try result(
      "export TMPDIR=/missing; cat a.csv | SB search --where 'line > 1' ,; cat a.csv | "
        + "SB search -c --column-type text=text --where \"text < '2'\" ,")
    #expect(lines.output == "-:2:2:1,red\n-:3:2:2,red\n1\n", "\(lines.error)")
    let refused = try result("export TMPDIR=/missing; cat a.csv | SB \(arguments)")
    #expect(refused.ending == .exited(2))
    #expect(refused.error.contains("cannot create a temporary file in "), "\(refused.error)")
  }
}
