internal import ArgumentParser

/// A subcommand of the executable: its name, what it does, and the declarations of its forms.
struct Subcommand: Sendable {
  let name: String
  let summary: String
  /// Makes the forms; most runs need those of one subcommand, or none.
  private let makeForms: @Sendable () -> [(member: String?, type: any ParsableCommand.Type)]
  let run: @Sendable ([String]) -> Int32

  init(
    _ name: String, _ summary: String, _ type: any ParsableCommand.Type,
    run: @escaping @Sendable ([String]) -> Int32
  ) {
    self.name = name
    self.summary = summary
    makeForms = { [(nil, type)] }
    self.run = run
  }

  init(
    _ name: String, _ summary: String,
    members: @autoclosure @escaping @Sendable () -> [(String, any ParsableCommand.Type)],
    run: @escaping @Sendable ([String]) -> Int32
  ) {
    self.name = name
    self.summary = summary
    makeForms = { members().map { ($0.0, $0.1) } }
    self.run = run
  }

  /// One declaration; or one a member, whose word comes after the name.
  var forms: [(member: String?, type: any ParsableCommand.Type)] { makeForms() }
}

/// Every subcommand: one entry here makes it known to dispatch, `help`, the manual and completion.
enum SubcommandCatalog {
  static let all: [Subcommand] = [
    Subcommand(
      "search", "search files, folders or standard input once", SearchArguments.self,
      run: SearchRun.main),
    Subcommand(
      "compare", "run one query by every strategy, or in every way", CompareArguments.self,
      run: { CompareArguments.runSubcommand($0) }),
    Subcommand(
      "live", "search as you type, and print what is chosen", LiveArguments.self, run: LiveRun.main),
    Subcommand(
      "bench", "measure, and keep the run",
      members: CommandFamily.bench.members.map { ($0.member, $0) }, run: CommandFamily.bench.main),
    Subcommand(
      "runs", "stored runs of benchmarks",
      members: CommandFamily.runs.members.map { ($0.member, $0) }, run: CommandFamily.runs.main),
    Subcommand(
      "corpus", "make or describe a corpus",
      members: [("generate", CorpusGenerateArguments.self), ("info", CorpusInfoArguments.self)],
      run: CorpusRun.main),
    Subcommand(
      "catalog", "items that survive restarts",
      members: CommandFamily.catalog.members.map {
        ($0.member, $0 == CatalogOpenArguments.self ? CatalogSessionArguments.self : $0)
      }, run: CommandFamily.catalog.main),
    Subcommand(
      "open", "the item that a searchbench:// link leads to", OpenArguments.self, run: OpenRun.main),
    Subcommand(
      "doctor", "check what searchbench needs", DoctorRun.Arguments.self, run: DoctorRun.main),
    Subcommand("help", "explain commands, topics, settings", HelpArguments.self, run: HelpRun.main),
  ]

  static func named(_ name: String) -> Subcommand? { all.first { $0.name == name } }
}

extension CommandForm {
  /// The executable without a subcommand.
  static var workbench: CommandForm { CommandForm(WorkbenchArguments.self, name: "") }

  /// Every form of the executable with a subcommand.
  static var ofSubcommands: [CommandForm] {
    SubcommandCatalog.all.flatMap { subcommand in
      subcommand.forms.map { form in
        let words = [subcommand.name] + (form.member.map { [$0] } ?? [])
        return CommandForm(form.type, name: words.joined(separator: " "))
      }
    }
  }
}
