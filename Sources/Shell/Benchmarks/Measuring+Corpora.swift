internal import Attaching
internal import Basics
internal import Benchmarking
internal import Corpora
internal import Searching
internal import Terminal

extension Measuring {
  /// The corpora that a benchmark measures: those loaded from `files`, or the corpora in scope.
  ///
  /// All files are loaded as one corpus, and each server address is a separate corpus. If `files`
  /// is empty, a subcommand loads the text that is piped to its standard input. If no text is piped
  /// either, the corpora in scope are measured.
  func corporaToMeasure(_ files: [String], _ arguments: LoadRequest) throws -> [LoadedCorpus] {
    if files.isEmpty {
      if isSubcommand, !console.facts.isInputTerminal {
        return try corporaToMeasure(["-"], arguments)
      }
      guard !workspace.scope.isEmpty else {
        throw ShellError.failure("no corpus to search: name files, or load one")
      }
      return workspace.corporaInScope
    }
    let tables = try files.filter(RemoteAddress.isAddress).map { address in
      let source = try AttachRequest().source(address, named: nil, console.environment)
      do throws(SearchError) {
        return try LoadedCorpus(source, as: source.name, at: [source.place])
      } catch {
        throw ShellError(error)
      }
    }
    let files = files.filter { !RemoteAddress.isAddress($0) }
    if files.isEmpty { return tables }
    var options = try arguments.options()
    options.computesSHA256 = true
    let name = options.name ?? CorpusLoader.name(of: files.first ?? "-")
    options.name = name
    do throws(CorpusError) {
      let result = try workspace.reading(files, options: options)
      return [
        LoadedCorpus(name: name, corpus: result.corpus, paths: files, report: result.report)
      ] + tables
    } catch {
      if error.code == .cancelled { throw ShellError.interrupted }
      throw ShellError.failure(error.message)
    }
  }

  /// The corpora in memory, each with the corpora on servers to compare with it.
  ///
  /// - Throws: a failure if records cannot be read into memory, or if a corpus on a server cannot
  ///   be compared with exactly one corpus in memory. `what` is the name of the command, for the
  ///   error message.
  func searchTargets(
    _ corpora: [LoadedCorpus], _ options: SearchOptions, for what: String
  ) throws -> [SearchTarget] {
    let sources = corpora.filter { !$0.hasRecords }
    let local = corpora.filter { $0.hasRecords }
    if let far = sources.first, local.count != 1 {
      throw ShellError.failure(
        "\(what) compares \(far.name) with exactly one corpus in memory: "
          + ":load that corpus and :use both, or name its files too")
    }
    let numbered = try sources.map { loaded in
      guard let source = loaded.source.numbered else {
        throw ShellError.failure(
          "\(loaded.name) does not number its records from 0, so \(what) cannot compare them: "
            + "publish it with searchbench publish")
      }
      return source
    }
    return try local.map {
      SearchTarget(
        name: $0.name, searcher: try $0.inMemory(for: what), options: options, sources: numbered)
    }
  }

  /// The executable that runs the contenders (third-party implementations).
  var contendersProgram: ContendersProgram { ContendersProgram(console.environment) }
}

extension LoadedCorpus {
  /// The facts about this corpus that a benchmark run stores.
  var facts: BenchmarkRun.CorpusFacts {
    BenchmarkRun.CorpusFacts(
      name: name, records: source.recordCount ?? 0, bytes: source.textBytes ?? 0,
      sha256: report.sha256.map(SHA256.hexadecimal))
  }
}
