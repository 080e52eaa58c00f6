import System
import TestSupport
import Testing

@testable import Corpora

/// Compares the files that a folder walk lists with the files that ripgrep lists.
@Suite struct RipgrepTests {
  /// The version of ripgrep whose rules the folder walk follows.
  static let version = "ripgrep 15.2"

  static let isInstalled: Bool = {
    let result = try? BinaryUnderTest(path: "/bin/sh").run([
      "-c", "PATH=\(searchPath); rg --version",
    ])
    return result?.output.hasPrefix(version) == true
  }()

  /// The `PATH` of the test process; programs that tests start do not inherit all environment
  /// variables.
  private static let searchPath =
    Platform.environmentPath("PATH")?.text ?? "/usr/local/bin:/usr/bin:/bin"

  /// Shell assignments of the environment variables that determine git's settings.
  private static let settings =
    ["HOME", "XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"].compactMap { name in
      Platform.environmentPath(name).map { "\(name)='\($0.text)'" }
    }
    .joined(separator: " ")

  private static let names = [
    "a", "b", "ab", "a.c", "b.c", ".h", ".a", "c", "é", "a b", "[a", "x,y", "-", "!a", "#b", "{a}",
  ]
  private static let lines = [
    "a", "b", "ab", "*.c", "a/", "/a", "/b/", "b/a", "**/a", "a/**", "a/**/b", "/**/a", "!a", "!b",
    "!*.c", "!/a", "*", "!*/", ".*", "!.h", "!.a", "a*", "*b", "[ab]", "[!a]*", "?", "??", "!.h/",
    "**", "**/", "/*", "!/b", "{a,b}.c", "[a", "{a", "\\#b", "#b", "\\!a", "a\\ b", "a b ", "é",
  ]
  private static let atoms = [
    "a", "b", "c", "*", "**", "?", "/", "/", ".", ".c", "[ab]", "[!a]", "{a,b}", "\\a", "é", "!",
    " ", "\\ ", "[", "{", "}", ",", "**/", "/**",
  ]

  @Test(
    .enabled(if: isInstalled, "needs ripgrep 15.2 as rg on the PATH"), arguments: 0..<12 as Range)
  func `a walk of random trees lists the same files as ripgrep`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let folder = try ScratchFolder()
    var script = ""
    var folders = [""]
    build("", 0, &random, &script, &folders)
    try folder.run(script)
    for root in ["", random.pick(folders)] {
      for (flags, change) in [
        ("", { _ in }), ("--hidden", { $0.includesHidden = true }),
        ("--no-ignore", { $0.ignoresGitignore = true }),
      ] as [(String, (inout LoadOptions) -> Void)] {
        let path = folder.path + "/" + root
        let theirs = try folder.run(
          """
          PATH=\(Self.searchPath)
          \(Self.settings) rg --no-config --files --sort path --no-messages \(flags) -- "$1"
          """, path)
        let listing = try FolderTree(FilePath(path), options: LoadOptions().with(change))
        let ours = listing.files.map { $0.text + "\n" }.joined()
        #expect(ours == theirs.output, "\(flags) \(root)\n\(script)")
      }
    }
  }

  /// Appends the commands that create a random tree.
  private func build(
    _ folder: String, _ depth: Int, _ random: inout SeededGenerator, _ script: inout String,
    _ folders: inout [String]
  ) {
    for name in Set((0..<random.below(7) + 1).map { _ in random.pick(Self.names) }).sorted() {
      let path = folder + name
      switch random.below(20) {
      case 0...7 where depth < 3:
        script += "mkdir './\(path)'\n"
        folders.append(path)
        build(path + "/", depth + 1, &random, &script, &folders)
      case 8: script += "ln -s .. './\(path)'\n"
      default: script += "echo x > './\(path)'\n"
      }
    }
    if random.oneIn(3) { writeRules(folder + ".gitignore", &random, &script) }
    if random.oneIn(5) { writeRules(folder + ".ignore", &random, &script) }
    if !random.oneIn(depth == 0 ? 2 : 8) { return }
    script += "mkdir -p './\(folder).git/info'\n"
    if random.oneIn(2) { writeRules(folder + ".git/info/exclude", &random, &script) }
  }

  private func writeRules(
    _ file: String, _ random: inout SeededGenerator, _ script: inout String
  ) {
    for _ in 0..<random.below(4) + 1 {
      let line =
        random.oneIn(3)
        ? (0..<random.below(5) + 1).map { _ in random.pick(Self.atoms) }.joined()
        : random.pick(Self.lines)
      script += "printf '%s\\n' '\(line)' >> './\(file)'\n"
    }
  }
}
