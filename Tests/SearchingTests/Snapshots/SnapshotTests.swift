import Corpora
import Indexing
import System
import TestSupport
import Testing

@testable import Searching

/// Compares searches of files in place, through their stored index, with searches of the same files
/// in memory.
@Suite struct SnapshotTests {
  /// A source that searches a folder in place, and a searcher of the same records in memory.
  private static func sources(
    _ place: IndexedPlace, _ sizes: FileSizes, _ options: LoadOptions = LoadOptions()
  ) throws -> (inPlace: SnapshotSource, memory: Searcher) {
    let memory = Searcher(try CorpusLoader.load([place.tree], options: options).corpus)
    let inPlace = try SnapshotSource(
      [place.tree], options: options, in: place.store, name: memory.name, sizes: sizes)
    return (inPlace, memory)
  }

  /// Compares the results of two sources, line by line; an error is compared like a result.
  private static func compare(
    _ a: any RecordSource, _ b: any RecordSource, _ note: String,
    _ body: (any RecordSource) throws -> [String]
  ) {
    func answer(_ source: any RecordSource) -> [String] {
      do { return try body(source) } catch { return ["\(error)"] }
    }
    let (first, second) = (answer(a), answer(b))
    if first == second { return }
    let difference = zip(first, second).first { $0 != $1 }
    Issue.record(
      "\(note): \(first.count) and \(second.count) lines, \(String(describing: difference))")
  }

  /// All information in a result, as lines of text.
  private static func reported(
    _ result: any SearchResult, _ details: RowDetails, step: Int, universe: Int
  ) throws -> [String] {
    // Request the first page before the count, as commands at the prompt do.
    _ = try result.page(0..<step, details, .never)
    let count = try result.count(.never)
    var reported = ["\(count) records, \(result.knownHitCount ?? -1) hits"]
    reported.append("\(result.records?.map(\.rawValue) ?? [])")
    for start in stride(from: 0, to: count + step, by: step) {
      let page = try result.page(start..<start + step, details, .never)
      reported.append("page from \(page.firstRow)")
      for (index, row) in page.foundRows.enumerated() {
        reported.append("\(row) \(details.hits ? page.firstColumn(ofRow: index) : 0)")
      }
    }
    for record in stride(from: 0, to: universe + 2, by: 3) {
      reported.append("\(record) at \(try result.row(notBefore: RecordID(UInt64(record)), .never))")
    }
    for rows in stride(from: 0, through: count, by: 2) {
      reported.append("\(rows) have \(try result.hitCount(ofFirst: rows, .never) ?? -1)")
    }
    // Request single rows, from the last to the first.
    for row in (0..<count).reversed() {
      reported += try result.page(row..<row + 1, RowDetails(), .never).foundRows.map(\.description)
    }
    return reported
  }

  private static func details(_ random: inout SeededGenerator) -> RowDetails {
    var details = RowDetails()
    if random.oneIn(4) { details.before = random.below(3) }
    if random.oneIn(4) { details.after = random.below(3) }
    if random.oneIn(3) { details.fileColumns = random.oneIn(2) ? .first : .all }
    details.hits = !random.oneIn(6)
    return details
  }

  @Test(arguments: StrategyCatalog.all.map(\.name), [FileTreeTests.Formats.lines, .plain])
  func `files searched in place give the same results as in memory`(
    _ strategy: String, _ formats: FileTreeTests.Formats
  ) throws {
    var random = SeededGenerator(seed: 82)
    var (selective, skipping) = (0, 0)
    for _ in 0..<Effort.size(5, thorough: 60) {
      let place = try IndexedPlace(&random, formats)
      try place.build()
      let (inPlace, memory) = try Self.sources(place, FileTreeTests.sizes(&random))
      #expect(inPlace.recordCount == memory.recordCount)
      let fields = memory.corpus.fields
      #expect(inPlace.fields(.never) == fields)
      let universe = memory.corpus.count
      for _ in 0..<16 {
        let query = FileTreeTests.query(strategy, &random, areColumnsKnown: true)
        guard let compiled = try CompiledQuery(query).scoped(to: fields) else { continue }
        let note = "\(query.text) \(query.options)"
        let details = Self.details(&random)
        let step = 1 + random.below(5)
        func search(
          _ source: any RecordSource, _ request: ResultRequest = ResultRequest()
        ) throws -> any SearchResult { try source.search(compiled, request, .never) }
        func reported(_ result: any SearchResult) throws -> [String] {
          try Self.reported(result, details, step: step, universe: universe)
        }
        Self.compare(inPlace, memory, note) { try reported(search($0)) }
        let limit = 1 + random.below(4)
        Self.compare(inPlace, memory, "\(note), up to \(limit)") {
          let result = try search($0, ResultRequest(limit: limit))
          return ["\(try result.count(.never))", "\(result.records?.map(\.rawValue) ?? [])"]
        }
        let another = try CompiledQuery(FileTreeTests.query("substring", &random))
        if let other = another.scoped(to: fields) {
          Self.compare(inPlace, memory, "\(note) within \(other.query.text)") {
            let outer = try $0.search(other, ResultRequest(), .never)
            return try reported(search($0, ResultRequest(within: outer)))
          }
        }
        let chosen = (0..<universe).filter { _ in random.oneIn(3) }.map { UInt32($0) }
        Self.compare(inPlace, memory, "\(note), other rows") {
          let set = ResultSet(numbers: chosen, of: universe)
          return try reported(search($0).narrowed(to: set))
        }
        let shuffled = chosen.sorted { $0 &* 7919 % 101 < $1 &* 7919 % 101 }
        Self.compare(inPlace, memory, "\(note), ordered") {
          let ordered = try search($0).ordered(as: shuffled)
          return try ordered.page(0..<shuffled.count, details, .never).foundRows.map(\.description)
            + ordered.page(0..<1, RowDetails(), .never).foundRows.map(\.description)
        }
        var request = StreamRequest(isInverted: random.oneIn(3), details: details)
        if random.oneIn(3) { request.limit = 1 + random.below(4) }
        Self.compare(inPlace, memory, "\(note), \(request)") {
          let answer = try FoundAnswer($0, compiled.query, request)
          return answer.rows.map(\.description) + (request.limit == nil ? answer.counts : [])
        }
        let found = try search(inPlace)
        if try found.count(.never) > 0 { selective += 1 }
        if let use = found.statistics.storedIndex, use.blocksRead < use.blocks { skipping += 1 }
      }
    }
    #expect(selective > 12)
    #expect(skipping > 0)
  }

  private static let edits = [
    "echo 'alpha appended' >> $1", "echo x > $1", "echo 'beta ALPHA' > $1.new && mv $1.new $1",
    "rm -f $1", "printf x | dd of=$1 conv=notrunc status=none", "touch $1",
  ]

  @Test func `searching a changed file in place is an error, never a wrong result`() throws {
    var random = SeededGenerator(seed: 82)
    var (same, refused) = (0, 0)
    for _ in 0..<Effort.size(12, thorough: 200) {
      let place = try IndexedPlace(&random, .plain)
      try place.build()
      let (inPlace, memory) = try Self.sources(place, FileTreeTests.sizes(&random))
      let files = try CorpusLoader.files(in: place.tree).files
      let edited = random.pick(files)
      let edit = random.pick(Self.edits)
      _ = try BinaryUnderTest(path: "/bin/sh").run(
        ["-c", edit, "sh", edited], directory: place.tree)
      #expect(inPlace.snapshot.changedFiles(.never) == 1)
      for _ in 0..<8 {
        let any = try CompiledQuery(FileTreeTests.query("substring", &random))
        guard let query = any.scoped(to: memory.corpus.fields) else { continue }
        func rows(_ source: any RecordSource) throws -> [FoundRow] {
          let result = try source.search(query, ResultRequest(), .never)
          let count = try result.count(.never)
          return try result.page(0..<count, RowDetails(), .never).foundRows
        }
        do {
          let found = try rows(inPlace)
          #expect(try found == rows(memory))
          same += 1
        } catch let error as SearchError {
          #expect(
            error == .failed(source: edited, reason: FileSnapshot.changeReason))
          refused += 1
        }
      }
      // If a file was removed, the outdated index can still be loaded. After all other edits, it
      // must be rebuilt first.
      if edit.hasPrefix("rm") { continue }
      #expect(throws: FileSnapshot.Refusal.self) {
        try SnapshotSource([place.tree], options: LoadOptions(), in: place.store, name: "tree")
      }
    }
    #expect(same > 2)
    #expect(refused > 6)
  }

  @Test func `searching in place requires record offsets, and refuses options that change records`()
    throws
  {
    var random = SeededGenerator(seed: 83)
    let place = try IndexedPlace(&random, .lines)
    func refusal(_ options: LoadOptions = LoadOptions()) throws -> String? {
      do throws(FileSnapshot.Refusal) {
        _ = try SnapshotSource([place.tree], options: options, in: place.store, name: "tree")
        return nil
      } catch {
        return error.reason
      }
    }
    #expect(try refusal() == "no stored index covers \(place.tree)")
    try place.build()
    #expect(try refusal() == nil)
    for options in [
      LoadOptions(fields: ["text"]), LoadOptions(aliasFields: ["text"]), LoadOptions(type: "csv"),
    ] {
      #expect(try refusal(options) == "the load options require the records to be in memory")
    }
    var hidden = LoadOptions()
    hidden.includesHidden = true
    try place.folder.write("hidden\n", to: "tree/.hidden")
    #expect(try refusal(hidden)?.hasSuffix("build\" to update the index") == true)
    try place.folder.write("[{\"name\": \"alpha\"}]", to: "tree/b/table.json")
    #expect(try refusal() != nil)
    try place.build()
    #expect(
      try refusal()
        == "the index has no record offsets for \(place.tree)/b/table.json, "
        + "so its records must be read into memory")
  }

  @Test func `an index that is damaged after it was opened is an error`() throws {
    var random = SeededGenerator(seed: 84)
    let place = try IndexedPlace(&random, .lines)
    try place.build()
    let blocks = try place.indexFolder() + "/blocks-1"
    let path = Platform.fileExists(blocks) ? blocks : try place.indexFolder() + "/blocks-0"
    let (inPlace, _) = try Self.sources(place, FileSizes())
    let query = try CompiledQuery(Query("alpha"))
    _ = try BinaryUnderTest(path: "/bin/sh").run(["-c", ": > \"$1\"", "sh", path])
    #expect(throws: SearchError.self) {
      try inPlace.search(query, ResultRequest(), .never).count(.never)
    }
  }
}
