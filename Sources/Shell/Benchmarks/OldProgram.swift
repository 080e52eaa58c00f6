internal import Benchmarking
internal import Reporting
internal import System
internal import Terminal

extension Measuring {
  /// The baseline that `--fail-on-regression` compares with.
  enum Base {
    case run(BenchmarkRun)
    case program(String)
  }

  /// The stored run, program or commit that `text` names.
  ///
  /// - Throws: an error if `text` names no stored run, program or commit; the error lists the
  ///   accepted values.
  func base(_ text: String, canMeasure: Bool) throws -> Base {
    if Platform.fileExists(text) && canMeasure { return .program(try oldProgram(text)) }
    let problem: RunStoreError
    do throws(RunStoreError) {
      return .run(try storedRuns(orElse: text).load(text))
    } catch {
      problem = error
    }
    switch problem {
    case .unknown, .empty:
      if canMeasure, isCommit(text) { return .program(try oldProgram(text)) }
      throw ShellError.failure(
        "--fail-on-regression: " + problem.message
          + (canMeasure ? ", or the path or the commit of the old program" : ""))
    default: throw ShellError.failure(problem.message)
    }
  }

  private func storedRuns(orElse text: String) throws(RunStoreError) -> RunStore {
    guard let runStore else { throw .unknown(text, nearest: nil) }
    return runStore
  }

  /// The path of the program that `--against` names.
  ///
  /// If `text` is a commit, the commit is built first.
  ///
  /// - Throws: an error if `text` names neither a program nor a commit.
  func oldProgram(_ text: String) throws -> String {
    guard Platform.fileExists(text) else { return try programOfCommit(text) }
    if Platform.isDirectory(text) {
      throw ShellError.usage(
        "--against cannot be \(CommandWords.quoted(text)): it is a folder; give the path of a "
          + "searchbench program, or a commit", at: .word(text))
    }
    guard PipedProcess.isProgram(text) else {
      throw ShellError.failure(
        "\(text) cannot be run: it is not executable; give the path of a searchbench program",
        at: .word(text))
    }
    // Without `./`, a name that contains no slash would be looked up in PATH.
    return text.utf8.contains(UInt8(ascii: "/")) ? text : "./" + text
  }

  private var checkout: SourceCheckout? {
    let folders = console.environment["PATH"] ?? "/usr/bin:/bin"
    return Platform.findProgram("git", in: folders).flatMap { SourceCheckout(git: $0) }
  }

  private func isCommit(_ text: String) -> Bool { checkout?.commit(text) != nil }

  /// The path of the program built from a commit.
  ///
  /// The commit is built in a separate checkout, with the scripts of that commit. The program is
  /// cached for later runs.
  private func programOfCommit(_ text: String) throws -> String {
    guard let checkout else {
      throw ShellError.failure(
        "there is no program \(CommandWords.quoted(text)), and a commit can be built only in a git checkout of "
          + "searchbench: give the path of a program", at: .word(text))
    }
    guard let commit = checkout.commit(text) else {
      throw ShellError.failure(
        "there is no program and no commit \(CommandWords.quoted(text)): give the path of a program, or a name that "
          + "git knows", at: .word(text))
    }
    guard let cache = BaseDirectory.cache.path(of: "builds", environment: console.environment)
    else {
      throw ShellError.failure(
        "the program built from \(text) cannot be stored: set XDG_CACHE_HOME, or HOME, to an "
          + "absolute path")
    }
    let folder = "\(cache)/\(commit)"
    let program = folder + "/searchbench"
    if PipedProcess.isProgram(program) { return program }
    try build(commit, of: checkout, in: folder)
    guard PipedProcess.isProgram(program) else {
      throw ShellError.failure(
        "commit \(text) does not build here (see the messages above): give another commit")
    }
    return program
  }

  /// Builds a commit in a temporary Git worktree, and copies the program to `folder`.
  private func build(_ commit: String, of checkout: SourceCheckout, in folder: String) throws {
    let tree = folder + ".tree"
    checkout.removeWorktree(tree)
    do throws(SystemError) {
      try Platform.makeFolder(ofFile: folder + "/searchbench")
    } catch {
      throw ShellError.failure("cannot create \(folder): \(error.message)")
    }
    guard checkout.addWorktree(tree, at: commit) else {
      throw ShellError.failure(
        "git cannot check out \(commit) in \(tree): remove that folder, or run git worktree prune")
    }
    defer { checkout.removeWorktree(tree) }
    console.report("building commit \(commit.prefix(12)) in \(tree)")
    try console.flushOutput()
    let script = """
      cd "$1" && scripts/build release </dev/null >&2 || exit
      cp .build/release/searchbench "$2/searchbench.new" || exit
      [ ! -e .build/release/searchbench.built ] || cp .build/release/searchbench.built "$2" || exit
      mv "$2/searchbench.new" "$2/searchbench"
      """
    do throws(SystemError) {
      _ = try ChildProcess.run(["/bin/sh", "-c", script, "sh", tree, folder])
    } catch {
      throw ShellError.failure("cannot run the build: \(error.message)")
    }
    if Signals.isCancelled { throw ShellError.interrupted }
  }
}
