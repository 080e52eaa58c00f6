import Corpora
import Indexing
import System
import TestSupport
import Testing

@testable import Searching

/// Tests that searches with and without the stored index give the same results after any change of
/// the tree.
@Suite struct StoredIndexLawTests {
  /// Everything that a search reports.
  private struct Answer: Equatable {
    var rows: [FoundRow] = []
    var counts: [String] = []
    var fields: [String] = []
    var facts: [String] = []
    var failure: String?
  }

  private static func answer(
    _ source: FileSource, _ query: Query, _ request: StreamRequest, knowsFields: Bool
  ) -> (Answer, StoredIndexUse?) {
    var answer = Answer()
    var use: StoredIndexUse?
    do {
      let compiled = try CompiledQuery(query)
      if knowsFields { answer.fields = try source.fields(.never).map(\.name) }
      let report = try source.stream(
        compiled, request, .never, render: { $0.foundRows },
        deliver: {
          answer.rows += $0
          return true
        })
      use = report.statistics.storedIndex
      // With two threads, a source can deliver more rows of a file than `enoughPerFile`. The number
      // depends on timing.
      if request.enoughPerFile != nil { answer.rows = firstRows(answer.rows, request) }
      // Record numbers are correct only if they are requested.
      if !request.details.recordNumbers, !request.details.hasContext {
        answer.rows = answer.rows.map { $0.numbered(0) }
      }
      _ = try source.countByFile(compiled, request, .never) { path, count in
        // If `enoughPerFile` limits the count of a file, the count depends on how the file was
        // divided into parts.
        answer.counts.append(request.enoughPerFile == nil ? "\(path): \(count)" : path)
        return true
      }
      if request.limit != nil {
        answer.counts = []
      } else {
        let statistics = report.statistics
        answer.facts = [
          "\(report.failures)", "\(report.skipped)", "files: \(statistics.files ?? -1)",
        ]
        if request.enoughPerFile == nil {
          answer.facts += [
            "matches: \(statistics.matches ?? -1)", "records: \(statistics.examined ?? -1)",
          ]
        }
      }
    } catch let error as SearchError {
      answer.failure = error.message
    } catch {
      answer.failure = "\(error)"
    }
    return (answer, use)
  }

  /// The rows of each file up to its first match; with a limit, only the rows of the first file.
  private static func firstRows(_ rows: [FoundRow], _ request: StreamRequest) -> [FoundRow] {
    var sources: Set<String> = []
    var kept: [FoundRow] = []
    for row in rows where !sources.contains(row.source) {
      kept.append(row)
      if row.isContext { continue }
      sources.insert(row.source)
      if request.limit != nil { break }
    }
    return kept
  }

  /// In every second sequence, a watcher tells the searches which files may have changed.
  @Test(arguments: 0..<Effort.size(4, thorough: 20))
  func `after every change, every strategy finds the same with and without the index`(
    _ sequence: Int
  ) throws {
    var tree = try EditedTree(seed: UInt64(900 + sequence))
    try tree.build()
    let root = try #require(Platform.resolved(tree.place.tree))
    let isWatched = sequence % 2 == 1
    let watching = isWatched ? WatcherThread(tree.place.store, root) : nil
    #expect((watching != nil) == isWatched)
    defer { watching?.stop() }
    var (selective, skipping, partial, watched) = (0, 0, 0, 0)
    let strategies = StrategyCatalog.all.map(\.name)
    let steps = Effort.size(75, thorough: 500)
    for step in 0..<steps {
      let change = step == 0 ? "none" : try tree.change()
      if tree.oneIn(6) { try tree.build() }
      for (number, strategy) in strategies.enumerated() {
        // A normal run tests only one strategy after each change.
        if !Effort.isThorough, step % strategies.count != number { continue }
        let (query, request) = (tree.query(strategy), tree.request())
        let (options, path, sizes) = (tree.loadOptions(), tree.path(), tree.sizes())
        let knowsFields = tree.oneIn(2)
        let plain = try FileSource([path], options: options, sizes: sizes)
        let indexed = try FileSource(
          [path], options: options, sizes: sizes, indexes: IndexChoice(tree.place.store))
        let (right, _) = Self.answer(plain, query, request, knowsFields: knowsFields)
        let (found, use) = Self.answer(indexed, query, request, knowsFields: knowsFields)
        if found != right {
          let row = zip(right.rows, found.rows).first { $0 != $1 }
          Issue.record(
            """
            step \(step) of \(sequence) after \(change): \(query) in \(path), \(request), \(options), \
            fields first: \(knowsFields)
            without: \(right.rows.count) rows \(right.counts) \(right.fields) \(right.facts) \
            \(right.failure ?? "")
            with: \(found.rows.count) rows \(found.counts) \(found.fields) \(found.facts) \
            \(found.failure ?? "")
            \(String(describing: row))
            """)
          return
        }
        if use?.isWatched == true { watched += 1 }
        if !right.rows.isEmpty { selective += 1 }
        if let use, use.blocksRead < use.blocks { skipping += 1 }
        if let use, use.blocksRead > 0, use.blocksRead < use.blocks { partial += 1 }
      }
    }
    #expect(selective > steps / 10)
    #expect(skipping > steps / 20)
    #expect(partial > steps / 40)
    #expect(watched > (isWatched ? steps / 20 : -1))
    #expect(watching?.failure == nil)
  }
}
