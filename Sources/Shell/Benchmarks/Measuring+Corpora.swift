internal import Basics
internal import Benchmarking
internal import Corpora
internal import Searching
internal import Terminal

extension Measuring {
  /// The corpora that a benchmark searches: those of the files, else those in scope.
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

  /// Where the program with other people's ways to search is.
  var contendersProgram: ContendersProgram { ContendersProgram(console.environment) }
}

extension LoadedCorpus {
  /// What a stored run says of it.
  var facts: BenchmarkRun.CorpusFacts {
    BenchmarkRun.CorpusFacts(
      name: name, records: source.recordCount ?? 0, bytes: source.textBytes ?? 0,
      sha256: report.sha256.map(SHA256.hexadecimal))
  }
}
