internal import Basics
internal import Corpora
internal import Searching

/// Searches other sources of the corpus's records, such as tables on a server.
///
/// Timing starts after the query is compiled, and ends when the source has transferred the set of
/// records.
extension SearchMatchup {
  func entries(ofSources reference: ResultSet, _ log: ExperimentLog) -> [Entry] {
    target.sources.compactMap { source in
      if context.isCancelled() { return nil }
      log.announce("checking \(source.name), \(title)")
      return entry(of: source, reference: reference)
    }
  }

  private func entry(of source: any NumberedSource, reference: ResultSet) -> Entry? {
    let name = source.name == target.name ? "\(source.name) (\(source.kind))" : source.name
    var row = row(of: name, matches: nil)
    func disagreeing(_ note: String, _ records: ResultSet?) -> Entry {
      row.status = .disagrees
      row.add(note: note)
      return Entry(prepared: PreparedTrial(row), records: records, name: name)
    }
    let isCancelled = context.isCancelled
    let cancellation = Cancellation { isCancelled() }
    let query: CompiledQuery
    let found: ResultSet
    do throws(SearchError) {
      query = try CompiledQuery(checking: target.query(text, by: strategy, path: ScanPath.name))
      found = try source.records(matching: query, cancellation)
    } catch {
      return error == .cancelled ? nil : disagreeing(error.message, nil)
    }
    guard found.universe == target.searcher.corpus.count else {
      return disagreeing(
        "the source has \(found.universe.grouped) records, but \(target.name) has "
          + target.searcher.corpus.count.grouped, nil)
    }
    row.counts["matches"] = found.count
    if found != reference {
      return disagreeing(RecordDifference(found, reference).sentence, found)
    }
    let clock = context.clock
    let trial = Trial(name) { iterations in
      let start = clock.now()
      for _ in 0..<iterations {
        do throws(SearchError) {
          Blackhole.consume(try source.records(matching: query, cancellation))
        } catch {
          throw error == .cancelled ? TrialFailure.interrupted : .broken(error.message)
        }
      }
      return clock.now() - start
    }
    return Entry(
      prepared: PreparedTrial(row, trial, cutOffNote: cutOffNote), records: found,
      name: name)
  }
}
