import Corpora
import Reporting
import Searching
import Testing

@Suite struct FullNameTests {
  private func encoded(_ query: String, as format: String) throws -> String {
    let corpus = Corpus(
      name: "symbols", fields: [Field("text")], rows: [["barge.badge"], ["badge barge"]])
    let result = try Searcher(corpus).search(
      try CompiledQuery(Query(query, by: "prefix")), ResultRequest(), .never)
    var options = EncodingOptions()
    options.terminal = TerminalStyle(width: 80)
    let output = BufferOutput()
    try EncoderCatalog.named(format).encode(
      ResultRows([result]), options: options, to: output)
    return output.text
  }

  @Test func `a record that matches by its full name is marked as such`() throws {
    #expect(try encoded("barge.b", as: "hits").contains("barge.badge (full name)"))
    #expect(try encoded("barge.b", as: "list").contains("matched: text (full name)"))
    #expect(try encoded("barge.b", as: "csv").contains(",text (full name),1,"))
    #expect(try encoded("barge.b", as: "table").contains("(full name)\n"))
    #expect(try encoded("barge.b", as: "jsonl").contains(#""matched":"text","full_name":true,"#))
  }

  @Test func `a record that matches by its tokens is not marked as a full-name match`() throws {
    let hits = try encoded("ba", as: "hits")
    #expect(!hits.contains("full name"))
    #expect(hits.split(separator: "\n").count == 4)
    for format in ["list", "csv", "table", "jsonl"] {
      #expect(try !encoded("ba", as: format).contains("full"))
    }
  }
}
