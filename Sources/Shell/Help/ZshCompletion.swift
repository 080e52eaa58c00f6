internal import Basics

/// The zsh completion script, with one `_arguments` call per command form.
enum ZshCompletion {
  static var text: String {
    let forms = CompletionScript.forms.map(function).joined(separator: "\n\n")
    return """
      #compdef searchbench
      # \(CompletionScript.origin) zsh

      \(forms)

      _searchbench_subcommands() {
        local -a subcommands=(
      \(SubcommandCatalog.all.map { "    " + entry($0.name, $0.summary) }.joined(separator: "\n"))
        )
        _describe -t commands subcommand subcommands
      }

      \(CompletionScript.families.map(family).joined(separator: "\n\n"))

      _searchbench() {
        if (( CURRENT == 2 )) && [[ ${words[2]} != -* ]]; then
          _alternative 'commands:subcommand:_searchbench_subcommands' 'files:file:_files'
          return
        fi
        case ${words[2]} in
      \(SubcommandCatalog.all.map(dispatch).joined(separator: "\n"))
          *) _searchbench_workbench ;;
        esac
      }

      # An autoloaded file is the function's body, so run it; a sourced one only defines it.
      if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
        _searchbench "$@"
      else
        compdef _searchbench searchbench
      fi

      """
  }

  private static func functionName(_ form: String) -> String {
    form.isEmpty
      ? "_searchbench_workbench" : "_searchbench_" + form.replacingOccurrences(of: " ", with: "_")
  }

  private static func dispatch(_ subcommand: Subcommand) -> String {
    "    \(subcommand.name)) shift words; (( CURRENT-- )); \(functionName(subcommand.name)) ;;"
  }

  private static func family(_ family: CompletionScript.Family) -> String {
    """
    \(functionName(family.name))() {
      if (( CURRENT == 2 )); then
        local -a members=(
    \(family.members.map { "      " + entry($0.name, $0.summary) }.joined(separator: "\n"))
        )
        _describe -t commands member members
        return
      fi
      case ${words[2]} in
    \(family.members.map { "    \($0.name)) shift words; (( CURRENT-- )); "
      + functionName(family.name + " " + $0.name) + " ;;" }.joined(separator: "\n"))
      esac
    }
    """
  }

  private static func function(_ form: CommandForm) -> String {
    let options = form.flagsAndOptions.map(option)
    let arguments = form.arguments.enumerated().map { index, argument in
      let isLast = index == form.arguments.count - 1
      let action = action(argument.kind)
      return quoted("\(isLast ? "*" : "\(index + 1)"):\(escaped(argument.names[0])):\(action)")
    }
    let lines = (options + arguments).map { "    " + $0 }.joined(separator: " \\\n")
    return "\(functionName(form.name))() {\n  _arguments -s -S \\\n\(lines)\n}"
  }

  /// An option specification: `'(-m --limit)'{-m,--limit}'[Write at most N records.]:limit: '`.
  ///
  /// A `*` marks an option that can be repeated.
  private static func option(_ option: ParameterDescription) -> String {
    var explanation = "[\(escaped(option.help))]"
    if let value = option.value {
      explanation += ":\(escaped(value)):\(action(option.kind))"
    }
    let repeats = option.repeats
    let names = option.names.map { option.value != nil && $0.hasPrefix("--") ? $0 + "=" : $0 }
    if names.count == 1 {
      return quoted((repeats ? "*" : "") + names[0] + explanation)
    }
    let prefix = repeats ? "'*'" : "'(\(option.names.joined(separator: " ")))'"
    return prefix + "{" + names.joined(separator: ",") + "}" + quoted(explanation)
  }

  private static func action(_ kind: ValueKind) -> String {
    if kind == .files { return "_files" }
    return kind.fixedWords.map { "(" + $0.map(escaped).joined(separator: " ") + ")" } ?? " "
  }

  private static func entry(_ name: String, _ summary: String) -> String {
    quoted(name + ":" + escaped(summary))
  }

  /// Escapes the characters that separate the parts of a specification.
  private static func escaped(_ text: String) -> String {
    text.map { "\\:[]".contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }
}
