internal import Corpora
internal import Reporting
internal import Searching

extension Session {
  /// `:corpora`.
  func listCorpora() throws {
    guard !corpora.isEmpty else {
      console.report("no corpus is loaded: :load FILE loads one")
      return
    }
    var table = Table([
      "", "name", .init("records", alignment: .trailing), .init("text", alignment: .trailing),
      .init("memory", alignment: .trailing), "indexes", "source",
    ])
    for loaded in corpora {
      let corpus = loaded.corpus
      table.append([
        StyledText(scope.contains(loaded.name) ? "*" : " "), StyledText(loaded.name, .heading),
        StyledText(NumberFormat.grouped(corpus.count)),
        StyledText(NumberFormat.bytes(corpus.textBytes)),
        StyledText(NumberFormat.bytes(corpus.memoryBytes)), StyledText(loaded.indexNames),
        StyledText(loaded.paths.joined(separator: " "), .dimmed),
      ])
    }
    try console.write(table)
  }

  /// `:corpora NAME`.
  func describeCorpus(_ name: String) throws {
    guard let loaded = loaded(name) else { throw unknownCorpus(name) }
    let corpus = loaded.corpus
    let fields = corpus.fields.map { $0.isAlias ? "\($0.name) (alias)" : $0.name }
    var table = Table([.init("label"), .init("value")], hasHeader: false)
    let rows = [
      ("name", corpus.name), ("in scope", scope.contains(name) ? "yes" : "no"),
      ("records", NumberFormat.grouped(corpus.count)),
      ("fields", fields.joined(separator: ", ")),
      ("text", NumberFormat.bytes(corpus.textBytes)),
      ("memory", NumberFormat.bytes(corpus.memoryBytes)),
      ("indexes", loaded.indexNames),
      ("source", loaded.paths.joined(separator: " ")),
    ]
    for (label, value) in rows { table.append([StyledText(label, .label), StyledText(value)]) }
    try console.write(table)
  }
}
