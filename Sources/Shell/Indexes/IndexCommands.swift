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
  var settings: SettingRequest { get set }
  var common: OutputRequest { get set }
}

extension IndexMember {
  var settingRequest: SettingRequest { settings }
  var outputRequest: OutputRequest { common }

  /// The options that all subcommands of `index` share, and `--format` if `hasFormats` is true.
  static func shared(hasFormats: Bool = false) -> [Parameter<Self>] {
    .group(
      hasFormats
        ? SettingRequest.parametersOfFormattedReports : SettingRequest.parametersOfReports,
      in: { try $1(&$0.settings) }, "Settings")
      + .group(OutputRequest.parameters, in: { try $1(&$0.common) }, "Output")
  }

  /// The format that `--format` names, or else the format for the suffix of the output file.
  func format() throws -> any RunFormat {
    try RunFormatCatalog.chosen(settings.format, file: common.output)
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
  /// A word that is not the path of an indexed folder or file is interpreted as the name of one or
  /// more indexes.
  ///
  /// - Throws: a usage error that names `command` if nothing is selected; a failure if a path or
  ///   name has no index.
  func entries(for command: String, in console: Console) throws -> [IndexStore.Entry] {
    if paths.isEmpty, !all { throw ShellError.usage("\(command) takes PATH... or --all") }
    let store = try store(console)
    if all { return store.all() }
    return try paths.flatMap { path in
      // If the indexed folder no longer exists, the path must be the path that `index list` shows.
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

/// The command `index status`.
struct IndexStatusArguments: IndexSelection {
  var paths: [String] = []
  var all = false
  var settings = SettingRequest()
  var common = OutputRequest()

  static let form = Form<Self>(
    "index status", "show the size of indexes, and how many files changed since they were built",
    selection(), shared(hasFormats: true))

  func perform(in console: Console) throws {
    let format = try format()
    let entries = try entries(for: "index status", in: console)
    var sheet = FactSheet()
    for entry in entries {
      switch entry.index {
      case .failure(let fault):
        console.warn(
          "the index in \(entry.folder) cannot be used: \(fault.reason); run "
            + "\"\(console.commandPrefix)index build PATH\" to rebuild it")
      case .success(let index):
        guard let freshness = index.freshness(isCancelled: { Signals.isCancelled }) else {
          throw ShellError.interrupted
        }
        sheet.subjects.append(
          IndexText.facts(of: index, freshness, watchedBy: entry.watchingProcess))
      }
    }
    try sheet.write(to: console, format)
  }
}

/// The command `index list`.
struct IndexListArguments: IndexMember {
  var settings = SettingRequest()
  var common = OutputRequest()

  static let form = Form<Self>("index list", "list the stored indexes", shared(hasFormats: true))

  func perform(in console: Console) throws {
    let format = try format()
    let store = try store(console)
    let entries = store.all()
    if entries.isEmpty, format is TableRunFormat {
      return console.reportNoResults(
        "there are no indexes yet; run \"\(console.commandPrefix)index build PATH\" to build one")
    }
    try format.write(IndexText.list(entries), style: console.style, to: console.output)
  }
}

/// The command `index verify`.
struct IndexVerifyArguments: IndexSelection {
  var paths: [String] = []
  var all = false
  var settings = SettingRequest()
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
        try? console.writeStatus(IndexText.line(for: found, of: index))
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
  var settings = SettingRequest()
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
  /// Creates the error for an index that could not be built or removed.
  ///
  /// - Parameters:
  ///   - failure: why the index could not be built or removed.
  ///   - path: the file or folder that the index covers.
  ///   - work: the operation that the system refused, such as `write the index in FOLDER`.
  init(_ failure: IndexStore.BuildFailure, _ path: String, cannot work: String) {
    switch failure {
    case .busy(let process):
      let builder = process.map { "process \($0)" } ?? "another process"
      self = .failure("\(builder) is building the index of \(path); wait until it ends")
    case .corpus(let error): self = .failure(error.message)
    case .system(let error): self = .failure("cannot \(work): \(error.message)")
    }
  }
}
