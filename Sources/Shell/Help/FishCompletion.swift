internal import Basics

/// The fish completion script, with a `complete` command for each option.
///
/// Each `complete` command applies only after the option's subcommand has been typed.
enum FishCompletion {
  static var text: String {
    let names = SubcommandCatalog.all.map(\.name).joined(separator: " ")
    let families = CompletionScript.families
    var lines = [
      "# \(CompletionScript.origin) fish", "",
      """
      # Whether the words typed so far begin with this subcommand and member.
      function __searchbench_form
        set -l words (commandline -opc)
        set -e words[1]
        if test (count $argv) -eq 0
          test (count $words) -eq 0; or not contains -- $words[1] \(names)
        else
          set -l length (count $argv)
          test (count $words) -ge $length; and test "$words[1..$length]" = "$argv"
        end
      end

      # Whether the words typed so far are exactly these.
      function __searchbench_next
        set -l words (commandline -opc)
        set -e words[1]
        test "$words" = "$argv"
      end

      # Prints the number of words before the cursor that are not options.
      function __searchbench_arguments
        set -l words (commandline -opc)
        string match --invert -- '-*' $words[2..-1] | count
      end

      """,
      "complete -c searchbench -f",
    ]
    for subcommand in SubcommandCatalog.all {
      lines.append(
        "complete -c searchbench -n __searchbench_next -a \(subcommand.name) -d "
          + quoted(subcommand.summary))
    }
    for family in families {
      for member in family.members {
        lines.append(
          "complete -c searchbench -n '__searchbench_next \(family.name)' -a \(member.name) -d "
            + quoted(member.summary))
      }
    }
    lines += CompletionScript.forms.flatMap(completions)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func completions(_ form: CommandForm) -> [String] {
    let condition = form.name.isEmpty ? "__searchbench_form" : "__searchbench_form \(form.name)"
    var lines = [""]
    for option in form.flagsAndOptions {
      var words = ["complete -c searchbench -n \(quoted(condition))"]
      for name in option.names {
        words.append(name.hasPrefix("--") ? "-l \(name.dropFirst(2))" : "-s \(name.dropFirst())")
      }
      if option.value != nil { words.append(values(option.kind)) }
      if !option.help.isEmpty { words.append("-d " + quoted(option.help)) }
      lines.append(words.joined(separator: " "))
    }
    let kinds = form.argumentKinds
    let words = form.name.split(separator: " ").count
    for (index, kind) in kinds.enumerated() where kind == .files || kind.fixedWords != nil {
      let isLast = index == kinds.count - 1
      let place = "test (__searchbench_arguments) \(isLast ? "-ge" : "-eq") \(words + index)"
      let takes = kind == .files ? "-F" : values(kind).replacingOccurrences(of: "-x ", with: "")
      lines.append(
        "complete -c searchbench -n \(quoted("\(condition); and \(place)")) \(takes)")
    }
    return lines
  }

  private static func values(_ kind: ValueKind) -> String {
    if kind == .files { return "-r -F" }
    return kind.fixedWords.map { "-x -a " + quoted($0.joined(separator: " ")) } ?? "-x"
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(
      of: "'", with: "\\'")
    return "'" + escaped + "'"
  }
}
