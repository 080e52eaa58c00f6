internal import Attaching
internal import Corpora
internal import Searching
internal import Terminal

extension SearchRun {
  /// Loads the files; reports and skips any file that cannot be read.
  ///
  /// - Returns: whether any file was skipped.
  /// - Throws: a failure if no file can be loaded.
  func load() throws -> Bool {
    if arguments.files.contains(where: RemoteAddress.isAddress) {
      for path in arguments.files {
        guard RemoteAddress.isAddress(path) else {
          throw ShellError.usage("files and tables on a server cannot be searched together")
        }
        try session.workspace.attach(path, as: nil, arguments.attach)
      }
      session.workspace.scope = session.workspace.corpora.map(\.name)
      return false
    }
    var options = try arguments.load.options()
    options.name = options.name ?? CorpusLoader.name(of: paths.first ?? "-")
    if let source = try session.workspace.sourceInPlace(paths, options, arguments.index.uses) {
      try session.workspace.adopt(source, from: paths, by: LoadStep(paths, options: options))
      return false
    }
    // Standard input can be read only once. Load each path separately, so that a retry without a
    // bad file does not read standard input again.
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

  /// Adds files to the session's corpus; if a file cannot be loaded, tries again without that file.
  private func load(
    _ batch: [String], _ options: LoadOptions, _ faults: inout [String]
  ) throws {
    var paths = batch
    while !paths.isEmpty {
      do throws(CorpusError) {
        let result = try session.workspace.reading(paths, options: options)
        return try session.workspace.adopt(
          result, as: result.corpus.name, from: paths,
          by: LoadStep(paths, options: options))
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
