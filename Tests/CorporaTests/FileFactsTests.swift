import TestSupport
import Testing

@testable import Corpora

@Suite struct FileFactsTests {
  @Test func `the metadata of a file changes with the file`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("one\n", to: "file")
    let facts = try FileFacts.of(path)
    #expect(facts.kind == .file && facts.size == 4 && !facts.isFolder)
    #expect(try FileFacts.of(path) == facts)
    try folder.write("longer\n", to: "file")
    #expect(try FileFacts.of(path).size == 7)
    #expect(try FileFacts.of(path).modifiedNanoseconds >= facts.modifiedNanoseconds)
    try folder.link("link", to: "file")
    #expect(try FileFacts.of(folder.path("link")) == FileFacts.of(path))
    #expect(try FileFacts.of(folder.path).isFolder && FileFacts.of("").isFolder)
    #expect(try FileFacts.of("/dev/null").kind == .other)
  }

  @Test func `modification times are nanoseconds since 1970`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("x", to: "file")
    for (seconds, nanoseconds) in [(1_234_567_890, 123_456_789), (0, 0), (-5, 7)] {
      try folder.setTime(of: "file", seconds: seconds, nanoseconds: nanoseconds)
      let expected = Int64(seconds) * 1_000_000_000 + Int64(nanoseconds)
      #expect(try FileFacts.of(path).modifiedNanoseconds == expected)
    }
  }

  @Test func `the metadata of a missing or unreadable file is an error`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("x", to: "file")
    let missing = folder.path("fil")
    #expect(throws: CorpusError(.notFound(nearest: path), path: missing)) {
      try FileFacts.of(missing)
    }
    #expect(throws: CorpusError(.notFound(nearest: nil), path: path + "/x")) {
      try FileFacts.of(path + "/x")
    }
    try folder.link("loop", to: "loop")
    let loop = folder.path("loop")
    let reason = "too many symbolic links"
    #expect(throws: CorpusError(.unreadable(reason: reason), path: loop)) {
      try FileFacts.of(loop)
    }
  }

  @Test func `the file list of a folder equals the files that a load reads, in order`() throws {
    let folder = try TemporaryFolder()
    try folder.write("*.log\n", to: ".ignore")
    try folder.write("!a.log\n", to: "s/.ignore")
    let names = ["b.txt", "a.txt", "a.log", "s/a.log", "s/t/c", ".h", "é", "empty"]
    for name in names { try folder.write(name == "empty" ? "" : "x\n", to: name) }
    try folder.link("link", to: "b.txt")
    for change: (inout LoadOptions) -> Void in [
      { _ in }, { $0.includesHidden = true }, { $0.ignoresGitignore = true },
      { $0.globs = ["*.log", "!/a.log"] }, { $0.globs = ["none"] },
    ] {
      let options = LoadOptions().with(change)
      let listing = try CorpusLoader.files(in: folder.path, options: options)
      let result = try CorpusLoader.load([folder.path], options: options)
      let empty = folder.path("empty")
      #expect(listing.files.filter { $0 != empty } == result.corpus.sources.sources.map(\.path))
      #expect(listing.skipped == result.report.skipped)
      #expect(listing.files.count == result.report.files)
    }
    let inner = try CorpusLoader.files(in: folder.path("s")).files
    #expect(inner == [folder.path("s/a.log"), folder.path("s/t/c")])
  }

  @Test func `the file list of a path that is not a folder contains only that path`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("x\n", to: ".hidden")
    #expect(try CorpusLoader.files(in: path).files == [path])
    #expect(try CorpusLoader.files(in: "/dev/null").files == ["/dev/null"])
    #expect(throws: CorpusError(.notFound(nearest: nil), path: path + "/x")) {
      try CorpusLoader.files(in: path + "/x")
    }
    #expect(throws: CorpusError(.badGlob("["))) {
      try CorpusLoader.files(in: folder.path, options: LoadOptions().with { $0.globs = ["["] })
    }
    #expect(throws: CorpusError(.cancelled)) {
      try CorpusLoader.files(in: folder.path, isCancelled: { true })
    }
  }
}
