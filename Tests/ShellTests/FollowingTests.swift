import TestSupport
import Testing

@testable import Shell

/// Tests files that grow while they are loaded in a session.
@Suite struct FollowingTests {
  /// Starts a session that follows the files `names` of `folder`.
  private func following(_ names: String..., in folder: ScratchFolder, _ options: String = "")
    throws
    -> Bench
  {
    let bench = Bench()
    let paths = names.map { folder.path + "/" + $0 }.joined(separator: " ")
    try bench.run(":load \(paths) --as f \(options)", ":set follow on", ":set limit 0")
    return bench
  }

  /// Returns all records, with their locations.
  private func all(_ bench: Bench) throws -> String {
    try bench.run(":substring \"\"", ":prefix \"\"")
  }

  private static let formats: [(name: String, head: String, lines: [String])] = [
    ("f.log", "", ["one", "", "zwölf Möwen", "a\rb", "crlf\r", "日本語 text"]),
    (
      "f.csv", "a,b,a\r\n",
      ["1,2,3", "x,\"two\nlines\",z", "ä,\"say \"\"hi\"\"\",", "short", "p,q,r\r"]
    ),
    ("f.jsonl", "", [#"{"a": 1, "b": "ü"}"#, #"{"c": [1, 2]}"#, "\"text\"", #"{"b": "\n"}"#, ""]),
  ]

  @Test(arguments: Self.formats.indices)
  func `following a file that is written in pieces equals loading the whole file`(_ index: Int)
    throws
  {
    let format = Self.formats[index]
    var random = SeededGenerator(seed: UInt64(index) + 7)
    for _ in 0..<6 {
      let folder = try ScratchFolder()
      var text = Array((format.head + format.lines[0] + "\n").utf8)
      try folder.write(text, to: format.name)
      let bench = try following(format.name, in: folder)
      for _ in 0..<8 {
        var more: [UInt8] = []
        for _ in 0..<random.below(5) { more += Array((random.pick(format.lines) + "\n").utf8) }
        // Split the text at any byte, even inside a character.
        let cut = random.below(more.count + 1)
        for piece in [more[..<cut], more[cut...]] {
          text += piece
          try folder.write(text, to: format.name)
          _ = try bench.run(":substring zwölf")
        }
      }
      let whole = Bench()
      try whole.run(":load \(folder.path)/\(format.name) --as f", ":set limit 0")
      #expect(try all(bench) == all(whole))
    }
  }

  @Test(arguments: Self.formats.indices)
  func `reload reads a last line without a line end again`(_ index: Int) throws {
    let format = Self.formats[index]
    let folder = try ScratchFolder()
    let first = format.head + format.lines[0]
    try folder.write(first, to: format.name)
    let bench = Bench()
    try bench.run(":load \(folder.path)/\(format.name) --as f", ":set limit 0")
    for end in [
      "\n", "\n" + format.lines[2], "\n" + format.lines[2] + "\n" + format.lines[0] + "\n",
    ] {
      try folder.write(first + end, to: format.name)
      try bench.run(":reload")
      let whole = Bench()
      try whole.run(":load \(folder.path)/\(format.name) --as f", ":set limit 0")
      #expect(try all(bench) == all(whole))
    }
  }

  @Test func `the last result gains new records and keeps its current hit`() throws {
    let folder = try ScratchFolder()
    try folder.write("red 1\nblue\nred 2\n", to: "f.txt")
    let bench = try following("f.txt", in: folder)
    try bench.run("red", ":next")
    try folder.run("printf 'red 3\\nred' >> f.txt")
    #expect(try bench.run(":show").hasSuffix("f.txt:4:1:red 3\n"))
    #expect(try bench.run(":next").contains("red 3"))
    try folder.run("printf ' 4\\n' >> f.txt")
    #expect(try bench.run(":show").hasSuffix("f.txt:5:1:red 4\n"))
  }

  @Test func `a file that was rotated, truncated or changed is read again`() throws {
    let folder = try ScratchFolder()
    try folder.write("old 1\nold 2\n", to: "f.txt")
    let bench = try following("f.txt", in: folder)
    try folder.run("mv f.txt f.txt.1")
    #expect(try bench.run("old").hasSuffix("f.txt:2:1:old 2\n"))
    try folder.run("printf 'new 1\\nnew 2\\nnew 3\\n' > f.txt")
    #expect(try bench.run("new", ":substring old").hasSuffix("f.txt:3:1:new 3\n"))
    try folder.run("printf 'new 1\\n' > f.txt")
    #expect(try bench.run("new").hasSuffix("f.txt:1:1:new 1\n"))
    try folder.run("printf 'neu 1\\nnew 2\\n' > f.txt")
    #expect(try bench.run("neu").hasSuffix("f.txt:1:1:neu 1\n"))
  }

  @Test func `several files grow, and a last line without a line end is completed`() throws {
    let folder = try ScratchFolder()
    try folder.write("a1\na", to: "a.txt")
    try folder.write("b1\nb", to: "b.txt")
    let bench = try following("a.txt", "b.txt", in: folder)
    try folder.run("printf '2\\na3\\n' >> a.txt")
    func texts() throws -> [Substring] {
      try bench.run(":regex ^[ab]").split(separator: "\n").map {
        $0.split(separator: ":").last ?? ""
      }
    }
    #expect(try texts() == ["a1", "b1", "b", "a2", "a3"])
    try folder.run("printf '2\\n' >> b.txt; printf 'a4\\n' >> a.txt")
    #expect(try texts() == ["a1", "b1", "a2", "a3", "a4", "b2"])
  }

  @Test func `a malformed row is reported once, and ends following`() throws {
    let folder = try ScratchFolder()
    try folder.write("a,b\n1,2\n", to: "f.csv")
    let bench = try following("f.csv", in: folder)
    try folder.run("printf '1,2,3\\n' >> f.csv")
    let failure = bench.failure("1")?.message ?? ""
    #expect(failure.hasPrefix("f is no longer followed: ") && failure.contains("f.csv:3: "))
    #expect(try bench.run(":substring 1").hasSuffix("f.csv:2:1:1\t2\n"))
  }

  @Test func `with follow turned off, appended lines are not read`() throws {
    let folder = try ScratchFolder()
    try folder.write("red\n", to: "f.txt")
    let bench = try following("f.txt", in: folder)
    try bench.run(":set follow off")
    try folder.run("printf 'red\\n' >> f.txt")
    #expect(try bench.run("red").split(separator: "\n").count == 1)
  }
}
