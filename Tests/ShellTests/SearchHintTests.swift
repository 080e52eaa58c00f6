import Reporting
import Searching
import TestSupport
import Testing

@testable import Shell

/// Tests the hints that are shown if a query probably does not mean what the user intended.
@Suite struct SearchHintTests {
  @Test func `:words finds every word in any order, without operators`() throws {
    let bench = Bench.withCorpora()
    #expect(try bench.run(":words plum red") == "fruit.txt:3:1:red cherry, red plum\n")
    #expect(try bench.run(":words red NOT") == "")
    #expect(bench.session.workspace.settings.searchOptions.grammar == .classic)
    #expect(
      try bench.run(":set grammar words", ":bool pear (") == "")
    #expect(try bench.run(":bool  pear  GREEN ") == "fruit.txt:2:1:Green Pear\n")
    #expect(try bench.run(":bool", ":within ear n p").hasPrefix("fruit.txt:2:"))
  }

  @Test func `a hint says that operators without operands are text in the classic grammar`() throws
  {
    let bench = Bench.withCorpora(isInteractive: true)
    #expect(
      try bench.reports(":bool (red OR")
        .contains("( is treated as text; :set grammar standard reports an error instead"))
    #expect(
      try bench.reports(":bool red AND () OR ")
        .contains("() OR are treated as text"))
    #expect(try bench.reports(":bool red )").contains(") is treated as text"))
    #expect(try !bench.reports(":bool red AND (plum OR \"NOT\")").contains("treated as text"))
    #expect(try !bench.reports("(red").contains("treated as text"))
    try bench.run(":set grammar standard")
    #expect(bench.failure(":bool (red OR") != nil)
  }

  @Test func `an empty query finds all records, and without trim a space finds spaces`()
    throws
  {
    let bench = Bench.withCorpora()
    #expect(try bench.run(":prefix \"\"").split(separator: "\n").count == 3)
    #expect(bench.session.workspace.settings.strategy == "substring")
    #expect(try bench.run("  ") == "")
    bench.add("gaps", [("text", false)], [["one"], ["two words"], ["three "]])
    #expect(try bench.run(":set trim off", ":substring  ").isEmpty)
    let typed = Bench(isInteractive: true)
    typed.add("gaps", [("text", false)], [["one"], ["two words"], ["three "]])
    try typed.run(" ")
    #expect(typed.session.cursor.outcome?.rows.count == 3)
    try typed.run(":set trim off", " ")
    #expect(typed.session.cursor.outcome?.rows.count == 2)
  }

  @Test func `:diff after :within compares only within the searched result`() throws {
    let bench = Bench.withCorpora(isInteractive: true)
    try bench.run("red", ":within p")
    let text = try bench.reports(":diff substring prefix")
    #expect(text.contains("comparing within the result of substring red\n"))
    let found = try bench.run(":diff substring prefix")
    #expect(found.contains("only in substring: 1 record"))
    try bench.run("p")
    #expect(try bench.run(":diff substring prefix").contains("only in substring: 1 record\n"))
    #expect(try bench.run(":diff substring prefix").contains("in both: 2 records"))
  }

  @Test func `starting a second background build reports that one is running`() throws {
    let bench = Bench(isInteractive: true)
    bench.add(
      "many", [("text", false)], (0..<20_000).map { ["number \($0) of many words, \($0 * 7)"] })
    try bench.run(":paths build many --background")
    let text = try bench.reports(":paths build many --background")
    #expect(text.contains("the access paths of many are already being built"))
    let table = try bench.run(":paths status many").split(separator: "\n").first
    #expect(table?.hasPrefix("corpus  path ") == true)
    try bench.run(":paths drop many")
  }

  @Test func `after a load, a hint mentions a column whose name suggests aliases`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("name,Old_Name\nsleep,moon; bed\n", to: "s.csv")
    let bench = Bench(isInteractive: true)
    let hint =
      "the column Old_Name may hold aliases (other names of the record): load it with "
      + "--alias-field Old_Name\n"
    func reports(_ line: String) throws -> String {
      try bench.reports(line).replacing("\n", with: " ")
    }
    #expect(try reports(":load \(path) --as a").contains(hint.dropLast()))
    let options = "--alias-field Old_Name --alias-separator ';'"
    #expect(try !reports(":load \(path) --as b \(options)").contains("may hold aliases"))
    try bench.run("^bed", ":regex ^bed")
    #expect(bench.session.cursor.outcome?.rows.count == 1)
    #expect(bench.failure(":load \(path) --as c --alias-separator ';'")?.exitCode == 64)
    let script = SessionScript(bench.session.workspace).body
    #expect(script.contains("--alias-separator ';'"))
  }
}
