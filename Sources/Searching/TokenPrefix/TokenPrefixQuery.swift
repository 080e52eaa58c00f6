internal import UnicodeText

/// The folded tokens of a token-prefix query.
///
/// When does a bag (multiset) of text tokens match a token-prefix query? Let C(q) be the set of
/// text tokens that begin with query token q. If the query token p is a prefix of the query token
/// q, then C(p) contains C(q). If neither p nor q is a prefix of the other, then C(p) and C(q) are
/// disjoint. The sets C(q) of all query tokens therefore form a laminar family. By Hall's theorem,
/// each query token can be assigned a different text token if and only if the following holds: for
/// every set S of query tokens, the union of the sets C(q) with q in S has at least |S| members.
/// Let M be the tokens of S that do not begin with another token of S. The union for S is the
/// disjoint union of the sets C(m) with m in M, and every token of S begins with some m in M. The
/// following condition, which is clearly necessary, is therefore also sufficient: for each distinct
/// query token m,
///
///     |C(m)|  >=  the number of query tokens (duplicates counted) that have m as a prefix.
///
/// To test the condition, it is enough to count the text tokens with each prefix; no assignment has
/// to be computed. A greedy assignment that starts with the longest token succeeds in exactly the
/// same cases. The reason is that a longer token either needs entirely different text tokens than a
/// shorter token, or has fewer text tokens to choose from.
final class TokenPrefixQuery: Sendable {
  /// A distinct token of the query.
  struct Token: Sendable {
    let bytes: [UInt8]
    /// The number of text tokens that must begin with this query token.
    let need: Int32
  }

  /// All tokens, in the order in which hits are assigned: longest first.
  let tokens: [[UInt8]]

  /// The distinct tokens, in byte order.
  let distinct: [Token]

  /// For each byte value, the index in `distinct` of the first token that begins with this byte or
  /// a greater byte.
  ///
  /// The last element is `distinct.count`.
  private let firstWith: [Int]

  let folding: Folding
  let classes: TokenClasses
  let tokenizer: Tokenizer

  /// Whether some token folds to the empty text, so that no record matches.
  let isImpossible: Bool

  /// Whether a record also matches if one of its full names begins with the query.
  ///
  /// A full name is a run of text without whitespace. The separators may split it into several
  /// tokens.
  let allowsFullName: Bool

  /// Creates a query from its tokens, which are not folded yet.
  init(_ words: [String], _ folding: Folding, _ separators: TokenSeparators, allowsFullName: Bool) {
    self.folding = folding
    classes = TokenClasses(separators)
    tokenizer = Tokenizer(separators)
    let folded = words.map { folding.fold($0) }
    isImpossible = folded.contains(where: \.isEmpty)
    tokens = folded.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }.map(\.element)
    let ordered = folded.filter { !$0.isEmpty }.sorted { $0.lexicographicallyPrecedes($1) }
    var distinct: [Token] = []
    var index = 0
    while index < ordered.count {
      let bytes = ordered[index]
      // In byte order, all tokens that begin with a given token directly follow it.
      var end = index
      while end < ordered.count, ordered[end].starts(with: bytes) { end += 1 }
      distinct.append(Token(bytes: bytes, need: Int32(end - index)))
      while index < ordered.count, ordered[index] == bytes { index += 1 }
    }
    self.distinct = distinct
    var firstWith = [Int](repeating: distinct.count, count: 257)
    for (place, token) in distinct.enumerated().reversed() {
      firstWith[Int(token.bytes[0])] = place
    }
    for byte in (0..<256).reversed() {
      firstWith[byte] = min(firstWith[byte], firstWith[byte + 1])
    }
    self.firstWith = firstWith
    self.allowsFullName = allowsFullName && words.count == 1
  }

  /// The indices in `distinct` of the tokens that begin with `byte`.
  @inline(__always) func candidates(for byte: UInt8) -> Range<Int> {
    firstWith[Int(byte)]..<firstWith[Int(byte) + 1]
  }

  /// Whether the folded text, split at whitespace and at the bytes of separators, has the same
  /// tokens as the original text.
  var readsFoldedText: Bool { classes.survivesFolding && !classes.separators.splitsCamelCase }

  /// The query tokens to search for in the folded text, longest first: all tokens that are not
  /// prefixes of other tokens.
  ///
  /// The list is empty if a search for these tokens could miss a match. Camel-case splitting never
  /// makes a search miss a match: it splits a text only before a letter or digit that starts a new
  /// character. A token therefore folds to the same bytes whether it is alone or within its text.
  var required: [[UInt8]] {
    guard classes.survivesFolding else { return [] }
    // If a token is a prefix of other tokens, one of these tokens directly follows it in byte
    // order.
    var left: Set<[UInt8]> = []
    for (index, token) in distinct.enumerated() {
      if index + 1 < distinct.count, distinct[index + 1].bytes.starts(with: token.bytes) {
        continue
      }
      left.insert(token.bytes)
    }
    return tokens.filter { left.remove($0) != nil }
  }

  /// The beginnings of text tokens that fold to the first query token, as ranges of the original
  /// `text`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of `text`.
  func prefixes(in text: Span<UInt8>) -> [Range<Int>] {
    guard let token = tokens.first, !token.isEmpty else { return [] }
    return tokenizer.tokens(in: text).compactMap { range in
      prefix(token, ofTextIn: range, of: text)
    }
  }

  /// The prefix of `range` that folds to `token`.
  ///
  /// Returns `nil` if the folded text does not begin with `token`.
  func prefix(_ token: [UInt8], ofTextIn range: Range<Int>, of text: Span<UInt8>) -> Range<Int>? {
    let folded = folding.foldWithSources(text.extracting(range))
    guard folded.bytes.starts(with: token) else { return nil }
    let source = folded.sources(of: 0..<token.count)
    return range.lowerBound + source.lowerBound..<range.lowerBound + source.upperBound
  }
}
