import Searching
import Testing

@testable import Shell

@Suite struct CompareTests {
  @Test(arguments: [
    ("up arrow", [], "up arrow"),
    ("--runs 3 up arrow", ["--runs", "3"], "up arrow"),
    ("--runs=3 --all-paths x", ["--runs=3", "--all-paths"], "x"),
    ("--all-paths", ["--all-paths"], ""),
    ("--format csv  --  --runs", ["--format", "csv"], "--runs"),
    ("--unknown x", [], "--unknown x"),
    ("x --runs 3", [], "x --runs 3"),
    ("--runs", ["--runs"], ""),
    ("", [], ""),
  ])
  func `:compare reads options until the query begins`(
    line: String, options: [String], query: String
  ) {
    let parts = QueryLine(line, CompareCommand.form.description)
    #expect(parts.options == options)
    #expect(parts.query == query)
  }

  @Test func `each strategy has a row with the number of records only it finds`() throws {
    let bench = Bench.withCorpora()
    let lines = try bench.run(":compare --runs 2 --allow-debug red apple").split(separator: "\n")
    #expect(lines.count >= 5)
    let rows = lines.dropFirst().prefix(4).map { $0.split(separator: " ") }
    #expect(rows.map { $0[0] } == ["substring", "prefix", "bool", "regex"])
    // Only the first record contains both words of the query.
    #expect(rows.map { $0[1] } == ["1", "1", "1", "1"])
    #expect(rows.allSatisfy { $0[2] == "0" && $0[3] == "0" })
    #expect(rows[0].last == "1.00")
  }

  @Test func `differing answers are reported`() throws {
    let bench = Bench.withCorpora()
    let text = try bench.run(":compare --runs 2 --allow-debug plum cherry")
    #expect(text.contains("answers differ: substring misses record 3"))
  }

  @Test func `a strategy that rejects the query is shown with the reason`() throws {
    let bench = Bench.withCorpora()
    let text = try bench.run(":compare --runs 2 --allow-debug (red")
    let regex = text.split(separator: "\n").first { $0.hasPrefix("regex") }
    #expect(regex?.contains("-") == true)
    #expect(text.contains("parenthesis") || text.contains("missing )"))
  }

  @Test func `without a query, the last query is compared`() throws {
    let bench = Bench.withCorpora()
    #expect(
      bench.failure(":compare --allow-debug")?.message
        == "there is no query to compare; give one (:compare QUERY), or search first")
    try bench.run("pear")
    #expect(try bench.run(":compare --runs 1 --allow-debug").contains("substring        1"))
  }

  @Test(arguments: [
    (":compare --runs 0 --allow-debug x", "--runs cannot be 0"),
    (":compare --runs x y", "--runs"),
    (":compare --format xlsx --allow-debug y", "--format cannot be xlsx"),
  ])
  func `invalid options of :compare are refused`(line: String, message: String) {
    let error = Bench.withCorpora().failure(line)
    #expect(error?.message.contains(message) == true)
    #expect(error?.exitCode == 64)
  }

  @Test func `CSV output has the columns of a search benchmark`() throws {
    let text = try Bench.withCorpora().run(":compare --runs 2 --allow-debug --format csv red")
    let lines = text.split(separator: "\n")
    let columns =
      "experiment,contender,strategy,path,query,corpus,records,bytes,matches,samples,min_s,"
      + "p50_s,p90_s,p99_s,max_s,mean_s,stddev_s,mad_s,ci_low_s,ci_high_s,mb_per_s,ratio,status"
    #expect(lines.first.map(String.init) == columns)
    #expect(lines.count == 1 + StrategyCatalog.all.count)
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("compare,searchbench,") })
    #expect(lines.dropFirst().allSatisfy { $0.hasSuffix(",ok") })
  }
}

@Suite struct DiffTests {
  @Test func `diff lists the records that only one of two strategies finds`() throws {
    let bench = Bench.withCorpora()
    try bench.run("plum cherry")
    #expect(
      try bench.run(":diff substring prefix") == """
        only in substring: 0 records
        only in prefix: 1 record
        fruit.txt:3:5:red cherry, red plum
        in both: 0 records

        """)
  }

  @Test func `diff runs saved queries with their own strategy`() throws {
    let bench = Bench.withCorpora()
    try bench.run(":save reds red", ":prefix pear", ":save pears")
    let text = try bench.run(":diff reds pears")
    #expect(text.hasPrefix("only in reds: 2 records\n"))
    #expect(text.hasSuffix("in both: 0 records\n"))
  }

  @Test func `diff refuses an unknown name, a missing name and a missing query`() throws {
    let bench = Bench.withCorpora()
    #expect(
      bench.failure(":diff substring prefix")?.message
        == "there is no earlier query to run with substring: search first")
    #expect(bench.failure(":diff prefx bool")?.message.contains("did you mean prefix?") == true)
    #expect(bench.failure(":diff substring")?.exitCode == 64)
  }
}
