/// A shell script, generated from the command forms, that completes the program's command line.
struct CompletionScript: Sendable {
  let shell: String
  let text: @Sendable () -> String

  static let all: [CompletionScript] = [
    CompletionScript(shell: "bash") { BashCompletion.text },
    CompletionScript(shell: "zsh") { ZshCompletion.text },
    CompletionScript(shell: "fish") { FishCompletion.text },
  ]

  /// The command forms to complete: a form for each subcommand, and a form with an empty name for
  /// the program without a subcommand.
  static var forms: [CommandForm] { [.workbench] + CommandForm.ofSubcommands }

  /// The subcommands that have members, such as `bench`, with the name and summary of each member.
  static var families: [Family] {
    SubcommandCatalog.all.compactMap { subcommand in
      let members = subcommand.forms.filter { $0.name != subcommand.name }
        .map { Family.Member(name: $0.member, summary: $0.sentence) }
      return members.isEmpty ? nil : Family(name: subcommand.name, members: members)
    }
  }

  struct Family {
    struct Member {
      let name: String
      let summary: String
    }

    let name: String
    let members: [Member]
  }

  /// The header comment of each script, without the comment character and the name of the shell.
  static var origin: String {
    "completions of searchbench \(EntryPoint.version), made by searchbench help --completions"
  }
}

extension CommandForm {
  /// The options, including `--help`.
  var flagsAndOptions: [ParameterDescription] {
    options + [ParameterDescription(names: ["-h", "--help"], help: "Show help.")]
  }

  /// The kind of value of each argument; the last kind also applies to all further arguments.
  var argumentKinds: [ValueKind] { arguments.map(\.kind) }
}
