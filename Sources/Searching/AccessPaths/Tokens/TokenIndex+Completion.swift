internal import UnicodeText

extension TokenIndex {
  /// The tokens that begin with `prefix` and are in most records, the most frequent first, then by bytes.
  ///
  /// Tokens of `TokenDictionary.tokenLimit` bytes or more are not told: they are not known to their end.
  ///
  /// - Complexity: O(*n*) in the number of blocks of tokens that begin so, besides the blocks that hold frequent ones.
  package func mostFrequent(
    prefix: [UInt8], limit: Int
  ) -> [(token: [UInt8], records: Int)] {
    if limit <= 0 { return [] }
    var best: [(token: [UInt8], records: Int)] = []
    let run = dictionary.run(of: prefix.span)
    func least() -> Int { best.count < limit ? 1 : best[limit - 1].records + 1 }
    dictionary.forEach(in: run.tokens, least: least) { token, records in
      if best.count == limit, records <= best[limit - 1].records { return }
      if token.count == TokenDictionary.tokenLimit { return }
      // Tokens come in order: one of as many records goes behind those before it.
      var place = best.count
      while place > 0, best[place - 1].records < records { place -= 1 }
      best.insert(([UInt8](copying: token), records), at: place)
      if best.count > limit { best.removeLast() }
    }
    return best
  }
}

extension TokenIndex {
  /// How many tokens begin with `prefix`; those that are equal in their first `TokenDictionary.tokenLimit` bytes are one.
  ///
  /// - Complexity: O(log *n*) in the number of tokens.
  func tokenCount(beginningWith prefix: [UInt8]) -> Int {
    dictionary.run(of: prefix.span).tokens.count
  }

  /// How many records hold `token`.
  ///
  /// - Complexity: O(log *n*) in the number of tokens.
  func records(holding token: [UInt8]) -> Int {
    // It is the first of those that begin with it.
    let first = dictionary.run(of: token.span).tokens.prefix(1)
    var count = 0
    func note(_ found: Span<UInt8>, _ records: Int) {
      if [UInt8](copying: found) == token { count = records }
    }
    dictionary.forEach(in: first, least: { 0 }, note)
    return count
  }
}
