internal import Basics
internal import Corpora
internal import Indexing
internal import Reporting
internal import System
internal import Terminal
internal import Threading

/// The command `index build`.
struct IndexBuildArguments: IndexMember {
  var paths: [String] = []
  var name: String?
  var watches = false
  var reading = ReadingRequest()
  var settings = SettingRequest()
  var common = OutputRequest()

  static let form = Form<Self>(
    "index build", "make the index of folders or files, or bring it up to date",
    discussion: """
      Only new and changed files are read. Searches of these paths then use the index \
      automatically, and their results are the same as without it: each search compares the \
      device, inode, size and times of every file, and searches changed files without the index. \
      index status, verify and drop accept the NAME of --name in place of a path. --name NAME \
      without PATH brings the indexes with this name up to date, with the options of their last \
      build. \
      With --watch, the command runs until Ctrl-C, and brings the index up to date after changes. \
      While it runs, searches compare only the files that the command reports as possibly changed. \
      These searches miss what a program writes to a file through a memory mapping until the \
      program closes the file. --watch needs a local folder and Linux's inotify. \
      Exit codes: 0 built, 2 failed, or some files could not be read.
      """,
    [
      .rest(
        "PATH", kind: .files, help: "Folders or files.", change: { $0.paths.append($1) }),
      .option(
        "--name", value: "NAME", help: "Name the indexes of these paths; '' removes the name.",
        change: { $0.name = $1 }),
      .flag(
        "--watch", help: "Keep the indexes up to date until Ctrl-C, and make searches faster.",
        change: { $0.watches = true }),
    ],
    .group(
      ReadingRequest.parameters.filter {
        !Set($0.description.names).isDisjoint(with: ["--glob", "--hidden", "--no-ignore"])
      }, in: { try $1(&$0.reading) }), shared())

  func perform(in console: Console) throws {
    let store = try store(console)
    let options = try reading.options()
    var targets: [IndexTarget] = []
    if paths.isEmpty {
      targets = try indexes(of: store, console).map {
        IndexTarget(root: $0.root, path: $0.root.text, options: $0.loadOptions, words: $0.options)
      }
    }
    targets += try paths.map {
      IndexTarget(root: try resolved($0), path: $0, options: options, words: words)
    }
    var failures: [CorpusError] = []
    for target in targets { failures += try build(target, store, console) }
    for failure in failures { console.error(failure.message) }
    if watches { return try IndexWatching(store, console).run(targets) }
    if failures.isEmpty { return }
    let count = NumberFormat.counted(failures.count, "file or folder", "files and folders")
    let them = failures.count == 1 ? "it" : "them"
    throw ShellError.failure("\(count) could not be read, so the index does not cover \(them)")
      .afterResults()
  }

  /// The indexes called `name`, which are to be updated.
  ///
  /// - Throws: a usage error if there is no `--name`, or if there are options that choose files; a
  ///   failure if no index has the name.
  private func indexes(of store: IndexStore, _ console: Console) throws -> [StoredIndex] {
    guard let name, !name.isEmpty, words.isEmpty else {
      throw ShellError.usage(
        "index build takes PATH..., or --name NAME alone to update the indexes with that name")
    }
    let found = store.entries(named: name).compactMap { try? $0.index.get() }
    if found.isEmpty {
      throw ShellError.failure(
        "no index has the name \(name); run "
          + "\"\(console.commandPrefix)index build PATH --name \(name)\" to build one",
        at: .word(name))
    }
    return found
  }

  /// Builds one index.
  ///
  /// - Returns: the errors of the files and folders that cannot be read.
  private func build(
    _ target: IndexTarget, _ store: IndexStore, _ console: Console
  ) throws -> [CorpusError] {
    let path = target.path
    let bar = console.progress("indexing \(path)")
    defer { bar.finish() }
    let start = Platform.monotonicNanoseconds()
    let progress = IndexBuildProgress()
    let name = name
    let work = BackgroundWork {
      Result { () throws(IndexStore.BuildFailure) in
        try store.build(
          target.root, options: target.options, optionWords: target.words, name: name,
          threads: Workers.processorCount,
          progress: progress, isCancelled: { Signals.isCancelled })
      }
    }
    guard let work else { throw ShellError.failure("the system cannot create a thread") }
    while work.result == nil {
      work.wait(milliseconds: 50)
      let bytes = progress.bytes
      if bytes.total > 0 { bar.update(done: bytes.done, total: bytes.total) }
    }
    bar.finish()
    let report: IndexBuildReport?
    do throws(IndexStore.BuildFailure) {
      report = try work.result?.get() ?? nil
    } catch {
      throw ShellError(error, path, cannot: "write the index in \(store.path)")
    }
    guard let report else { throw ShellError.interrupted }
    let time = Int(Platform.monotonicNanoseconds() - start)
    try console.writeStatus(IndexText.line(for: report, of: path, nanoseconds: time))
    if report.isPartial { throw ShellError.interrupted.afterResults() }
    return report.failures
  }

  /// The options that choose files, as command-line words.
  private var words: [String] {
    (reading.readsHidden ? ["--hidden"] : []) + (reading.ignoresNothing ? ["--no-ignore"] : [])
      + reading.globs.flatMap { ["-g", $0] }
  }
}

/// A folder or file to index.
struct IndexTarget: Sendable {
  /// The absolute path, with symbolic links resolved.
  let root: FilePath

  /// The path as the user wrote it.
  let path: String
  let options: LoadOptions

  /// The options that choose files, as command-line words.
  let words: [String]
}
