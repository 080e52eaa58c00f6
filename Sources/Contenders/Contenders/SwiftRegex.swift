internal import _StringProcessing

/// Uses the standard library's `Regex`, compiled from the pattern.
struct SwiftRegex: Contender {
  let name = "swift-regex"
  let strategies = ["regex"]
  let summary = "Swift's Regex, compiled from the pattern, with ignoresCase() if case is ignored."
  let dialect: String? = """
    it matches whole characters instead of code points, \\d \\w \\b cover all of Unicode, and it \
    backtracks, in exponential time at worst
    """

  func search(_ request: SearchRequest, in corpus: TextCorpus) throws(Refusal) -> () -> [Int] {
    let scope = corpus.scope(of: request)
    let ignoresCase = try request.ignoresCaseOfPattern()
    if (try? Regex(request.text)) == nil { throw Refusal("it cannot read the pattern") }
    let values = corpus.values
    return {
      guard let regex = try? Regex(request.text).ignoresCase(ignoresCase) else { return [] }
      return corpus.records(in: scope) { values[$0].contains(regex) }
    }
  }
}
