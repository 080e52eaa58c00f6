import JSON
import TestSupport
import Testing

/// Tests the output of `doctor`, `index` and `corpus info` in the formats for programs.
@Suite struct FactFormatTests {
  private static func rows(
    _ words: [String], in folder: ScratchFolder
  ) throws -> [JSON] {
    let result = try BinaryUnderTest().run(
      words + ["--format", "json"], environment: ["XDG_CACHE_HOME": folder.path + "/cache"],
      directory: folder.path)
    #expect(result.exitStatus == 0, "\(result.error)")
    guard case .array(let rows)? = try JSON(parsing: result.outputBytes)["rows"] else { return [] }
    return rows
  }

  @Test func `doctor writes a row for each check`() throws {
    let folder = try ScratchFolder()
    let rows = try Self.rows(["doctor"], in: folder)
    let checks = rows.map { $0["check"] }
    #expect(checks.first == .string("searchbench") && checks.contains(.string("kernels")))
    #expect(rows.allSatisfy { $0["status"] == .string("ok") || $0["status"] == .string("warning") })
    let wrong = try BinaryUnderTest().run(["doctor", "--format", "jsno"])
    #expect(wrong.exitStatus == 64 && wrong.error.contains("json"))
  }

  @Test func `corpus info writes numbers without separators, and chooses the format by a suffix`()
    throws
  {
    let folder = try ScratchFolder()
    try folder.write("name,size\npear,1\n", to: "a.csv")
    let rows = try Self.rows(["corpus", "info", "a.csv"], in: folder)
    #expect(rows.count == 1)
    #expect(rows.first?["records"] == .integer(1))
    #expect(rows.first?["fields"] == .string("name, size (integer)"))
    guard case .string(let hash)? = rows.first?["SHA-256"] else {
      Issue.record("no hash: \(rows)")
      return
    }
    #expect(hash.utf8.count == 64)
    let written = try BinaryUnderTest().run(
      ["corpus", "info", "a.csv", "--output", "facts.csv"], directory: folder.path)
    #expect(written.exitStatus == 0)
    let lines = try folder.run("cat facts.csv").output.split(separator: "\n").map(String.init)
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("records,fields,text,memory,tokens,distinct_tokens,") == true)
  }

  @Test func `index list and index status write a row for each index`() throws {
    let folder = try ScratchFolder()
    #expect(try Self.rows(["index", "list"], in: folder) == [])
    #expect(try Self.rows(["index", "status", "--all"], in: folder) == [])
    try folder.write("pear\n", to: "one/a.txt")
    try folder.write("plum\nfig\n", to: "two/b.txt")
    try folder.run("touch -d 'an hour ago' one/a.txt two/b.txt one two")
    let environment = ["XDG_CACHE_HOME": folder.path + "/cache"]
    let built = try BinaryUnderTest().run(
      ["index", "build", "one", "two", "--name", "fruit"], environment: environment,
      directory: folder.path)
    #expect(built.exitStatus == 0, "\(built.error)")
    let listed = try Self.rows(["index", "list"], in: folder)
    #expect(listed.count == 2)
    #expect(listed.allSatisfy { $0["name"] == .string("fruit") && $0["files"] == .integer(1) })
    let states = try Self.rows(["index", "status", "--all"], in: folder)
    #expect(states.count == 2)
    for state in states {
      #expect(state["files"] == .integer(1) && state["changed_folders"] == .integer(0))
      #expect(state["watched_by"] == .null)
    }
    let text = try BinaryUnderTest().run(
      ["index", "status", "one"], environment: environment, directory: folder.path)
    #expect(text.output.contains("watched by") && text.output.contains("none"))
  }
}
