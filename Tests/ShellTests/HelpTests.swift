import Corpora
import Reporting
import Searching
import TestSupport
import Testing

@testable import Shell

@Suite struct HelpTests {
  @Test func `every command, topic and setting has help`() throws {
    let bench = Bench()
    let overview = try bench.run(":help")
    for entry in CommandCatalog.all {
      #expect(overview.contains("\n:\(entry.name) ") || overview.hasPrefix(":\(entry.name) "))
      let text = try bench.run(":help \(entry.name)")
      #expect(text.contains(entry.summary), "\(entry.name)")
      #expect(try bench.run(":help :\(entry.name)") == text)
    }
    for topic in HelpTopics.all {
      #expect(overview.contains(topic.name))
      #expect(try bench.run(":help \(topic.name)").contains(topic.text))
    }
    for setting in SettingCatalog.all {
      #expect(try bench.run(":help \(setting.key)").contains(setting.summary))
    }
  }

  @Test func `topics are no wider than the sources`() {
    for line in HelpTopics.all.flatMap({ $0.text.split(separator: "\n") }) {
      #expect(line.count <= 100, "\(line)")
    }
  }

  @Test func `a word is looked for in all help`() throws {
    let bench = Bench()
    #expect(try bench.run(":help percentiles").hasPrefix(":timing"))
    #expect(try bench.run(":help ACCENTS").contains(":set diacritics"))
    let error = bench.failure(":help exprt")
    #expect(error?.message.contains("did you mean export?") == true)
    #expect(error?.exitCode == 64)
    #expect(bench.failure(":help xyzzy")?.exitCode == 64)
  }

  @Test func `a command's own options are shown`() throws {
    let bench = Bench()
    #expect(try bench.run(":export --help").contains("--append"))
    #expect(try bench.run(":load -h").contains("--alias-field"))
    let error = bench.failure(":export x --xyzzy")
    #expect(error?.message == "unknown option '--xyzzy'; :help export shows its options")
    #expect(bench.failure(":load")?.exitCode == 64)
    #expect(bench.failure(":quit 256")?.exitCode == 64)
    #expect(bench.failure(":quit x")?.exitCode == 64)
  }

  @Test func `every query that the help shows finds something`() throws {
    let path = TestFile.folder(of: #filePath) + "../../corpora/unicode-names/unicode-names.csv"
    let bench = Bench()
    try bench.session.load([path], options: LoadOptions())
    let topic = try #require(HelpTopics.all.first { $0.name == "queries" })
    let examples = topic.text.split(separator: "\n").filter { $0.hasPrefix("  ") }
      .map { line in
        // What stands behind a wide gap explains the example.
        let text = line.dropFirst(2)
        return String(text[..<(text.firstRange(of: "   ")?.lowerBound ?? text.endIndex)])
      }
    #expect(examples.count >= 4)
    for example in examples {
      try bench.run(":set limit 1", example)
      #expect((bench.session.outcome?.rows.count ?? 0) > 0, "\(example)")
    }
  }

  @Test(arguments: [".help", "\\?", "help", "quit", "exit", "\\q", ".quit", ".exit", " help"])
  func `what other shells call their commands gets a hint, typed bare at a terminal`(
    line: String
  ) throws {
    let bench = Bench.withCorpora(isInteractive: true)
    #expect(try bench.reports(line).hasPrefix("commands begin with a colon: :"))
    #expect(bench.session.outcome == nil)
    let script = Bench.withCorpora()
    try script.run(line)
    #expect(script.session.outcome?.query.text == line)
  }
}
