import Corpora
import Reporting
import Searching
import TestSupport
import Testing

@testable import Shell

@Suite struct SessionCorporaTests {
  @Test func `a loaded corpus is named after its first file and is in scope`() throws {
    let folder = try ScratchFolder()
    let a = try folder.write("one\ntwo\n", to: "a.txt")
    let b = try folder.write("name,size\nx,1\n", to: "b.csv")
    let bench = Bench()
    try bench.run(":load \(a)", ":load \(b)")
    #expect(bench.session.workspace.corpora.map(\.name) == ["a", "b"])
    #expect(bench.session.workspace.scope == ["b"])
    try bench.run(":load \(a) \(b) --as both --type lines", ":use both")
    #expect(try bench.run("x") == "\(b):2:1:x,1\n")
    #expect(bench.session.workspace.corporaInScope.map(\.source.recordCount) == [4])
  }

  @Test func `a name in use is refused without --append or --as`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("one\n", to: "a.txt")
    let bench = Bench()
    try bench.run(":load \(path)")
    let error = bench.failure(":load \(path)")
    #expect(
      error?.message
        == "a corpus a is already loaded: choose another name with --as, add to it with "
        + "--append, or :drop it first")
    #expect(error?.exitCode == 2)
    try bench.run(":load \(path) --append", ":load \(path) --as other")
    #expect(bench.session.workspace.corpora.map(\.source.recordCount) == [2, 1])
    #expect(bench.session.workspace.corpora.map(\.paths) == [[path, path], [path]])
  }

  @Test func `a failed load changes nothing`() throws {
    let folder = try ScratchFolder()
    let good = try folder.write("one\n", to: "a.txt")
    let bad = try folder.write("a,b\n1,2,3\n", to: "b.csv")
    let bench = Bench.withCorpora()
    try bench.run("pear")
    for line in [
      ":load \(good) \(bad) --as x", ":load \(folder.path)/none", ":load \(good) --type xml",
      ":load \(good) --delimiter ab", ":load", ":load 'open", ":load \(good) --no-such",
    ] {
      let error = bench.failure(line)
      #expect(error != nil)
      #expect(bench.session.workspace.corpora.map(\.name) == ["cities", "fruit"])
      #expect(bench.session.workspace.scope == ["fruit"])
      #expect(bench.session.cursor.outcome?.rows.count == 1)
    }
  }

  @Test func `a caret marks an unclosed quote`() {
    let error = Bench().failure(":load 'open")
    #expect(error?.message == "the quote ' is never closed")
    #expect(error?.picture == [":load 'open", "      ^"])
    #expect(Bench().failure(":load x\\")?.message == "nothing follows the backslash")
  }

  @Test func `:load passes its options to the loader`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("1;2;3\n4;5;6;7\n", to: "a.csv")
    let bench = Bench()
    try bench.run(":load \(path) --delimiter ';' --no-header --lenient --alias-field c2")
    let corpus = try #require(bench.session.workspace.corpora.first?.memory?.corpus)
    #expect(corpus.fields.map(\.name) == ["c1", "c2", "c3"])
    #expect(corpus.fields.map(\.isAlias) == [false, true, false])
    try bench.run(":load \(path) --as two --delimiter ';' --lenient --field 2 --field 3")
    #expect(bench.session.workspace.corporaInScope.first?.fields.map(\.name) == ["2", "3"])
    let tabs = try folder.write("a\tb\n1\t2\n", to: "t.csv")
    for (name, delimiter) in [("t1", "'\\t'"), ("t2", "tab")] {
      try bench.run(":load \(tabs) --as \(name) --delimiter \(delimiter)")
      #expect(bench.session.workspace.corporaInScope.first?.fields.map(\.name) == ["a", "b"])
    }
  }

  @Test func `:use selects corpora, and :drop removes them`() throws {
    let bench = Bench.withCorpora()
    try bench.run(":use *")
    #expect(bench.session.workspace.scope == ["cities", "fruit"])
    try bench.run(":use fruit cities fruit")
    #expect(bench.session.workspace.scope == ["fruit", "cities"])
    #expect(
      bench.failure(":use fruit citys")?.message
        == "no corpus is called citys; did you mean cities?")
    #expect(
      bench.failure(":drop xyzzy")?.message == "no corpus is called xyzzy; :corpora lists them")
    try bench.run(":drop fruit")
    #expect(bench.session.workspace.scope == ["cities"])
    try bench.run(":drop cities")
    #expect(bench.session.workspace.scope == [])
    #expect(bench.failure("x")?.message == "no corpus is loaded: :load FILE loads one")
    #expect(bench.failure("x")?.exitCode == 2)
  }

  @Test func `corpora are listed and described`() throws {
    let bench = Bench.withCorpora()
    let lines = try bench.run(":corpora").split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[1].hasPrefix("   cities ") && lines[2].hasPrefix("*  fruit "))
    let text = try bench.run(":corpora cities")
    #expect(text.contains("fields    name, also (alias)\n"))
    #expect(text.contains("in scope  no\n"))
    #expect(bench.failure(":corpora ctiies")?.message.hasSuffix("did you mean cities?") == true)
    let empty = Bench(isInteractive: true)
    #expect(try empty.reports(":corpora") == "no corpus is loaded: :load FILE loads one\n")
  }

  @Test func `a field needs to exist in only one corpus in scope`() throws {
    let bench = Bench.withCorpora()
    try bench.run(":use *", ":set fields name")
    #expect(try bench.run("rome") == "cities.txt:2:1:Rome\t\n")
    #expect(try bench.run("red") == "")
    try bench.run(":use fruit")
    #expect(
      bench.failure("red")?.message == "no field in scope is called name; the fields are text")
  }
}
