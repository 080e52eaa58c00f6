internal import Reporting
internal import System
internal import Terminal

/// A member of a command family, such as `bench unique`.
///
/// Members can be run at the prompt, in scripts, and as subcommands of the program.
protocol FamilyMember: SessionCommand where Part == Session {
  var settingRequest: SettingRequest { get }
  var outputRequest: OutputRequest { get }

  /// The type of the session's component that runs the command, such as `Measuring`.
  associatedtype Worker: SessionPart

  /// Runs the command; the caller has already applied the command's settings and redirected its
  /// output.
  func perform(in worker: Worker) throws

  /// Runs the command as a subcommand with the arguments `words`, and returns the exit code.
  static func runSubcommand(_ words: [String]) -> Int32
}

/// A member of a command family that writes results.
///
/// Each `MemberCommand` has options for settings and output.
protocol MemberCommand: FamilyMember {
  var settings: SettingRequest { get set }
  var common: OutputRequest { get set }
}

extension MemberCommand {
  var settingRequest: SettingRequest { settings }
  var outputRequest: OutputRequest { common }

  /// The options that every `MemberCommand` has.
  static func shared() -> [Parameter<Self>] {
    .group(
      SettingRequest.parametersOfMembers, in: { try $1(&$0.settings) }, "Settings")
      + .group(OutputRequest.parameters, in: { try $1(&$0.common) }, "Output")
  }

  /// The format of the results.
  ///
  /// The value of `--format` names the format. Without `--format`, the suffix of the `--output`
  /// file determines the format. The format is `table` if the command line has neither option.
  func format() throws -> any RunFormat {
    try RunFormatCatalog.chosen(settings.format, file: common.output)
  }
}

extension FamilyMember {
  /// The name of the member without the name of its family.
  static var member: String { description.member }

  static var description: CommandForm { form.description }

  /// Runs the command in a session, and restores the settings and the output of the session
  /// afterward.
  mutating func run(in session: Session) throws {
    let before = session.workspace.settings
    defer {
      session.workspace.settings = before
      session.console.adopt(before)
    }
    try settingRequest.apply(to: &session.workspace.settings, except: ["format"])
    session.console.adopt(session.workspace.settings)
    let request = outputRequest
    guard let path = request.output else { return try perform(in: Worker.part(of: session)) }
    let file = try WorkbenchRun.outputFile(path, replaces: request.force)
    let output = session.console.redirect(to: file)
    session.console.writesToFile = true
    defer {
      _ = session.console.redirect(to: output)
      session.console.writesToFile = false
    }
    do {
      try perform(in: Worker.part(of: session))
    } catch let error as ShellError where error.hasResults {
      try file.commit()
      throw error
    }
    try file.commit()
  }

  static func runSubcommand(_ words: [String]) -> Int32 {
    EntryPoint.run(Self.self, words) { command in
      try WorkbenchRun.withOutput(
        command.outputRequest, environment: Platform.environment(), isInteractive: false
      ) { console in
        let session = Session(console: console)
        session.measuring.isSubcommand = true
        session.measuring.program = Platform.executable()
        session.measuring.words = form.name.split(separator: " ").map(String.init) + words
        try command.settingRequest.apply(to: &session.workspace.settings, except: ["format"])
        console.adopt(session.workspace.settings)
        do {
          try command.perform(in: Worker.part(of: session))
          return ExitStatus.success
        } catch let error as ShellError where error.hasResults {
          // Return the exit code instead of throwing, so that the results already written are kept.
          console.error(error)
          return error.exitCode
        }
      }
    }
  }
}

/// A group of commands that share their first word, such as `bench`.
struct CommandFamily: Sendable {
  let name: String
  let summary: String
  let members: [any FamilyMember.Type]

  /// Chooses the member to run if the first word does not name a member.
  var fallback: (@Sendable ([String]) -> (any FamilyMember.Type)?)?

  /// Returns the member that the first word names, or the fallback member, with its arguments.
  ///
  /// - Throws: a usage error if there is no such member; the error suggests a similar member.
  func member(
    _ words: [String], at place: CommandPlace
  ) throws -> (any FamilyMember.Type, [String]) {
    let names = members.map { $0.member }
    if let first = words.first, let index = names.firstIndex(of: first) {
      return (members[index], Array(words.dropFirst()))
    }
    if let other = fallback?(words) { return (other, words) }
    let typed = place.typed(name)
    let remedy = "\(typed) takes \(names.joined(separator: ", "))"
    guard let first = words.first else { throw ShellError.usage("nothing to do; \(remedy)") }
    throw ShellError.usage(
      "there is no \(typed) \(CommandWords.quoted(first))"
        + suggestion(for: first, among: names, else: remedy), at: .word(first))
  }

  /// The help of the family: the synopsis and summary of each member.
  func overview(at place: CommandPlace) -> String {
    let rows = members.map { $0.description }
    return rows.map { "\($0.synopsis(at: place))\n    \($0.sentence)\n" }.joined()
      + "\n\(place.typed(name)) SUBCOMMAND --help lists the options of a subcommand.\n"
  }

  /// Runs a member as a subcommand of the program, and returns the exit code.
  func main(_ words: [String]) -> Int32 {
    if words.first == "-h" || words.first == "--help" || words.first == "-hh" {
      return EntryPoint.finish(FileOutput.standardOutput()) {
        try $0.write(overview(at: .program))
      }
    }
    do {
      let (type, rest) = try member(words, at: .program)
      return type.runSubcommand(rest)
    } catch {
      return EntryPoint.reportError(error)
    }
  }
}
