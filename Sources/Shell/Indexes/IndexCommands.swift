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

/// A member of `index`.
protocol IndexMember: FamilyMember where Worker == Console {
  var common: OutputRequest { get set }
}

extension IndexMember {
  var settingRequest: SettingRequest { SettingRequest() }
  var outputRequest: OutputRequest { common }

  /// The options that all these members share.
  static func shared() -> [Parameter<Self>] {
    .group(OutputRequest.parameters, in: { try $1(&$0.common) }, "Output")
  }

  /// The user's indexes.
  ///
  /// - Throws: a failure if there is no folder for them.
  func store(_ console: Console) throws -> IndexStore {
    guard let store = IndexStore(environment: console.environment) else {
      throw ShellError.failure(
        "there is no folder for indexes; set XDG_CACHE_HOME, or HOME, to an absolute path")
    }
    return store
  }

  /// The absolute path without links.
  ///
  /// - Throws: a failure if there is no such file.
  func resolved(_ path: String) throws -> FilePath {
    if let resolved = Platform.resolved(path) { return resolved }
    throw ShellError.failure("no such file or folder: \(path)", at: .word(path))
  }

  /// The indexes of paths, or all indexes.
  func entries(
    _ paths: [String], all: Bool, _ store: IndexStore, _ console: Console
  ) throws -> [IndexStore.Entry] {
    if all { return store.all() }
    return try paths.map { path in
      let root = try resolved(path)
      guard let entry = store.entry(of: root) else {
        throw ShellError.failure(
          "there is no index of \(path); \(console.commandPrefix)index build \(path) makes one",
          at: .word(path))
      }
      return entry
    }
  }

  /// Checks that there are paths, or `--all`.
  func check(_ paths: [String], all: Bool, _ name: String) throws {
    if paths.isEmpty, !all { throw ShellError.usage("\(name) takes PATH... or --all") }
  }
}

/// The command `index build`.
struct IndexBuildArguments: IndexMember {
  var paths: [String] = []
  var reading = ReadingRequest()
  var common = OutputRequest()

  static let form = Form<Self>(
    "index build", "make the index of folders or files, or bring it up to date",
    discussion: """
      Only new and changed files are read. Searches of these paths then use the index by \
      themselves, and their results are the same as without it: each search compares the stamp of \
      every file (device, inode, size, times), and searches changed files as they are. Exit codes: \
      0 built, 2 failed, or some files could not be read.
      """,
    [
      .rest(
        "PATH", kind: .files, isRequired: true, help: "Folders or files.",
        change: { $0.paths.append($1) })
    ],
    .group(
      ReadingRequest.parameters.filter {
        !Set($0.description.names).isDisjoint(with: ["--glob", "--hidden", "--no-ignore"])
      }, in: { try $1(&$0.reading) }), shared())

  func perform(in console: Console) throws {
    let store = try store(console)
    let options = try reading.options()
    var failures: [CorpusError] = []
    for path in paths {
      let root = try resolved(path)
      failures += try build(root, path, options, store, console)
    }
    if failures.isEmpty { return }
    for failure in failures { console.error(failure.message) }
    let count = NumberFormat.counted(failures.count, "file or folder", "files and folders")
    throw ShellError.failure("\(count) could not be read: no index covers what cannot be read")
      .afterResults()
  }

  /// Builds one index.
  ///
  /// - Returns: the errors of files and folders that cannot be read.
  private func build(
    _ root: FilePath, _ path: String, _ options: LoadOptions, _ store: IndexStore,
    _ console: Console
  ) throws -> [CorpusError] {
    let bar = console.progress("indexing \(path)")
    defer { bar.finish() }
    let start = Platform.monotonicNanoseconds()
    let progress = IndexBuildProgress()
    let words = words
    let work = BackgroundWork {
      Result { () throws(IndexStore.BuildFailure) in
        try store.build(
          root, options: options, optionWords: words, threads: Workers.processorCount,
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

  /// The options that choose files, as words.
  private var words: [String] {
    (reading.readsHidden ? ["--hidden"] : []) + (reading.ignoresNothing ? ["--no-ignore"] : [])
      + reading.globs.flatMap { ["-g", $0] }
  }
}

/// The command `index status`.
struct IndexStatusArguments: IndexMember {
  var paths: [String] = []
  var all = false
  var common = OutputRequest()

  static let form = Form<Self>(
    "index status", "show the size of indexes, and how many files changed since they were built",
    [
      .rest("PATH", kind: .files, help: "Indexed folders or files.") { $0.paths.append($1) },
      .flag("--all", help: "All indexes.") { $0.all = true },
    ], shared())

  func perform(in console: Console) throws {
    try check(paths, all: all, "index status")
    let entries = try entries(paths, all: all, try store(console), console)
    for (number, entry) in entries.enumerated() {
      if number > 0 { try console.writeLine() }
      switch entry.index {
      case .failure(let fault):
        console.warn(
          "the index in \(entry.folder) cannot be used: \(fault.reason); "
            + "\(console.commandPrefix)index build PATH makes it again")
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
        "there are no indexes yet; \(console.commandPrefix)index build PATH makes one")
    }
    try console.write(IndexText.list(entries))
  }
}

/// The command `index verify`.
struct IndexVerifyArguments: IndexMember {
  var paths: [String] = []
  var all = false
  var common = OutputRequest()

  static let form = Form<Self>(
    "index verify", "read all files of indexes again, and compare them with the index",
    discussion: """
      This finds what no search can see: damage of the index, and a file that was written without \
      a new stamp, through a mapping or with the clock set back.
      """,
    [
      .rest("PATH", kind: .files, help: "Indexed folders or files.") { $0.paths.append($1) },
      .flag("--all", help: "All indexes.") { $0.all = true },
    ], shared())

  func perform(in console: Console) throws {
    try check(paths, all: all, "index verify")
    let entries = try entries(paths, all: all, try store(console), console)
    var isGood = true
    for entry in entries {
      do throws(IndexFault) {
        let index = try entry.index.get()
        let found = try index.verify(
          threads: Workers.processorCount, isCancelled: { Signals.isCancelled })
        guard let found else { throw .missing }
        try? console.writeLine(IndexText.line(for: found, of: index))
        for path in found.unseenChanges {
          console.error("\(path.text) changed without a new stamp")
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
    throw ShellError.failure("\(prefix)index drop and \(prefix)index build make the index anew")
  }
}

/// The command `index drop`.
struct IndexDropArguments: IndexMember {
  var paths: [String] = []
  var all = false
  var common = OutputRequest()

  static let form = Form<Self>(
    "index drop", "delete indexes; the files that they cover stay as they are",
    [
      .rest("PATH", kind: .files, help: "Indexed folders or files.") { $0.paths.append($1) },
      .flag("--all", help: "All indexes.") { $0.all = true },
    ], shared())

  func perform(in console: Console) throws {
    try check(paths, all: all, "index drop")
    let entries = try entries(paths, all: all, try store(console), console)
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
  /// - Parameters:
  ///   - failure: why an index was not built or removed.
  ///   - path: what the index covers.
  ///   - work: what the system refused, such as `write the index in FOLDER`.
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
