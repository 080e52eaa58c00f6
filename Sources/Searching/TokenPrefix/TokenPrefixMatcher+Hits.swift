internal import Corpora
internal import UnicodeText

extension TokenPrefixMatcher {
  /// The parts of a record whose text tokens are matched together.
  private struct Bag {
    var parts: [RecordPart]
  }

  /// A text token of a record: its range in a part, and its folded text.
  private struct TextToken {
    let part: RecordPart
    let range: Range<Int>
    let folded: FoldedText
    var isConsumed = false
  }

  func hits(in record: Span<UInt8>) -> [Hit] { places(in: record).hits }

  func matchesByFullName(_ record: Span<UInt8>) -> Bool { places(in: record).isByFullName }

  private func places(in record: Span<UInt8>) -> (hits: [Hit], isByFullName: Bool) {
    if query.tokens.isEmpty || query.isImpossible { return ([], false) }
    let parts = RecordPart.parts(of: record, in: scope)
    var bags = [Bag(parts: parts.filter { $0.representation == nil })]
    bags += parts.filter { $0.representation != nil }.map { Bag(parts: [$0]) }
    let consumed = bags.flatMap { hits(of: $0, in: record) ?? [] }
    if !consumed.isEmpty { return (consumed, false) }
    guard query.allowsFullName else { return ([], false) }
    let named = bags.compactMap { fullNameHit(of: $0, in: record) }
    return (named, !named.isEmpty)
  }

  /// The hits of the query tokens, each in a different text token; `nil` if a query token has none.
  private func hits(of bag: Bag, in record: Span<UInt8>) -> [Hit]? {
    var tokens: [TextToken] = []
    for part in bag.parts {
      let text = record.extracting(part.range)
      for range in query.tokenizer.tokens(in: text) {
        let folded = query.folding.foldWithSources(text.extracting(range))
        tokens.append(TextToken(part: part, range: range, folded: folded))
      }
    }
    var places: [Int: [Range<Int>]] = [:]
    for wanted in query.tokens {
      let place = tokens.firstIndex { !$0.isConsumed && $0.folded.bytes.starts(with: wanted) }
      guard let place else { return nil }
      tokens[place].isConsumed = true
      let source = tokens[place].folded.sources(of: 0..<wanted.count)
      let start = tokens[place].range.lowerBound
      places[tokens[place].part.range.lowerBound, default: []].append(
        start + source.lowerBound..<start + source.upperBound)
    }
    return bag.parts.flatMap { part in
      hits(at: places[part.range.lowerBound] ?? [], of: part, in: record)
    }
  }

  /// The hits at ranges of one part, widened to whole grapheme clusters and merged.
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

  /// The leftmost full name that begins with the query; a full name is a run of text without whitespace.
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
