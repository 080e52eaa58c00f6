internal import UnicodeText

/// A condition on the trigrams of a block of text.
///
/// A trigram is stored as a 24-bit number, in big-endian order.
package indirect enum TrigramTest: Hashable, Sendable {
  /// The block contains all of these trigrams.
  case trigrams([UInt32])
  case all([TrigramTest])
  case any([TrigramTest])

  /// Creates the condition that the block contains all trigrams of `text`, except those that
  /// contain a newline; `nil` if no trigrams remain.
  ///
  /// A stored index has no trigrams that contain a newline.
  package init?(_ text: [UInt8]) {
    let trigrams = text.split(separator: UInt8(ascii: "\n"))
      .flatMap { Trigrams.all(of: Array($0)) }
    if trigrams.isEmpty { return nil }
    self = .trigrams(trigrams)
  }

  /// The number of trigrams that the test looks up in the index.
  package var trigramCount: Int {
    switch self {
    case .trigrams(let trigrams): trigrams.count
    case .all(let tests), .any(let tests): tests.reduce(0) { $0 + $1.trigramCount }
    }
  }
}
