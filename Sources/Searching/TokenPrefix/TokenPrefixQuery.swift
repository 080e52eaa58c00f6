internal import UnicodeText

/// The folded tokens of a token-prefix query.
///
/// When does a bag of text tokens match? Let C(q) be the text tokens that query token q is a prefix of. Of two query
/// tokens either one is a prefix of the other, and then its C contains the other's, or neither is, and then their Cs are
/// disjoint: the Cs are a laminar family. By Hall's theorem all query tokens can have a text token of their own exactly if
/// for every set S of them the union of their Cs has |S| members or more. That union is a disjoint union of the largest
/// ones, C(m) for the shortest tokens m of S, and every token of S has one of those m as a prefix. So it is enough, and
/// plainly needed, that for each distinct token m
///
///     |C(m)|  >=  the number of query tokens (repeats counted) that have m as a prefix.
///
/// Nothing has to be assigned: counting prefixes decides. Assigning greedily, longest token first, succeeds in just these
/// cases, since a token tried earlier either wants other text tokens altogether or has fewer to choose from.
final class TokenPrefixQuery: Sendable {
  /// A token of the query, repeats put together.
  struct Token: Sendable {
    let bytes: [UInt8]
    /// How many text tokens must begin with it.
    let need: Int32
  }

  /// All tokens in the order in which they are tried: longest first.
  let tokens: [[UInt8]]

  /// The distinct tokens, ordered by bytes.
  let distinct: [Token]

  /// For each byte, where in `distinct` the tokens that begin with it begin; and the end of the last.
  private let firstWith: [Int]

  let folding: Folding
  let classes: TokenClasses
  let tokenizer: Tokenizer

  /// Whether a token is not empty but folds to nothing: then nothing matches.
  let isImpossible: Bool

  /// Whether a run between blanks that begins with the query matches too (rule 4), though no token does.
  let allowsFullName: Bool

  /// Creates a query of tokens as typed.
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
      // Those with this prefix follow it directly, itself included.
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

  /// The places in `distinct` of the tokens that begin with `byte`.
  @inline(__always) func candidates(for byte: UInt8) -> Range<Int> {
    firstWith[Int(byte)]..<firstWith[Int(byte) + 1]
  }

  /// Whether a blank is the only thing beyond the separators' own bytes that the folded text is split at.
  var readsFoldedText: Bool { classes.survivesFolding && !classes.separators.splitsCamelCase }

  /// The tokens that are in no longer one, longest first, if each occurs in the folded text wherever a token or full
  /// name begins with it.
  ///
  /// A camel boundary stands before a letter or digit that begins anew, so folding a token alone changes nothing.
  var required: [[UInt8]] {
    guard classes.survivesFolding else { return [] }
    var required: [[UInt8]] = []
    for token in tokens where !required.contains(where: { $0.starts(with: token) }) {
      required.append(token)
    }
    return required
  }

  /// The parts of an original text that the first token is a folded prefix of a text token in.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of `text`.
  func prefixes(in text: Span<UInt8>) -> [Range<Int>] {
    guard let token = tokens.first, !token.isEmpty else { return [] }
    return tokenizer.tokens(in: text).compactMap { range in
      prefix(token, ofTextIn: range, of: text)
    }
  }

  /// The bytes of `text` whose folded form the token is, if the text in `range` folds to something that begins with it.
  func prefix(_ token: [UInt8], ofTextIn range: Range<Int>, of text: Span<UInt8>) -> Range<Int>? {
    let folded = folding.foldWithSources(text.extracting(range))
    guard folded.bytes.starts(with: token) else { return nil }
    let source = folded.sources(of: 0..<token.count)
    return range.lowerBound + source.lowerBound..<range.lowerBound + source.upperBound
  }
}
