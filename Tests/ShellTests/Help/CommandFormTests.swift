import ArgumentParser
import TestSupport
import Testing

@testable import Shell

@Suite struct CommandFormTests {
  struct Sample: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "sample", abstract: "A sample.", discussion: "It is small.")

    @Argument(help: "The first.") var first: String
    @Argument var rest: [String] = []
    @Option(name: .shortAndLong, help: "How many, of a thing with a long explanation.")
    var numberOfThings: Int?
    @Option(name: .customShort("o"), help: ArgumentHelp("Where to.", valueName: "file"))
    var output: String?
    @Flag(help: "Be quick.") var quick = false
    @Flag(help: .hidden) var secret = false
  }

  @Test func `a declaration is read as it was written`() {
    let form = CommandForm(Sample.self, name: "sample")
    #expect(form.abstract == "A sample.")
    #expect(form.discussion == "It is small.")
    #expect(
      form.options == [
        .init(names: ["first"], help: "The first.", section: "Arguments"),
        .init(names: ["rest"], help: "", section: "Arguments"),
        .init(
          names: ["-n", "--number-of-things"], value: "number-of-things",
          help: "How many, of a thing with a long explanation.", section: "Options"),
        .init(names: ["-o"], value: "file", help: "Where to.", section: "Options"),
        .init(names: ["--quick"], help: "Be quick.", section: "Options"),
      ])
    #expect(form.options.map(\.declaration)[2] == "-n, --number-of-things NUMBER-OF-THINGS")
  }

  @Test func `every option of every form has a name and an explanation`() {
    for form in [.workbench] + CommandForm.ofSubcommands {
      #expect(!form.abstract.isEmpty, "\(form.name)")
      #expect(!form.usage.isEmpty)
      for option in form.options {
        #expect(!option.names.isEmpty)
        #expect(!option.help.isEmpty || option.isPositional, "\(form.name) \(option.names)")
        #expect(option.isPositional || option.names.allSatisfy { $0.hasPrefix("-") })
      }
    }
  }

  @Test func `the subcommand help explains subcommands, topics and words`() throws {
    let program = try BinaryUnderTest()
    #expect(try program.run(["help"]).output == program.run(["--help"]).output)
    let search = try program.run(["search", "--help"]).output
    #expect(try program.run(["help", "search"]).output == search)
    #expect(try program.run(["help", "formats"]).output.contains("markdown"))
    #expect(try program.run(["help", "percentiles"]).output.hasPrefix(":timing"))
    #expect(try program.run(["help", "help"]).output.contains(":help"))
    let missing = try program.run(["help", "xyzzy"])
    #expect(missing.exitStatus == 64)
    #expect(missing.error == "searchbench: no help mentions xyzzy; :help lists all\n")
  }
}
