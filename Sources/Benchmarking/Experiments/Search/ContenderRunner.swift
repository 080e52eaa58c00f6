internal import Corpora
internal import Searching

/// Runs searches in the contender process, and remembers which search the process answered last.
///
/// The process stores one corpus, and takes samples by repeating the search that it answered last.
/// Before a different contender or query is sampled, the process runs the new search once without
/// timing.
final class ContenderRunner {
  private let process: any SearchContenders
  private let context: ExperimentContext

  private struct Scene: Equatable {
    let contender: String
    let query: Query
  }

  private var scene: Scene?

  init(_ process: any SearchContenders, _ context: ExperimentContext) {
    self.process = process
    self.context = context
  }

  var contenders: [ContenderInfo] { process.contenders }

  /// Loads a corpus into the process; returns false if loading fails or is canceled.
  ///
  /// If loading fails, a note that states the reason is added to the run.
  func load(_ target: SearchTarget, _ sample: RecordSample?) -> Bool {
    scene = nil
    do throws(ContenderError) {
      try process.load(target.searcher.corpus, records: sample?.records)
      return true
    } catch {
      if error != .cancelled {
        context.onNote("contenders are left out for \(target.name): \(error.message)")
      }
      return false
    }
  }

  /// The records that a contender finds.
  func answer(_ contender: String, to query: Query) throws(ContenderError) -> [RecordID] {
    scene = nil
    let answer = try process.answer(
      contender, to: query, cutoff: context.plan.cutoff, isCancelled: context.isCancelled)
    scene = Scene(contender: contender, query: query)
    return answer.records
  }

  /// The total nanoseconds of `iterations` searches.
  func sample(
    _ iterations: Int, of contender: String, _ query: Query
  ) throws(ContenderError) -> UInt64 {
    if scene != Scene(contender: contender, query: query) { _ = try answer(contender, to: query) }
    do throws(ContenderError) {
      return try process.sample(
        iterations, cutoff: context.plan.cutoff, isCancelled: context.isCancelled)
    } catch {
      scene = nil
      throw error
    }
  }
}
