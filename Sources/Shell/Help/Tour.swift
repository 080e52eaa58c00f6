internal import Corpora
internal import Reporting
internal import Searching
internal import Terminal

/// `:tour`: demonstrates the program in a separate session.
///
/// At a terminal, the tour waits after each step: Space or Enter continues, and any other key ends
/// the tour. In a script, the tour runs without waiting.
struct Tour {
  private let host: Session
  private let scratch: Session
  private var console: Console { host.console }

  /// Creates a tour, which uses its own session and does not change `session`.
  init(_ session: Session) {
    host = session
    scratch = Session(console: session.console)
    let shown = session.workspace.settings
    var settings = Settings()
    settings.color = shown.color
    settings.width = shown.width
    settings.hyperlink = shown.hyperlink
    settings.usesPager = false
    settings.limit = 6
    scratch.workspace.settings = settings
  }

  /// Runs the steps until the last step has ended, or until the user leaves.
  ///
  /// - Throws: the errors of the steps, such as `OutputError.closed`.
  func run() throws {
    console.adopt(scratch.workspace.settings)
    defer {
      for loaded in scratch.workspace.corpora { loaded.endIndexing() }
      console.adopt(host.workspace.settings)
    }
    try load()
    let steps = TourStep.all
    for (index, step) in steps.enumerated() {
      if index > 0 { try console.writeLine() }
      try console.write(step.text + "\n")
      try console.writeLine(prompt + step.line)
      do {
        try scratch.execute(step.line)
      } catch let error as ShellError where error == .interrupted {
        return leave()
      }
      try console.flushOutput()
      let isLast = index == steps.count - 1
      if !isLast, try !shouldContinue("step \(index + 1) of \(steps.count)") { return leave() }
    }
    try console.write("\n" + TourStep.farewell + "\n")
  }

  /// Loads the bundled corpus of character names; if the corpus is not installed, generates a small
  /// corpus.
  private func load() throws {
    let corpus = BundledCorpus.unicodeNames
    if let folder = BundledCorpus.folder() {
      let line = corpus.loadLine(from: folder)
      try console.writeLine(prompt + line)
      return try scratch.execute(line)
    }
    let made = Self.characterNames()
    scratch.workspace.corpora = [
      LoadedCorpus(name: made.name, corpus: made, paths: [], report: LoadReport())
    ]
    scratch.workspace.scope = [made.name]
  }

  /// A generated corpus of Greek letters and arrows, with their names from the standard library.
  static func characterNames() -> Corpus {
    let blocks: [ClosedRange<UInt32>] = [0x0370...0x03FF, 0x2190...0x21FF, 0x2900...0x297F]
    let rows = blocks.joined().compactMap { value -> [String]? in
      guard let scalar = Unicode.Scalar(value), let name = scalar.properties.name else {
        return nil
      }
      let digits = String(value, radix: 16, uppercase: true)
      return ["U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits, name]
    }
    return Corpus(
      name: BundledCorpus.unicodeNames.rawValue, fields: [Field("code"), Field("name")],
      rows: rows)
  }

  /// Waits for a key, and returns whether to continue the tour.
  ///
  /// If the session is not interactive, returns true without waiting.
  private func shouldContinue(_ place: String) throws -> Bool {
    guard console.isInteractive else { return true }
    console.report(
      StyledText("— \(place): Space or Enter continues, any other key leaves —", .label))
    console.flush()
    return KeyPress.wait() == .goOn
  }

  private func leave() {
    Signals.clearInterrupt()
    console.report("the tour has ended; your corpora, settings and result are unchanged")
  }

  /// The prompt before each line of the tour.
  private var prompt: String {
    let scope =
      scratch.workspace.scope.isEmpty ? "" : scratch.workspace.scope.joined(separator: "+") + " "
    let text = StyledText(scope, .dimmed) + StyledText(scratch.workspace.settings.strategy, .label)
    return text.rendered(console.style) + "> "
  }
}
