internal import Foundation

/// Parses a boolean query into a tree of nodes, and evaluates the tree for each record.
struct NodeTree: Contender {
  let name = "node-tree"
  let strategies = ["bool"]
  let summary = """
    Parses the classic grammar into a tree of nodes, and evaluates the tree for each record; finds \
    phrases with Foundation's range(of:options:).
    """
  let dialect: String? = """
    it ignores different marks than searchbench (أ is not ا, and decomposed ガ is カ), and if \
    diacritics matter, it compares characters rather than code points
    """

  func search(_ request: SearchRequest, in corpus: TextCorpus) throws(Refusal) -> () -> [Int] {
    if request.grammar != "classic" { throw Refusal("it supports only the classic grammar") }
    let scope = corpus.scope(of: request)
    let values = corpus.values
    _ = try ExpressionParser.parse(request.text)
    return {
      guard let tree = try? ExpressionParser.parse(request.text) else { return [] }
      let options = request.comparison(of: tree.phrases)
      return (0..<corpus.count).filter { record in
        tree.evaluate { phrase in
          phrase.isEmpty
            || corpus.hasValue(of: record, in: scope) {
              values[$0].range(of: phrase, options: options) != nil
            }
        }
      }
    }
  }
}
