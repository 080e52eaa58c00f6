internal import Foundation

/// The published token prefix search: each query token, beginning with the longest token, consumes
/// a word that starts with the token.
struct SplitSortConsume: Contender {
  let name = "split-sort-consume"
  let strategies = ["prefix"]
  let summary = """
    Splits each record into words, and pairs each word of the query, longest first, with a word \
    that starts with it, as compared by Foundation.
    """
  let dialect: String? = """
    it ignores different marks than searchbench (أ is not ا, and decomposed ガ is カ), and \
    sorts the words of a query by their length before folding
    """

  func search(_ request: SearchRequest, in corpus: TextCorpus) throws(Refusal) -> () -> [Int] {
    if request.splitsCamelCase { throw Refusal("it cannot split words at capitals") }
    let scope = corpus.scope(of: request)
    return {
      let tokens = Self.words(of: request.text).sorted { $0.count > $1.count }
      let options = request.comparison(of: tokens).union(.anchored)
      let separators = Set(request.separators.map(Character.init))
      return (0..<corpus.count).filter { record in
        Self.bags(of: record, in: corpus, scope).contains { values in
          Self.areConsumed(tokens, values, separators, options)
            || tokens.count == 1 && Self.isFullPrefix(tokens[0], values, options)
        }
      }
    }
  }

  /// The words of a text, split at whitespace.
  private static func words(of text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// The groups of values that can match a query together: one group for all plain columns, and
  /// one group for each alias.
  private static func bags(of record: Int, in corpus: TextCorpus, _ scope: [Bool]) -> [[String]] {
    var plain: [String] = []
    var bags: [[String]] = []
    for place in corpus.places(of: record, in: scope) {
      let value = corpus.values[place]
      if corpus.columns[Int(corpus.columnOfValue[place])].isAlias {
        bags.append([value])
      } else {
        plain.append(value)
      }
    }
    return [plain] + bags
  }

  /// Whether every token finds a word that starts with the token; a found word is removed.
  private static func areConsumed(
    _ tokens: [String], _ values: [String], _ separators: Set<Character>,
    _ options: String.CompareOptions
  ) -> Bool {
    var words = values.flatMap { value in
      value.split { $0.isWhitespace || separators.contains($0) }.map(String.init)
    }
    for token in tokens {
      let taken = words.firstIndex { $0.range(of: token, options: options) != nil }
      guard let taken else { return false }
      words.remove(at: taken)
    }
    return true
  }

  /// Whether a value, or one of its whitespace-separated words, starts with `token`.
  private static func isFullPrefix(
    _ token: String, _ values: [String], _ options: String.CompareOptions
  ) -> Bool {
    values.contains { value in
      ([value] + words(of: value)).contains { $0.range(of: token, options: options) != nil }
    }
  }
}
