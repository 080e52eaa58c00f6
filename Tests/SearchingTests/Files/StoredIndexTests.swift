import Corpora
import Indexing
import System
import TestSupport
import Testing

@testable import Searching

/// Tests that searches with and without a stored index give the same results after any change of
/// the files.
@Suite struct StoredIndexTests {
  /// Compares the results of a query with and without the index.
  ///
  /// Returns whether there were rows, and what the search read.
  @discardableResult
  private func expectSame(
    _ place: IndexedPlace, _ query: Query, _ request: StreamRequest, _ sizes: FileSizes,
    _ options: LoadOptions = LoadOptions(), path: String? = nil, after step: String = ""
  ) throws -> (rows: Int, use: StoredIndexUse?) {
    let path = path ?? place.tree
    let plain = try FileSource([path], options: options, sizes: sizes)
    let indexed = try FileSource(
      [path], options: options, sizes: sizes, indexes: IndexChoice(place.store))
    var answers: [FoundAnswer] = []
    for source in [plain, indexed] {
      do {
        answers.append(try FoundAnswer(source, query, request))
      } catch let error as SearchError {
        answers.append(FoundAnswer(failure: error.message))
      }
    }
    // Ignore the record numbers of the rows if the request does not ask for them.
    if !request.details.recordNumbers, !request.details.hasContext {
      for index in answers.indices {
        answers[index].rows = answers[index].rows.map { $0.numbered(0) }
      }
    }
    // If a limit is reached inside a file, the count of that file depends on how the file was
    // divided into parts.
    if request.limit != nil { for index in answers.indices { answers[index].counts = [] } }
    let isSame = answers[0] == answers[1]
    if !isSame {
      let rows = zip(answers[0].rows, answers[1].rows).first { $0 != $1 }
      let counts = zip(answers[0].counts, answers[1].counts).first { $0 != $1 }
      Issue.record(
        """
        \(query.text) in \(path) after \(step), \(request): \(answers.map(\.rows.count)) rows, \
        \(String(describing: rows)) \(String(describing: counts))
        """)
    }
    let compiled = try CompiledQuery(query)
    let columns = [plain, indexed].map { source in
      var columns: [String] = []
      _ = try? source.stream(
        compiled, request, .never,
        render: { batch in
          batch.foundRows.map { "\($0.source):\($0.line) \(batch.fields.map(\.name))" }
        },
        deliver: {
          columns += $0
          return true
        })
      return columns
    }
    #expect(columns[0] == columns[1], "\(query.text) in \(path) after \(step)")
    let reports = [plain, indexed].map { source in
      try? source.stream(compiled, request, .never, render: { $0.count }, deliver: { _ in true })
    }
    if request.limit == nil {
      #expect(reports[0]?.skipped == reports[1]?.skipped)
      #expect(reports[0]?.failures == reports[1]?.failures)
    }
    if request.limit == nil {
      #expect(reports[0]?.statistics.files == reports[1]?.statistics.files)
      #expect(reports[0]?.statistics.matches == reports[1]?.statistics.matches)
    }
    return (answers[0].rows.count, reports[1]?.statistics.storedIndex)
  }

  private static func request(_ random: inout SeededGenerator) -> StreamRequest {
    var request = StreamRequest(isInverted: random.oneIn(5))
    request.details.recordNumbers = random.oneIn(2)
    if random.oneIn(4) { request.details.before = random.below(3) }
    if random.oneIn(4) { request.details.after = random.below(3) }
    if random.oneIn(4) { request.limit = 1 + random.below(4) }
    if random.oneIn(4) { request.listsAllFiles = true }
    return request
  }

  private static let edits: [(name: String, script: String)] = [
    ("append", "echo 'alpha appended' >> $1"), ("truncate", ": > $1"),
    ("rewrite", "echo 'beta ALPHA gamma tab,x' > $1.new && mv $1.new $1"), ("delete", "rm -f $1"),
    ("new file", "echo 'alpha new' > $(dirname $1)/n$2.txt"),
    ("new folder", "mkdir -p $(dirname $1)/d$2/e && echo 'alpha' > $(dirname $1)/d$2/e/x"),
    ("hidden", "echo 'alpha hidden' > $(dirname $1)/.h$2"),
    ("ignore", "echo \"$(basename $1)\" >> $(dirname $1)/.ignore"),
    ("no ignore", "rm -f $(dirname $1)/.ignore"),
    ("repository", "mkdir -p .git && echo '*.log' > .gitignore"),
    ("no repository", "rm -rf .git"),
    ("exclude", "mkdir -p .git/info && echo 'f1*' > .git/info/exclude"),
    ("folder for file", "rm -f $1 && mkdir -p $1 && echo alpha > $1/inner.txt"),
    // A later edit may write through the link, so the link points into the scratch folder.
    ("link for file", "rm -rf $1 && ln -s \"$(dirname \"$PWD\")/outside.txt\" $1"),
    ("move", "mv $1 $(dirname $1)/m$2.txt"), ("touch", "touch $1"),
    ("binary", "printf 'alpha\\0\\n' > $1"), ("gzip", "[ -f $1 ] && gzip -f $1"),
    ("rename folder", "[ -d b ] && mv b moved$2 || mv moved* b"),
    (
      "same stamp, other file",
      "cp -p $1 $1.x && echo 'alpha x' >> $1.x && touch -r $1 $1.x && mv $1.x $1"
    ),
    ("no change", "true"),
  ]

  @Test(arguments: StrategyCatalog.all.map(\.name))
  func `after any edits, a search with the index equals a search without it`(_ strategy: String)
    throws
  {
    var random = SeededGenerator(seed: 61)
    var (selective, skipping) = (0, 0)
    for _ in 0..<Effort.size(2, thorough: 40) {
      let place = try IndexedPlace(&random)
      try place.build()
      for step in 0..<Effort.size(10, thorough: 60) {
        let files = try CorpusLoader.files(in: place.tree).files
        let edit = step == 0 ? Self.edits[Self.edits.count - 1] : random.pick(Self.edits)
        if !files.isEmpty {
          _ = try BinaryUnderTest(path: "/bin/sh").run(
            ["-c", edit.script, "sh", random.pick(files), "\(step)"], directory: place.tree)
        }
        if random.oneIn(5) { try place.build() }
        for _ in 0..<3 {
          let query = FileTreeTests.query(strategy, &random)
          let found = try expectSame(
            place, query, Self.request(&random), FileTreeTests.sizes(&random),
            path: place.tree + random.pick(["", "", "/b", "/b/c", "/a.d"]), after: edit.name)
          if found.rows > 0 { selective += 1 }
          if let use = found.use, use.blocksRead < use.blocks { skipping += 1 }
        }
      }
    }
    #expect(selective > 4)
    #expect(skipping > 4)
  }

  @Test func `other options select other files from the same index`() throws {
    var random = SeededGenerator(seed: 62)
    let place = try IndexedPlace(&random)
    try place.folder.write("alpha hidden\n", to: "tree/.hidden")
    try place.folder.write("f3*\n", to: "tree/.ignore")
    try place.build()
    for round in 0..<32 {
      var options = LoadOptions()
      options.includesHidden = round & 1 != 0
      options.ignoresGitignore = round & 2 != 0
      options.searchesBinary = round & 4 != 0
      if round & 8 != 0 { options.globs = ["*.txt", "!f0*"] }
      if round & 16 != 0 { options.type = ["lines", "csv", "jsonl"][round % 3] }
      let query = FileTreeTests.query("substring", &random)
      try expectSame(place, query, Self.request(&random), FileTreeTests.sizes(&random), options)
    }
  }

  @Test func `searching a folder or file inside an indexed folder uses the folder's index`() throws
  {
    var random = SeededGenerator(seed: 63)
    let place = try IndexedPlace(&random)
    try place.folder.write("alpha\nbeta\n", to: "tree/b/known.txt")
    try place.build()
    let query = Query("gamma delta")
    for path in ["/b", "/b/known.txt", "/b/../b", ""] {
      let found = try expectSame(
        place, query, StreamRequest(), FileSizes(), path: place.tree + path)
      let use = try #require(found.use)
      #expect(use.blocks > 0)
      #expect(use.blocksRead == 0)
    }
    #expect(
      try expectSame(place, query, StreamRequest(), FileSizes(), path: place.folder.path).use == nil
    )
  }

  @Test
  func `unchanged subfolders are listed again only if ignore rules above them changed`()
    throws
  {
    var random = SeededGenerator(seed: 71)
    let place = try IndexedPlace(&random)
    try place.folder.write("alpha\n", to: "tree/b/c/known.txt")
    try place.folder.write("f3*\n", to: "tree/b/.ignore")
    try place.build()
    func isListed(_ path: String, _ options: LoadOptions = LoadOptions()) throws -> Bool {
      let resolved = try #require(Platform.resolved(place.tree + path))
      let cover = try #require(try place.store.cover(of: resolved))
      let walk = try FolderWalk(options)
      return cover.index.isListed(
        by: walk, from: walk.root(FilePath(place.tree + path)), at: cover.names)
    }
    for path in ["", "/b", "/b/c", "/b/../b/c"] { #expect(try isListed(path), "\(path)") }
    var hidden = LoadOptions()
    hidden.includesHidden = true
    #expect(try !isListed("/b/c", hidden))
    try place.folder.write("f3*\nf4*\n", to: "tree/b/.ignore")
    // Changes to the ignore rules of a subfolder are noticed when the walk visits it.
    #expect(try isListed("/b"))
    #expect(try !isListed("/b/c"))
    try place.folder.write("f3*\n", to: "tree/b/.ignore")
    #expect(try isListed("/b/c"))
    try place.folder.run("mkdir .git")
    #expect(try !isListed("/b/c"))
  }

  @Test(.disabled(if: ScratchFolder.isRoot, "root may read anything"))
  func `a build reports the files and folders that it cannot read`() throws {
    var random = SeededGenerator(seed: 72)
    let place = try IndexedPlace(&random)
    try place.folder.write("alpha\n", to: "tree/b/closed.txt")
    try place.folder.write("alpha\n", to: "tree/closed/inner.txt")
    #expect(try place.build().failures == [])
    try place.folder.run("chmod 000 tree/b/closed.txt tree/closed")
    defer { _ = try? place.folder.run("chmod 700 tree/b/closed.txt tree/closed") }
    let failures = try place.build().failures
    #expect(
      Set(failures.map(\.path)) == [place.tree + "/b/closed.txt", place.tree + "/closed"])
  }

  @Test func `a malformed file that is named explicitly is also an error with an index`() throws {
    var random = SeededGenerator(seed: 70)
    let place = try IndexedPlace(&random)
    try place.folder.write("{\"name\": \"caf\\u00e9\"}\n", to: "tree/object.json")
    try place.folder.write("name\nalpha\n\"open\n", to: "tree/open.csv")
    try place.build()
    for file in ["/object.json", "/open.csv"] {
      for text in ["café", "alpha", "absent"] {
        try expectSame(
          place, Query(text), StreamRequest(), FileSizes(), path: place.tree + file)
        let source = try FileSource(
          [place.tree + file], options: LoadOptions(), indexes: IndexChoice(place.store))
        let report = try source.stream(
          CompiledQuery(Query(text)), StreamRequest(), .never, render: { $0.count },
          deliver: { _ in true })
        #expect(report.failures.count == 1)
      }
    }
  }

  @Test func `an index of a file is used until the file changes`() throws {
    var random = SeededGenerator(seed: 64)
    let folder = try ScratchFolder()
    var text = ""
    for line in 0..<2_000 { text += "line \(line) of the file, word\(line % 97)\n" }
    let path = try folder.write(text, to: "lines.txt")
    var sizes = IndexSizes()
    (sizes.block, sizes.strip, sizes.settledAfter) = (200, 9_000, 1)
    let store = IndexStore(path: folder.path + "/indexes", sizes: sizes)
    let place = try IndexedPlace(&random)
    try place.folder.waitForTick()
    let root = try #require(Platform.resolved(path))
    let report = try store.build(
      root, options: LoadOptions(), optionWords: [], threads: 2, progress: IndexBuildProgress(),
      isCancelled: { false })
    #expect(report?.unindexedFiles == 0)
    try place.folder.waitForTick()
    var fileSizes = FileSizes()
    fileSizes.minimumBytesToSplit = 64
    fileSizes.block = 1_024
    func answers(_ text: String, _ request: StreamRequest) throws -> (FoundAnswer, StoredIndexUse?)
    {
      let plain = try FoundAnswer(FileSource([path]), Query(text), request)
      let source = try FileSource(
        [path], options: LoadOptions(), sizes: fileSizes, indexes: IndexChoice(store))
      #expect(try FoundAnswer(source, Query(text), request) == plain, "\(text)")
      let use = try source.stream(
        CompiledQuery(Query(text)), request, .never, render: { $0.count }, deliver: { _ in true }
      ).statistics.storedIndex
      return (plain, use)
    }
    for text in ["word13", "line 1999 of", "line 0 of", "absent", "word9"] {
      for request in [StreamRequest(), StreamRequest(limit: 3), StreamRequest(isInverted: true)] {
        _ = try answers(text, request)
      }
    }
    let (found, use) = try answers("line 777 of", StreamRequest())
    #expect(found.rows.map(\.line) == [778])
    #expect(use.map { $0.blocksRead * 20 < $0.blocks } == true)
    try folder.run("echo 'line 777 of again' >> \"$1\"", path)
    let (again, other) = try answers("line 777 of", StreamRequest())
    #expect(again.rows.map(\.line) == [778, 2_001])
    #expect(other?.blocksRead ?? 0 == 0)
  }

  @Test func `a file that changed shortly before indexing is searched without the index`() throws {
    var random = SeededGenerator(seed: 65)
    let place = try IndexedPlace(&random)
    let store = IndexStore(path: place.store.path)
    let root = try #require(Platform.resolved(place.tree))
    let report = try store.build(
      root, options: LoadOptions(), optionWords: [], threads: 1, progress: IndexBuildProgress(),
      isCancelled: { false })
    #expect(report?.unindexedFiles == report?.files)
    let source = try FileSource(
      [place.tree], options: LoadOptions(), indexes: IndexChoice(store))
    let use = try source.stream(
      CompiledQuery(Query("alpha")), StreamRequest(), .never, render: { $0.count },
      deliver: { _ in true }
    ).statistics.storedIndex
    #expect(use?.otherFiles == report?.files)
  }

  @Test func `a build reads only changed files, and the index keeps few blocks files`() throws {
    var random = SeededGenerator(seed: 66)
    let place = try IndexedPlace(&random)
    let first = try place.build()
    #expect(first.keptFiles == 0)
    #expect(try place.build().keptFiles == first.files)
    #expect(try place.build().readBytes == 0)
    for round in 0..<12 {
      try place.folder.write("alpha \(round)\n", to: "tree/changing.txt")
      let report = try place.build()
      #expect(report.files == first.files + 1)
      #expect(report.unindexedFiles == 0)
      try expectSame(place, Query("alpha"), StreamRequest(), FileSizes(), after: "round \(round)")
    }
    let folder = try #require(place.store.all().first?.folder)
    let names = try #require(Platform.names(inDirectory: folder))
    #expect(names.filter { $0.hasPrefix("blocks-") }.count <= 5, "\(names)")
    #expect(!names.contains { $0.hasSuffix(".new") })
  }

  @Test func `requiring an index is an error if no index can help the search`() throws {
    var random = SeededGenerator(seed: 68)
    let place = try IndexedPlace(&random)
    func message(_ text: String) -> String? {
      do {
        let source = try FileSource(
          [place.tree], options: LoadOptions(),
          indexes: IndexChoice(place.store, isRequired: true))
        _ = try FoundAnswer(source, Query(text))
        return nil
      } catch let error as SearchError {
        return error.message
      } catch {
        return "\(error)"
      }
    }
    #expect(message("alpha")?.contains("no stored index covers") == true)
    try place.build()
    #expect(message("alpha") == nil)
    #expect(message("al")?.contains("three characters") == true)
  }
}

extension FoundAnswer {
  /// The result of a failed search, with the error message in place of the counts.
  fileprivate init(failure message: String) {
    self.init(rows: [])
    counts = [message]
  }
}
