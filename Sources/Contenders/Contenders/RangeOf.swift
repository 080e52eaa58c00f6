internal import Foundation

/// Calls `record.range(of: query, options:)`, the usual way to search without regard to case and
/// diacritics.
struct RangeOf: Contender {
  let name = "range-of"
  let strategies = ["substring"]
  let summary = "Foundation's range(of:options:), ignoring case and diacritics as requested."
  let dialect: String? = """
    it ignores different marks than searchbench (أ is not ا, and decomposed ガ is カ), and if \
    diacritics matter, it compares characters rather than code points
    """

  func search(_ request: SearchRequest, in corpus: TextCorpus) throws(Refusal) -> () -> [Int] {
    let scope = corpus.scope(of: request)
    let values = corpus.values
    return {
      let needle = request.needle
      let options = request.comparison(of: [needle])
      return corpus.records(in: scope) { values[$0].range(of: needle, options: options) != nil }
    }
  }
}
