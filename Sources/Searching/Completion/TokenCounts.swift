/// The tokens of one corpus that begin with a given word, and their counts.
struct TokenCounts {
  /// The tokens, most frequent first; the list may be limited to the most frequent tokens.
  var tokens: [FrequentToken]

  /// The number of all tokens that begin with the word.
  var total: Int

  /// For a token that is missing from `tokens`, returns the number of records that contain it.
  ///
  /// The closure is `nil` if no token is missing.
  var records: (([UInt8]) -> Int)?

  /// Returns the number of tokens that begin with a key.
  ///
  /// The closure is `nil` if `tokens` is complete, because then `tokens` itself can be counted.
  var beginning: (([UInt8]) -> Int)?

  /// The number of tokens that begin with `key`.
  func count(beginningWith key: [UInt8]) -> Int {
    beginning?(key) ?? tokens.count { $0.key.starts(with: key) }
  }
}

extension FrequentTokens {
  /// Adds up the counts of several corpora.
  init(_ parts: [TokenCounts], limit: Int) {
    let merged = parts.count == 1 ? parts[0].tokens : Self.sums(of: parts)
    tokens = Array(merged.prefix(limit))
    // A token that is in no list can be in several corpora, so the sum of the corpora's totals can
    // be too large. Each total is a lower bound, so use the largest.
    let total = max(merged.count, parts.map(\.total).max() ?? 0)
    unlisted = total - tokens.count
    guard unlisted > 0 else { return }
    let common = tokens.dropFirst().reduce(tokens.first?.key ?? []) { common, token in
      Array(zip(common, token.key).prefix { $0 == $1 }.map(\.0))
    }
    sharesBeginning = parts.allSatisfy { $0.count(beginningWith: common) == $0.total }
  }

  private static func sums(of parts: [TokenCounts]) -> [FrequentToken] {
    var sums: [FrequentToken] = []
    var places: [[UInt8]: Int] = [:]
    var maximumCounts: [Int] = []
    for token in parts.flatMap(\.tokens) {
      guard let place = places[token.key] else {
        places[token.key] = sums.count
        sums.append(token)
        maximumCounts.append(token.records)
        continue
      }
      sums[place].records += token.records
      sums[place].isEstimate = sums[place].isEstimate || token.isEstimate
      if token.records > maximumCounts[place] {
        maximumCounts[place] = token.records
        sums[place].text = token.text
      }
    }
    for part in parts {
      guard let records = part.records else { continue }
      let listed = Set(part.tokens.map(\.key))
      for place in sums.indices where !listed.contains(sums[place].key) {
        sums[place].records += records(sums[place].key)
      }
    }
    return sums.sorted(by: FrequentToken.precedes)
  }
}
