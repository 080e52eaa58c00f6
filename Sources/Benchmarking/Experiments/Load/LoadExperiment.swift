internal import Basics
package import Corpora
internal import Searching
internal import Threading
internal import UnicodeText

/// Measures how long it takes to load a corpus, and to build its folded text and indexes.
package enum LoadExperiment {
  /// The files to load.
  package struct Request: Hashable, Sendable {
    package var paths: [String]
    package var options: LoadOptions

    package init(_ paths: [String], options: LoadOptions = LoadOptions()) {
      self.paths = paths
      self.options = options
    }
  }

  /// Measures the stages `load` and `fold`, and one stage for each access path except the scan,
  /// which has no index to build.
  ///
  /// Each iteration loads the files again from the page cache; the first load is not timed. In the
  /// row of `load`, the column `bytes` is the number of bytes read, after decompression. In the
  /// other rows, `bytes` is the size of the corpus's text. Freeing the results of a stage is not
  /// timed.
  ///
  /// - Returns: The measurements; after a cancellation, the measurements so far.
  /// - Throws: `nothing`, `standardInput`, or `corpus` if the files cannot be loaded.
  package static func run(
    _ request: Request, _ context: ExperimentContext
  ) throws(BenchmarkError) -> [Measurement] {
    if request.paths.isEmpty { throw .nothing("file") }
    if request.paths.contains("-") { throw .standardInput }
    let indexes = AccessPathCatalog.all.filter { $0.name != ScanPath.name }
    let log = ExperimentLog(context, expecting: 2 + indexes.count)
    log.announce("loading once")
    let loaded: LoadResult
    do throws(CorpusError) {
      loaded = try CorpusLoader.load(
        request.paths, options: request.options, isCancelled: context.isCancelled)
    } catch {
      if error.code == .cancelled { return [] }
      throw .corpus(error)
    }
    var stages = Stages(loaded, context)
    stages.add("load", bytes: loaded.report.bytes, memory: loaded.corpus.memoryBytes) {
      do throws(CorpusError) {
        return try CorpusLoader.load(
          request.paths, options: request.options, isCancelled: context.isCancelled)
      } catch {
        throw error.code == .cancelled ? TrialFailure.interrupted : .broken(error.message)
      }
    }
    let corpus = loaded.corpus
    let folding = Folding(ignoresCase: true, ignoresDiacritics: true)
    if let folded = corpus.folded(folding, isCancelled: context.isCancelled) {
      stages.add("fold", memory: folded.memoryBytes(beside: corpus)) {
        guard let folded = corpus.folded(folding, isCancelled: context.isCancelled) else {
          throw TrialFailure.interrupted
        }
        return folded
      }
      let text = IndexedText(corpus: corpus, folded: folded)
      for index in indexes { add(index, over: text, to: &stages, context) }
    }
    log.sample(stages.group, of: corpus.name)
    return log.measurements
  }

  /// Adds the stage that builds an index, if the index can be built.
  ///
  /// The index is first built once without timing, to find its memory use.
  private static func add(
    _ index: any AccessPath.Type, over text: IndexedText, to stages: inout Stages,
    _ context: ExperimentContext
  ) {
    let threads = Workers.processorCount
    let build: () -> (any AccessPath)? = {
      index.build(over: text, threads: threads, isCancelled: context.isCancelled)
    }
    guard let memory = build()?.memoryBytes else { return }
    stages.add(index.name, memory: memory) {
      guard let path = build() else { throw TrialFailure.interrupted }
      return path
    }
  }

  private struct Stages {
    private let corpus: Corpus
    private let context: ExperimentContext
    private(set) var group: [PreparedTrial] = []

    init(_ loaded: LoadResult, _ context: ExperimentContext) {
      corpus = loaded.corpus
      self.context = context
    }

    mutating func add<Product>(
      _ stage: String, bytes: Int? = nil, memory: Int? = nil, _ make: @escaping () throws -> Product
    ) {
      var row = Measurement(
        labels: ["corpus": corpus.name, "stage": stage],
        counts: ["records": corpus.count, "bytes": bytes ?? corpus.textBytes])
      row.counts["memory_bytes"] = memory
      let clock = context.clock
      let trial = Trial(stage) { iterations in
        var nanoseconds: UInt64 = 0
        for _ in 0..<iterations {
          let start = clock.now()
          let product = try make()
          nanoseconds += clock.now() - start
          Blackhole.consume(product)
        }
        return nanoseconds
      }
      let cutoff = TimeSpan(nanoseconds: context.plan.cutoff).brief
      group.append(
        PreparedTrial(row, trial, cutOffNote: "cut off: one run takes longer than \(cutoff)"))
    }
  }
}

extension FoldedCorpus {
  /// The size, in bytes, of the folded text and record boundaries that are not shared with
  /// `corpus`.
  fileprivate func memoryBytes(beside corpus: Corpus) -> Int {
    zip(segments, corpus.segments).reduce(0) { sum, pair in
      let text = pair.0.text === pair.1.text ? 0 : pair.0.text.count
      let starts = pair.0.starts === pair.1.starts ? 0 : pair.0.starts.count * 4
      return sum + text + starts
    }
  }
}
