import TestSupport
import Testing

@testable import Shell

/// Tests files that are deleted or damaged while they are loaded and followed.
@Suite struct MissingFileTests {
  private func following(_ path: String) throws -> Bench {
    let bench = Bench()
    try bench.run(":load \(path) --as f", ":set follow on", ":set limit 0")
    return bench
  }

  @Test func `reload reports a deleted file although it was followed`() throws {
    let folder = try ScratchFolder()
    let bench = try following(try folder.write("red 1\nred 2\n", to: "f.txt"))
    try folder.run("rm f.txt")
    // The records stay loaded while the file is missing.
    for _ in 0..<2 { #expect(try bench.run("red").split(separator: "\n").count == 2) }
    let error = bench.failure(":reload")
    #expect(error?.message.contains("f.txt") == true)
    #expect(error?.exitCode == 2)
    try folder.write("red 3\n", to: "f.txt")
    #expect(try bench.run("red").hasSuffix("f.txt:1:1:red 3\n"))
  }

  @Test func `reload reads an incomplete line that following has left out`() throws {
    let folder = try ScratchFolder()
    let bench = try following(try folder.write("red 1\n", to: "f.txt"))
    try folder.run("printf 'red 2' >> f.txt")
    #expect(try bench.run("red").split(separator: "\n").count == 1)
    try bench.run(":reload")
    #expect(try bench.run("red").hasSuffix("f.txt:2:1:red 2\n"))
  }

  @Test func `reload reads a file that was repaired after following ended`() throws {
    let folder = try ScratchFolder()
    let bench = try following(try folder.write("a,b\n1,2\n", to: "f.csv"))
    try folder.run("printf '1,2,3\\n' >> f.csv")
    #expect(bench.failure("1")?.message.hasPrefix("f is no longer followed: ") == true)
    // The file is still damaged, so `:reload` must not report it as unchanged.
    #expect(bench.failure(":reload")?.message.contains("f.csv:3: ") == true)
    try folder.write("a,b\n1,2\n1,4\n", to: "f.csv")
    try bench.run(":reload")
    #expect(try bench.run("1").split(separator: "\n").count == 2)
  }
}
