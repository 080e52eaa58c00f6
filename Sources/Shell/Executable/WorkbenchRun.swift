internal import Corpora
internal import Reporting
internal import System
internal import Terminal

/// Runs a session, which reads commands from a prompt, scripts or standard input.
enum WorkbenchRun {
  /// The options that determine how a session is run.
  struct Plan {
    let script: ScriptRequest
    let settings: SettingRequest
    let common: OutputRequest

    /// Whether a session without scripts and without a user at a terminal ends after loading.
    ///
    /// If the value is false, such a session reads commands from standard input.
    var endsAfterLoading = false
  }

  static func main(_ words: [String]) -> Int32 {
    EntryPoint.run(WorkbenchArguments.self, words) { arguments in
      if arguments.files.contains("-"), !arguments.script.isGiven {
        throw ShellError.usage(
          "standard input cannot be both the corpus and the commands: give the commands with -c or "
            + "-f")
      }
      try checkForMistypedSubcommand(arguments.files)
      let plan = Plan(
        script: arguments.script, settings: arguments.settings, common: arguments.common)
      return try run(plan) { session in
        if arguments.files.isEmpty { return }
        try session.workspace.load(
          arguments.files, options: arguments.load.options(fields: arguments.loadFields),
          usesIndex: arguments.index.uses)
      }
    }
  }

  /// Runs a session: first the rc file, then `load`, and then the scripts, the prompt or standard
  /// input.
  static func run(_ plan: Plan, load: (Session) throws -> Void) throws -> Int32 {
    let environment = Platform.environment()
    let facts = TerminalFacts(environment: environment)
    let hasUser =
      facts.isInputTerminal
      && (!plan.endsAfterLoading || facts.isOutputTerminal && plan.common.output == nil)
    let isInteractive = !plan.script.isGiven && hasUser
    if isInteractive { Signals.setInterruptEndsProcess(false) }
    return try withOutput(
      plan.common, environment: environment, isInteractive: isInteractive
    ) { console in
      let session = Session(console: console)
      session.measuring.program = Platform.executable()
      try plan.settings.apply(to: &session.workspace.settings)
      _ = try EncoderCatalog.named(session.workspace.settings.format)
      console.adopt(session.workspace.settings)
      if let code = try begin(plan, session) { return code }
      try load(session)
      func ended(_ code: Int32) -> Int32 {
        if code != ExitStatus.interrupted {
          session.console.flush()
          session.catalogs.finishImages()
          if Signals.isCancelled { return ExitStatus.interrupted }
        }
        return session.workspace.leavesFilesOut ? max(code, ExitStatus.failure) : code
      }
      if plan.script.isGiven { return ended(try runScripts(plan, in: session)) }
      if isInteractive {
        let code = interact(session)
        session.catalogs.finishImages()
        return code
      }
      if plan.endsAfterLoading { return ended(ExitStatus.success) }
      // Flush before each read, because the program that sends commands can be waiting for their
      // results.
      var input = Script.continued(StandardInput { [session] in session.console.flush() })
      return ended(try script(plan, session).run(&input))
    }
  }

  /// Runs `body` with a console that writes results to standard output or to the file that
  /// `--output` names.
  ///
  /// The console adopts the settings of the command line; without such settings, the console keeps
  /// its defaults.
  static func withOutput(
    _ common: OutputRequest, _ settings: SettingRequest = SettingRequest(),
    environment: EnvironmentVariables, isInteractive: Bool,
    _ body: (Console) throws -> Int32
  ) throws -> Int32 {
    guard let progress = ProgressStyle(rawValue: common.progress) else {
      throw ShellError.usage(
        "--progress cannot be \(CommandWords.quoted(common.progress)): it takes auto, plain or never"
      )
    }
    var adopted: Settings?
    if !settings.texts.isEmpty {
      var given = Settings()
      try settings.apply(to: &given)
      adopted = given
    }
    let file = try common.output.map { try outputFile($0, replaces: common.force) }
    let console = Console(
      output: file ?? FileOutput.standardOutput(cancellation: .signals),
      diagnostics: FileOutput.standardError(),
      environment: environment, facts: TerminalFacts(environment: environment),
      isInteractive: isInteractive)
    console.isVerbose = common.verbose
    console.isRaw = common.raw
    console.progressStyle = progress
    console.writesToFile = file != nil
    if let adopted { console.adopt(adopted) }
    if let problem = KernelVariable.problem(environment) { console.warn(problem) }
    let code = try body(console)
    try console.flushOutput()
    try file?.commit()
    return code
  }

  static func outputFile(_ path: String, replaces: Bool) throws -> AtomicFile {
    do throws(OutputError) {
      return try AtomicFile(
        path, ifExists: replaces ? .replace : .refuse, cancellation: .signals)
    } catch .exists {
      throw ShellError.failure("\(path) exists: replace it with --force, or name another file")
    } catch {
      throw error
    }
  }

  /// Throws an error if the first file does not exist, and its name equals or resembles a
  /// subcommand.
  private static func checkForMistypedSubcommand(_ files: [String]) throws {
    guard let first = files.first, first != "-", !Platform.fileExists(first) else { return }
    if EntryPoint.subcommands.contains(first) {
      throw ShellError.usage(
        "there is no file \(first); a subcommand comes first: searchbench \(first) ...")
    }
    let near = suggestion(for: first, among: EntryPoint.subcommands)
    if !near.isEmpty {
      throw ShellError.failure(
        "there is no file \(first)\(near) (searchbench --help lists the subcommands)")
    }
  }

  /// Runs the rc file and, with `--resume`, loads the last session.
  ///
  /// The settings on the command line override the settings of the rc file and of the session.
  ///
  /// - Returns: the exit code if the session has ended; otherwise nil.
  private static func begin(_ plan: Plan, _ session: Session) throws -> Int32? {
    let code = try readRC(plan.script, into: session)
    if session.exitRequest != nil || code != ExitStatus.success { return code }
    func finish() throws {
      try plan.settings.apply(to: &session.workspace.settings)
      session.console.adopt(session.workspace.settings)
      // `:undo` must not revert settings that were made before the first command.
      session.workspace.undoStack = []
    }
    try finish()
    session.workspace.startSettings = session.workspace.settings
    guard plan.script.resume else { return nil }
    do {
      try session.keeper.load(SessionStore.last)
    } catch let error as ShellError {
      let store = try SessionStore(session.console.environment)
      guard session.console.isInteractive, store.has(SessionStore.last),
        error.exitCode != ExitStatus.interrupted
      else { throw error }
      // At a prompt, report the error and continue, so that the user can repair the saved session.
      session.console.error(error)
      session.console.warn(
        "fix \(store.path(of: SessionStore.last)) and run :session load, or continue: the next "
          + "automatic save keeps the old session as \"previous\"")
    }
    try finish()
    return session.exitRequest
  }

  /// Runs the file that `--rc` names or, at a prompt, the default rc file.
  ///
  /// - Returns: the exit code. At a prompt, errors in the file are only shown, so the exit code is
  ///   0 if the file does not run `:quit`.
  private static func readRC(
    _ arguments: ScriptRequest, into session: Session
  ) throws -> Int32 {
    if arguments.rc != nil, arguments.noRC {
      throw ShellError.usage("--rc and --no-rc exclude each other: choose one")
    }
    let path: String
    if let given = arguments.rc {
      path = given
    } else if !arguments.noRC, session.console.isInteractive,
      let usual = Locations.rcFile(session.console.environment), Platform.fileExists(usual)
    {
      path = usual
    } else {
      return ExitStatus.success
    }
    let keepsGoing = session.console.isInteractive
    if arguments.rc == nil, Platform.status(of: path)?.isRegular != true {
      session.console.warn("\(path) is not read: it is not a regular file")
      return ExitStatus.success
    }
    let code: Int32
    do {
      code = try session.runSuppressingNotes(path, origin: .rc, keepsGoing: keepsGoing)
    } catch let error as ShellError where arguments.rc == nil {
      session.console.warn(error.message)
      return ExitStatus.success
    }
    return session.exitRequest ?? (keepsGoing ? ExitStatus.success : code)
  }

  private static func script(_ plan: Plan, _ session: Session) -> Script {
    Script(session: session, echoes: plan.script.echo, keepsGoing: plan.script.keepGoing)
  }

  private static func runScripts(_ plan: Plan, in session: Session) throws -> Int32 {
    var code = ExitStatus.success
    var place = 0
    for source in plan.script.sources {
      var lines: ContinuedLines<ScriptLines>
      switch source {
      case .line(let line):
        place += 1
        lines = Script.continued(
          ScriptLines(
            line.split(separator: "\n").map(String.init), source: "-c", first: place))
      case .file(let file):
        lines = try Session.scriptLines(file)
      }
      let result = try script(plan, session).run(&lines)
      if session.exitRequest != nil || result == ExitStatus.interrupted { return result }
      code = max(code, result)
      if code != ExitStatus.success && !plan.script.keepGoing { return code }
    }
    return code
  }

  private static func interact(_ session: Session) -> Int32 {
    let environment = session.console.environment
    let history = History(environment: environment)
    guard let editor = LineEditor(history: history, environment: environment) else {
      session.console.error("the line editor cannot use this terminal: give commands with -c or -f")
      return ExitStatus.failure
    }
    editor.keepsFinalBackslash = Script.keepsFinalBackslash
    editor.completion = { [workspace = session.workspace] line, cursor in
      Completer(workspace: workspace).complete(line, cursor)
    }
    session.console.editor = editor
    if let problem = history.problem { session.console.warn(HistoryText.sentence(problem)) }
    let help = ":help for help, :tour for a tour, Tab completes"
    session.console.report(
      session.workspace.corpora.isEmpty
        ? "searchbench \(EntryPoint.version); :load FILE to begin, \(help)"
        : "type a query; \(help)")
    return REPL(session: session).run(editor)
  }
}
