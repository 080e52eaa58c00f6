internal import Corpora
internal import Reporting
internal import Searching
internal import System
internal import Terminal

/// The subcommand `live`, which draws on the controlling terminal.
///
/// The chosen records are written to standard output.
enum LiveRun {
  static func main(_ words: [String]) -> Int32 {
    EntryPoint.run(LiveArguments.self, words) { try run($0) }
  }

  private static func run(_ live: LiveArguments) throws -> Int32 {
    let arguments = live.request
    return try WorkbenchRun.withOutput(
      arguments.common, environment: Platform.environment(), isInteractive: false
    ) { console in
      let session = Session(console: console)
      let search = try SearchRun(arguments, in: session)
      _ = try EncoderCatalog.named(session.workspace.settings.format)
      let isPartial = try search.load()
      for loaded in session.workspace.corporaInScope {
        session.workspace.indexInBackground(loaded, isAttended: true)
      }
      let history = History(environment: Platform.environment())
      let loop = try session.live.makeLoop(
        arguments.queries[0], for: .records, marksWithTab: live.marksWithTab,
        height: live.height, history: history
      ) { place in
        try edit(place, in: session)
      }
      switch try loop.run() {
      case .left, .interrupted: return ExitStatus.interrupted
      case .hangup: Signals.die(of: .hangup)
      case .terminate: return ExitStatus.interrupted
      case .accepted: break
      }
      let query = loop.state.query
      if let line = LiveController.line(for: query, under: session.workspace.settings) {
        history.add(line)
      }
      let chosen = loop.state.chosen
      if chosen.isEmpty { return ExitStatus.nothingFound }
      try write(chosen, loop.state.result, arguments, session)
      return isPartial ? ExitStatus.failure : ExitStatus.success
    }
  }

  /// Opens the editor on the controlling terminal.
  ///
  /// The editor uses neither standard input, which can be the corpus, nor standard output, which
  /// can be a pipe.
  private static func edit(_ place: Outcome.Place, in session: Session) throws {
    let command = try session.pages.editorArguments(for: place)
    try session.console.runInForeground(
      ["/bin/sh", "-c", #"exec "$@" </dev/tty >/dev/tty"#, "sh"] + command)
  }

  /// Writes records in the requested format or, if no format is requested, as lines of text.
  private static func write(
    _ rows: [LiveRow], _ result: LiveResult?, _ arguments: SearchRequest, _ session: Session
  ) throws {
    guard arguments.settings.format == nil, arguments.common.output == nil else {
      var options = EncodingOptions(
        session.workspace.settings, session.console, terminal: session.console.style)
      // Marked records are usually not adjacent, so no context is written around them.
      options.context = (0, 0)
      let parts = session.workspace.corporaInScope.map { loaded in
        // A record is written without hits if the user marked it while another query was on the
        // screen.
        ChosenRows(
          rows.filter { $0.key.corpus == loaded.name }.sorted { $0.key.record < $1.key.record },
          of: loaded, result?.query)
      }
      try EncoderCatalog.named(session.workspace.settings.format).encode(
        ResultRows(parts), options: options, to: session.console.output)
      return
    }
    for row in rows {
      let fields = fields(of: row).map(session.console.shown)
      try session.console.writeLine(fields.joined(separator: "\t"))
    }
  }

  /// The fields of a record, escaped as in the format `hits`; a single field without a line feed is
  /// not escaped.
  private static func fields(of row: LiveRow) -> [String] {
    let fields = row.texts
    if fields.count == 1, !fields[0].utf8.contains(0x0A) { return fields }
    return fields.map { field in
      field.unicodeScalars.reduce(into: "") { text, scalar in
        switch scalar {
        case "\\": text += "\\\\"
        case "\n": text += "\\n"
        case "\r": text += "\\r"
        case "\t": text += "\\t"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
  }
}
