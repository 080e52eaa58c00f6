internal import Foundation

/// The two published tests of whether a word starts with the query.
///
/// The anchored test compares the query with the text at the start of each word. The unanchored
/// test calls `range(of:)` for the whole text, and checks whether each match begins a word.
struct PrefixTest: Contender {
  let isAnchored: Bool

  var name: String { isAnchored ? "prefix-anchored" : "prefix-range-of" }
  let strategies = ["prefix"]

  var summary: String {
    isAnchored
      ? "Foundation's range(of:options:) with .anchored, called at the start of each word."
      : "Foundation's range(of:options:), repeated until it finds the query at the start of a word."
  }

  let dialect: String? = """
    it ignores different marks than searchbench (أ is not ا, and decomposed ガ is カ)
    """

  func search(_ request: SearchRequest, in corpus: TextCorpus) throws(Refusal) -> () -> [Int] {
    if request.splitsCamelCase { throw Refusal("it cannot split words at capitals") }
    if request.text.split(whereSeparator: \.isWhitespace).count != 1 {
      throw Refusal("it supports only queries of one word")
    }
    let scope = corpus.scope(of: request)
    let values = corpus.values
    let isAnchored = isAnchored
    return {
      let token = request.text.filter { !$0.isWhitespace }
      let options = request.comparison(of: [token])
      var separators = Set(request.separators.map(Character.init))
      // If the query contains a separator, only whitespace separates words.
      if token.contains(where: separators.contains) { separators = [] }
      let ends = separators
      return corpus.records(in: scope) { place in
        isAnchored
          ? Self.startsWord(token, values[place], ends, options.union(.anchored))
          : Self.isFoundAtWord(token, values[place], ends, options)
      }
    }
  }

  /// Whether a word of `text` starts with `token`, by an anchored comparison at the start of each
  /// word.
  private static func startsWord(
    _ token: String, _ text: String, _ separators: Set<Character>, _ options: String.CompareOptions
  ) -> Bool {
    var isStart = true
    var index = text.startIndex
    while index < text.endIndex {
      let ends = text[index].isWhitespace || separators.contains(text[index])
      let rest = index..<text.endIndex
      if isStart, text.range(of: token, options: options, range: rest) != nil { return true }
      isStart = ends
      index = text.index(after: index)
    }
    return false
  }

  /// Whether `token` is found in `text` at the start of a word.
  private static func isFoundAtWord(
    _ token: String, _ text: String, _ separators: Set<Character>, _ options: String.CompareOptions
  ) -> Bool {
    var start = text.startIndex
    while start < text.endIndex,
      let found = text.range(of: token, options: options, range: start..<text.endIndex)
    {
      if found.lowerBound == text.startIndex { return true }
      let before = text[text.index(before: found.lowerBound)]
      if before.isWhitespace || separators.contains(before) { return true }
      start = text.index(after: found.lowerBound)
    }
    return false
  }
}
