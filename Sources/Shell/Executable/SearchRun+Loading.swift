internal import Corpora
internal import Searching
internal import Terminal

extension SearchRun {
  /// The files to be searched: what was given, else standard input or, where somebody types there, the current folder.
  var paths: [String] {
    if !arguments.files.isEmpty { return arguments.files }
    return [session.console.facts.isInputTerminal ? "." : "-"]
  }

  /// Loads the files; those that cannot be read are reported and left out if others can.
  ///
  /// - Returns: whether any was left out.
  func load() throws -> Bool {
    var options = try arguments.load.options()
    options.name = options.name ?? CorpusLoader.name(of: paths.first ?? "-")
    // Standard input is read only once: a fault in a file beside it must not have it read again.
    let batches = paths.count > 1 && paths.contains("-") ? paths.map { [$0] } : [paths]
    var faults: [String] = []
    for batch in batches { try load(batch, options, &faults) }
    if session.workspace.corpora.isEmpty, let last = faults.popLast() {
      for fault in faults { session.console.error(fault) }
      throw ShellError.failure(last)
    }
    for fault in faults { session.console.error(fault) }
    return !faults.isEmpty
  }

  /// Adds files to the session's corpus, again without the one at fault until the others load.
  private func load(
    _ batch: [String], _ options: LoadOptions, _ faults: inout [String]
  ) throws {
    var paths = batch
    while !paths.isEmpty {
      do throws(CorpusError) {
        let result = try session.workspace.reading(paths, options: options)
        return try session.workspace.adopt(result, as: result.corpus.name, from: paths)
      } catch {
        if error.code == .cancelled { throw ShellError.interrupted }
        let rest = paths.filter { $0 != error.path }
        guard rest.count < paths.count else { throw ShellError.failure(error.message) }
        faults.append(error.message)
        paths = rest
      }
    }
  }
}
