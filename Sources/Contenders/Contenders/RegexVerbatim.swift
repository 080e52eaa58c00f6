internal import _StringProcessing

/// Uses `Regex(verbatim: query).ignoresCase()`, a short expression for a search that ignores case.
struct RegexVerbatim: Contender {
  let name = "regex-verbatim"
  let strategies = ["substring"]
  let summary = "Swift's Regex(verbatim:), with ignoresCase() if case is ignored."
  let dialect: String? = """
    it does not ignore diacritics, folds the case of single characters only (ß is not ss), and compares \
    characters rather than code points
    """

  func search(_ request: SearchRequest, in corpus: TextCorpus) throws(Refusal) -> () -> [Int] {
    let scope = corpus.scope(of: request)
    let values = corpus.values
    return {
      let needle = request.needle
      let regex = Regex<Substring>(verbatim: needle)
        .ignoresCase(request.ignoresCase(for: [needle]))
      return corpus.records(in: scope) { values[$0].contains(regex) }
    }
  }
}
