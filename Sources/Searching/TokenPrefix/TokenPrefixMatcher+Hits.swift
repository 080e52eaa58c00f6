internal import Corpora
internal import UnicodeText

extension TokenPrefixMatcher {
  /// A bag: the parts of a record whose text tokens are matched together.
  private struct Bag {
    var parts: [RecordPart]
  }

  /// A text token of a record.
  private struct TextToken {
    /// The index of the part that contains the token, among the parts of the bag.
    let part: Int

    /// The range of the token in the part.
    let range: Range<Int>

    /// The folded text of the token; `nil` until it is needed.
    var folded: FoldedText?
    var isConsumed = false
  }

  func hits(in record: Span<UInt8>) -> [Hit] { places(in: record).hits }

  func markedHits(in record: Span<UInt8>) -> (hits: [Hit], isByFullName: Bool) {
    places(in: record)
  }

  func appendHits(
    in record: Span<UInt8>, isFirstEnough: Bool, to hits: inout [Hit]
  ) -> Bool {
    if query.tokens.count == 1, !query.isImpossible, scope.isOneText,
      let place = placeInPlainText(of: record)
    {
      hits.append(Hit(field: 0, range: place))
      return false
    }
    let (found, isByFullName) = places(in: record)
    hits.append(contentsOf: isFirstEnough ? found.prefix(1) : found[...])
    return isByFullName
  }

  /// The first hit in an ASCII record with one field; the query must have exactly one token.
  ///
  /// The result is `nil` if the record has no hit or contains a non-ASCII character.
  ///
  /// In ASCII text, every character of a token is a grapheme cluster.
  private func placeInPlainText(of record: Span<UInt8>) -> Range<Int>? {
    guard let end = RecordPart.endOfPlainText(of: record) else { return nil }
    let text = record.extracting(0..<end)
    let wanted = query.tokens[0]
    var place: Range<Int>?
    query.tokenizer.forEachToken(in: text) { token in
      if place == nil, asciiTokenBegins(with: wanted, at: token, of: text) == true {
        place = token.lowerBound..<token.lowerBound + wanted.count
      }
    }
    return place
  }

  func matchesByFullName(_ record: Span<UInt8>) -> Bool { places(in: record).isByFullName }

  private func places(in record: Span<UInt8>) -> (hits: [Hit], isByFullName: Bool) {
    if query.tokens.isEmpty || query.isImpossible { return ([], false) }
    let parts = RecordPart.parts(of: record, in: scope)
    let bags = Self.bags(of: parts)
    let consumed =
      bags.count == 1
      ? hits(of: bags[0], in: record) ?? [] : bags.flatMap { hits(of: $0, in: record) ?? [] }
    if !consumed.isEmpty { return (consumed, false) }
    guard query.allowsFullName else { return ([], false) }
    let named = bags.compactMap { fullNameHit(of: $0, in: record) }
    return (named, !named.isEmpty)
  }

  private static func bags(of parts: [RecordPart]) -> [Bag] {
    if parts.allSatisfy({ $0.representation == nil }) { return [Bag(parts: parts)] }
    return [Bag(parts: parts.filter { $0.representation == nil })]
      + parts.filter { $0.representation != nil }.map { Bag(parts: [$0]) }
  }

  /// The hits of the query tokens, each in a different text token of the bag.
  ///
  /// Returns `nil` if there is no text token left for one of the query tokens.
  private func hits(of bag: Bag, in record: Span<UInt8>) -> [Hit]? {
    var tokens: [TextToken] = []
    for (index, part) in bag.parts.enumerated() {
      query.tokenizer.forEachToken(in: record.extracting(part.range)) {
        tokens.append(TextToken(part: index, range: $0))
      }
    }
    var found: [(part: Int, place: Range<Int>)] = []
    for wanted in query.tokens {
      var place: Range<Int>?
      for index in tokens.indices where place == nil && !tokens[index].isConsumed {
        let text = record.extracting(bag.parts[tokens[index].part].range)
        place = self.place(of: wanted, startingToken: &tokens[index], of: text)
        guard let place else { continue }
        tokens[index].isConsumed = true
        found.append((tokens[index].part, place))
      }
      if place == nil { return nil }
    }
    if bag.parts.count == 1 {
      return hits(at: found.map(\.place), of: bag.parts[0], in: record)
    }
    return bag.parts.enumerated().flatMap { index, part in
      hits(at: found.filter { $0.part == index }.map(\.place), of: part, in: record)
    }
  }

  /// The range at the start of a token that folds to `wanted`.
  ///
  /// Returns `nil` if the folded token does not begin with `wanted`.
  private func place(
    of wanted: [UInt8], startingToken token: inout TextToken, of text: Span<UInt8>
  ) -> Range<Int>? {
    let start = token.range.lowerBound
    if let begins = asciiTokenBegins(with: wanted, at: token.range, of: text) {
      return begins ? start..<start + wanted.count : nil
    }
    let folded = token.folded ?? query.folding.foldWithSources(text.extracting(token.range))
    token.folded = folded
    guard folded.bytes.starts(with: wanted) else { return nil }
    let source = folded.sources(of: 0..<wanted.count)
    return start + source.lowerBound..<start + source.upperBound
  }

  /// Whether a token begins with `wanted`; `nil` if that depends on the folding of a non-ASCII
  /// character.
  private func asciiTokenBegins(
    with wanted: [UInt8], at token: Range<Int>, of text: Span<UInt8>
  ) -> Bool? {
    for index in 0...wanted.count {
      let place = token.lowerBound + index
      let isEnd = place == token.upperBound
      // A non-ASCII byte here may begin a mark that composes with the preceding character.
      if !isEnd, text[place] >= 0x80 { return nil }
      if index > 0, folded(text[place - 1]) != wanted[index - 1] { return false }
      if isEnd { return index == wanted.count }
    }
    return true
  }

  private func folded(_ byte: UInt8) -> UInt8 {
    query.folding.ignoresCase && (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  /// The hits at the given ranges of one part; the hits are widened to whole grapheme clusters and
  /// merged.
  private func hits(
    at places: [Range<Int>], of part: RecordPart, in record: Span<UInt8>
  ) -> [Hit] {
    if places.isEmpty { return [] }
    let text = record.extracting(part.range)
    let offset = part.range.lowerBound
    return Highlighter.merged(places.map { Graphemes.widened($0, in: text) }).map {
      part.hit($0.lowerBound + offset..<$0.upperBound + offset)
    }
  }

  /// The hit in the leftmost full name (a run of text without whitespace) that begins with the
  /// query.
  private func fullNameHit(of bag: Bag, in record: Span<UInt8>) -> Hit? {
    for part in bag.parts {
      let text = record.extracting(part.range)
      for range in Tokenizer.whitespaceTokens(in: text) {
        if let place = query.prefix(query.tokens[0], ofTextIn: range, of: text) {
          return hits(at: [place], of: part, in: record).first
        }
      }
    }
    return nil
  }
}
