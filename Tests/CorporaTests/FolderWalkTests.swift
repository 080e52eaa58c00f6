import Testing

@testable import Corpora

@Suite struct FolderWalkTests {
  /// The paths of a load's sources, without the folder's own.
  private func sources(
    _ folder: TemporaryFolder, _ name: String = "", _ change: (inout LoadOptions) -> Void = { _ in }
  ) throws -> [String] {
    let path = name.isEmpty ? folder.path : folder.path(name)
    let result = try CorpusLoader.load([path], options: LoadOptions().with(change))
    return result.corpus.sources.sources.map { String($0.path.dropFirst(path.count + 1)) }
  }

  @Test func `files are read in the order of their names, hidden and binary ones left out`() throws
  {
    let folder = try TemporaryFolder()
    for name in ["b.txt", "a/z.txt", "a/b/c", "a.txt", "B", ".hidden", ".git/config", ".x/y"] {
      try folder.write("\(name)\n", to: name)
    }
    try folder.write([0x61, 0, 0x62, 10], to: "binary")
    let result = try CorpusLoader.load([folder.path])
    #expect(result.corpus.rows.map { $0[0] } == ["B", "a/b/c", "a/z.txt", "a.txt", "b.txt"])
    #expect(result.report.skipped.hidden == 3 && result.report.skipped.binary == 1)
    #expect(result.report.files == 5 && result.report.skipped.total == 4)
    let all = ["B", "a/b/c", "a/z.txt", "a.txt", "b.txt"] + [".hidden", ".x/y"]
    #expect(try sources(folder) { $0.includesHidden = true }.sorted() == all.sorted())
    #expect(
      try sources(folder) { ($0.includesHidden, $0.ignoresGitignore) = (true, true) }
        .contains(".git/config"))
    // Named explicitly, a binary file is text.
    #expect(try CorpusLoader.load([folder.path("binary")]).corpus.rows == [["a\u{0}b"]])
  }

  @Test func `links are not followed, so loops do not matter`() throws {
    let folder = try TemporaryFolder()
    try folder.write("x\n", to: "a/file")
    try folder.link("a/loop", to: "..")
    try folder.link("self", to: "self")
    try folder.link("to-file", to: "a/file")
    let result = try CorpusLoader.load([folder.path])
    #expect(result.corpus.rows == [["x"]] && result.report.skipped.special == 3)
    // A link that is named is followed.
    #expect(try CorpusLoader.load([folder.path("to-file")]).corpus.rows == [["x"]])
    #expect(try CorpusLoader.load([folder.path("a/loop")]).corpus.rows == [["x"]])
    #expect(throws: CorpusError.self) { try CorpusLoader.load([folder.path("self")]) }
  }

  @Test func `nested gitignores are honoured, the inner one wins`() throws {
    let folder = try TemporaryFolder()
    try folder.write("*.log\n/build/\n!keep.log\n", to: ".gitignore")
    try folder.write("!*.log\nsecret\n", to: "sub/.gitignore")
    let names = [
      "a.log", "keep.log", "build/x", "sub/a.log", "sub/secret", "sub/build/y", "sub/d/secret",
      "secret",
    ]
    for name in names { try folder.write("x\n", to: name) }
    #expect(try sources(folder) == ["keep.log", "secret", "sub/a.log", "sub/build/y"])
    #expect(try sources(folder) { $0.ignoresGitignore = true }.count == names.count)
    let report = try CorpusLoader.load([folder.path]).report
    #expect(report.skipped.ignored == 4 && report.skipped.hidden == 2)
  }

  @Test func `the rules of a repository hold in its folders too`() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("repo/.git")
    try folder.write("*.log\n/sub/top\n", to: "repo/.gitignore")
    for name in ["repo/sub/a.log", "repo/sub/top", "repo/sub/b"] {
      try folder.write("x\n", to: name)
    }
    #expect(try sources(folder, "repo/sub") == ["b"])
    try folder.write("*.log\n", to: "plain/.gitignore")
    try folder.write("x\n", to: "plain/sub/a.log")
    #expect(try sources(folder, "plain/sub") == ["a.log"])
  }

  @Test func `globs choose files, the last match wins`() throws {
    let folder = try TemporaryFolder()
    for name in ["a.txt", "b.csv", "s/c.txt", "s/d.md", ".h.txt"] {
      try folder.write("x\n", to: name)
    }
    try folder.write("c.txt\n", to: ".gitignore")
    #expect(try sources(folder) { $0.globs = ["*.txt"] } == [".h.txt", "a.txt", "s/c.txt"])
    #expect(try sources(folder) { $0.globs = ["!*.txt"] } == ["b.csv", "s/d.md"])
    #expect(try sources(folder) { $0.globs = ["*.txt", "!.h*", "!s/"] } == ["a.txt"])
    #expect(try sources(folder) { $0.globs = ["s/*.md"] } == ["s/d.md"])
    #expect(try sources(folder) { $0.globs = ["none"] } == [])
  }

  @Test func `a folder of one structured format is read as that, any other as lines`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a,b\n1,2\n", to: "csv/1.csv")
    try folder.write("b,c\n3,4\n", to: "csv/s/2.CSV")
    #expect(
      try CorpusLoader.load([folder.path("csv")]).corpus.rows == [["1", "2", ""], ["", "3", "4"]])
    try folder.write("x\n", to: "csv/note.txt")
    #expect(try CorpusLoader.load([folder.path("csv")]).corpus.count == 5)
    let typed = try CorpusLoader.load([folder.path("csv")], options: LoadOptions(type: "csv"))
    #expect(typed.corpus.fields.map(\.name) == ["a", "b", "x", "c"])
    try folder.makeFolder("empty")
    #expect(try CorpusLoader.load([folder.path("empty")]).corpus.count == 0)
  }
}
