import Searching
import TestSupport
import Testing

@testable import Shell

@Suite struct CompletionScriptTests {
  /// The words before the cursor, and all completions that the script must offer for the last word.
  static let cases: [(words: [String], offers: [String])] = [
    (["se"], ["search"]), (["fru"], ["fruit.txt"]),
    (["search", "--fo"], ["--format", "--force", "--follow"]),
    (["search", "-s", ""], StrategyCatalog.all.map(\.name)),
    (["search", "--strategy", "re"], ["regex"]),
    (["search", ""], []),
    (["search", "query", "fru"], ["fruit.txt"]),
    (["search", "-s", "prefix", "query", "fru"], ["fruit.txt"]),
    (["search", "-c", "query", "fru"], ["fruit.txt"]),
    (["search", "query", "--output", "fru"], ["fruit.txt"]),
    (["bench", "un"], ["unique"]), (["bench", "unique", "set-t"], ["set-then-array"]),
    (["bench", "search", "--format", ""], ["table", "csv", "json", "markdown"]),
    (["corpus", "generate", ""], ["zipf", "weblog"]),
    (["compare", "--runs", "5", "query", "fru"], ["fruit.txt"]),
    (["fruit.txt", "--case", ""], ["ignore", "smart", "sensitive"]),
    (["--keep"], ["--keep-going"]), (["help", "bench"], ["bench", "benchmarks"]),
  ]

  private func script(_ shell: String, in folder: ScratchFolder) throws -> String {
    let result = try BinaryUnderTest().run(["help", "--completions", shell])
    #expect(result.exitStatus == 0)
    try folder.write("red apple\n", to: "fruit.txt")
    return try folder.write(result.output, to: "completions")
  }

  @Test(.enabled(if: Installed.has("bash"), "bash is not installed"))
  func `bash offers the matching completions`() throws {
    let folder = try ScratchFolder()
    _ = try script("bash", in: folder)
    try folder.write(
      """
      source ./completions
      COMP_WORDS=(searchbench "$@") COMP_CWORD=$#
      _searchbench
      printf '%s\\n' "${COMPREPLY[@]}"
      """, to: "try")
    for (words, offers) in Self.cases + [(["search", "--format", "=", "js"], ["json", "jsonl"])] {
      let result = try BinaryUnderTest(path: "/bin/sh").run(
        ["-c", "bash try \"$@\"", "sh"] + words, directory: folder.path)
      let offered = result.output.split(separator: "\n").map(String.init)
      #expect(Set(offered) == Set(offers), "\(words): \(result.error)")
    }
  }

  @Test(.enabled(if: Installed.has("fish"), "fish is not installed"))
  func `fish offers the matching completions`() throws {
    let folder = try ScratchFolder()
    _ = try script("fish", in: folder)
    for (words, offers) in Self.cases {
      let line = "searchbench " + words.joined(separator: " ")
      let result = try folder.run(
        "HOME=$PWD fish --no-config -c 'source completions; complete -C \"$argv\"' \"$1\"", line)
      let offered = result.output.split(separator: "\n").map {
        String($0.split(separator: "\t")[0])
      }
      #expect(Set(offered) == Set(offers), "\(words): \(result.error)")
    }
  }

  @Test(.enabled(if: Installed.has("bash"), "bash is not installed"))
  func `the bash script has no syntax errors`() throws { try checkSyntax("bash") }

  @Test(.enabled(if: Installed.has("zsh"), "zsh is not installed"))
  func `the zsh script has no syntax errors`() throws { try checkSyntax("zsh") }

  @Test(.enabled(if: Installed.has("fish"), "fish is not installed"))
  func `the fish script has no syntax errors`() throws { try checkSyntax("fish") }

  private func checkSyntax(_ shell: String) throws {
    let folder = try ScratchFolder()
    _ = try script(shell, in: folder)
    let result = try folder.run("\"$1\" -n completions 2>&1", shell)
    #expect(result.exitStatus == 0)
    #expect(result.output == "")
  }

  @Test(.enabled(if: Installed.has("zsh"), "zsh is not installed"))
  func `the zsh script declares its completion functions`() throws {
    let folder = try ScratchFolder()
    _ = try script("zsh", in: folder)
    let result = try folder.run(
      "zsh -f -c 'autoload -Uz compinit; compinit -u -D; source ./completions; "
        + "print $_comps[searchbench]; whence -w _searchbench_bench_unique'")
    #expect(result.output == "_searchbench\n_searchbench_bench_unique: function\n")
  }

  @Test func `every script contains every option of every form`() {
    for script in CompletionScript.all {
      let text = script.text()
      for form in CompletionScript.forms {
        for option in form.options {
          guard let name = option.names.last, !option.isPositional else { continue }
          let shown =
            script.shell == "fish" && name.hasPrefix("--") ? "-l \(name.dropFirst(2))" : name
          let short = script.shell == "fish" ? "-s \(name.dropFirst())" : name
          #expect(text.contains(shown) || text.contains(short), "\(script.shell): \(name)")
        }
      }
    }
  }

  @Test func `an unknown shell is refused`() throws {
    let result = try BinaryUnderTest().run(["help", "--completions", "csh"])
    #expect(result.exitStatus == 64)
    #expect(result.error == "searchbench: --completions cannot be csh: it takes bash, zsh, fish\n")
  }
}
