import Cataloguing
import Corpora
import IncrementalSearch
import NoteCatalog
import Searching
import TestSupport
import Testing

@Suite struct ExampleTests {
  @Test func `the command-line example brackets every hit`() throws {
    let folder = try ScratchFolder()
    try folder.write("a whale\nno fish\nWhale, the wh\u{1B}[1male and a ship\n", to: "a.txt")
    let example = try BinaryUnderTest("find-in-files")
    let found = try example.run(["whale AND NOT ship", folder.path])
    #expect(found.output == "\(folder.path)/a.txt:1: a [whale]\n")
    let all = try example.run(["wh", folder.path])
    #expect(
      all.output.contains(#"a.txt:3: [Wh]ale, the [wh]^[[1male and a ship"#), "\(all.output)")
    let wrong = try example.run(["(whale", folder.path])
    #expect(wrong.output.hasPrefix("find-in-files: this parenthesis is never closed"))
  }

  @Test @MainActor func `the incremental example shows the results of the latest text`() async {
    let rows = ["el capitan", "elbe", "denali"].map { [$0] }
    let model = SearchModel(
      Corpus(name: "peaks", fields: [Field("name")], rows: rows), delay: .zero)
    var changes = 0
    model.onChange = { changes += 1 }
    for text in ["e", "el", "el c"] { model.text = text }
    await model.settle()
    #expect(model.matches.map(\.best.text) == ["el capitan"])
    #expect(changes == 1)
    model.text = "el ("
    await model.settle()
    #expect(model.matches.count == 1)
    #expect(model.problem != nil)
    model.text = "el"
    await model.settle()
    #expect(model.matches.compactMap { $0["name"]?.utf8Ranges } == [[0..<2], [0..<2]])
    #expect(model.problem == nil)
  }

  @Test func `the catalog example finds its notes after the catalog is reopened`() async throws {
    let folder = try ScratchFolder()
    let notes = [
      NoteCatalog.Note(id: "1", title: "Whales", text: "The blue whale is the largest animal."),
      NoteCatalog.Note(id: "2", title: "Ships", text: "A ship sails."),
    ]
    do {
      let catalog = try await NoteCatalog(in: folder.path)
      #expect(try await catalog.revision == 0)
      try await catalog.save(notes, revision: 7)
      try await catalog.save(
        [.init(id: "3", title: "Old whale", text: "")], revision: 8, expires: .after(.seconds(-1)))
    }
    let catalog = try await NoteCatalog(in: folder.path)
    #expect(try await catalog.revision == 8)
    #expect(try await catalog.find("wha") == ["1"])
    let link = catalog.link(to: "1", foundBy: "wha")
    #expect(try await catalog.restore(link) == ("wha", "1"))
    #expect(try await catalog.restore(catalog.link(to: "9", foundBy: "ship")) == ("ship", nil))
  }
}
