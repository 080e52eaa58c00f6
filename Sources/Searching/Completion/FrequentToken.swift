/// A token of a corpus, and how many records hold it.
public struct FrequentToken: Hashable, Sendable {
  /// The token in a form that finds those records.
  public internal(set) var text: String

  /// The records that hold it as a whole token.
  public internal(set) var records: Int

  /// Whether the number is drawn from a part of the records.
  public internal(set) var isEstimate = false

  /// What it is under the folding.
  let key: [UInt8]

  /// More records first, then by bytes.
  static func precedes(_ a: FrequentToken, _ b: FrequentToken) -> Bool {
    a.records == b.records ? a.key.lexicographicallyPrecedes(b.key) : a.records > b.records
  }
}

/// The most frequent of the tokens that begin with a word.
public struct FrequentTokens: Equatable, Sendable {
  /// The most frequent first.
  public var tokens: [FrequentToken] = []

  /// How many others begin with the word, as far as they were counted.
  public var unlisted = 0

  /// Whether all tokens that begin with the word begin with what those in the list have in common.
  public var sharesBeginning = true
}
