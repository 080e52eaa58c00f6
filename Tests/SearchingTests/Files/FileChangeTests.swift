import Corpora
import TestSupport
import Testing

@testable import Searching

/// Tests files that change while they are searched, and files that cannot be read.
@Suite struct FileChangeTests {
  private static func sizes(mapped: Bool) -> FileSizes {
    var sizes = FileSizes()
    sizes.block = 64
    sizes.strip = 4096
    sizes.minimumBytesForScanner = 0
    sizes.minimumBytesToSplit = mapped ? 1 : .max
    // Because of these limits, the search reads only a little more than it has delivered.
    sizes.maxPendingBytes = 1
    sizes.maxFilesPerTask = 1
    return sizes
  }

  /// Searches for `alpha` on one thread, and calls `change` after the first rows are delivered.
  private static func lines(
    of paths: [String], _ sizes: FileSizes, change: () throws -> Void
  ) throws -> (lines: [String: Int], report: StreamReport) {
    var query = Query("alpha")
    query.options.threads = 1
    let files = try FileSource(paths, options: LoadOptions(), sizes: sizes)
    var lines: [String: Int] = [:]
    var isFirst = true
    let report = try files.stream(
      try CompiledQuery(query), StreamRequest(), .never, render: { $0.foundRows },
      deliver: { rows in
        for row in rows { lines[row.source, default: 0] += 1 }
        if isFirst { try change() }
        isFirst = false
        return true
      })
    return (lines, report)
  }

  #if os(Linux)
  @Test func `a file whose columns could not be read is reported, even if its records can be read`()
    throws
  {
    let folder = try ScratchFolder()
    try folder.write("name,text\npear,green\n", to: "good.csv")
    try folder.run("ln -s /proc/self/mem a.csv")
    let query = try CompiledQuery(Query(""))
    func failures(_ source: FileSource) throws -> [String] {
      try source.stream(
        query, StreamRequest(), .never, render: { _ in () }, deliver: { _ in true }
      ).failures.map(\.message)
    }
    let source = try FileSource([folder.path + "/a.csv"], options: LoadOptions())
    #expect(try source.fields(.never).map(\.name) == ["text"])
    // The file is read twice, but its error is reported only once.
    #expect(try failures(source).count == 1)
    try folder.run("ln -sf good.csv a.csv")
    let later = try failures(source)
    #expect(later.count == 1 && later[0].contains("a.csv"), "\(later)")
    let other = try FileSource([folder.path + "/a.csv"], options: LoadOptions())
    #expect(try other.fields(.never).count == 2)
    #expect(try failures(other) == [])
  }
  #endif

  @Test func `a file that shrinks during the search keeps the matches found before`() throws {
    let folder = try ScratchFolder()
    let first = try folder.write(String(repeating: "alpha\n", count: 2000), to: "a")
    let last = try folder.write("alpha\n", to: "b")
    let (lines, _) = try Self.lines(of: [first, last], Self.sizes(mapped: true)) {
      try folder.run("truncate -s 6000 a")
    }
    // The first part was delivered before the file shrank; later parts are searched only up to the
    // new end.
    #expect(lines == [first: 1000, last: 1])
  }

  @Test(arguments: [false, true])
  func `a file that shrank before the search is searched up to its new end`(_ mapped: Bool) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(String(repeating: "alpha\n", count: 5000), to: "a")
    let files = try FileSource(
      [path], options: LoadOptions(), sizes: FileSizes.small(mapped: mapped))
    #expect(try FoundAnswer(files, Query("alpha")).rows.count == 5000)
    // The file now ends inside a later memory page, ends inside its first page, or is empty.
    for size in [20_003, 303, 0] {
      try folder.run("truncate -s \(size) a")
      let found = try FoundAnswer(files, Query("alpha"))
      let count = (size + 1) / 6
      let counts: [String] = count > 0 ? ["\(path): \(count)"] : []
      #expect(found.rows.count == count)
      #expect(found.counts == counts)
    }
  }

  @Test(arguments: [false, true])
  func `matches in a file are kept if the next file shrinks`(_ mapped: Bool) throws {
    let folder = try ScratchFolder()
    let first = try folder.write(String(repeating: "alpha\n", count: 20), to: "a")
    let second = try folder.write(String(repeating: "alpha\n", count: 2000), to: "b")
    var sizes = Self.sizes(mapped: mapped)
    sizes.strip = 1 << 20
    let (lines, _) = try Self.lines(of: [first, second], sizes) {
      try folder.run("truncate -s 6000 b")
    }
    #expect(lines == [first: 20, second: 1000])
  }

  @Test func `a file that grows during the search is searched up to its original size`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(String(repeating: "alpha\n", count: 2000), to: "a")
    let (lines, report) = try Self.lines(of: [path], Self.sizes(mapped: true)) {
      try folder.run("yes alpha | head -n 500 >> a")
    }
    #expect(lines[path] == 2000)
    #expect(report.failures.isEmpty)
  }

  @Test func `a file that is removed before it is read is reported, and other files are searched`()
    throws
  {
    let folder = try ScratchFolder()
    let paths = try ["a", "b", "c"].map { try folder.write("alpha\n", to: $0) }
    let (lines, report) = try Self.lines(of: paths, Self.sizes(mapped: false)) {
      try folder.run("rm b")
    }
    #expect(lines == [paths[0]: 1, paths[2]: 1])
    #expect(report.failures.map(\.path) == [paths[1]])
  }

  @Test(arguments: [false, true])
  func `a file that was emptied and filled again is read again`(_ mapped: Bool) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(String(repeating: "alpha\n", count: 5000), to: "a")
    let files = try FileSource([path], options: LoadOptions(), sizes: Self.sizes(mapped: mapped))
    try folder.run("truncate -s 0 a")
    #expect(try FoundAnswer(files, Query("alpha")).rows.isEmpty)
    try folder.run("yes alpha | head -n 5000 > a")
    #expect(try FoundAnswer(files, Query("alpha")).rows.count == 5000)
  }

  @Test func `an error in a file is reported after the rows before it`() throws {
    let folder = try ScratchFolder()
    let good = try folder.write("name\nalpha\n", to: "a.csv")
    let bad = try folder.write("name\nalpha\n\"alpha\n", to: "b.csv")
    let last = try folder.write("alpha\n", to: "c.txt")
    let gone = folder.path + "/none"
    let files = try FileSource([good, bad, gone, last])
    var rows: [FoundRow] = []
    let report = try files.stream(
      try CompiledQuery(Query("alpha")), StreamRequest(), .never, render: { $0.foundRows },
      deliver: {
        rows += $0
        return true
      })
    #expect(rows.map(\.source) == [good, bad, last])
    #expect(report.failures.map(\.path) == [bad, gone])
    #expect(report.failures.first?.line == 3)
  }

  @Test func `binary files in a folder are skipped and counted`() throws {
    let folder = try ScratchFolder()
    try folder.write("alpha\n", to: "d/a")
    try folder.write("alpha\0\n", to: "d/b")
    let files = try FileSource([folder.path + "/d"])
    let report = try files.stream(
      try CompiledQuery(Query("alpha")), StreamRequest(), .never, render: { $0.count },
      deliver: {
        #expect($0 == 1)
        return true
      })
    #expect(report.skipped.binary == 1)
    #expect(report.statistics.matches == 1)
    #expect(report.failures.isEmpty)
  }

  @Test func `a field that no file has is an error, but a field that some files have is not`()
    throws
  {
    let folder = try ScratchFolder()
    let first = try folder.write("name\nalpha\n", to: "a.csv")
    let second = try folder.write("title\nalpha\n", to: "b.csv")
    let files = try FileSource([first, second])
    var query = Query("alpha", options: SearchOptions(fields: ["title"]))
    #expect(try FoundAnswer(files, query).rows.map(\.source) == [second])
    query.options.fields = ["tile"]
    let unknown = QueryError(.unknownField("tile", nearest: "title", fields: ["name", "title"]))
    #expect(throws: SearchError.query(unknown)) {
      try FoundAnswer(files, query)
    }
  }

  @Test(arguments: ["a.txt", "a.csv", "a.jsonl"], ["", "\n\n"])
  func `files without records do not make a field unknown`(name: String, text: String) throws {
    let folder = try ScratchFolder()
    // Only in a file of lines is an empty line a record.
    let hasRecords = name == "a.txt" && !text.isEmpty
    try folder.write(text, to: "d/" + name)
    for path in ["/d", "/d/" + name] {
      for strategy in StrategyCatalog.all.map(\.name) {
        let files = try FileSource([folder.path + path])
        let query = Query("alpha", by: strategy, options: SearchOptions(fields: ["text", "note"]))
        if hasRecords {
          #expect(throws: SearchError.self) { try FoundAnswer(files, query) }
        } else {
          #expect(try FoundAnswer(files, query).rows.isEmpty, "\(strategy) in \(path)")
        }
      }
    }
  }

  @Test func `a folder that cannot be listed is reported, and other folders are searched`() throws {
    let folder = try ScratchFolder()
    for name in ["a/x", "b/x", "c/x"] { try folder.write("alpha\n", to: "d/" + name) }
    let path = folder.path + "/d"
    let files = try FileSource([path])
    var rows: [FoundRow] = []
    // Remove the folder after its parent is listed, when the first rows are delivered.
    let report = try files.stream(
      CompiledQuery(Query("alpha", options: SearchOptions(threads: 1))), StreamRequest(), .never,
      render: { $0.foundRows },
      deliver: {
        rows += $0
        try folder.run("rm -rf \"$1\"", "d/b")
        return true
      })
    #expect(rows.map(\.source) == [path + "/a/x", path + "/c/x"])
    #expect(report.failures.map(\.path) == [path + "/b"])
    #expect(report.skipped.unreadable == 1)
  }

  @Test(.enabled(if: Effort.isThorough, "takes 1.3 GB of memory"))
  func `a line that is too long is reported, and matches before it are found`() throws {
    let folder = try ScratchFolder()
    let first = try folder.write("alpha\n", to: "a")
    let long = try folder.write("alpha\nalpha\n", to: "b")
    // The file is sparse, so writing it takes neither disk space nor time.
    try folder.run("truncate -s 1400M \"$1\" && printf '\\nalpha\\n' >> \"$1\"", "b")
    let report = try FileSource([first, long, first]).countByFile(
      CompiledQuery(Query("alpha")), StreamRequest(), .never
    ) { path, count in
      #expect(count == (path == long ? 3 : 1), "\(path)")
      return true
    }
    #expect(report.failures.map(\.path) == [long])
    if case .recordTooLarge = report.failures.first?.code {
    } else {
      Issue.record("\(report.failures)")
    }
  }

  @Test func `a field that only a malformed file has is unknown`() throws {
    let folder = try ScratchFolder()
    try folder.write("{\"note\": \"alpha\"}\n{\"note\"", to: "tree/a.jsonl")
    let files = try FileSource([folder.path + "/tree"])
    var query = Query("zzz")
    query.options.fields = ["note"]
    // The malformed file is read as lines, whose only field is `text`.
    let unknown = QueryError(.unknownField("note", nearest: nil, fields: ["text"]))
    #expect(throws: SearchError.query(unknown)) {
      try FoundAnswer(files, query)
    }
    try folder.write("{\"note\": \"alpha\"}\n", to: "tree/b.jsonl")
    #expect(try FoundAnswer(files, query).rows.isEmpty)
  }
}
