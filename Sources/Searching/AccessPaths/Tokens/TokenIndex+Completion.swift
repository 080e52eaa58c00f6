internal import UnicodeText

extension TokenIndex {
  /// The most frequent tokens that begin with `prefix`.
  ///
  /// Tokens are in descending order of the number of records that contain them. Tokens with the
  /// same number of records are in byte order.
  ///
  /// The result omits tokens of `TokenDictionary.tokenLimit` bytes or more, because the index
  /// stores only their first bytes.
  ///
  /// - Complexity: O(*n*), where *n* is the number of blocks with tokens that begin with `prefix`.
  ///   Only blocks that may contain a frequent token are decoded.
  package func mostFrequent(
    prefix: [UInt8], limit: Int
  ) -> [(token: [UInt8], records: Int)] {
    if limit <= 0 { return [] }
    var best: [(token: [UInt8], records: Int)] = []
    let run = dictionary.run(of: prefix.span)
    func minimumRecords() -> Int { best.count < limit ? 1 : best[limit - 1].records + 1 }
    dictionary.forEach(in: run.tokens, minimumRecords: minimumRecords) { token, records in
      if best.count == limit, records <= best[limit - 1].records { return }
      if token.count == TokenDictionary.tokenLimit { return }
      // Tokens arrive in byte order, so insert each token after the tokens in `best` that have the
      // same number of records.
      var place = best.count
      while place > 0, best[place - 1].records < records { place -= 1 }
      best.insert(([UInt8](copying: token), records), at: place)
      if best.count > limit { best.removeLast() }
    }
    return best
  }
}

extension TokenIndex {
  /// The number of tokens that begin with `prefix`.
  ///
  /// Tokens with the same first `TokenDictionary.tokenLimit` bytes are counted as one token.
  ///
  /// - Complexity: O(log *n*) in the number of tokens.
  func tokenCount(beginningWith prefix: [UInt8]) -> Int {
    dictionary.run(of: prefix.span).tokens.count
  }

  /// The number of records that contain `token`.
  ///
  /// - Complexity: O(log *n*) in the number of tokens.
  func records(holding token: [UInt8]) -> Int {
    // In byte order, a token sorts before all longer tokens that begin with it.
    let first = dictionary.run(of: token.span).tokens.prefix(1)
    var count = 0
    func note(_ found: Span<UInt8>, _ records: Int) {
      if [UInt8](copying: found) == token { count = records }
    }
    dictionary.forEach(in: first, minimumRecords: { 0 }, note)
    return count
  }
}
