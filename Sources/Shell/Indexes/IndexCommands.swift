internal import Basics
internal import Corpora
internal import Indexing
internal import Reporting
internal import System
internal import Terminal
internal import Threading

extension CommandFamily {
  static let index = CommandFamily(
    name: "index", summary: "make and inspect stored indexes, which make searches of files faster",
    members: [
      IndexBuildArguments.self, IndexStatusArguments.self, IndexListArguments.self,
      IndexVerifyArguments.self, IndexDropArguments.self,
    ],
    fallback: { words in words.isEmpty ? IndexListArguments.self : nil })
}

/// A subcommand of `index`.
protocol IndexMember: FamilyMember where Worker == Console {
  var common: OutputRequest { get set }
}

extension IndexMember {
  var settingRequest: SettingRequest { SettingRequest() }
  var outputRequest: OutputRequest { common }

  /// The options that all subcommands of `index` share.
  static func shared() -> [Parameter<Self>] {
    .group(OutputRequest.parameters, in: { try $1(&$0.common) }, "Output")
  }

  /// The folder in which the user's indexes are stored.
  ///
  /// - Throws: a failure if there is no folder for indexes.
  func store(_ console: Console) throws -> IndexStore {
    guard let store = IndexStore(environment: console.environment) else {
      throw ShellError.failure(
        "there is no folder for indexes; set XDG_CACHE_HOME, or HOME, to an absolute path")
    }
    return store
  }

  /// The absolute form of a path, with symbolic links resolved.
  ///
  /// - Throws: a failure if there is no file or folder at the path.
  func resolved(_ path: String) throws -> FilePath {
    if let resolved = Platform.resolved(path) { return resolved }
    throw ShellError.failure("no such file or folder: \(path)", at: .word(path))
  }
}

/// A subcommand of `index` that applies to the indexes of given paths, or to all indexes.
protocol IndexSelection: IndexMember {
  var paths: [String] { get set }
  var all: Bool { get set }
}

extension IndexSelection {
  /// The parameters that select indexes.
  static func selection() -> [Parameter<Self>] {
    [
      .rest("PATH", kind: .files, help: "Indexed folders or files, or names of indexes.") {
        $0.paths.append($1)
      },
      .flag("--all", help: "All indexes.") { $0.all = true },
    ]
  }

  /// The selected indexes.
  ///
  /// A word that is not the path of an indexed folder or file is the name of one or more indexes.
  ///
  /// - Throws: a usage error that names `command` if nothing is selected; a failure if a path or
  ///   name has no index.
  func entries(for command: String, in console: Console) throws -> [IndexStore.Entry] {
    if paths.isEmpty, !all { throw ShellError.usage("\(command) takes PATH... or --all") }
    let store = try store(console)
    if all { return store.all() }
    return try paths.flatMap { path in
      // If the indexed folder no longer exists, the path must be the one that `index list` shows.
      let root = Platform.resolved(path) ?? FilePath(path)
      if let entry = store.entry(of: root) { return [entry] }
      let named = store.entries(named: path)
      if !named.isEmpty { return named }
      _ = try resolved(path)
      throw ShellError.failure(
        "there is no index of \(path); run "
          + "\"\(console.commandPrefix)index build \(path)\" to build one",
        at: .word(path))
    }
  }
}

/// The command `index build`.
struct IndexBuildArguments: IndexMember {
  var paths: [String] = []
  var name: String?
  var reading = ReadingRequest()
  var common = OutputRequest()

  static let form = Form<Self>(
    "index build", "make the index of folders or files, or bring it up to date",
    discussion: """
      Only new and changed files are read. Searches of these paths then use the index \
      automatically, and their results are the same as without it: each search compares the \
      device, inode, size and times of every file, and searches changed files without the index. \
      With --name, index status, verify and drop also take the name; without PATH, the indexes \
      with this name are brought up to date, with the options of their last build. \
      Exit codes: 0 built, 2 failed, or some files could not be read.
      """,
    [
      .rest(
        "PATH", kind: .files, help: "Folders or files.", change: { $0.paths.append($1) }),
      .option(
        "--name", value: "NAME", help: "Name the indexes of these paths; '' removes the name.",
        change: { $0.name = $1 }),
    ],
    .group(
      ReadingRequest.parameters.filter {
        !Set($0.description.names).isDisjoint(with: ["--glob", "--hidden", "--no-ignore"])
      }, in: { try $1(&$0.reading) }), shared())

  func perform(in console: Console) throws {
    let store = try store(console)
    let options = try reading.options()
    var failures: [CorpusError] = []
    if paths.isEmpty {
      for index in try indexes(of: store, console) {
        failures += try build(
          index.root, index.root.text, index.loadOptions, index.options, store, console)
      }
    }
    for path in paths {
      let root = try resolved(path)
      failures += try build(root, path, options, words, store, console)
    }
    if failures.isEmpty { return }
    for failure in failures { console.error(failure.message) }
    let count = NumberFormat.counted(failures.count, "file or folder", "files and folders")
    let them = failures.count == 1 ? "it" : "them"
    throw ShellError.failure("\(count) could not be read, so the index does not cover \(them)")
      .afterResults()
  }

  /// The indexes with the given name, to bring up to date.
  ///
  /// - Throws: a usage error if there is no name, or if there are options that choose files; a
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
    _ root: FilePath, _ path: String, _ options: LoadOptions, _ words: [String],
    _ store: IndexStore, _ console: Console
  ) throws -> [CorpusError] {
    let bar = console.progress("indexing \(path)")
    defer { bar.finish() }
    let start = Platform.monotonicNanoseconds()
    let progress = IndexBuildProgress()
    let name = name
    let work = BackgroundWork {
      Result { () throws(IndexStore.BuildFailure) in
        try store.build(
          root, options: options, optionWords: words, name: name, threads: Workers.processorCount,
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
    try console.writeLine(IndexText.line(for: report, of: path, nanoseconds: time))
    if report.isPartial { throw ShellError.interrupted.afterResults() }
    return report.failures
  }

  /// The options that choose files, as command-line words.
  private var words: [String] {
    (reading.readsHidden ? ["--hidden"] : []) + (reading.ignoresNothing ? ["--no-ignore"] : [])
      + reading.globs.flatMap { ["-g", $0] }
  }
}

/// The command `index status`.
struct IndexStatusArguments: IndexSelection {
  var paths: [String] = []
  var all = false
  var common = OutputRequest()

  static let form = Form<Self>(
    "index status", "show the size of indexes, and how many files changed since they were built",
    selection(), shared())

  func perform(in console: Console) throws {
    let entries = try entries(for: "index status", in: console)
    for (number, entry) in entries.enumerated() {
      if number > 0 { try console.writeLine() }
      switch entry.index {
      case .failure(let fault):
        console.warn(
          "the index in \(entry.folder) cannot be used: \(fault.reason); run "
            + "\"\(console.commandPrefix)index build PATH\" to rebuild it")
      case .success(let index):
        guard let freshness = index.freshness(isCancelled: { Signals.isCancelled }) else {
          throw ShellError.interrupted
        }
        try console.write(IndexText.table(of: index, freshness))
      }
    }
  }
}

/// The command `index list`.
struct IndexListArguments: IndexMember {
  var common = OutputRequest()

  static let form = Form<Self>("index list", "list the stored indexes", shared())

  func perform(in console: Console) throws {
    let store = try store(console)
    let entries = store.all()
    if entries.isEmpty {
      return console.reportNoResults(
        "there are no indexes yet; run \"\(console.commandPrefix)index build PATH\" to build one")
    }
    try console.write(IndexText.list(entries))
  }
}

/// The command `index verify`.
struct IndexVerifyArguments: IndexSelection {
  var paths: [String] = []
  var all = false
  var common = OutputRequest()

  static let form = Form<Self>(
    "index verify", "read all files of indexes again, and compare them with the index",
    discussion: """
      This detects what searches cannot: a damaged index, and a file that was written without a \
      change of its size and times, such as through a memory mapping or with the clock set back.
      """,
    selection(), shared())

  func perform(in console: Console) throws {
    let entries = try entries(for: "index verify", in: console)
    var isGood = true
    for entry in entries {
      do throws(IndexFault) {
        let index = try entry.index.get()
        let found = try index.verify(
          threads: Workers.processorCount, isCancelled: { Signals.isCancelled })
        guard let found else { throw .missing }
        try? console.writeLine(IndexText.line(for: found, of: index))
        for path in found.unseenChanges {
          console.error("\(path.text) changed, but its size and times did not")
        }
        isGood = isGood && found.unseenChanges.isEmpty
      } catch {
        if Signals.isCancelled { throw ShellError.interrupted }
        isGood = false
        console.error("the index in \(entry.folder) cannot be used: \(error.reason)")
      }
    }
    if isGood { return }
    let prefix = console.commandPrefix
    throw ShellError.failure("\(prefix)index drop and \(prefix)index build rebuild the index")
  }
}

/// The command `index drop`.
struct IndexDropArguments: IndexSelection {
  var paths: [String] = []
  var all = false
  var common = OutputRequest()

  static let form = Form<Self>(
    "index drop", "delete indexes; the files that they cover stay as they are",
    selection(), shared())

  func perform(in console: Console) throws {
    let entries = try entries(for: "index drop", in: console)
    for entry in entries {
      let name = (try? entry.index.get())?.root.text ?? entry.folder
      do throws(IndexStore.BuildFailure) {
        try IndexStore.remove(entry.folder)
      } catch {
        throw ShellError(error, name, cannot: "delete the index in \(entry.folder)")
      }
      console.announce("dropped the index of \(name)")
    }
    if entries.isEmpty { console.announce("there are no indexes") }
  }
}

extension ShellError {
  /// Creates the error for an index that was not built or removed.
  ///
  /// - Parameters:
  ///   - failure: why the index was not built or removed.
  ///   - path: the file or folder that the index covers.
  ///   - work: the operation that the system refused, such as `write the index in FOLDER`.
  fileprivate init(_ failure: IndexStore.BuildFailure, _ path: String, cannot work: String) {
    switch failure {
    case .busy(let process):
      let builder = process.map { "process \($0)" } ?? "another process"
      self = .failure("\(builder) is building the index of \(path); wait until it ends")
    case .corpus(let error): self = .failure(error.message)
    case .system(let error): self = .failure("cannot \(work): \(error.message)")
    }
  }
}
