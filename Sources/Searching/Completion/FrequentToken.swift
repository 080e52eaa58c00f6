/// A token of a corpus, and the number of records that contain it.
package struct FrequentToken: Hashable, Sendable {
  /// The token, spelled so that a query for this text finds the counted records.
  package internal(set) var text: String

  /// The number of records that contain the whole token.
  package internal(set) var records: Int

  /// Whether `records` is estimated from a sample of the records.
  package internal(set) var isEstimate = false

  /// The folded token.
  let key: [UInt8]

  /// Orders tokens by descending number of records, then by bytes.
  static func precedes(_ a: FrequentToken, _ b: FrequentToken) -> Bool {
    a.records == b.records ? a.key.lexicographicallyPrecedes(b.key) : a.records > b.records
  }
}

/// The most frequent tokens that begin with a word.
package struct FrequentTokens: Equatable, Sendable {
  /// The tokens, most frequent first.
  package var tokens: [FrequentToken] = []

  /// A lower bound on the number of tokens that begin with the word but are not in `tokens`.
  package var unlisted = 0

  /// Whether every token that begins with the word also begins with the common prefix of `tokens`.
  package var sharesBeginning = true
}
