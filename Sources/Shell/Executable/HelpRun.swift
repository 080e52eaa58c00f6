internal import Reporting
internal import System
internal import Terminal

/// The arguments of `searchbench help [NAME|WORD...]`.
struct HelpArguments: Arguments {
  var words: [String] = []
  var man = false
  var completions: String?

  static let form = Form<Self>(
    "help",
    "explain a subcommand, a command of the prompt, a topic or a setting, or search all help",
    usage: "[NAME|WORD...]",
    [
      .rest(
        "NAME", kind: .helpNames,
        help: "A subcommand, command, topic or setting, or words to search for.",
        change: { $0.words.append($1) }),
      .flag("--man", help: "Write the manual page.", change: { $0.man = true }).hidden,
      .option(
        "--completions", value: "SHELL",
        help: "Write the completions of a shell.", change: { $0.completions = $1 }
      ).hidden,
    ])
}

/// The subcommand `help`, which also writes the manual page and the shell completions.
enum HelpRun {
  static func main(_ words: [String]) -> Int32 {
    if words.isEmpty { return WorkbenchRun.main(["-hh"]) }
    if words.count == 1, let word = words.first, word != "help",
      let subcommand = SubcommandCatalog.named(word)
    {
      let status = subcommand.run(["-hh"])
      return status == ExitStatus.success && word == "live"
        ? write("\nKeys:\n" + LiveKeys.table + "\n") : status
    }
    return EntryPoint.run(HelpArguments.self, words) { arguments in
      if arguments.man { return write(ManPage.text) }
      if let shell = arguments.completions { return write(try script(for: shell)) }
      if arguments.words.isEmpty { return WorkbenchRun.main(["-hh"]) }
      let environment = Platform.environment()
      let console = Console(
        output: FileOutput.standardOutput(), diagnostics: FileOutput.standardError(),
        environment: environment, facts: TerminalFacts(environment: environment),
        isInteractive: Platform.isTerminal(1))
      try console.writePaged(Help.text(arguments.words), settings: Settings())
      try console.flushOutput()
      return ExitStatus.success
    }
  }

  private static func write(_ text: String) -> Int32 {
    EntryPoint.finish(FileOutput.standardOutput()) { try $0.write(text) }
  }

  private static func script(for shell: String) throws -> String {
    guard let script = CompletionScript.all.first(where: { $0.shell == shell }) else {
      let names = CompletionScript.all.map(\.shell)
      throw ShellError.usage(
        "--completions cannot be \(CommandWords.quoted(shell)): it takes "
          + names.joined(separator: ", "))
    }
    return script.text()
  }
}
