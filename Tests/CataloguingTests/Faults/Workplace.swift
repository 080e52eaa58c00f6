import SQLite
import TestSupport
import Testing

@testable import Cataloguing

/// A folder with a catalog named `t`, in which tests run the real program.
struct Workplace {
  let folder: ScratchFolder
  let binary: BinaryUnderTest
  let file: CatalogFile

  init() throws {
    folder = try ScratchFolder()
    binary = try BinaryUnderTest()
    file = try CatalogFile("t", in: folder.path + "/data/searchbench/catalogs")
  }

  /// Whether this user can mount file systems in a private namespace.
  static let mayMount =
    (try? BinaryUnderTest(path: "/bin/sh").run([
      "-c", "unshare -m sh -c 'mount -t tmpfs -o size=64k none /mnt'",
    ]).exitStatus) == 0

  /// Runs the program with these arguments.
  @discardableResult
  func run(_ arguments: String...) throws -> BinaryUnderTest.Result {
    try run(arguments: arguments)
  }

  @discardableResult
  func run(arguments: [String]) throws -> BinaryUnderTest.Result {
    try binary.run(
      arguments, environment: ["XDG_DATA_HOME": folder.path + "/data"], directory: folder.path)
  }

  @discardableResult
  func shell(_ script: String, _ arguments: String...) throws -> BinaryUnderTest.Result {
    try BinaryUnderTest(path: "/bin/sh").run(
      ["-c", script, binary.path] + arguments,
      environment: ["XDG_DATA_HOME": folder.path + "/data"], directory: folder.path, seconds: 120)
  }

  /// Writes a CSV of `items` records and creates an empty catalog.
  func prepare(items: Int) throws {
    let rows = (1...items).map { "k\($0),\"title of \($0)\",\($0 * 7_919 % 10_007)\n" }
    try folder.write("id,title,note\n" + rows.joined(), to: "items.csv")
    #expect(try run("catalog", "create", "t").exitStatus == 0)
  }

  /// The catalog's items as text, including their numbers and lines.
  func items() throws -> [String] {
    let database = try Database(path: file.path, mode: .readWrite)
    let select = try database.prepare(
      "SELECT item || ' ' || id || ' ' || line || ' ' || title || attributes FROM items ORDER BY item"
    )
    var items: [String] = []
    while try select.step() { items.append(select.string(0)) }
    return items
  }

  /// The expected result of `items` if the catalog contains the first `count` records of the file
  /// that `prepare` writes.
  static func whole(_ count: Int) -> [String] {
    (1...count).map {
      "\($0) k\($0) \($0 + 1) title of \($0){\"id\":\"k\($0)\",\"note\":\"\($0 * 7_919 % 10_007)\"}"
    }
  }

  /// Checks the integrity of the catalog after writers were killed; returns the number of items in
  /// it.
  @discardableResult
  func checkSound(of total: Int, sourceLocation: SourceLocation = #_sourceLocation) throws -> Int {
    let status = try run("catalog", "status", "t", "--format", "json")
    #expect(status.exitStatus == 0 && status.error.isEmpty, sourceLocation: sourceLocation)
    let database = try Database(path: file.path, mode: .readWrite)
    #expect(
      try database.text("PRAGMA integrity_check") == "ok", sourceLocation: sourceLocation)
    #expect(
      try database.text("PRAGMA foreign_key_check").isEmpty, sourceLocation: sourceLocation)
    let count = try database.integer("SELECT count(*) FROM items")
    #expect(
      try database.integer("SELECT total(ready) FROM origins") == count,
      sourceLocation: sourceLocation)
    #expect(status.output.contains("\"ready\": \(count),"), sourceLocation: sourceLocation)
    #expect(count % 1_000 == 0 || count == total, sourceLocation: sourceLocation)
    return count
  }

  /// Whether the program ended with exit status 2 and a one-line error message.
  ///
  /// Warnings about retries are ignored.
  func isRefusal(_ result: BinaryUnderTest.Result) -> Bool {
    let lines = result.error.split(separator: "\n").filter { !$0.contains("; trying again in ") }
    return result.ending == .exited(2) && lines.count == 1 && lines[0].hasPrefix("searchbench: ")
  }
}
