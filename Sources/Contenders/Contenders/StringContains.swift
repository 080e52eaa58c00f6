internal import Foundation

/// Calls `record.contains(query)`, the simplest implementation.
struct StringContains: Contender {
  let name = "string-contains"
  let strategies = ["substring"]
  let summary = """
    String.contains, in lower case if case is ignored; the records are converted before the timing \
    starts.
    """
  let dialect: String? = """
    it does not ignore diacritics, lowercases instead of folding case (ß is not ss), and compares \
    characters rather than code points
    """

  func search(_ request: SearchRequest, in corpus: TextCorpus) throws(Refusal) -> () -> [Int] {
    let scope = corpus.scope(of: request)
    let ignoresCase = request.ignoresCase(for: [request.text])
    let values = ignoresCase ? corpus.loweredValues() : corpus.values
    return {
      let needle = ignoresCase ? request.needle.lowercased() : request.needle
      return corpus.records(in: scope) { values[$0].contains(needle) }
    }
  }
}
