internal import Basics
internal import Benchmarking
internal import Corpora
internal import Searching
internal import Terminal

extension Measuring {
  /// The corpora to measure: `files` as one corpus; without files, piped input of a subcommand or the corpora in scope.
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
    var options = try arguments.options()
    options.computesSHA256 = true
    let name = options.name ?? CorpusLoader.name(of: files.first ?? "-")
    options.name = name
    do throws(CorpusError) {
      let result = try workspace.reading(files, options: options)
      return [
        LoadedCorpus(name: name, corpus: result.corpus, paths: files, report: result.report)
      ]
    } catch {
      if error.code == .cancelled { throw ShellError.interrupted }
      throw ShellError.failure(error.message)
    }
  }

  /// The executable that runs the contenders.
  var contendersProgram: ContendersProgram { ContendersProgram(console.environment) }
}

extension LoadedCorpus {
  /// The description of the corpus in a stored run.
  var facts: BenchmarkRun.CorpusFacts {
    BenchmarkRun.CorpusFacts(
      name: name, records: source.recordCount ?? 0, bytes: source.textBytes ?? 0,
      sha256: report.sha256.map(SHA256.hexadecimal))
  }
}
