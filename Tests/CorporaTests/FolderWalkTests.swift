import System
import Testing

@testable import Corpora

@Suite struct FolderWalkTests {
  /// The paths of the files that a load reads as lines, relative to the folder.
  private func sources(
    _ folder: TemporaryFolder, _ name: String = "", _ change: (inout LoadOptions) -> Void = { _ in }
  ) throws -> [String] {
    let path = name.isEmpty ? folder.path : folder.path(name)
    let result = try CorpusLoader.load([path], options: LoadOptions(type: "lines").with(change))
    return result.corpus.sources.sources.map { String($0.path.dropFirst(path.count + 1)) }
  }

  @Test func `files are read in name order, without hidden and binary files`() throws {
    let folder = try TemporaryFolder()
    for name in ["b.txt", "a/z.txt", "a/b/c", "a.txt", "B", ".hidden", ".git/config", ".x/y"] {
      try folder.write("\(name)\n", to: name)
    }
    try folder.write([0x61, 0, 0x62, 10], to: "binary")
    let result = try CorpusLoader.load([folder.path])
    #expect(result.corpus.rows.map { $0[0] } == ["B", "a/b/c", "a/z.txt", "a.txt", "b.txt"])
    #expect(result.report.skipped.hidden == 3 && result.report.skipped.binary == 1)
    #expect(result.report.files == 5 && result.report.skipped.total == 4)
    let all = [".git/config", ".hidden", ".x/y", "B", "a/b/c", "a/z.txt", "a.txt", "b.txt"]
    #expect(try sources(folder) { $0.includesHidden = true } == all)
    // A binary file that is named explicitly is read as text.
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
    // A link that is named explicitly is followed.
    #expect(try CorpusLoader.load([folder.path("to-file")]).corpus.rows == [["x"]])
    #expect(try CorpusLoader.load([folder.path("a/loop")]).corpus.rows == [["x"]])
    #expect(throws: CorpusError.self) { try CorpusLoader.load([folder.path("self")]) }
  }

  @Test func `nested gitignores are honored, and the inner one wins`() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder(".git")
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
    #expect(report.skipped.ignored == 4 && report.skipped.hidden == 3)
  }

  @Test func `the ignore rules of a repository apply in its subfolders`() throws {
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
    #expect(try sources(folder, "plain") == ["sub/a.log"])
  }

  /// The expected lists are the output of `rg --files --sort path` in ripgrep 15.2.
  @Test func `all kinds of ignore files apply in order of precedence`() throws {
    let folder = try TemporaryFolder()
    try folder.write("*.o\n!keep.o\n/top\n.x\n", to: "r/.gitignore")
    try folder.write("!a.o\nnever\n!.shown\n", to: "r/.ignore")
    try folder.write("excluded\nkeep.o\n", to: "r/.git/info/exclude")
    try folder.write("top\n*.md\n!x.md\n", to: "r/s/.gitignore")
    try folder.write("b.o\n", to: "r/inner/.gitignore")
    try folder.makeFolder("r/inner/.git")
    try folder.write("outer\n", to: ".ignore")
    let names = [
      "r/a.o", "r/b.o", "r/keep.o", "r/top", "r/never", "r/.shown", "r/.x", "r/excluded", "r/s/top",
      "r/s/x.md", "r/s/y.md", "r/s/t/z.md", "r/s/c.o", "r/outer", "r/inner/a.o", "r/inner/b.o",
      "r/inner/c.o", "r/inner/excluded", "r/inner/never", "r/é", "r/a/top",
    ]
    for name in names { try folder.write("x\n", to: name) }
    #expect(
      try sources(folder, "r") == [
        ".shown", "a/top", "a.o", "inner/a.o", "inner/c.o", "inner/excluded", "keep.o", "s/x.md",
        "é",
      ])
    #expect(try sources(folder, "r/s") == ["x.md"])
    #expect(try sources(folder, "r/inner") == ["a.o", "c.o", "excluded"])
  }

  @Test func `ignore files exclude what ripgrep excludes`() throws {
    let folder = try TemporaryFolder()
    for name in RipgrepVectors.names { try folder.write("x\n", to: name) }
    for (rules, excluded, added) in RipgrepVectors.cases {
      try folder.write(rules, to: ".ignore")
      let expected = RipgrepVectors.names.filter { name in
        let isHidden = name.hasPrefix(".") || name.contains("/.")
        return isHidden ? added.contains(name) : !excluded.contains(name)
      }
      let listed = try sources(folder).filter { $0 != ".ignore" }
      #expect(listed == expected, "\(rules.debugDescription)")
    }
  }

  @Test(.enabled(if: !TemporaryFolder.isRoot, "root may read anything"))
  func `a folder that cannot be read is counted as skipped, and the walk continues`() throws {
    let folder = try TemporaryFolder()
    for name in ["a/x", "b/x", "c/x"] { try folder.write("x\n", to: name) }
    folder.lock("b")
    let listing = try CorpusLoader.files(in: folder.path)
    #expect(listing.files == [folder.path("a/x"), folder.path("c/x")])
    #expect(listing.skipped.unreadable == 1)
    #expect(throws: CorpusError.self) { try CorpusLoader.files(in: folder.path("b")) }
    folder.unlock("b")
  }

  @Test(arguments: [1, 2, 5]) func `the order of files does not depend on the number of threads`(
    threads: Int
  ) throws {
    let folder = try TemporaryFolder()
    let names = ["z", "a", "a b/c", "a-b", "a.c/d/e", "a.c/d.e", "a.c/d0", "b/c/d/e/f", "b/c/g"]
    for name in names { try folder.write("x\n", to: name) }
    let listed = try sources(folder) { $0.threads = threads }
    #expect(
      listed == ["a", "a b/c", "a-b", "a.c/d/e", "a.c/d.e", "a.c/d0", "b/c/d/e/f", "b/c/g", "z"])
  }

  @Test func `folders are listed one at a time, in name order`() throws {
    let folder = try TemporaryFolder()
    for name in ["b/x", "a.c", "a/y", "abcdefghij", "abcdefghi", "c"] {
      try folder.write("x\n", to: name)
    }
    let walk = try FolderWalk(LoadOptions())
    var skipped = SkippedFiles()
    let entries = try walk.list(walk.root(FilePath(folder.path + "/")), skipped: &skipped)
    let paths = entries.map {
      switch $0 {
      case .file(let file): file.path.text
      case .folder(let inner): inner.path.text + "/"
      }
    }
    #expect(
      paths == ["a/", "a.c", "abcdefghi", "abcdefghij", "b/", "c"].map { folder.path($0) })
    #expect(skipped == SkippedFiles())
  }

  @Test func `git's configuration can name an excludes file`() {
    func file(_ text: String) -> String? {
      GitSettings.excludesFile(Array(text.utf8), home: FilePath("/h"))?.text
    }
    #expect(file("[core]\n  excludesFile = ~/x\n") == "/h/x")
    #expect(file("EXCLUDESFILE=\" /a/b \"\r\n") == "/a/b")
    #expect(file("excludesFile = a b\n[x]\n") == nil && file("excludes = a") == nil)
  }

  @Test func `globs select files, and the last match wins`() throws {
    let folder = try TemporaryFolder()
    for name in ["a.txt", "b.csv", "s/c.txt", "s/d.md", ".h.txt"] {
      try folder.write("x\n", to: name)
    }
    try folder.write("c.txt\n", to: ".ignore")
    #expect(try sources(folder) { $0.globs = ["*.txt"] } == [".h.txt", "a.txt", "s/c.txt"])
    #expect(try sources(folder) { $0.globs = ["!*.txt"] } == ["b.csv", "s/d.md"])
    #expect(try sources(folder) { $0.globs = ["*.txt", "!.h*", "!s/"] } == ["a.txt"])
    #expect(try sources(folder) { $0.globs = ["s/*.md"] } == ["s/d.md"])
    #expect(try sources(folder) { $0.globs = ["none"] } == [])
  }

  @Test func `each file of a folder is read in its own format`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a,b\n1,2\n", to: "csv/1.csv")
    try folder.write("b,c\n3,4\n", to: "csv/s/2.CSV")
    #expect(
      try CorpusLoader.load([folder.path("csv")]).corpus.rows == [["1", "2", ""], ["", "3", "4"]])
    try folder.write("x\n", to: "csv/note.txt")
    #expect(try CorpusLoader.load([folder.path("csv")]).corpus.count == 3)
    let typed = try CorpusLoader.load([folder.path("csv")], options: LoadOptions(type: "csv"))
    #expect(typed.corpus.fields.map(\.name) == ["a", "b", "x", "c"])
    try folder.makeFolder("empty")
    #expect(try CorpusLoader.load([folder.path("empty")]).corpus.count == 0)
  }
}
