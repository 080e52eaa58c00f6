import Corpora
import Testing

@Suite struct AliasSeparatorTests {
  private func aliases(
    _ text: String, _ separator: String?, name: String = "f.csv"
  ) throws -> [String] {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: name)
    var options = LoadOptions(aliasFields: ["old"])
    options.aliasSeparator = separator
    let corpus = try CorpusLoader.load([path], options: options).corpus
    let field = try #require(corpus.fields.firstIndex { $0.name == "old" })
    return (0..<corpus.count).map { corpus.text(of: RecordID(UInt64($0)), field: field) }
  }

  @Test func `a separator splits a cell into names without surrounding whitespace`() throws {
    let rows = "name,old\nsleep,moon.zzz; bed ;;circle\nwake,\nrise, up\nboth,\"a\nb;c\"\n"
    #expect(try aliases(rows, ";") == ["moon.zzz\nbed\ncircle", "", "up", "a\nb\nc"])
    #expect(try aliases(rows, nil) == ["moon.zzz; bed ;;circle", "", " up", "a\nb;c"])
    #expect(try aliases("name,old\nx,a -> b -> c\n", " -> ") == ["a\nb\nc"])
    #expect(try aliases("name,old\nx,ä§ö\n", "§") == ["ä\nö"])
    #expect(try aliases("name,old,year\nx,; ;,1\n", ";") == [""])
  }

  @Test func `the values of a JSON array are also split`() throws {
    let line = #"{"name": "sleep", "old": ["moon; zzz", "bed"]}"#
    #expect(try aliases(line + "\n", ";", name: "f.jsonl") == ["moon\nzzz\nbed"])
  }
}
