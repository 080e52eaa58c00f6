import TestSupport
import Testing

@testable import Shell

@Suite struct ManPageTests {
  @Test func `the manual page names every subcommand, option, command, setting, variable and file`()
  {
    let page = ManPage.text
    for form in CommandForm.ofSubcommands {
      #expect(page.contains(".SS \"searchbench \(form.name)\"\n"))
    }
    for option in CommandForm.workbench.options {
      #expect(page.contains(Roff.line(option.declaration)), "\(option.declaration)")
    }
    for entry in CommandCatalog.all { #expect(page.contains(Roff.line(entry.synopsis))) }
    for setting in SettingCatalog.all {
      #expect(page.contains("\\fB\(Roff.line(setting.key))\\fR"))
    }
    for variable in HelpTopics.variables { #expect(page.contains(Roff.line(variable.name))) }
    for file in HelpTopics.files { #expect(page.contains(Roff.line(file.name))) }
    for section in [
      "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "SUBCOMMANDS", "COMMANDS", "SETTINGS", "KEYS",
      "EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES",
    ] { #expect(page.contains(".SH \"\(section)\"\n")) }
  }

  @Test(
    arguments: [
      ("plain", "plain"), (".br", "\\&.br"), ("'br", "\\&\\(aqbr"), ("--a-b", "\\-\\-a\\-b"),
      ("\\d \"x\"", "\\ed \\(dqx\\(dq"), ("~/^`", "\\(ti/\\(ha\\(ga"), ("é", "\\[u00E9]"),
      ("😀", "\\[u1F600]"), ("", ""),
    ])
  func `special characters are escaped`(words: String, line: String) {
    #expect(Roff.line(words) == line)
  }

  @Test func `lines of the manual page start with known roff requests only, and all text is ASCII`()
  {
    for line in ManPage.text.split(separator: "\n") {
      let isRequest = line.hasPrefix(".") || line.hasPrefix("'")
      let known = [".TH ", ".SH ", ".SS ", ".TP", ".PP", ".in", ".nf", ".fi", ".br", ".nh", ".ad"]
      #expect(!isRequest || known.contains { line.hasPrefix($0) }, "\(line)")
      #expect(line.unicodeScalars.allSatisfy { (" "..."~").contains($0) }, "\(line)")
    }
  }

  // The test fails on warnings and errors, but ignores style messages, such as messages about long
  // example lines.
  @Test(.enabled(if: Installed.has("mandoc"), "mandoc is not installed"))
  func `mandoc reports no warnings`() throws {
    try checkPage("mandoc", "-Tlint -Wwarning")
  }

  @Test(.enabled(if: Installed.has("groff"), "groff is not installed"))
  func `groff reports no warnings`() throws { try checkPage("groff", "-man -ww -z -b") }

  private func checkPage(_ program: String, _ options: String) throws {
    let folder = try ScratchFolder()
    let searchbench = try BinaryUnderTest()
    let page = try searchbench.run(["help", "--man"])
    #expect(page.exitStatus == 0)
    #expect(page.output == ManPage.text)
    try folder.write(page.output, to: "searchbench.1")
    let result = try folder.run("\"$1\" $2 searchbench.1 2>&1", program, options)
    #expect(result.output == "")
  }
}
