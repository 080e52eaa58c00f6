internal import UnicodeText

/// A condition on the trigrams of a block of text.
///
/// A trigram is a number of three bytes; the first byte is the highest.
package indirect enum TrigramTest: Hashable, Sendable {
  /// The block holds all of these trigrams.
  case trigrams([UInt32])
  case all([TrigramTest])
  case any([TrigramTest])

  /// The block holds all trigrams of a text; `nil` if the text is shorter than three bytes.
  package init?(_ text: [UInt8]) {
    let trigrams = Trigrams.all(of: text)
    if trigrams.isEmpty { return nil }
    self = .trigrams(trigrams)
  }

  /// The number of trigrams to look up.
  package var trigramCount: Int {
    switch self {
    case .trigrams(let trigrams): trigrams.count
    case .all(let tests), .any(let tests): tests.reduce(0) { $0 + $1.trigramCount }
    }
  }
}
