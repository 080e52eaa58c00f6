import Searching
import System
import Terminal
import TestSupport
import Testing

@testable import Corpora
@testable import Shell

@Suite struct SessionScriptTests {
  /// Describes everything in a session that must be the same after the session is saved and loaded.
  private static func description(of session: Session) -> [String] {
    var lines = SettingCatalog.all.map { "\($0.key)=\($0.text(session.workspace.settings))" }
    lines.append("scope \(session.workspace.scope)")
    for loaded in session.workspace.corpora {
      let source = loaded.source
      lines.append(
        "\(loaded.name) \(loaded.steps) \(loaded.indexChoices.sorted { $0.key < $1.key })")
      lines.append("  \(source.recordCount ?? 0) \(loaded.fields) \(source.textBytes ?? 0)")
    }
    for entry in session.workspace.saved {
      let settings = SettingCatalog.ofQueries.map { $0.text(entry.settings) }
      lines.append("\(entry.name) \(Array(entry.text.utf8)) \(settings)")
    }
    return lines
  }

  private static func bench(_ folder: ScratchFolder) -> Bench {
    let bench = Bench(environment: ["SEARCHBENCH_SESSIONS": folder.path + "/sessions"])
    bench.session.workspace.settings = Settings()
    return bench
  }

  private static func files(in folder: ScratchFolder) throws -> [String] {
    try folder.write("red apple\n.hidden\n", to: "tree/a.txt")
    try folder.write("Green Pear\n", to: "tree/.b.txt")
    return [
      try folder.write("name,also\nKöln,Cologne\nRome,Roma\n", to: "cities of 'it'.csv"),
      try folder.write("x;y\n1;2;3\n", to: "q\"uote\\.csv"),
      try folder.write(#"{"name": "plum", "n": 1}"# + "\n", to: "-dash.jsonl"),
      folder.path + "/tree",
    ]
  }

  private static let loads: [(file: Int, options: String)] = [
    (0, ""), (0, "--alias-field also"), (0, "--field name --no-header --as=-odd --field=c1"),
    (0, "--type lines"), (1, "--delimiter ';' --lenient"), (1, "--delimiter tab --strict"),
    (1, "--delimiter=- --no-header"), (2, "--field name"), (2, "--type jsonl --as '~/x y'"),
    (3, "--hidden --no-ignore"), (3, "--glob '*.txt' --glob=!a.txt --hidden"), (3, "--type lines"),
  ]

  private static let settings = [
    "case smart", "case sensitive", "case ignore", "diacritics sensitive", "trim off", "trim on",
    "grammar standard", "separators '. camel'", "separators -- -h", "separators '\"\\'",
    "separators camel", "fields '*'", "path scan", "path auto", "limit 7", "context 2",
    "seed 18446744073709551615", "format csv", "width 72", "editor 'vi -c \"x\"'",
    "hyperlink never",
    "strategy bool", "strategy regex", "strategy prefix", "color never", "threads 1", "cache 1G",
  ]

  private static let queries = [
    "apple", "  two blanks", "ends\\", "ends \\\\", "a\nb", ":load x", "--quoted", "\"q\"", "$1 $$",
    "tab\t", "\u{308}mark", "\\n", "'", "  ", "é̂ 漢字", "\u{1B}[31m", "# x", "a\r\nb",
  ]

  private static func line(
    _ dice: inout SeededGenerator, _ files: [String], number: Int
  ) -> String {
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int.random(in: 0..<values.count, using: &dice)]
    }
    switch Int.random(in: 0..<10, using: &dice) {
    case 0, 1:
      let load = pick(loads)
      let named = load.options.contains("--as") ? "" : " --as 'n \(number)'"
      let append = pick(["", " --append"])
      return ":load \(CommandWords.quoted(files[load.file])) \(load.options)\(named)\(append)"
    case 2...4: return ":set " + pick(settings)
    case 5, 6:
      return ":save --quoted q\(pick([1, 2, 3])) \(QuotedText.quoted(pick(queries)))"
    case 7:
      return pick([
        ":use '*'", ":drop -- -odd", ":drop 'n 3'", ":use '~/x y'", ":use -- -odd",
      ])
    case 8:
      return pick([":paths build", ":paths drop", ":paths build --path tokens", ":undo"])
    default: return pick([":undo", "e", ":set fields name"])
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `a saved session is restored by :source, and by :session load over another one`(
    seed: UInt64
  ) throws {
    var dice = SeededGenerator(seed: seed)
    let folder = try ScratchFolder()
    let files = try Self.files(in: folder)
    let bench = Self.bench(folder)
    let lines = Int.random(in: 1..<30, using: &dice)
    var taken = 0
    for number in 0..<lines {
      // Many random lines fail, because a name is unknown or there is nothing to undo.
      let line = Self.line(&dice, files, number: number % 5)
      taken += (try? bench.run(line)) == nil ? 0 : 1
    }
    #expect(taken >= lines / 4)
    try bench.run(":session save one")
    let expected = Self.description(of: bench.session)
    let path = folder.path + "/sessions/one"

    let sourced = Self.bench(folder)
    try sourced.run(":source \(path)")
    #expect(Self.description(of: sourced.session) == expected)

    let loaded = Self.bench(folder)
    try loaded.run(
      ":set limit 3", ":save other x", ":load '\(folder.path)/tree' --as other", ":session load one"
    )
    #expect(Self.description(of: loaded.session) == expected)
    try loaded.run(":session save two")
    let texts = ["one", "two"].map { folder.text(of: "sessions/\($0)")?.split(separator: "\n") }
    #expect(
      texts[0]?.dropFirst(2).filter { !$0.contains("last query") && !$0.hasPrefix(":# :") }
        == texts[1]?.dropFirst(2).filter { !$0.contains("last query") && !$0.hasPrefix(":# :") })
    try loaded.run(":undo")
    #expect(loaded.session.workspace.saved.map(\.name) == ["other"])
    #expect(loaded.session.workspace.settings.limit == 3)
  }

  @Test func `a session script contains settings, saved queries, corpora and the last query`()
    throws
  {
    let folder = try ScratchFolder()
    let path = try folder.write("red apple\n", to: "fruit.txt")
    let bench = Self.bench(folder)
    try bench.run(
      ":load \(path)", ":prefix", ":set case smart", ":save r re", ":set case ignore", ":substring",
      ":set width 70", ":paths build --path tokens", ":bool red AND apple", ":session save one")
    let text = try #require(folder.text(of: "sessions/one"))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines[0].hasPrefix(":# searchbench \(EntryPoint.version), session one, saved 20"))
    #expect(
      lines.dropFirst(2).joined(separator: "\n") == """

        :# How queries are read, and how results are shown
        :set strategy substring
        :set case ignore
        :set diacritics ignore
        :set trim on
        :set grammar classic
        :set separators .
        :set fields '*'
        :set regex-engine re2
        :set classes unicode
        :set path auto
        :set limit 0
        :set context 0
        :set width 70
        :set seed 1

        :# Saved queries, each after its settings
        :set strategy prefix
        :set case smart
        :save r re
        :set strategy substring
        :set case ignore

        :# fruit: 1 record
        :load \(path) --as fruit
        :paths build --background --path tokens fruit

        :# The last query was
        :# :bool red AND apple

        """)
  }

  @Test func `a session with fields outside the scope can be loaded`() throws {
    let folder = try ScratchFolder()
    let files = try Self.files(in: folder)
    let lines = try folder.write("x\n", to: "lines.txt")
    let bench = Self.bench(folder)
    try bench.run(
      ":load \(CommandWords.quoted(files[0])) --as c", ":set fields also,name", ":load \(lines)",
      ":session save one")
    let other = Self.bench(folder)
    try other.run(":session load one")
    #expect(other.session.workspace.settings.searchOptions.fields == ["also", "name"])
    #expect(other.session.workspace.scope == ["lines"])
  }

  @Test func `a corpus without a file is saved as a comment, with a warning`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("x\n", to: "a.txt")
    try folder.run("mkfifo pipe")
    let bench = Self.bench(folder)
    bench.add("memory", [("text", false)], [["hazel"]])
    try bench.run(":load \(path)")
    let corpus = try #require(bench.session.workspace.corpora[0].memory).corpus
    for (name, steps) in [
      ("stdin", [LoadStep(["-"], options: LoadOptions())]),
      ("fifo", [LoadStep([folder.path + "/pipe"], options: LoadOptions())]),
      (
        "half", [LoadStep([path], options: LoadOptions()), LoadStep(["-"], options: LoadOptions())]
      ),
    ] {
      bench.session.workspace.corpora.append(
        LoadedCorpus(
          name: name, corpus: corpus, paths: [], report: LoadReport(), steps: steps))
    }
    bench.session.workspace.scope = ["stdin", "a"]
    let shown = try bench.reports(":session save one")
    #expect(shown.split(separator: "\n").filter { $0.hasPrefix("warning: not saved: ") }.count == 4)
    let text = try #require(folder.text(of: "sessions/one"))
    #expect(text.contains(":# not saved: stdin, from -: data from standard input"))
    let other = Self.bench(folder)
    try other.run(":session load one")
    #expect(other.session.workspace.corpora.map(\.name) == ["a"])
    #expect(other.session.workspace.scope == ["a"])
  }

  @Test func `a relative path is saved as an absolute path`() {
    let folder = Platform.workingDirectory() ?? ""
    #expect(
      LoadStep(["a.txt", "./b", ".", "/c", "-"], options: LoadOptions()).paths
        == ["\(folder)/a.txt", "\(folder)/b", folder, "/c", "-"])
  }
}
