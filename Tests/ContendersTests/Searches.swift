import Testing

@testable import Contenders

/// Runs searches with a single contender.
enum Searches {
  /// A corpus with a single column that is not an alias column.
  static func lines(_ lines: [String]) -> TextCorpus {
    corpus([false], lines.map { [[$0]] })
  }

  /// A corpus whose records have a list of values for each column; `aliases` says which columns are
  /// aliases.
  static func corpus(_ aliases: [Bool], _ records: [[[String]]]) -> TextCorpus {
    let corpus = TextCorpus(columns: aliases.map { TextCorpus.Column(isAlias: $0) })
    for record in records {
      let cells = record.map { values in
        Array(values.map { Array($0.utf8) }.joined(separator: [0xFE])) + [0xFF]
      }
      precondition(corpus.append(cells.flatMap { $0 }[...]), "the record has too many columns")
    }
    return corpus
  }

  /// The records that a contender finds.
  static func find(
    _ name: String, _ text: String, in corpus: TextCorpus,
    _ change: (inout SearchRequest) -> Void = { _ in }
  ) throws -> [Int] {
    let contender = try #require(ContenderCatalog.all.first { $0.name == name })
    var request = SearchRequest(text, by: contender.strategies[0])
    change(&request)
    return try contender.search(request, in: corpus)()
  }
}
