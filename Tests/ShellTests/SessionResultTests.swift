import Reporting
import TestSupport
import Testing

@testable import Shell

@Suite struct SessionResultTests {
  @Test func `a strategy command with a query runs it, and without one changes the strategy`()
    throws
  {
    let bench = Bench.withCorpora()
    let pear = "fruit.txt:2:1:Green Pear\n"
    #expect(try bench.run(":p pea gre") == pear)
    #expect(try bench.run(":b green AND NOT plum") == pear)
    #expect(try bench.run(":r ^G") == "fruit.txt:2:1:Green Pear\n")
    #expect(bench.session.workspace.settings.strategy == "substring")
    #expect(try bench.run(":prefix", "pea gre") == pear)
    #expect(bench.session.workspace.settings.strategy == "prefix")
  }

  @Test func `a query of spaces finds all records, and a blank line does nothing in a script`()
    throws
  {
    let bench = Bench.withCorpora(isInteractive: true)
    try bench.run(" ")
    #expect(bench.session.cursor.outcome?.rows.count == 3)
    let script = Bench.withCorpora()
    #expect(try script.run(" ", "", "\t ") == "")
    #expect(script.session.cursor.outcome == nil)
  }

  @Test func `:within searches the last result`() throws {
    let bench = Bench.withCorpora()
    #expect(bench.failure(":within x")?.message.hasPrefix("there is no result") == true)
    try bench.run(":use *", "re")
    #expect(bench.session.cursor.outcome?.rows.count == 3)
    #expect(try bench.run(":within cherry") == "fruit.txt:3:5:red cherry, red plum\n")
    #expect(try bench.run(":within apple") == "")
  }

  @Test func `:explain describes the query for each corpus`() throws {
    let bench = Bench.withCorpora()
    #expect(try bench.run(":explain PEAR").contains("pear"))
    let both = try bench.run(":use *", ":explain Pear")
    #expect(both.contains("corpus cities\n") && both.contains("corpus fruit\n"))
    try bench.run(":bool", ":set grammar standard")
    #expect(bench.failure(":explain (a")?.exitCode == 2)
  }

  @Test func `a bad query is shown with a caret`() {
    let error = Bench.withCorpora().failure(":regex ab(c")
    #expect(error?.exitCode == 2)
    #expect(error?.picture.first == "ab(c")
    #expect(error?.picture.count == 2)
  }

  @Test func `:show writes a page, some rows, a record or all rows`() throws {
    let bench = Bench.withCorpora()
    #expect(bench.failure(":show")?.message == "there is no result yet: type a query first")
    try bench.run("re")
    let all = try bench.run(":show")
    #expect(all.split(separator: "\n").count == 3)
    #expect(try bench.run(":show all") == all)
    #expect(try bench.run(":show 1-3") == all)
    #expect(try bench.run(":show 2-99") == String(all.split(separator: "\n", maxSplits: 1)[1]))
    #expect(try bench.run(":show 2").contains("Green Pear"))
    for bad in ["4", "0", "9-10", "0-1"] {
      #expect(
        bench.failure(":show \(bad)")?.message
          == "there is no row \(bad.prefix { $0 != "-" }): the result has 3 rows, numbered from 1")
    }
    for bad in ["x", "3-2", "1-x", "1-2-3"] {
      #expect(bench.failure(":show \(bad)")?.exitCode == 64)
    }
    try bench.run("xyzzy")
    #expect(bench.failure(":show 1")?.message == "there is no row 1: the result has 0 rows")
  }

  @Test func `:next, :prev and :goto move between hits and stop at the ends`() throws {
    let bench = Bench.withCorpora(isInteractive: true)
    bench.session.console.isRaw = true
    #expect(bench.failure(":next")?.message == "there is no result yet: type a query first")
    try bench.run("re")
    #expect(bench.session.cursor.outcome?.hitCount == 4)
    #expect(try bench.reports(":next").hasSuffix("hit 2 of 4 · row 2\n"))
    #expect(try bench.reports(":next 2").hasSuffix("hit 4 of 4 · row 3\n"))
    #expect(try bench.reports(":next").hasSuffix("hit 4 of 4 (the last) · row 3\n"))
    #expect(try bench.reports(":prev 3").hasSuffix("hit 1 of 4 · row 1\n"))
    #expect(try bench.reports(":prev").hasSuffix("hit 1 of 4 (the first) · row 1\n"))
    #expect(try bench.reports(":goto 3").hasSuffix("hit 3 of 4 · row 3\n"))
    #expect(try bench.reports(":goto 0").hasSuffix("hit 1 of 4 (the first) · row 1\n"))
    #expect(try bench.reports(":goto 99999").hasSuffix("hit 4 of 4 (the last) · row 3\n"))
    #expect(
      try bench.reports(":next \(Int.max)").hasSuffix("hit 4 of 4 (the last) · row 3\n"))
    #expect(
      try bench.reports(":prev \(Int.max)").hasSuffix("hit 1 of 4 (the first) · row 1\n"))
    try bench.run(":bool NOT pear")
    #expect(
      bench.failure(":next")?.message
        == "the result has no hit to go to: nothing in it is highlighted")
  }

  @Test func `an empty line shows the next page until there is none`() throws {
    let bench = Bench(isInteractive: true)
    let count = bench.session.console.height * 2
    bench.add("many", [("text", false)], (1...count).map { ["line \($0)"] })
    var shown = try bench.run("line")
    #expect(bench.session.cursor.outcome?.page.lowerBound == 0)
    while bench.session.cursor.outcome?.page.upperBound != count { shown += try bench.run("") }
    shown = shown.filter { !"[]<>".contains($0) }
    for number in 1...count { #expect(shown.contains("line \(number) "), "\(number)") }
    #expect(try bench.reports("").hasSuffix("no more records\n"))
    try bench.run(":set limit 2", "line")
    #expect(bench.session.cursor.outcome?.page == 0..<2)
    #expect(try bench.reports("").hasSuffix("no more records\n"))
  }

  @Test func `:timing shows phases and percentiles`() throws {
    let bench = Bench.withCorpora()
    #expect(bench.failure(":timing")?.exitCode == 2)
    try bench.run("re", "re", ":prefix re", ":regex r.")
    let text = try bench.run(":timing")
    for word in ["parse", "plan", "search", "render", "p50", "p99", "this query", "prefix", "all"] {
      #expect(text.contains(word), "\(word)")
    }
    try bench.run(":timing off")
    #expect(!bench.session.workspace.settings.showsTiming)
    #expect(bench.failure(":timing maybe")?.exitCode == 64)
  }

  @Test func `the timing line appears only at a terminal and can be turned off`() throws {
    let bench = Bench.withCorpora(isInteractive: true)
    let line = try bench.reports("red")
    #expect(line.contains("2 records · 3 hits · "))
    #expect(line.hasSuffix(" · substring · scan\n"))
    _ = try bench.reports(":timing off")
    #expect(try bench.reports("red") == "")
    let script = Bench.withCorpora()
    #expect(try script.reports("red") == "")
  }

  @Test func `:export chooses the format by suffix and refuses to overwrite`() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/out"
    let bench = Bench.withCorpora()
    #expect(bench.failure(":export \(path).csv")?.exitCode == 2)
    try bench.run("pear", ":export \(path).csv")
    let row = "2,fruit.txt,2,7,text,1,Green Pear\n"
    let header = "record,source,line,column,matched,hits,text\n"
    #expect(folder.text(of: "out.csv") == header + row)
    #expect(
      bench.failure(":export \(path).csv")?.message
        == "\(path).csv exists: replace it with --force, or add to it with --append")
    try bench.run(":export \(path).csv --append")
    #expect(folder.text(of: "out.csv") == header + row + row)
    try bench.run(":export \(path).csv --force --no-output-header")
    #expect(folder.text(of: "out.csv") == row)
    try bench.run(":export \(path).jsonl", ":export \(path) --format count")
    #expect(folder.text(of: "out.jsonl")?.hasPrefix("{\"record\":2,") == true)
    #expect(folder.text(of: "out") == "1\n")
    #expect(bench.failure(":export \(path).json --append --force")?.exitCode == 64)
    try bench.run(":export \(path).json")
    #expect(
      bench.failure(":export \(path).json --append")?.message.contains("does not support --append")
        == true)
    #expect(bench.failure(":export \(folder.path)")?.message.contains("is a folder") == true)
    #expect(bench.failure(":export x --limit -1")?.exitCode == 64)
    #expect(
      bench.failure(":export - --format xml")?.message.contains("there is no format xml") == true)
    #expect(bench.failure(":export - --columns nope")?.message.contains("no field nope") == true)
  }

  @Test func `:export to - applies its options`() throws {
    let bench = Bench.withCorpora()
    try bench.run("re")
    let csv = try bench.run(":export - --limit 1 --crlf --bom")
    #expect(csv.utf8.starts(with: [0xEF, 0xBB, 0xBF]))
    #expect(csv.hasSuffix("\r\n1,fruit.txt,1,1,text,1,red apple apple\r\n"))
    #expect(try bench.run(":export - --format count") == "3\n")
    try bench.run(":use *", ":set fields *", ":prefix \"\"")
    #expect(try bench.run(":export - --columns name --limit 1").hasSuffix("Köln\n"))
  }

  @Test func `:pipe feeds a command, which can stop reading early`() throws {
    let folder = try ScratchFolder()
    let bench = Bench.withCorpora()
    #expect(bench.failure(":pipe cat")?.exitCode == 2)
    try bench.run("re", ":pipe sort -r | head -1 > \(folder.path)/one")
    #expect(folder.text(of: "one") == "fruit.txt:3:1:red cherry, red plum\n")
    try bench.run(":set format csv", ":pipe 'wc -l > \(folder.path)/two'")
    #expect(folder.text(of: "two")?.filter(\.isNumber) == "4")
    try bench.run(":pipe true")
    #expect(bench.failure(":pipe exit 3")?.message == "the command ended with status 3")
    #expect(bench.failure(":pipe kill -9 $$")?.message == "the command was ended by signal 9")
    #expect(bench.failure(":pipe")?.exitCode == 64)
    #expect(bench.failure(":pipe  ")?.exitCode == 64)
  }

  @Test func `:! runs a shell command, and :open opens the editor`() throws {
    let folder = try ScratchFolder()
    let bench = Bench.withCorpora()
    try bench.run(":! echo hi > \(folder.path)/said")
    #expect(folder.text(of: "said") == "hi\n")
    #expect(bench.failure(":!")?.exitCode == 64)
    #expect(bench.failure(":! exit 4")?.message == "the command ended with status 4")
    let editor = try folder.write("echo \"$@\" > \"$(dirname \"$0\")/opened\"\n", to: "editor")
    try bench.run(":set editor 'sh \(editor)'", "pear")
    #expect(bench.failure(":open 2")?.message.hasPrefix("there is no row 2") == true)
    try bench.run(":open")
    #expect(folder.text(of: "opened") == "+2 ./fruit.txt\n")
    try bench.run("re", ":goto 3", ":open")
    #expect(folder.text(of: "opened") == "+3 ./fruit.txt\n")
    try bench.run(":open 1")
    #expect(folder.text(of: "opened") == "+1 ./fruit.txt\n")
  }

  @Test func `:history is refused in a script`() {
    #expect(Bench().failure(":history")?.message.hasPrefix("no history is kept here") == true)
  }

  @Test func `:quit requests to exit with the given code`() throws {
    let bench = Bench()
    try bench.run(":quit 255")
    #expect(bench.session.exitRequest == 255)
  }
}
