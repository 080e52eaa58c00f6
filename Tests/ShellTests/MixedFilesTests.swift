import TestSupport
import Testing

/// Compares `search` with searches of loaded files, for files of different formats.
@Suite struct MixedFilesTests {
  private static let files: [(name: String, text: String)] = [
    ("lines.txt", "a foo\\b\tline\nnothing\nfoo\n"),
    ("two.csv", "a,b\nfoo,\n,foo\nx,y\n"),
    ("other.csv", "c,b,d\nx,foo,7\n,,foo\nfoo\n"),
    ("one.csv", "only\nfoo\\n\n\"foo\nbar\"\n"),
    ("tabs.tsv", "text\ta\nfoo\tx\n\tfoo\n"),
    (
      "ragged.jsonl",
      "{\"a\":\"foo\"}\n{\"z\":\"foo\",\"a\":\"\",\"text\":\"foo\"}\n{\"b\":\"foo\",\"z\":\"\"}\n"
    ),
    ("strings.json", "[\"foo\\tbar\", \"x\", \"foo\"]"),
    ("objects.json", "[{\"q\":{\"r\":\"foo\"}},{\"text\":\"foo\",\"q\":{\"r\":\"foo\"}}]"),
  ]

  @Test(arguments: ["lines", "csv", "jsonl", "table", "markdown", "paths", "count"])
  func `rows are the same from files and from memory`(_ format: String) throws {
    let folder = try ScratchFolder()
    for (name, text) in Self.files { try folder.write(text, to: name) }
    let program = try BinaryUnderTest()
    var random = SeededGenerator(seed: 20_261_128)
    for round in 0..<Effort.size(24, thorough: 400) {
      let names = Self.files.map(\.name).shuffled(using: &random).prefix(1 + round % 4)
      let query = ["foo", "foo|bar", "NOT foo"][round % 3]
      let strategy = ["substring", "regex", "bool"][round % 3]
      let once = try program.run(
        ["search", "--format", format, "-s", strategy, query] + names, directory: folder.path)
      let commands = [
        ":load " + names.joined(separator: " "), ":set format \(format)",
        ":set strategy \(strategy)", query,
      ]
      let loaded = try program.run(
        [], input: commands.joined(separator: "\n") + "\n", directory: folder.path)
      #expect(once.output == loaded.output, "\(strategy) \(names)")
    }
  }

  @Test func `a record shows the fields of its own file`() throws {
    let folder = try ScratchFolder()
    for (name, text) in Self.files { try folder.write(text, to: name) }
    let result = try BinaryUnderTest().run(
      ["search", "foo", "two.csv", "other.csv", "lines.txt", "ragged.jsonl"],
      directory: folder.path)
    #expect(
      result.output == """
        two.csv:2:1:foo\t
        two.csv:3:2:\tfoo
        other.csv:2:3:x\tfoo\t7
        other.csv:3:3:\t\tfoo
        other.csv:4:1:foo\t\t
        lines.txt:1:3:a foo\\b\tline
        lines.txt:3:1:foo
        ragged.jsonl:1:7:foo
        ragged.jsonl:2:27:\t\t\t\tfoo\tfoo
        ragged.jsonl:3:7:\tfoo\t\t\t\t

        """)
  }
}
