/// A script that completes the command line of the executable, made from its declarations.
struct CompletionScript: Sendable {
  let shell: String
  let text: @Sendable () -> String

  static let all: [CompletionScript] = [
    CompletionScript(shell: "bash") { BashCompletion.text },
    CompletionScript(shell: "zsh") { ZshCompletion.text },
    CompletionScript(shell: "fish") { FishCompletion.text },
  ]

  /// The forms to complete: each subcommand, and the executable without one, whose name is empty.
  static var forms: [CommandForm] { [.workbench] + CommandForm.ofSubcommands }

  /// A subcommand with members, such as `bench`, and their names with what they do.
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

  /// The first line of each script, behind its comment sign.
  static var origin: String {
    "completions of searchbench \(EntryPoint.version), made by searchbench help --completions"
  }
}

extension CommandForm {
  /// The options, help included.
  var flagsAndOptions: [ParameterDescription] {
    options + [ParameterDescription(names: ["-h", "--help"], help: "Show help.")]
  }

  /// What the argument at each place can be; the last one's goes on.
  var argumentKinds: [ValueKind] { arguments.map(\.kind) }
}
