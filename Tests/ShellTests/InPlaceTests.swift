import Corpora
import Indexing
import Reporting
import Searching
import System
import Terminal
import TestSupport
import Testing

@testable import Shell

/// Compares searches of files in place, through a stored index, with searches of the files in
/// memory.
@Suite struct InPlaceTests {
  /// A folder of files, and a cache folder with its index.
  private struct Place {
    let folder: ScratchFolder
    var tree: String { folder.path + "/tree" }

    /// The environment in which sessions find the index.
    var environment: [String: String] { ["XDG_CACHE_HOME": folder.path + "/cache"] }

    init(_ random: inout SeededGenerator, hasRecords: Bool = false) throws {
      folder = try ScratchFolder()
      let words = ["alpha", "Alpha", "beta gamma", "zwölf", "日本語", "e\u{301}t", "x.y_z", "", "\t1"]
      for number in 0..<5 {
        var text = random.oneIn(4) ? "\u{FEFF}" : ""
        for _ in 0..<random.below(12) {
          text += random.pick(words) + " " + random.pick(words)
          text += random.oneIn(6) ? "\r\n" : "\n"
        }
        if random.oneIn(3) { text += "alpha at the end" }
        try folder.write(text, to: "tree/\(number % 2 == 0 ? "" : "b/")f\(number).txt")
      }
      // The random files can be empty, but this file is never empty.
      try folder.write("alpha one\nbeta two alpha\n\nalpha gamma\n", to: "tree/c.log")
      if !hasRecords { return }
      var table = "name,note\n"
      var objects = ""
      for _ in 0..<random.below(9) {
        let (name, note) = (random.pick(words), random.pick(words))
        table += "\"\(name), \(note)\",\"two\nlines \(note)\"\n"
        objects += "{\"note\": \"\(note)\", \"size\": \(name.utf8.count)}\n"
      }
      try folder.write(table, to: "tree/b/table.csv")
      try folder.write(objects, to: "tree/objects.jsonl")
    }

    func build() throws {
      var sizes = IndexSizes()
      sizes.block = 32
      sizes.settledAfter = 1
      let store = IndexStore(path: folder.path + "/cache/searchbench/indexes", sizes: sizes)
      let root = try #require(Platform.resolved(tree))
      try folder.waitForTick()
      _ = try store.build(
        root, options: LoadOptions(), optionWords: [], threads: 2,
        progress: IndexBuildProgress(), isCancelled: { false })
      try folder.waitForTick()
    }

    /// Starts a session that searches the files in place, and a session that loads the files into
    /// memory.
    func sessions(isInteractive: Bool = false) throws -> (inPlace: Bench, memory: Bench) {
      let benches = ["--index", "--no-index"].map { _ in
        Bench(isInteractive: isInteractive, environment: environment)
      }
      for (bench, option) in zip(benches, ["--index", "--no-index"]) {
        _ = try bench.reports(":load \(option) \(tree) --as f")
        _ = try bench.reports(":set timing off")
      }
      #expect(benches[0].session.workspace.corpora[0].snapshot != nil)
      #expect(benches[1].session.workspace.corpora[0].snapshot == nil)
      return (benches[0], benches[1])
    }
  }

  /// Runs a line, and returns its output and messages, or its error.
  private static func answer(_ bench: Bench, _ line: String) -> String {
    do {
      let reports = try bench.reports(line)
      let rows = bench.session.cursor.outcome?.rows
      return "\(reports)\(rows?.knownCount ?? -1) \(rows?.knownHitCount ?? -1)"
    } catch {
      return "\(error)"
    }
  }

  private static func expectSame(_ benches: (inPlace: Bench, memory: Bench), _ line: String) {
    var answers: [String] = []
    for bench in [benches.inPlace, benches.memory] {
      let report = answer(bench, line)
      answers.append(report + ((try? bench.run()) ?? ""))
    }
    #expect(answers[0] == answers[1], "\(line)")
  }

  private static let searches = [
    "alpha", "ALPHA", "beta gam", ":prefix al be", ":prefix \"\"", ":bool alpha AND NOT beta",
    ":bool NOT alpha", ":regex al.ha$", ":regex ^$", ":words gamma alpha", "zwolf", "zwölf", "ét",
    "日本", "zzz", "e", ":regex (",
  ]

  private static let settings = [
    ":set case sensitive", ":set case ignore", ":set diacritics ignore",
    ":set diacritics sensitive", ":set context 1", ":set context 0", ":set limit 3",
    ":set limit 0", ":set format list", ":set format jsonl", ":set format hits",
    ":set grammar classic", ":set grammar standard", ":set trim off", ":set separators camel",
  ]

  private static let searchesOfFields = [
    ":bool name:alpha", ":bool note:beta AND NOT name:x", ":bool size:5", ":set fields note",
    ":set fields *", ":columns name size", ":columns *", "lines", ":within two",
  ]

  private static let moves = [
    ":next", ":prev", ":goto 1", ":goto 3", ":goto 1000", ":show", ":show all", ":show 2",
    ":show 1-2", ":show 900", ":within beta", ":within alpha", ":within \"\"", "",
  ]

  @Test(arguments: [false, true], [false, true])
  func `every command gives the same output in place as in memory`(
    _ isInteractive: Bool, _ hasRecords: Bool
  ) throws {
    var random = SeededGenerator(seed: 91)
    for _ in 0..<Effort.size(4, thorough: 40) {
      let place = try Place(&random, hasRecords: hasRecords)
      try place.build()
      let benches = try place.sessions(isInteractive: isInteractive)
      for line in Self.searches { Self.expectSame(benches, line) }
      for _ in 0..<40 {
        let lines = random.pick([
          Self.searches, hasRecords ? Self.searchesOfFields : Self.searches, Self.settings,
          Self.moves, Self.moves,
        ])
        Self.expectSame(benches, random.pick(lines))
      }
      #expect(benches.inPlace.session.workspace.corpora[0].memory == nil)
    }
  }

  @Test func `every output format has the same rows in place as in memory`() throws {
    var random = SeededGenerator(seed: 92)
    let place = try Place(&random, hasRecords: true)
    try place.build()
    let benches = try place.sessions()
    for format in EncoderCatalog.names {
      Self.expectSame(benches, ":set format \(format)")
      for line in ["alpha", ":prefix al", "zzz"] { Self.expectSame(benches, line) }
    }
    for bench in [benches.inPlace, benches.memory] {
      let name = bench === benches.inPlace ? "a" : "b"
      _ = try bench.run("alpha", ":export \(place.folder.path)/\(name).csv")
    }
    let files = try ["a", "b"].map {
      try Platform.contents(of: "\(place.folder.path)/\($0).csv", isInterruptible: false)
    }
    #expect(files[0] == files[1])
  }

  @Test(arguments: [
    ":count by source", ":where line > 1", ":sort text", ":sql select count(*) from records",
    ":sql select line, text from result order by text", ":histogram line", ":diff one two",
    ":paths build", ":sample 3",
  ]) func `commands that need records in memory load the files`(_ line: String) throws {
    var random = SeededGenerator(seed: 93)
    let place = try Place(&random, hasRecords: line.contains("s"))
    try place.build()
    let benches = try place.sessions()
    for bench in [benches.inPlace, benches.memory] {
      _ = try bench.run(":save one alpha", ":save two beta", "alpha")
    }
    if line.hasPrefix(":paths") {
      for bench in [benches.inPlace, benches.memory] { _ = try bench.run(line) }
    } else {
      Self.expectSame(benches, line)
    }
    for later in [":show", ":next", ":within beta", "gamma", ":where line < 3"] {
      Self.expectSame(benches, later)
    }
  }

  @Test func `live search finds the same rows and counts in place as in memory`() throws {
    var random = SeededGenerator(seed: 96)
    for _ in 0..<Effort.size(3, thorough: 30) {
      let place = try Place(&random)
      try place.build()
      let benches = try place.sessions()
      let search = try #require(LiveSearch())
      for (number, text) in ["a", "al", "alp", "zwö", "e", "zzz", ""].enumerated() {
        let query = try CompiledQuery(Query(text))
        var shown: [String] = []
        for bench in [benches.inPlace, benches.memory] {
          let loaded = try #require(bench.session.workspace.corporaInScope.first)
          let part = LiveSearch.Part(source: loaded.source, query: query)
          #expect(
            search.submit(
              LiveSearch.Request(
                number: 2 * number + shown.count + 1, parts: [part], rows: 4, cacheBytes: 0)))
          for _ in 0..<10_000 {
            search.wakeUp.wait(milliseconds: 100)
            if case .whole(let rows)? = search.takeAnswer()?.content {
              let texts = (0..<rows.count).map { index in
                rows.row(at: index).map { "\($0.batch.text(ofRow: $0.place, field: 0))" } ?? "-"
              }
              shown.append("\(rows.count) \(rows.knownHitCount ?? -1) \(texts)")
              break
            }
          }
        }
        #expect(shown.count == 2 && shown[0] == shown[1], "\(text) \(shown)")
      }
    }
  }

  @Test func `a changed file is reported, and :reload reads it`() throws {
    var random = SeededGenerator(seed: 94)
    let place = try Place(&random)
    try place.build()
    let (bench, _) = try place.sessions()
    try place.folder.run("echo 'alpha later' >> tree/c.log")
    let error = try #require(bench.failure("alpha"))
    #expect(
      error.message
        == "\(place.tree)/c.log: the file has changed since it was loaded; :reload reads it again")
    // This query has no candidate blocks, so the search does not read the changed file.
    #expect(try bench.run("zwölf zzz").isEmpty)
    #expect(
      bench.failure(":count by source")?.message == "f has changed on disk: :reload reads it again")
    _ = try bench.run(":reload")
    let memory = Bench(environment: place.environment)
    _ = try memory.run(":load --no-index \(place.tree) --as f")
    #expect(try bench.run("alpha") == memory.run("alpha"))
    try place.build()
    _ = try bench.run(":drop f", ":load --index \(place.tree) --as f")
    #expect(bench.session.workspace.corpora[0].snapshot != nil)
    #expect(try bench.run("alpha") == memory.run("alpha"))
    _ = try bench.run(":reload")
    #expect(
      bench.failure(":load --index /nonexistent")?.message.hasPrefix("--index: no stored index")
        == true)
    #expect(
      bench.failure(":load --append \(place.tree) --as f")?.message.contains(":drop it") == true)
  }

  @Test func `the explanation of a query includes the blocks that it reads`() throws {
    var random = SeededGenerator(seed: 95)
    let place = try Place(&random)
    try place.build()
    let (bench, _) = try place.sessions()
    #expect(try bench.run(":explain absent").contains(": 0 of "))
    #expect(
      try bench.run(":explain al").contains(
        "are read, because the query requires no text of at least three characters"))
    #expect(try bench.run(":explain absent").contains("fresh: 6 files unchanged since indexing"))
    try place.folder.run("echo 'alpha later' >> tree/c.log")
    #expect(
      try bench.run(":explain absent").contains(
        "stale: 1 of 6 files changed since they were loaded"))
    #expect(try bench.run(":corpora").contains("stored index"))
    #expect(try bench.run(":paths").contains("on disk"))
  }
}
