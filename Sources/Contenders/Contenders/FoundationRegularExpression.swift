internal import Foundation

/// Uses Foundation's `NSRegularExpression`, which uses ICU.
struct FoundationRegularExpression: Contender {
  let name = "ns-regular-expression"
  let strategies = ["regex"]
  let summary = "Foundation's NSRegularExpression, compiled from the pattern."
  let dialect: String? = """
    it uses ICU's syntax: $ also matches before a final line end, \\d \\w \\b cover all of Unicode, \
    and it backtracks, in exponential time at worst
    """

  func search(_ request: SearchRequest, in corpus: TextCorpus) throws(Refusal) -> () -> [Int] {
    let scope = corpus.scope(of: request)
    let options: NSRegularExpression.Options =
      try request.ignoresCaseOfPattern() ? .caseInsensitive : []
    let pattern = request.text
    if (try? NSRegularExpression(pattern: pattern, options: options)) == nil {
      throw Refusal("it cannot read the pattern")
    }
    let values = corpus.values
    return {
      guard let regex = try? NSRegularExpression(pattern: pattern, options: options) else {
        return []
      }
      return corpus.records(in: scope) { place in
        let text = values[place]
        let range = NSRange(text.startIndex..., in: text)
        return regex.firstMatch(in: text, range: range) != nil
      }
    }
  }
}
