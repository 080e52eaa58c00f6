internal import Basics
internal import Corpora
internal import Reporting
internal import Searching

extension Workspace {
  /// `:corpora`: lists the loaded corpora.
  func listCorpora() throws {
    guard !corpora.isEmpty else {
      console.report("no corpus is loaded: :load FILE loads one")
      return
    }
    var table = Table([
      "", "name", .init("records", alignment: .trailing), .init("text", alignment: .trailing),
      .init("memory", alignment: .trailing), "paths", "source",
    ])
    for loaded in corpora {
      let (records, text) = (loaded.source.recordCount, loaded.source.textBytes)
      table.append([
        StyledText(scope.contains(loaded.name) ? "*" : " "), StyledText(loaded.name, .heading),
        StyledText(records.map { NumberFormat.grouped($0) } ?? "-"),
        StyledText(text.map { NumberFormat.bytes($0) } ?? "-"),
        StyledText(loaded.memory.map { NumberFormat.bytes($0.corpus.memoryBytes) } ?? "-"),
        StyledText(loaded.indexNames),
        StyledText(loaded.paths.joined(separator: " "), .dimmed),
      ])
    }
    try console.write(table)
  }

  /// `:corpora NAME`: describes one corpus.
  func describeCorpus(_ name: String) throws {
    guard let loaded = loaded(name) else { throw unknownCorpus(name) }
    let fields = loaded.fields.map { $0.isAlias ? "\($0.name) (alias)" : $0.name }
    var table = Table([.init("label"), .init("value")], hasHeader: false)
    let rows = [
      ("name", loaded.name), ("in scope", scope.contains(name) ? "yes" : "no"),
      ("records", loaded.source.recordCount.map { NumberFormat.grouped($0) } ?? "not counted"),
      ("fields", fields.joined(separator: ", ")),
      ("text", loaded.source.textBytes.map { NumberFormat.bytes($0) } ?? "not known"),
      ("memory", loaded.memory.map { NumberFormat.bytes($0.corpus.memoryBytes) } ?? "none"),
      ("paths", loaded.indexNames),
      ("source", loaded.paths.joined(separator: " ")),
    ]
    for (label, value) in rows { table.append([StyledText(label, .label), StyledText(value)]) }
    try console.write(table)
  }
}
