/// A subcommand of the program: its name, what it does, and its forms.
struct Subcommand: Sendable {
  let name: String
  /// Makes the forms; most runs need those of one subcommand, or none.
  private let makeForms: @Sendable () -> [CommandForm]
  private let makeSummary: @Sendable () -> String
  let run: @Sendable ([String]) -> Int32

  /// A subcommand whose form is made only if it is asked for.
  init<Values: Arguments>(
    _ type: Values.Type, named name: String, run: @escaping @Sendable ([String]) -> Int32
  ) {
    self.name = name
    makeForms = { [type.form.description] }
    makeSummary = { type.form.summary }
    self.run = run
  }

  /// A subcommand of several forms, each with a word of its own after the name.
  init(
    _ name: String, _ summary: String, forms: @autoclosure @escaping @Sendable () -> [CommandForm],
    run: @escaping @Sendable ([String]) -> Int32
  ) {
    self.name = name
    makeForms = forms
    makeSummary = { summary }
    self.run = run
  }

  var forms: [CommandForm] { makeForms() }
  var summary: String { makeSummary() }
}

/// Every subcommand: one entry here makes it known to dispatch, `help`, the manual and completion.
enum SubcommandCatalog {
  static let all: [Subcommand] = [
    Subcommand(SearchRequest.self, named: "search", run: SearchRun.main),
    Subcommand(CompareArguments.self, named: "compare") { CompareArguments.runSubcommand($0) },
    Subcommand(LiveArguments.self, named: "live", run: LiveRun.main),
    Subcommand(.bench), Subcommand(.runs),
    Subcommand(
      "corpus", "make or describe a corpus", forms: CorpusRun.forms, run: CorpusRun.main),
    Subcommand(.catalog),
    Subcommand(OpenArguments.self, named: "open", run: OpenRun.main),
    Subcommand(DoctorRun.Request.self, named: "doctor", run: DoctorRun.main),
    Subcommand(HelpArguments.self, named: "help", run: HelpRun.main),
  ]

  static func named(_ name: String) -> Subcommand? { all.first { $0.name == name } }
}

extension Subcommand {
  /// A family of commands, which the prompt has too.
  init(_ family: CommandFamily) {
    self.init(
      family.name, family.summary,
      forms: family.members.map {
        // The program has options for the session that `catalog open` begins.
        $0 == CatalogOpenArguments.self
          ? CatalogSessionArguments.form.description : $0.description
      }, run: family.main)
  }
}

extension CommandForm {
  /// The program without a subcommand.
  static var workbench: CommandForm { WorkbenchArguments.form.description }

  /// Every form of the program with a subcommand.
  static var ofSubcommands: [CommandForm] { SubcommandCatalog.all.flatMap(\.forms) }
}
