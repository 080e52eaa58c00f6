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
      #expect(overview.contains("\n  \(entry.synopsis)"))
      let text = try bench.run(":help \(entry.name)")
      #expect(text.contains(entry.summary), "\(entry.name)")
      #expect(text.hasPrefix(try bench.run(":help :\(entry.name)")))
    }
    for topic in HelpTopics.all {
      #expect(overview.contains(topic.name))
      #expect(try bench.run(":help \(topic.name)").contains(topic.text))
    }
    for setting in SettingCatalog.all {
      #expect(try bench.run(":help \(setting.key)").contains(setting.summary))
    }
  }

  @Test func `help topics and command notes fit 80 columns`() {
    let pages = HelpTopics.all.flatMap { $0.text.split(separator: "\n") }
    let notes = CommandNotes.all.values.flatMap { $0.text.split(separator: "\n") }
    for line in pages + notes { #expect(line.count <= 80, "\(line)") }
  }

  @Test func `every page has a summary, and its references exist`() throws {
    for page in HelpPage.all {
      #expect(!page.summary.isEmpty)
      for other in page.related {
        let name = other.hasPrefix(":set ") ? String(other.dropFirst(5)) : other
        #expect(!HelpPage.named(name).isEmpty, "\(page.name) refers to \(other)")
      }
    }
    for entry in CommandCatalog.all where !StrategyCatalog.all.map(\.name).contains(entry.name) {
      #expect(CommandNotes.all[entry.name] != nil, "\(entry.name) has no note")
    }
    let keys = HelpTopics.all.flatMap { [$0.name] + $0.aliases }
    #expect(Set(keys).count == keys.count)
  }

  @Test func `a command, a topic and a setting of the same name are all shown`() throws {
    let text = try Bench().run(":help fields")
    #expect(text.contains("A line is a record with one field"))
    #expect(text.contains(":set fields VALUE, --fields VALUE"))
    #expect(try Bench().run(":help prefix").contains(":prefix (:p) [Q]"))
    #expect(try Bench().run(":help set context").contains("--context VALUE (-C)"))
    #expect(try Bench().run(":help :use").hasPrefix(":use NAME...|*\n"))
    #expect(try Bench().run(":? queries") == Bench().run(":help queries"))
  }

  @Test func `a help page must contain all search words, and lines with all of them come first`()
    throws
  {
    let bench = Bench()
    let found = try bench.run(":help existing replace").split(separator: "\n")
    #expect(found.first?.hasPrefix(":export") == true)
    #expect(found.contains { $0.contains("--force") && $0.contains("Replace an existing file.") })
    #expect(found.allSatisfy { $0.hasPrefix(":") || $0.first?.isLetter == true })
    #expect(try bench.run(":help EXISTING Replace") == found.joined(separator: "\n") + "\n")
    #expect(bench.failure(":help existing xyzzy")?.message.hasPrefix("no help page") == true)
  }

  @Test func `the help page about a word is listed first`() throws {
    let bench = Bench()
    #expect(try bench.run(":help precedence").hasPrefix("bool "))
    #expect(try bench.run(":help NO_COLOR").hasPrefix("environment "))
    #expect(try bench.run(":help navig").hasPrefix("navigation "))
    #expect(bench.failure(":help intervall")?.message.hasSuffix("did you mean interval?") == true)
  }

  @Test func `help searches all pages for a word`() throws {
    let bench = Bench()
    #expect(try bench.run(":help percentiles").hasPrefix(":timing"))
    #expect(try bench.run(":help ACCENTS").contains(":set diacritics"))
    let error = bench.failure(":help exprt")
    #expect(error?.message.contains("did you mean export?") == true)
    #expect(error?.exitCode == 64)
    #expect(bench.failure(":help xyzzy")?.exitCode == 64)
  }

  @Test func `the help of a command shows its own options`() throws {
    let bench = Bench()
    #expect(try bench.run(":export --help").contains("--append"))
    #expect(try bench.run(":load -h").contains("--alias-field"))
    let error = bench.failure(":export x --xyzzy")
    #expect(error?.message == "there is no option --xyzzy; :help export shows its options")
    #expect(bench.failure(":load")?.exitCode == 64)
    #expect(bench.failure(":quit 256")?.exitCode == 64)
    #expect(bench.failure(":quit x")?.exitCode == 64)
  }

  @Test(arguments: [".help", "\\?", "help", "quit", "exit", "\\q", ".quit", ".exit", " help"])
  func `commands of other shells get a hint at a terminal and are queries in a script`(
    line: String
  ) throws {
    let bench = Bench.withCorpora(isInteractive: true)
    #expect(try bench.reports(line).hasPrefix("commands begin with a colon: :"))
    #expect(bench.session.cursor.outcome == nil)
    let script = Bench.withCorpora()
    try script.run(line)
    #expect(script.session.cursor.outcome?.query.text == line)
  }
}
