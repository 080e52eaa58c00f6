import TestSupport
import Testing

/// Tests the names of stored indexes.
@Suite struct IndexNameTests {
  private let files: IndexedFiles
  private let program: BinaryUnderTest

  init() throws {
    files = try IndexedFiles()
    program = try BinaryUnderTest()
  }

  private func run(_ arguments: String...) throws -> BinaryUnderTest.Result {
    try program.run(["index"] + arguments, environment: files.environment)
  }

  @Test func `a name selects the indexes that were built with it`() throws {
    let (one, other) = (files.tree + "/sub", files.tree + "/lines.log")
    #expect(try run("build", one, other, "--name", "work", "--hidden").exitStatus == 0)
    #expect(try run("build", files.tree).exitStatus == 0)
    let list = try run("list").output.split(separator: "\n").filter { $0.contains("work") }
    #expect(list.count == 2)
    let status = try run("status", "work").output
    #expect(status.contains(one) && status.contains(other) && status.contains("--hidden"))
    // If an index is built again by its path, it keeps its name. If it is built again by its name,
    // it keeps its options.
    #expect(try run("build", "--hidden", one).exitStatus == 0)
    let again = try run("build", "--name", "work")
    #expect(again.exitStatus == 0)
    #expect(again.output.split(separator: "\n").count == 2, "\(again.output)")
    #expect(try run("status", "work").output.contains("--hidden"))
    #expect(try run("verify", "work").exitStatus == 0)
    #expect(try run("build", other, "--name", "").exitStatus == 0)
    #expect(try run("drop", "work").exitStatus == 0)
    let left = try run("list").output
    #expect(!left.contains("work"))
    #expect(left.contains(other) && !left.contains(one))
  }

  @Test func `a name without an index, and a name with options, are errors`() throws {
    #expect(try run("build").exitStatus == 64)
    #expect(try run("build", "--name", "work", "--hidden").exitStatus == 64)
    let none = try run("build", "--name", "work")
    #expect(none.exitStatus == 2)
    #expect(none.error.contains("no index has the name work"))
    #expect(try run("status", "work").exitStatus == 2)
  }

  @Test func `the index of a folder that is gone is dropped by its path`() throws {
    #expect(try run("build", files.tree).exitStatus == 0)
    let resolved = try run("list").output.split(separator: "\n").last?.split(separator: " ").first
    let path = try #require(resolved.map(String.init))
    try files.folder.run("rm -r tree")
    #expect(try run("drop", path).exitStatus == 0)
    #expect(try !run("list").output.contains(path))
  }
}
