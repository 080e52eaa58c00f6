import TestSupport
import Testing

@testable import Shell

/// Tests the names that `--as` gives to corpora.
@Suite struct CorpusNameTests {
  @Test(arguments: [
    ("''", "--as cannot be empty: it takes a name"),
    ("'*'", "--as cannot be '*', which means all corpora"),
    ("result", "--as cannot be result, which is a table of :sql"),
    ("Records", "--as cannot be Records, which is a table of :sql"),
    ("search", "--as cannot be search, which is a table of :sql"),
    ("'a\u{7}b'", "--as cannot be 'a\u{7}b', because it has a control character"),
  ])
  func `a name that commands cannot address is refused`(word: String, message: String) throws {
    let folder = try ScratchFolder()
    let path = try folder.write("red\n", to: "f.txt")
    let bench = Bench()
    for line in [":load \(path) --as \(word)", ":load \(path) --as=\(word) --append"] {
      let error = bench.failure(line)
      #expect(error?.message == message)
      #expect(error?.exitCode == 64)
    }
    #expect(bench.session.workspace.corpora.isEmpty)
  }

  @Test(arguments: ["'a b'", "a,b", "-x", "results", "**", "漢字"])
  func `a name that can be written in quotes is accepted`(word: String) throws {
    let folder = try ScratchFolder()
    let path = try folder.write("red\n", to: "f.txt")
    let bench = Bench()
    try bench.run(":load \(path)", ":load \(path) --as=\(word)", ":use f", ":use -- \(word)")
    #expect(try bench.run("red", ":drop -- \(word)").hasSuffix("f.txt:1:1:red\n"))
    #expect(bench.session.workspace.corpora.map(\.name) == ["f"])
  }

  @Test func `the name of the file itself is accepted, as saved sessions repeat it`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("red\n", to: "result.txt")
    let other = try folder.write("red\n", to: "f.txt")
    let bench = Bench()
    try bench.run(
      ":load \(path)", ":drop result", ":load \(path) --as result",
      ":load \(other) --as result --append")
    #expect(bench.session.workspace.corpora.map(\.name) == ["result"])
  }
}
