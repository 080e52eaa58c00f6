internal import UnicodeText

/// The folded tokens of a token-prefix query.
///
/// When does a bag of text tokens match? Let C(q) be the text tokens of which query token q is a prefix. If one query
/// token is a prefix of another, its C contains the other's. If neither is a prefix of the other, their Cs are
/// disjoint. So the Cs are a laminar family. By Hall's theorem, each query token can have a different text token
/// exactly if, for every set S of query tokens, the union of their Cs has at least |S| members. Let m be the shortest
/// tokens of S, those without a prefix in S. The union is the disjoint union of their C(m), and every token of S has
/// one of the m as a prefix. So the following is sufficient, and it is clearly necessary: for each distinct token m,
///
///     |C(m)|  >=  the number of query tokens (duplicates counted) that have m as a prefix.
///
/// So counting prefixes is enough, and no assignment is needed. A greedy assignment that tries the longest token first
/// succeeds in exactly the same cases: an earlier token either needs entirely different text tokens or has fewer to
/// choose from.
final class TokenPrefixQuery: Sendable {
  /// A distinct token of the query.
  struct Token: Sendable {
    let bytes: [UInt8]
    /// How many text tokens must begin with it.
    let need: Int32
  }

  /// All tokens, in the order in which hits are assigned: longest first.
  let tokens: [[UInt8]]

  /// The distinct tokens, in byte order.
  let distinct: [Token]

  /// For each byte, the index in `distinct` of the first token that begins with it or a greater byte; then
  /// `distinct.count`.
  private let firstWith: [Int]

  let folding: Folding
  let classes: TokenClasses
  let tokenizer: Tokenizer

  /// Whether a token is not empty but folds to nothing; then no record matches.
  let isImpossible: Bool

  /// Whether a full name that begins with the query matches (rule 4), even if no token does.
  let allowsFullName: Bool

  /// Creates a query from tokens as typed.
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
      // The tokens with this prefix, including itself, follow it directly.
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

  /// The indexes in `distinct` of the tokens that begin with `byte`.
  @inline(__always) func candidates(for byte: UInt8) -> Range<Int> {
    firstWith[Int(byte)]..<firstWith[Int(byte) + 1]
  }

  /// Whether the folded text, split at whitespace and the bytes of separators, has the same tokens as the original.
  var readsFoldedText: Bool { classes.survivesFolding && !classes.separators.splitsCamelCase }

  /// The tokens that are not prefixes of others, longest first, to find in the folded text; empty if that could miss a
  /// match.
  ///
  /// Camel-case splitting causes no misses: its boundaries are before a letter or digit that starts a new character, so
  /// folding a token alone gives the same text.
  var required: [[UInt8]] {
    guard classes.survivesFolding else { return [] }
    // A token that is a prefix of others directly precedes one of them.
    var left: Set<[UInt8]> = []
    for (index, token) in distinct.enumerated() {
      if index + 1 < distinct.count, distinct[index + 1].bytes.starts(with: token.bytes) {
        continue
      }
      left.insert(token.bytes)
    }
    return tokens.filter { left.remove($0) != nil }
  }

  /// The beginnings of text tokens that fold to the first query token, as ranges of the original `text`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of `text`.
  func prefixes(in text: Span<UInt8>) -> [Range<Int>] {
    guard let token = tokens.first, !token.isEmpty else { return [] }
    return tokenizer.tokens(in: text).compactMap { range in
      prefix(token, ofTextIn: range, of: text)
    }
  }

  /// The bytes of `text` that fold to `token`, if the text in `range` begins with it when folded; `nil` if it does not.
  func prefix(_ token: [UInt8], ofTextIn range: Range<Int>, of text: Span<UInt8>) -> Range<Int>? {
    let folded = folding.foldWithSources(text.extracting(range))
    guard folded.bytes.starts(with: token) else { return nil }
    let source = folded.sources(of: 0..<token.count)
    return range.lowerBound + source.lowerBound..<range.lowerBound + source.upperBound
  }
}
