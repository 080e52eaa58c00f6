internal import Attaching
internal import Basics
internal import Cataloguing
internal import Corpora
internal import Indexing
internal import Reporting
internal import SQLite
internal import Searching
internal import System
internal import Terminal
internal import UnicodeText

/// The subcommand `doctor`, which checks the program's environment.
enum DoctorRun {
  struct Request: Arguments {
    var settings = SettingRequest()
    var common = OutputRequest()

    static let form = Form<Self>(
      "doctor", "check what searchbench needs, and report what it found",
      .group(
        SettingRequest.parametersOfFormattedReports, in: { try $1(&$0.settings) }, "Settings"),
      .group(OutputRequest.parameters, in: { try $1(&$0.common) }, "Output"))
  }

  static func main(_ words: [String]) -> Int32 {
    EntryPoint.run(Request.self, words) { arguments in
      let environment = Platform.environment()
      let format = try RunFormatCatalog.chosen(
        arguments.settings.format, file: arguments.common.output)
      return try WorkbenchRun.withOutput(
        arguments.common, arguments.settings, environment: environment, isInteractive: false
      ) { console in
        let findings = findings(environment, console)
        if !(format is TableRunFormat) {
          var sheet = DataSheet(["status", "check", "found"].map { .init($0, $0) })
          sheet.rows = findings.map {
            [.init($0.isGood ? "ok" : "warning"), .init($0.what), .init($0.found)]
          }
          try format.write(sheet, style: console.style, to: console.output)
          return ExitStatus.success
        }
        var table = Table([.init("check"), .init("found"), .init("")], hasHeader: false)
        for finding in findings {
          table.append([
            StyledText(finding.isGood ? "ok" : "warning", finding.isGood ? .success : .warning),
            StyledText(finding.what), StyledText(finding.found),
          ])
        }
        try console.write(table)
        return ExitStatus.success
      }
    }
  }

  private struct Finding {
    let what: String
    let found: String
    var isGood = true
  }

  private static func findings(
    _ environment: EnvironmentVariables, _ console: Console
  ) -> [Finding] {
    let facts = console.facts
    let size = TerminalFacts.size(environment: environment)
    var findings = [
      Finding(what: "searchbench", found: "\(EntryPoint.version), \(build)"),
      Finding(what: "processors", found: String(Platform.coreCount)),
      Finding(
        what: "kernels", found: Kernels.level.rawValue,
        isGood: KernelVariable.problem(environment) == nil),
      regex,
      Finding(
        what: "locale", found: facts.usesUTF8 ? "UTF-8" : "not UTF-8: text is shown escaped",
        isGood: facts.usesUTF8),
      Finding(
        what: "terminal",
        found: facts.isOutputTerminal
          ? "TERM \(environment["TERM"] ?? "unset"), \(size.columns)x\(size.rows)"
          : "standard output is not a terminal"),
    ]
    if facts.isOutputTerminal, facts.isDumb {
      findings.append(
        Finding(
          what: "line editing", found: "off: TERM names a terminal without escape codes",
          isGood: false))
    }
    let contenders = ContendersProgram(environment).path
    findings.append(
      Finding(
        what: "contenders",
        found: contenders ?? "searchbench-contenders is not next to this program",
        isGood: contenders != nil))
    findings.append(history(environment))
    findings.append(sessions(environment))
    findings.append(
      Finding(
        what: "libraries",
        found: "SQLite \(Database.libraryVersion), \(GzipLibraries.versions), "
          + "libedit \(LineEditor.libraryVersion)"
          + (Attachment.libraryVersion.map { ", \($0)" } ?? "; libcurl is not installed")))
    findings.append(catalogs(environment))
    findings.append(indexes(environment))
    findings.append(program("pager", ExternalPrograms.pager(environment: environment)?.first))
    let editor = environment["VISUAL"] ?? environment["EDITOR"] ?? "vi"
    findings.append(program("editor", editor))
    let rc = Locations.rcFile(environment)
    findings.append(
      Finding(
        what: "rc file", found: rc.map { Platform.fileExists($0) ? $0 : "none (\($0))" } ?? "none"))
    return findings
  }

  private static var build: String {
    #if DEBUG
    "debug build: slow, not for measuring"
    #else
    "release build"
    #endif
  }

  /// Checks the regular expression engine by running a search.
  private static var regex: Finding {
    let corpus = Corpus(name: "probe", fields: [Field("text")], rows: [["probe"]])
    let report = try? Searcher(corpus).run(Query("^pro.e$", .regex))
    let isGood = report?.results.count == 1
    return Finding(
      what: "regular expressions",
      found: (isGood ? "RE2" : "RE2 does not work")
        + (PCRELibrary.shared.map { ", PCRE2 \($0.version)" } ?? "; PCRE2 is not installed"),
      isGood: isGood)
  }

  private static func sessions(_ environment: EnvironmentVariables) -> Finding {
    guard let folder = Locations.sessions(environment) else {
      return Finding(what: "sessions", found: "off")
    }
    return Finding(
      what: "sessions", found: "\(folder), \(SessionStore.names(environment).count) saved")
  }

  private static func catalogs(_ environment: EnvironmentVariables) -> Finding {
    guard let folder = Locations.catalogs(environment) else {
      return Finding(
        what: "catalogs", found: "no folder: set XDG_DATA_HOME, or HOME, to an absolute path",
        isGood: false)
    }
    // If the folder does not exist yet, check its nearest existing ancestor: the folder would be
    // created there.
    var place = folder
    while !Platform.fileExists(place), let slash = place.lastIndex(of: "/"),
      slash > place.startIndex
    {
      place = String(place[..<slash])
    }
    let isGood = Platform.isDirectory(place) && Platform.isWritable(place)
    let count = NumberFormat.counted(CatalogFile.names(in: folder).count, "catalog")
    return Finding(
      what: "catalogs", found: isGood ? "\(folder), \(count)" : "\(place) cannot be written",
      isGood: isGood)
  }

  private static func indexes(_ environment: EnvironmentVariables) -> Finding {
    guard let store = IndexStore(environment: environment) else {
      return Finding(
        what: "indexes", found: "no folder: set XDG_CACHE_HOME, or HOME, to an absolute path",
        isGood: false)
    }
    let entries = store.all()
    let usable = entries.compactMap { try? $0.index.get() }
    var found = "\(store.path), \(NumberFormat.counted(entries.count, "index", "indexes"))"
    if !usable.isEmpty { found += ", \(NumberFormat.bytes(usable.reduce(0) { $0 + $1.size }))" }
    let damaged = entries.count - usable.count
    if damaged > 0 { found += "; \(damaged) cannot be used (searchbench index list shows them)" }
    return Finding(what: "indexes", found: found, isGood: damaged == 0)
  }

  private static func history(_ environment: EnvironmentVariables) -> Finding {
    let history = History(environment: environment)
    guard let path = history.path else { return Finding(what: "history", found: "off") }
    if let problem = history.problem {
      return Finding(what: "history", found: HistoryText.sentence(problem), isGood: false)
    }
    let count = NumberFormat.counted(history.entries.count, "line")
    return Finding(what: "history", found: "\(path), \(count)")
  }

  private static func program(_ what: String, _ command: String?) -> Finding {
    guard let command, let name = command.split(separator: " ").first.map(String.init) else {
      return Finding(what: what, found: "none")
    }
    let path = Platform.environment()["PATH"] ?? ""
    let isThere =
      name.contains("/")
      ? Platform.isExecutable(name) : Platform.findProgram(name, in: path) != nil
    return Finding(
      what: what, found: isThere ? command : "\(command): not installed", isGood: isThere)
  }
}

/// The paths of searchbench's own files and folders.
enum Locations {
  /// The folder of catalogs: `$XDG_DATA_HOME/searchbench/catalogs`, by default in `~/.local/share`.
  ///
  /// The path is nil if `XDG_DATA_HOME` is not set and there is no home folder.
  static func catalogs(_ environment: EnvironmentVariables) -> String? {
    BaseDirectory.data.path(of: "catalogs", environment: environment)
  }

  /// The path of the rc file: `$XDG_CONFIG_HOME/searchbench/rc`, by default in `~/.config`.
  ///
  /// The path is nil if `XDG_CONFIG_HOME` is not set and there is no home folder.
  static func rcFile(_ environment: EnvironmentVariables) -> String? {
    BaseDirectory.config.path(of: "rc", environment: environment)
  }

  /// The folder of saved sessions.
  ///
  /// If `SEARCHBENCH_SESSIONS` is not set, the folder is in `$XDG_STATE_HOME`, by default in
  /// `~/.local/state`.
  ///
  /// The path is nil if `SEARCHBENCH_SESSIONS` is set but empty. The path is also nil if
  /// `SEARCHBENCH_SESSIONS` and `XDG_STATE_HOME` are both unset, and there is no home folder.
  static func sessions(_ environment: EnvironmentVariables) -> String? {
    if let named = environment["SEARCHBENCH_SESSIONS"] { return named.isEmpty ? nil : named }
    return BaseDirectory.state.path(of: "sessions", environment: environment)
  }
}
