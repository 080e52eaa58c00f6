import JSON
import Testing

@testable import Corpora

@Suite struct CorpusLoaderTests {
  private func code(_ paths: [String], _ options: LoadOptions = LoadOptions()) -> CorpusError? {
    do {
      _ = try CorpusLoader.load(paths, options: options)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a missing file is an error that suggests a similar name`() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "releases.csv")
    #expect(
      code([folder.path("relaeses.csv")])
        == CorpusError(
          .notFound(nearest: folder.path("releases.csv")), path: folder.path("relaeses.csv")))
    #expect(code([folder.path("zzz")])?.code == .notFound(nearest: nil))
    #expect(code([folder.path("releases.csv/x")])?.code == .notFound(nearest: nil))
  }

  @Test(.enabled(if: !TemporaryFolder.isRoot, "root may read anything"))
  func `an unreadable file is an error, but is skipped in a folder`() throws {
    let folder = try TemporaryFolder()
    try folder.write("x\n", to: "locked")
    try folder.write("y\n", to: "open")
    folder.lock("locked")
    #expect(code([folder.path("locked")])?.code == .unreadable(reason: "permission denied"))
    let result = try CorpusLoader.load([folder.path])
    #expect(result.corpus.rows == [["y"]] && result.report.skipped.unreadable == 1)
    #expect(result.report.unreadable.count == 1)
  }

  @Test func `files that cannot be read can be skipped and reported`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("x\n", to: "file")
    let options = LoadOptions().with { $0.skipsUnreadable = true }
    let result = try CorpusLoader.load([folder.path("none"), file], options: options)
    #expect(result.corpus.rows == [["x"]])
    #expect(result.report.failures.map(\.path) == [folder.path("none")])
  }

  @Test func `an unknown column, type or pattern is an error`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("name,version\n1,2\n", to: "t.csv")
    #expect(
      code([file], LoadOptions(fields: ["nmae"]))?.code
        == .unknownField("nmae", nearest: "name"))
    #expect(
      code([file], LoadOptions(aliasFields: ["x"]))?.code == .unknownField("x", nearest: nil))
    #expect(code([file], LoadOptions(type: "jsn"))?.code == .unknownType("jsn", nearest: "json"))
    let globs = LoadOptions().with { $0.globs = ["[a"] }
    #expect(code([folder.path], globs)?.code == .badGlob("[a"))
    #expect(
      try CorpusLoader.load([file], options: LoadOptions(fields: ["*"])).corpus.fields.count == 2)
  }

  @Test func `an empty file is an empty corpus`() throws {
    for name in ["t.txt", "t.csv", "t.json", "t.jsonl", "t.tsv"] {
      let options = LoadOptions(fields: name == "t.txt" ? [] : ["any"])
      let result = try load("", named: name, options)
      #expect(result.corpus.count == 0 && result.report.files == 1)
      #expect(result.corpus.fields == [Field("text")])
    }
  }

  @Test func `loading can be canceled`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("x\n", to: "t")
    do {
      _ = try CorpusLoader.load([file], isCancelled: { true })
      Issue.record("it was not cancelled")
    } catch {
      #expect(error.code == .cancelled)
    }
  }

  @Test func `the load progress and the load report agree`() throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: "0123456789\n", count: 60_000)
    let one = try folder.write(text, to: "one")
    let two = try folder.write("abc\n", to: "two")
    var seen: [LoadProgress] = []
    let options = LoadOptions().with { $0.computesSHA256 = true }
    let result = try CorpusLoader.load([one, two], options: options, progress: { seen.append($0) })
    #expect(seen.count >= 3 && seen.allSatisfy { $0.bytesExpected == 660_004 })
    #expect(seen.last?.bytesRead == 660_004)
    #expect(result.report.bytes == 660_004 && result.report.files == 2)
    #expect(result.report.records == 60_001 && result.corpus.textBytes == 660_004)
    var digest = SHA256()
    digest.update(Array((text + "abc\n").utf8).span)
    #expect(result.report.sha256 == digest.finalized())
    #expect(result.corpus.memoryBytes < 660_004 + 60_003 * 4 + 1_000)
  }

  @Test func `a corpus is named after its first file`() {
    for (path, name) in [
      ("a/b.csv", "b"), ("a/b.txt.gz", "b"), ("b.tar", "b.tar"), ("dir/", "dir"), ("-", "stdin"),
      (".hidden", ".hidden"), ("/", "root"), ("x.json", "x"), ("README", "README"),
    ] {
      #expect(CorpusLoader.name(of: path) == name)
    }
    #expect(!CorpusLoader.name(of: ".").contains("."))
  }

  @Test func `each error message is one lower-case sentence with the location`() {
    let error = CorpusError(.extraCells(found: 5, named: 3), path: "x.csv", line: 12)
    #expect(
      error.message
        == "x.csv:12: the row has 5 cells, but there are 3 columns; "
        + "use --lenient to append the extra cells to the last column")
    let json = CorpusError(.json(.colonExpected), path: "-", line: 2, column: 7)
    #expect(json.message.hasPrefix("standard input:2:7: a colon is missing"))
    func advice(_ reason: String) -> Bool {
      CorpusError(.unreadable(reason: reason)).message.hasSuffix("check its permissions")
    }
    #expect(advice("permission denied") && !advice("too many open files"))
    let codes: [CorpusError.Code] = [
      .notFound(nearest: "b"), .unreadable(reason: "permission denied"), .isFolder,
      .readFailed(reason: "input/output error"), .truncatedGzip, .damagedGzip, .invalidText,
      .unclosedQuote, .textAfterQuote, .unknownField("a", nearest: nil), .tooManyFields(limit: 9),
      .longFieldName(limit: 9), .recordTooLarge(limit: 9), .outOfMemory, .badGlob("["),
      .unknownType("x", nearest: "y"), .badDelimiter, .cancelled,
    ]
    let problems: [CorpusError.JSONProblem] = [
      .notAnArray, .valueExpected, .keyExpected, .commaExpected, .badNumber, .badLiteral,
      .badEscape, .controlCharacter, .unexpectedEnd, .textAfterEnd,
    ]
    for code in codes + problems.map({ .json($0) }) {
      let message = CorpusError(code).message
      #expect(message.first?.isLowercase == true && !message.hasSuffix("."))
      #expect(message.contains(";") && !message.contains("\n"))
    }
  }
}
