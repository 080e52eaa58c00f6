import TestSupport
import Testing

@testable import Shell

/// Tests of `:export --append`: what text it adds to a file, and what files it refuses.
@Suite struct ExportAppendTests {
  private static let header = "record,source,line,column,matched,hits,text\n"
  private static let row = "2,fruit.txt,2,7,text,1,Green Pear\n"

  /// Starts a session with a result of one record.
  private func withResult() throws -> Bench {
    let bench = Bench.withCorpora()
    try bench.run("pear")
    return bench
  }

  @Test(arguments: [
    header + "1,a,1,1,text,1,old", header + "1,a,1,1,text,1,old\n", "\u{FEFF}" + header,
    header.replacing("\n", with: "\r\n"), "\(header.dropLast())", "",
  ])
  func `rows are added on lines of their own below the same header`(old: String) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(old, to: "out.csv")
    try withResult().run(":export \(path) --append")
    // Compare bytes, because CR LF is one character.
    let isComplete = old.utf8.last == UInt8(ascii: "\n")
    let kept = old.isEmpty ? Self.header : isComplete ? old : old + "\n"
    #expect(folder.text(of: "out.csv").map { Array($0.utf8) } == Array((kept + Self.row).utf8))
  }

  @Test(arguments: [
    "x", "x\n", "\n" + header, "\(header.dropLast()),also\n", "text\n", "{\"record\":1}\n",
    header.replacing(",", with: "\t"), "\(header.dropLast(2))\n",
  ])
  func `a file with another first line is refused and not changed`(old: String) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(old, to: "out.csv")
    let error = try withResult().failure(":export \(path) --append")
    #expect(
      error?.message == "\(path) does not begin with the header of this result: choose the columns "
        + "of the file with --columns, or name another file")
    #expect(error?.exitCode == 2)
    #expect(folder.text(of: "out.csv") == old)
  }

  @Test func `other columns and other formats are refused`() throws {
    let folder = try ScratchFolder()
    let bench = Bench.withCorpora()
    let (csv, tsv) = (folder.path + "/m.csv", folder.path + "/m.tsv")
    try bench.run(":use cities", "rom", ":export \(csv)", ":export \(tsv)")
    let kept = folder.text(of: "m.csv")
    for options in ["--columns name", "--format tsv", "--format jsonl"] {
      #expect(bench.failure(":export \(csv) --append \(options)")?.exitCode == 2, "\(options)")
    }
    #expect(bench.failure(":export \(tsv) --append --columns also,name")?.exitCode == 2)
    #expect(folder.text(of: "m.csv") == kept)
    try bench.run(":export \(csv) --append --columns name,also")
    try bench.run(":export \(csv) --append --columns name --no-output-header")
    #expect(folder.text(of: "m.csv")?.split(separator: "\n").count == 4)
  }

  @Test func `JSON Lines are added to JSON Lines only`() throws {
    let folder = try ScratchFolder()
    let bench = try withResult()
    let path = folder.path + "/out.jsonl"
    try bench.run(":export \(path)", ":export \(path) --append")
    #expect(folder.text(of: "out.jsonl")?.split(separator: "\n").count == 2)
    let text = try folder.write("notes\n", to: "notes.jsonl")
    let error = bench.failure(":export \(text) --append")
    #expect(error?.message.contains("does not begin with a JSON object") == true)
    #expect(error?.exitCode == 2)
    #expect(folder.text(of: "notes.jsonl") == "notes\n")
  }

  @Test func `only commands with --append name it when a file exists`() throws {
    let folder = try ScratchFolder()
    let bench = try withResult()
    let path = folder.path + "/ch.svg"
    try bench.run(":count by text --chart \(path)")
    #expect(
      bench.failure(":count by text --chart \(path)")?.message
        == "\(path) exists: replace it with --force, or name another file")
    try bench.run(":export \(path) --format csv --force")
    #expect(
      bench.failure(":export \(path) --format csv")?.message
        == "\(path) exists: replace it with --force, or add to it with --append")
  }
}
