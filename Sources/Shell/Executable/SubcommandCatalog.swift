/// A subcommand of the program, with its name, summary and command forms.
///
/// A command form is the syntax of one variant of the subcommand, such as `corpus info`.
struct Subcommand: Sendable {
  let name: String
  /// Creates the command forms on demand, because most invocations need the command forms of at
  /// most one subcommand.
  private let makeForms: @Sendable () -> [CommandForm]
  private let makeSummary: @Sendable () -> String
  let run: @Sendable ([String]) -> Int32

  /// Creates a subcommand with one command form, which is created on demand.
  init<Values: Arguments>(
    _ type: Values.Type, named name: String, run: @escaping @Sendable ([String]) -> Int32
  ) {
    self.name = name
    makeForms = { [type.form.description] }
    makeSummary = { type.form.summary }
    self.run = run
  }

  /// Creates a subcommand with several command forms, which differ in the word after the
  /// subcommand's name.
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

/// All subcommands.
///
/// Dispatch, `help`, the manual and completion use this list, so this list is the only place to add
/// a new subcommand.
enum SubcommandCatalog {
  static let all: [Subcommand] = [
    Subcommand(SearchRequest.self, named: "search", run: SearchRun.main),
    Subcommand(SQLArguments.self, named: "sql", run: SQLArguments.main),
    Subcommand(CountArguments.self, named: "count", run: CountArguments.main),
    Subcommand(HistogramArguments.self, named: "histogram", run: HistogramArguments.main),
    Subcommand(CompareArguments.self, named: "compare") { CompareArguments.runSubcommand($0) },
    Subcommand(LiveArguments.self, named: "live", run: LiveRun.main),
    Subcommand(.bench), Subcommand(.runs),
    Subcommand(
      "corpus", "make or describe a corpus", forms: CorpusRun.forms, run: CorpusRun.main),
    Subcommand(.catalog), Subcommand(.index),
    Subcommand(PublishArguments.self, named: "publish", run: PublishArguments.main),
    Subcommand(OpenArguments.self, named: "open", run: OpenRun.main),
    Subcommand(DoctorRun.Request.self, named: "doctor", run: DoctorRun.main),
    Subcommand(HelpArguments.self, named: "help", run: HelpRun.main),
  ]

  static func named(_ name: String) -> Subcommand? { all.first { $0.name == name } }
}

extension Subcommand {
  /// Creates a subcommand from a command family that is also available at the prompt.
  init(_ family: CommandFamily) {
    self.init(
      family.name, family.summary,
      forms: family.members.map {
        // As a subcommand of the program, `catalog open` starts a session, so it accepts session
        // options.
        $0 == CatalogOpenArguments.self
          ? CatalogSessionArguments.form.description : $0.description
      }, run: family.main)
  }
}

extension CommandForm {
  /// The command form of an invocation without a subcommand.
  static var workbench: CommandForm { WorkbenchArguments.form.description }

  /// The command forms of all subcommands.
  static var ofSubcommands: [CommandForm] { SubcommandCatalog.all.flatMap(\.forms) }
}
