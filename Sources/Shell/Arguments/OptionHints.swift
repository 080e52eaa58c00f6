/// Hints for options of ripgrep, grep, fzf and hyperfine that have different names in searchbench.
enum OptionHints {
  /// The hints; `foreign` lists the options of other programs that cause the hint to be shown.
  ///
  /// A hint applies only if the command has all the options in `ours`.
  private static let table: [(foreign: [String], ours: [String], remedy: String)] = [
    (["--json"], ["--format"], "use --format json"),
    (
      ["--jsonl", "--csv", "--tsv", "--markdown"], ["--format"], "--format NAME chooses the format"
    ),
    (["-o"], ["--output"], "use --output FILE to write to a file"),
    (["-j", "--jobs"], ["--threads"], "use --threads N"),
    (["-u", "-uu", "-uuu", "--unrestricted"], ["--no-ignore"], "use --no-ignore --hidden"),
    (["-p", "--pretty"], ["--color"], "use --color always"),
    (["--colors"], ["--color"], "--color takes auto, always or never"),
    (["--vimgrep"], ["--column"], "use -H -n --column"),
    (["-z", "--search-zip"], ["--glob"], "gzip files are read without an option"),
    (["-R", "--recursive"], ["--glob"], "folders are searched without an option"),
    (["-E", "--extended-regexp", "-G", "--basic-regexp"], ["--strategy"], "use -s regex"),
    (["--fixed-strings"], ["--strategy"], "use -s substring"),
    (
      ["-U", "--multiline"], ["--strategy"], "each line is a record, and a match cannot cross lines"
    ),
    (
      ["-L", "--files-without-matches"], ["--files-without-match"], "use --files-without-match"
    ),
    (["--files-with-match"], ["--files-with-matches"], "use -l"),
    (["--files"], ["--files-with-matches"], "-l prints the files with a match"),
    (["--count-matches"], ["--count"], "--stats counts the hits, -c the records"),
    (
      ["--include", "--iglob", "--exclude"], ["--glob"],
      "-g GLOB chooses files, -g !GLOB excludes them"
    ),
    (
      ["-t", "--type-add", "-T", "--type-not", "--type-list"], ["--glob"],
      "-g '*.swift' chooses files by name"
    ),
    (["--max-columns", "-M"], ["--width"], "--width N cuts rows at a terminal"),
    (["--max-results", "--head"], ["--limit"], "use --limit N"),
    (["--invert"], ["--invert-match"], "use -v"),
    (["-y", "--no-case"], ["--case"], "-i ignores case"),
    (["--case-insensitive"], ["--case"], "-i ignores case"),
    (["--encoding"], ["--type"], "text is read as UTF-8"),
    (["--runs"], ["--samples"], "--samples N takes at least N samples"),
    (["-n", "--dry-run"], ["--samples"], "--quick measures for about ten seconds"),
    (
      ["--export-csv", "--export-json", "--export-markdown"], ["--output"], "use --output FILE"
    ),
    (["-i", "--ignore-case"], ["--case"], "use --case ignore"),
  ]

  /// The hint for an unknown option; nil if the command has no equivalent option.
  static func remedy(for name: String, knows: (String) -> Bool) -> String? {
    table.first { $0.foreign.contains(name) && $0.ours.allSatisfy(knows) }?.remedy
  }
}
