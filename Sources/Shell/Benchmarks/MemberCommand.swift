internal import ArgumentParser
internal import Reporting
internal import System
internal import Terminal

/// A member of a family of commands, such as `bench unique`: the same at the prompt, in scripts and as a subcommand of
/// the executable.
protocol FamilyMember: SessionCommand {
  var settingRequest: SettingRequest { get }
  var outputRequest: OutputRequest { get }

  /// Whether its times depend on the seed of hashing, which as a subcommand it then has fixed.
  static var fixesHashing: Bool { get }

  /// Does it, with the settings applied and results going where they were asked to.
  func perform(in session: Session) throws

  /// Runs it as a subcommand of the executable, with the words behind its name.
  static func runSubcommand(_ words: [String]) -> Int32
}

/// A member that has results, with all that decides how they are written.
protocol MemberCommand: FamilyMember {
  var settings: SettingArguments { get }
  var common: CommonArguments { get }
}

extension MemberCommand {
  var settingRequest: SettingRequest { settings.request }
  var outputRequest: OutputRequest { common.request }

  /// The form of the results: what `--format` says, else the suffix of `-o`, else a table.
  func format() throws -> any RunFormat {
    try RunFormatCatalog.chosen(settings.format, file: common.output)
  }
}

extension FamilyMember {
  static var fixesHashing: Bool { false }

  /// The name after that of the family.
  static var member: String {
    Self.configuration.commandName?.split(separator: " ").last.map(String.init) ?? ""
  }

  /// Runs it in a session, whose settings and output are as before afterwards.
  mutating func run(in session: Session) throws {
    let before = session.settings
    defer {
      session.settings = before
      session.console.adopt(before)
    }
    try settingRequest.apply(to: &session.settings, except: ["format"])
    session.console.adopt(session.settings)
    let request = outputRequest
    guard let path = request.output else { return try perform(in: session) }
    let file = try WorkbenchRun.outputFile(path, replaces: request.force)
    let output = session.console.redirect(to: file)
    session.console.writesToFile = true
    defer {
      _ = session.console.redirect(to: output)
      session.console.writesToFile = false
    }
    do {
      try perform(in: session)
    } catch let error as ShellError where error.hasResults {
      try file.commit()
      throw error
    }
    try file.commit()
  }

  static func runSubcommand(_ words: [String]) -> Int32 {
    EntryPoint.run(Self.self, words, prefix: "searchbench ") { command in
      try WorkbenchRun.withOutput(
        command.outputRequest, environment: Platform.environment(), isInteractive: false
      ) { console in
        let session = Session(console: console)
        session.isSubcommand = true
        session.words = (Self.configuration.commandName ?? "").split(separator: " ").map(
          String.init)
        session.words += words
        try command.settingRequest.apply(to: &session.settings, except: ["format"])
        console.adopt(session.settings)
        do {
          try command.perform(in: session)
          return ExitStatus.success
        } catch let error as ShellError where error.hasResults {
          // What was measured is written all the same.
          console.error(error)
          return error.exitCode
        }
      }
    }
  }
}

/// Commands that share a first word.
struct CommandFamily: Sendable {
  let name: String
  let members: [any FamilyMember.Type]

  /// The member that is meant where the next word is none of theirs, and what it makes of that word.
  var fallback: (@Sendable ([String]) -> (any FamilyMember.Type)?)?

  /// The member that `words` ask for, and its own words.
  ///
  /// - Throws: a usage error that names the nearest member.
  func member(_ words: [String], prefix: String) throws -> (any FamilyMember.Type, [String]) {
    let names = members.map { $0.member }
    if let first = words.first, let index = names.firstIndex(of: first) {
      return (members[index], Array(words.dropFirst()))
    }
    if let other = fallback?(words) { return (other, words) }
    let remedy = "\(prefix)\(name) takes \(names.joined(separator: ", "))"
    guard let first = words.first else { throw ShellError.usage("nothing to do; \(remedy)") }
    throw ShellError.usage(
      "there is no \(prefix)\(name) \(CommandWords.quoted(first))"
        + suggestion(for: first, among: names, else: remedy), at: .word(first))
  }

  /// The first lines of help: every member.
  var overview: String {
    let rows = members.map { type in
      (type.usageString().replacing("Usage: ", with: ""), type.configuration.abstract)
    }
    return rows.map { "\($0.0)\n    \($0.1)\n" }.joined()
      + "\n\(name) MEMBER --help explains one.\n"
  }

  /// Runs a member as a subcommand of the executable.
  func main(_ words: [String]) -> Int32 {
    if words.first == "-h" || words.first == "--help" {
      return EntryPoint.finish(FileOutput.standardOutput()) { try $0.write(overview) }
    }
    do {
      let (type, rest) = try member(words, prefix: "searchbench ")
      if type.fixesHashing { HashingSeed.fix(environment: Platform.environment()) }
      return type.runSubcommand(rest)
    } catch {
      return EntryPoint.complain(error)
    }
  }
}
