import System
import Terminal
import TestSupport
import Testing

@testable import Shell

@Suite struct CompleterTests {
  /// Completes the word at the end of the line, and returns the new line and the choices.
  private func complete(_ bench: Bench, _ line: String) -> (line: String, choices: [String]) {
    let result = Completer(workspace: bench.session.workspace).complete(line, line.utf8.count)
    var bytes = Array(line.utf8)
    if !result.candidates.isEmpty {
      bytes.replaceSubrange(result.range, with: Array(result.insertion.utf8))
    }
    return (String(decoding: bytes, as: UTF8.self), result.candidates.map(\.display))
  }

  @Test(arguments: [
    (":lo", ":load "), ("  :expo", "  :export "), (":he", ":help "),
    (":help expo", ":help export "),
    (":help reg", ":help regex"), (":help dia", ":help diacritics "), (":help :lo", ":help :load "),
    (":paths b", ":paths build "), (":paths build ci", ":paths build cities "),
    (":paths build --path tri", ":paths build --path trigrams "), (":paths ci", ":paths ci"),
    (":timing o", ":timing o"), (":timing of", ":timing off "), (":history c", ":history clear "),
    (":load x --as f", ":load x --as f"), (":diff substring prefix b", ":diff substring prefix b"),
    (":set gr", ":set grammar "),
    (":set grammar st", ":set grammar standard "), (":set strategy b", ":set strategy bool "),
    (":use ci", ":use cities "), (":drop f", ":drop fruit "), (":corpora ci", ":corpora cities "),
    (":use fruit ci", ":use fruit cities "), (":run gre", ":run green "),
    (":export x --fo", ":export x --for"), (":export x --format md", ":export x --format md"),
    (":export x --format ma", ":export x --format markdown "),
    (":export x --format=ma", ":export x --format=markdown "),
    (":load x --type=js", ":load x --type=json"),
    (":load x --alias-f", ":load x --alias-field "), (":load x --type js", ":load x --type json"),
    (":xyzzy a", ":xyzzy a"), (":goto 1", ":goto 1"), ("zzz", "zzz"), ("", ":"), (":", ":"),
    (":use é", ":use é"), (":help é expo", ":help é export "),
    (":compare --al", ":compare --all"), (":compare --ru", ":compare --runs "),
    (":compare --runs 3 --all-paths --ru", ":compare --runs 3 --all-paths --runs "),
    (":compare --format ma", ":compare --format markdown "), (":load ~", ":load ~/"),
    (":set fields te", ":set fields text "), (":set fields no,te", ":set fields no,text "),
    (":export x --columns=no,te", ":export x --columns=no,text "),
    (":export x --columns text,te", ":export x --columns text,te"),
  ])
  func `Tab completes the word at the cursor`(line: String, completed: String) throws {
    let bench = Bench.withCorpora()
    try bench.run(":save green gre")
    #expect(complete(bench, line).line == completed)
  }

  @Test func `Tab before a query offers no commands`() {
    let bench = Bench.withCorpora()
    #expect(Completer(workspace: bench.session.workspace).complete("red", 0).candidates.isEmpty)
    #expect(!Completer(workspace: bench.session.workspace).complete("", 0).candidates.isEmpty)
  }

  @Test func `after two hyphens, Tab offers no options`() throws {
    let bench = Bench.withCorpora()
    #expect(complete(bench, ":load -- --a").choices.isEmpty)
    #expect(!complete(bench, ":load --a").choices.isEmpty)
  }

  @Test func `Tab lists the possible completions`() throws {
    let bench = Bench.withCorpora()
    #expect(
      complete(bench, ":s").choices == [
        ":substring", ":save", ":saved", ":show", ":sort", ":sql", ":set", ":session", ":source",
      ])
    #expect(complete(bench, ":use ").choices == ["cities", "fruit", "*"])
    #expect(complete(bench, ":set case ").choices == ["ignore", "smart", "sensitive"])
    #expect(complete(bench, ":set fields ").choices == ["*", "text"])
    #expect(complete(bench, ":").choices.count == CommandCatalog.all.count)
    #expect(complete(bench, ":export x --").choices.contains("--append"))
    #expect(complete(bench, ":load x --").choices.contains("--no-ignore"))
    #expect(complete(bench, ":export x --columns ").choices == ["text"])
  }

  @Test func `Tab after a complete command or setting keeps it`() {
    let bench = Bench()
    for entry in CommandCatalog.all {
      #expect(complete(bench, ":" + entry.name).choices.contains(":" + entry.name))
    }
    for setting in SettingCatalog.all {
      #expect(complete(bench, ":set " + setting.key).choices == [setting.key])
    }
  }

  @Test func `text after the cursor is ignored`() {
    let bench = Bench.withCorpora()
    let result = Completer(workspace: bench.session.workspace).complete(":use ci fruit", 7)
    #expect(result.range == 5..<7)
    #expect(result.candidates.map(\.text) == ["cities"])
  }

  @Test func `fields are completed if the grammar supports them`() throws {
    let bench = Bench.withCorpora()
    try bench.run(":use cities", ":bool")
    #expect(complete(bench, "rome AND al").choices == [])
    try bench.run(":set grammar standard")
    #expect(complete(bench, "rome AND al").line == "rome AND also:")
    #expect(complete(bench, ":bool na").line == ":bool name:")
    #expect(complete(bench, ":save q na").line == ":save q name:")
    try bench.run(":prefix")
    #expect(complete(bench, "na").choices == [])
  }

  @Test func `paths are completed and quoted as needed`() throws {
    let folder = try ScratchFolder()
    for name in ["one two.txt", "naïve.csv", "漢字/x", "deep/er/y", ".hidden", "it's"] {
      try folder.write("x", to: name)
    }
    let bench = Bench(environment: ["HOME": folder.path])
    let base = folder.path + "/"
    let cases = [
      (base + "na", base + "naïve.csv "), (base + "漢", base + "漢字/"),
      (base + "漢字/", base + "漢字/x "), ("'\(base)one t", "'\(base)one two.txt' "),
      (base + "on", "'\(base)one two.txt' "),
      (base + "it", "\"\(base)it's\" "), (base + ".h", base + ".hidden "),
      (base + "deep/e", base + "deep/er/"), (base + "none", base + "none"),
      (base + "no/such/", base + "no/such/"), ("~/na", "~/naïve.csv "),
      ("~/on", "~/'one two.txt' "), ("~/de", "~/deep/"),
    ]
    for (typed, completed) in cases {
      #expect(complete(bench, ":load " + typed).line == ":load " + completed)
      #expect(complete(bench, ":source " + typed).line == ":source " + completed)
    }
    let all = complete(bench, ":load " + base).choices
    #expect(
      Set(all) == Set(["deep/", "it's", "naïve.csv", "one two.txt", "漢字/"].map { base + $0 }))
  }

  @Test func `several paths use one quoting style, so that their common prefix is inserted`() throws
  {
    let folder = try ScratchFolder()
    for name in ["one", "one two", "plain1", "plain2"] { try folder.write("x", to: name) }
    let bench = Bench()
    let base = folder.path + "/"
    #expect(complete(bench, ":load \(base)o").line == ":load '\(base)one")
    #expect(complete(bench, ":load \(base)p").line == ":load \(base)plain")
    #expect(complete(bench, ":load '\(base)one t").line == ":load '\(base)one two' ")
    try folder.write("x", to: "one's")
    #expect(complete(bench, ":load \(base)o").line == ":load \"\(base)one")
  }

  @Test func `a completed path can be loaded`() throws {
    let folder = try ScratchFolder()
    try folder.write("word\n", to: "a b'c \"d\".txt")
    let bench = Bench(environment: ["HOME": folder.path])
    for typed in [":load ~/a", ":load \(folder.path)/"] {
      try bench.run(complete(bench, typed).line)
      #expect(try bench.run("word").hasSuffix(":1:1:word\n"))
      try bench.run(":drop *")
    }
  }
}
