import Searching
import Testing

@testable import Shell

@Suite struct SavedQueryTests {
  @Test func `a saved query keeps its strategy and settings`() throws {
    let bench = Bench.withCorpora()
    try bench.run(":prefix", ":set case sensitive", ":save green Gre", ":set case ignore", ":regex")
    #expect(try bench.run(":run green") == "fruit.txt:2:1:Green Pear\n")
    #expect(bench.session.workspace.settings.strategy == "regex")
    #expect(bench.session.cursor.outcome?.query.strategy.name == "prefix")
    #expect(bench.session.cursor.outcome?.query.options.caseMode == .sensitive)
  }

  @Test func `:save without a query saves the last query with its strategy`() throws {
    let bench = Bench.withCorpora()
    #expect(bench.failure(":save x")?.message.hasPrefix("no query to save yet") == true)
    try bench.run(":regex ^red.*m$", ":save plum")
    #expect(try bench.run(":run plum") == "fruit.txt:3:1:red cherry, red plum\n")
    #expect(try bench.run(":saved") == "name  strategy  query\nplum  regex     ^red.*m$\n")
  }

  @Test(arguments: [
    ("$1", ":run q pear", "pear"), ("$2 $1", ":run q x red", "red x"),
    ("$1$1", ":run q 'a b'", "a ba b"), ("$$1", ":run q", "$1"), ("a$", ":run q", "a$"),
    ("$x $0", ":run q", "$x $0"), ("$$$1", ":run q 5", "$5"), ("$10", ":run q a", "a0"),
    ("$1", ":run q --flag", "--flag"), ("-$1", ":run q -- -x", "--x"), ("$1", ":run q '$1'", "$1"),
    ("$é", ":run q", "$é"),
  ])
  func `a dollar sign with a digit is an argument, and a double dollar sign is literal`(
    text: String, line: String, query: String
  ) throws {
    let bench = Bench.withCorpora()
    try bench.run(":save q \(text)", line)
    #expect(bench.session.cursor.outcome?.query.text == query)
  }

  @Test func `missing and surplus arguments are refused`() throws {
    let bench = Bench.withCorpora()
    try bench.run(":save q $2 of $1")
    #expect(
      bench.failure(":run q a")?.message
        == "q needs argument $2; give 2 or more words after :run q")
    #expect(
      bench.failure(":run q a b c")?.message == "q takes 2 arguments, not 3: $2 of $1")
    #expect(bench.failure(":run q a")?.exitCode == 64)
    #expect(bench.failure(":save")?.exitCode == 64)
    #expect(bench.failure(":save ")?.exitCode == 64)
  }

  @Test func `the name of a saved query has at most 255 bytes`() throws {
    let bench = Bench.withCorpora()
    let longest = String(repeating: "x", count: 255)
    try bench.run(":save \(longest) plum")
    #expect(bench.session.workspace.saved.count == 1)
    let error = bench.failure(":save \(longest)y plum")
    #expect(error?.message == "a name has at most 255 bytes, not 256: choose a shorter one")
    #expect(error?.exitCode == 64)
  }

  @Test func `an unknown query name suggests a similar one, and a saved query can be replaced`()
    throws
  {
    let bench = Bench.withCorpora(isInteractive: true)
    #expect(try bench.reports(":saved") == "no saved queries; :save NAME QUERY makes one\n")
    #expect(try bench.reports(":save plums red plum") == "saved plums: substring red plum\n")
    #expect(try bench.reports(":save plums plum") == "replaced plums: substring plum\n")
    #expect(bench.session.workspace.saved.count == 1)
    #expect(
      bench.failure(":run plms")?.message
        == "no saved query is called plms; did you mean plums?")
    #expect(
      bench.failure(":run xyzzy")?.message
        == "no saved query is called xyzzy; :saved --all lists them")
  }

  @Test func `the list of saved queries shows their non-default settings`() throws {
    let bench = Bench.withCorpora()
    try bench.run(":save a x", ":set case smart", ":set fields text", ":save b y")
    #expect(
      try bench.run(":saved") == """
        name  strategy   settings                 query
        a     substring                           x
        b     substring  case smart, fields text  y

        """)
  }

  @Test(arguments: [
    "-x y", "prefix x", "bool", "a\u{1B}[31m x", "--quoted", "--quoted a b", "--quoted a",
  ])
  func `an invalid name for a saved query is refused`(rest: String) throws {
    let bench = Bench.withCorpora()
    try bench.run("pear")
    #expect(bench.failure(":save \(rest)")?.exitCode == 64)
    #expect(bench.session.workspace.saved.isEmpty)
  }

  @Test func `saving a :within query warns that the outer result is not saved`() throws {
    let bench = Bench.withCorpora()
    try bench.run("red", ":within plum")
    #expect(
      try bench.reports(":save p").hasPrefix("warning: the saved query p searches all records"))
    try bench.run("pear")
    #expect(try bench.run(":run p") == "fruit.txt:3:17:red cherry, red plum\n")
    #expect(!(try bench.reports(":save p")).contains("warning"))
  }

  @Test func `the last query is saved with the settings it ran with, not the current ones`() throws
  {
    let bench = Bench.withCorpora()
    try bench.run(":set case sensitive", "Green", ":set case ignore", ":save g", ":run g")
    #expect(bench.session.cursor.outcome?.query.options.caseMode == .sensitive)
  }

  @Test func `a combining mark after a space is the first character of the query`() throws {
    let bench = Bench.withCorpora()
    try bench.run(":save m \u{308}x")
    #expect(
      bench.session.workspace.saved.map { Array($0.text.unicodeScalars) } == [["\u{308}", "x"]])
  }
}
