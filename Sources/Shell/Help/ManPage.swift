internal import Searching

/// The manual page, generated from the declarations of arguments, commands, settings and topics.
enum ManPage {
  static var text: String {
    var page = Roff()
    page.title(
      "SEARCHBENCH", date: EntryPoint.versionDate, version: "searchbench \(EntryPoint.version)",
      manual: "User Commands")
    let workbench = CommandForm.workbench
    page.section("Name")
    page.words("searchbench - a workbench that searches text and measures the cost of each search")
    page.section("Synopsis")
    page.verbatim(
      workbench.usage.split(separator: "\n").map { "searchbench " + $0 })
    page.section("Description")
    page.words(workbench.discussion)
    for topic in HelpTopics.searching + HelpTopics.working where topic.name != "live" {
      write(topic, to: &page)
    }
    page.section("Options")
    write(workbench.parameters, to: &page)
    page.section("Subcommands")
    for form in CommandForm.ofSubcommands { write(form, to: &page) }
    page.section("Commands")
    page.words("These commands work at the prompt, in scripts, and after -c.")
    for group in CommandCatalog.groups {
      page.subsection(group.title)
      for entry in group.entries { write(entry, to: &page) }
    }
    page.section("Settings")
    page.words(
      "Settings are changed with :set KEY VALUE at the prompt, and with --KEY VALUE on the command "
        + "line.")
    for setting in SettingCatalog.all {
      let value = setting.read(Settings())
      page.term(setting.key, "\(setting.summary); values: \(setting.values); default: \(value).")
    }
    page.section("Keys")
    write(topics: ["keys", "live"], to: &page)
    page.section("Measuring")
    write(topics: ["benchmarks"], to: &page)
    page.section("Exit status")
    write(topics: ["exit-codes"], to: &page)
    page.section("Environment")
    for variable in HelpTopics.variables { page.term(variable.name, variable.meaning + ".") }
    page.section("Files")
    for file in HelpTopics.files { page.term(file.name, file.meaning + ".") }
    page.section("Examples")
    page.words(
      "Run these lines in the folder that contains the folder corpora: "
        + "PREFIX/share/searchbench or the source tree.")
    for example in examples {
      page.verbatim(example.lines)
      if !example.explanation.isEmpty { page.words(example.explanation) }
    }
    return page.text
  }

  /// All shell examples of the help pages; the tests run them.
  private static var examples: [HelpExample] {
    HelpPage.all.flatMap(\.examples).filter { $0.place == .shell }
  }

  private static func write(_ topic: HelpTopics.Topic, to page: inout Roff) {
    page.subsection(topic.name.prefix(1).uppercased() + topic.name.dropFirst())
    page.prose(topic.text)
  }

  private static func write(topics names: [String], to page: inout Roff) {
    for name in names {
      if let topic = HelpTopics.named(name) { page.prose(topic.text) }
    }
  }

  /// Writes the program's options under the headings that the help of a command uses.
  private static func write(_ options: [ParameterDescription], to page: inout Roff) {
    for option in options where !option.isShared { page.term(option.declaration, option.help) }
    var section = ""
    for option in options where option.isShared {
      if option.section != section { page.subsection(option.section) }
      section = option.section
      page.term(option.declaration, option.help)
    }
  }

  private static func write(_ form: CommandForm, to page: inout Roff) {
    page.subsection("searchbench " + form.name)
    page.words(form.sentence)
    if !form.discussion.isEmpty { page.paragraph(form.discussion) }
    // Options that several command forms have in common are explained once, in an earlier section.
    let shared = Set(CommandForm.workbench.parameters.filter(\.isShared).map(\.section))
    for option in form.parameters where !shared.contains(option.section) {
      page.term(option.declaration, option.help)
    }
    let groups = shared.filter { section in form.parameters.contains { $0.section == section } }
    if !groups.isEmpty {
      let names = groups.sorted().map { $0.lowercased() }.joined(separator: ", ")
      page.paragraph("The following options are the same as above: \(names).")
    }
  }

  private static func write(_ entry: CommandEntry, to page: inout Roff) {
    page.term(entry.synopsis, entry.summary + ".")
    let note = CommandNotes.all[entry.name]?.text ?? ""
    if !note.isEmpty { page.words(note) }
    for option in entry.form.options where !option.help.isEmpty {
      page.lineBreak()
      page.words("\(option.declaration): \(option.help)")
    }
  }
}

extension ParameterDescription {
  /// Whether the parameter is in a help section that several command forms have in common.
  fileprivate var isShared: Bool { !["Options", "Arguments"].contains(section) }
}
