import TestSupport
import Testing

@testable import Shell

@Suite struct CommandFormTests {
  @Test func `every option of every command has a name and a help text`() {
    for form in [.workbench] + CommandForm.ofSubcommands {
      #expect(!form.summary.isEmpty && !form.summary.hasSuffix("."), "\(form.name)")
      #expect(!form.usage.isEmpty)
      for option in form.parameters {
        #expect(!option.names.isEmpty)
        #expect(!option.help.isEmpty || option.isPositional, "\(form.name) \(option.names)")
        #expect(option.isPositional || option.names.allSatisfy { $0.hasPrefix("-") })
      }
      let names = form.options.flatMap(\.names)
      #expect(Set(names).count == names.count, "\(form.name)")
    }
  }

  @Test(arguments: [CommandForm.workbench, SearchRequest.form.description])
  func `the short help fits 25 lines of 80 columns, and the full help has every option`(
    form: CommandForm
  ) {
    let short = form.help(at: .program, isComplete: false).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(short.count - 1 <= 25)
    #expect(short.filter { !$0.contains("|") }.allSatisfy { $0.count <= 80 })
    let complete = form.help(at: .program, isComplete: true)
    for option in form.options { #expect(complete.contains("  \(option.declaration)")) }
  }

  @Test func `the help subcommand explains subcommands, topics and search words`() throws {
    let program = try BinaryUnderTest()
    #expect(try program.run(["help"]).output == program.run(["-hh"]).output)
    let search = try program.run(["search", "-hh"]).output
    #expect(try program.run(["help", "search"]).output == search)
    #expect(try program.run(["help", "formats"]).output.contains("markdown"))
    #expect(try program.run(["help", "percentiles"]).output.hasPrefix(":timing"))
    #expect(try program.run(["help", "help"]).output.contains(":help"))
    let missing = try program.run(["help", "xyzzy"])
    #expect(missing.exitStatus == 64)
    #expect(
      missing.error
        == "searchbench: no help page mentions xyzzy; :help lists commands and topics\n")
  }
}
