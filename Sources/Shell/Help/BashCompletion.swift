/// The bash completion script: tables of the command forms, and a function that reads the tables.
enum BashCompletion {
  static var text: String {
    """
    # \(CompletionScript.origin) bash
    # shellcheck shell=bash

    # Sets the words for each argument, the options, and the options that take a value.
    _searchbench_form() {
      case "$1" in
    \(CompletionScript.forms.map(form).joined(separator: "\n"))
        *) return 1 ;;
      esac
    }

    # Prints the completions of an option's value: words, or @files.
    _searchbench_values() {
      case "$1 $2" in
    \(CompletionScript.forms.flatMap(values).joined(separator: "\n"))
        *) return 1 ;;
      esac
    }

    _searchbench_offer() {
      local offer=$1
      if [[ $offer == @files ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
      else
        mapfile -t COMPREPLY < <(compgen -W "$offer" -- "$current")
      fi
    }

    \(function)

    complete -F _searchbench searchbench

    """
  }

  private static func form(_ form: CommandForm) -> String {
    let options = form.flagsAndOptions.flatMap(\.names).joined(separator: " ")
    let valued = form.options.filter { $0.value != nil }.flatMap(\.names).joined(separator: " ")
    let kinds = form.argumentKinds.map { "'" + words($0) + "'" }.joined(separator: " ")
    return """
          '\(form.name)')
            options='\(options)'
            valued=' \(valued) '
            arguments=(\(kinds))
            ;;
      """
  }

  private static func values(_ form: CommandForm) -> [String] {
    form.options.filter { $0.value != nil }.compactMap { option in
      let kind = option.kind
      guard kind == .files || kind.fixedWords != nil else { return nil }
      let patterns = option.names.map { "'\(form.name) \($0)'" }.joined(separator: " | ")
      return "    \(patterns)) echo '\(words(kind))' ;;"
    }
  }

  private static func words(_ kind: ValueKind) -> String {
    kind == .files ? "@files" : kind.fixedWords?.joined(separator: " ") ?? ""
  }

  private static var families: String {
    CompletionScript.families.map { family in
      "    \(family.name)) members='\(family.members.map(\.name).joined(separator: " "))' ;;"
    }.joined(separator: "\n")
  }

  private static var function: String {
    """
    _searchbench() {
      local current=${COMP_WORDS[COMP_CWORD]} previous='' form='' members='' options='' valued=''
      local -a arguments=()
      local word index=1 place=0 ends=no takes=no
      COMPREPLY=()
      ((COMP_CWORD > 0)) && previous=${COMP_WORDS[COMP_CWORD - 1]}
      # The shell splits --key=value at the equals sign.
      if [[ $current == = ]]; then
        current=''
      elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
      fi
      case "${COMP_WORDS[1]-}" in
        \(SubcommandCatalog.all.map(\.name).joined(separator: " | ")))
          ((COMP_CWORD > 1)) && form=${COMP_WORDS[1]} && index=2
          ;;
      esac
      case "$form" in
    \(families)
      esac
      if [[ -n $members ]]; then
        if ((COMP_CWORD == 2)); then
          _searchbench_offer "$members --help"
          return
        fi
        form="$form ${COMP_WORDS[2]}"
        index=3
      fi
      _searchbench_form "$form" || return 0
      # Count the arguments before the cursor.
      for (( ; index < COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        if [[ $takes == yes ]]; then
          [[ $word == = ]] || takes=no
        elif [[ $ends == no && $word == -- ]]; then
          ends=yes
        elif [[ $ends == no && $word == -?* ]]; then
          [[ $valued == *" $word "* ]] && takes=yes
        else
          ((place++))
        fi
      done
      if [[ $takes == yes ]]; then
        _searchbench_offer "$(_searchbench_values "$form" "$previous")"
      elif [[ $ends == no && $current == -* ]]; then
        _searchbench_offer "$options"
      elif [[ -z $form && $place == 0 && $COMP_CWORD == 1 ]]; then
        _searchbench_offer '@files'
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(
          compgen -W '\(SubcommandCatalog.all.map(\.name).joined(separator: " "))' -- "$current")
      elif ((${#arguments[@]} > 0)); then
        ((place < ${#arguments[@]})) || place=$((${#arguments[@]} - 1))
        _searchbench_offer "${arguments[place]}"
      fi
    }
    """
  }
}
