internal import Corpora
internal import UnicodeText

/// Counts the tokens of records with the fastest method that is exact for the text.
struct TokenPrefixReader: Sendable {
  let query: TokenPrefixQuery
  let scope: FieldScope

  /// Counts the tokens of a record, which is passed as original text and as folded text.
  ///
  /// Unless `readsAll` is set, counting stops as soon as the bag of the fields is certain to match.
  func read(
    _ record: Span<UInt8>, folded: Span<UInt8>, readsAll: Bool, into counter: inout BagCounter
  ) {
    counter.beginRecord()
    if query.readsFoldedText {
      readSplitting(folded, folded: folded, readsAll, into: &counter)
    } else if UTF8Text.isASCII(record) {
      readSplitting(record, folded: folded, readsAll, into: &counter)
    } else {
      readExactly(record, into: &counter)
    }
    counter.endRecord()
  }

  /// Splits `text` with the table of byte classes.
  ///
  /// `folded` must have the same tokens at the same offsets.
  private func readSplitting(
    _ text: Span<UInt8>, folded: Span<UInt8>, _ readsAll: Bool, into counter: inout BagCounter
  ) {
    let classes = query.classes
    let table = classes.table.span
    let splitsCamelCase = query.classes.separators.splitsCamelCase
    var field = 0
    var at = 0
    while at < text.count {
      guard scope.includes(field) else {
        at = (Kernels.firstIndex(of: Separator.field, in: text, from: at) ?? text.count) + 1
        field += 1
        continue
      }
      let isRepresentation = scope.isAlias[field]
      counter.beginPart(isRepresentation: isRepresentation)
      var tokenStart = at
      var nameStart = at
      while true {
        var end = at
        while end < text.count, table[Int(text[end])] == TokenClasses.inside { end += 1 }
        let kind = end < text.count ? table[Int(text[end])] : TokenClasses.cellEnd
        var length = 1
        if kind == TokenClasses.lead {
          length = TokenClasses.blankLength(at: end, in: text)
          if length == 0 {
            at = end + 1
            continue
          }
        }
        if tokenStart < end {
          if splitsCamelCase {
            offerCamelParts(tokenStart..<end, of: text, folded: folded, into: &counter)
          } else {
            counter.offer(tokenStart..<end, of: folded)
          }
        }
        at = end + length
        tokenStart = at
        if kind == TokenClasses.separator { continue }
        if query.allowsFullName, nameStart < end {
          counter.offerFullName(nameStart..<end, of: folded)
        }
        nameStart = at
        if kind == TokenClasses.cellEnd {
          counter.endPart()
          if end < text.count && text[end] == Separator.value {
            counter.beginPart(isRepresentation: isRepresentation)
            continue
          }
          break
        }
      }
      if !readsAll, counter.isFieldBagComplete { return }
      field += 1
    }
  }

  /// Splits an ASCII word as camel case (a|B and AB|Cd), and between letters and digits.
  private func offerCamelParts(
    _ word: Range<Int>, of text: Span<UInt8>, folded: Span<UInt8>, into counter: inout BagCounter
  ) {
    var start = word.lowerBound
    for at in word.dropFirst() {
      let (last, this) = (ASCIIKind(text[at - 1]), ASCIIKind(text[at]))
      if (last == .lower && this == .upper) || (last.isLetter && this == .digit)
        || (last == .digit && this.isLetter)
      {
        counter.offer(start..<at, of: folded)
        start = at
      } else if last == .upper, this == .lower, at - 1 > start,
        ASCIIKind(text[at - 2]) == .upper
      {
        counter.offer(start..<at - 1, of: folded)
        start = at - 1
      }
    }
    counter.offer(start..<word.upperBound, of: folded)
  }

  private enum ASCIIKind {
    case upper
    case lower
    case digit
    case other

    init(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): self = .upper
      case UInt8(ascii: "a")...UInt8(ascii: "z"): self = .lower
      case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .digit
      default: self = .other
      }
    }

    var isLetter: Bool { self == .upper || self == .lower }
  }

  /// Splits the original text and folds each token separately; all faster methods must give the
  /// same result as this method.
  private func readExactly(_ record: Span<UInt8>, into counter: inout BagCounter) {
    var folded = GrowableBuffer<UInt8>(capacity: 64)
    for part in RecordPart.parts(of: record, in: scope) {
      let text = record.extracting(part.range)
      counter.beginPart(isRepresentation: part.representation != nil)
      query.tokenizer.forEachToken(in: text) { range in
        folded.truncate(to: 0)
        query.folding.fold(text.extracting(range), into: &folded)
        folded.withSpan { if !$0.isEmpty { counter.offer(0..<$0.count, of: $0) } }
      }
      if query.allowsFullName {
        for range in Tokenizer.whitespaceTokens(in: text) {
          folded.truncate(to: 0)
          query.folding.fold(text.extracting(range), into: &folded)
          folded.withSpan { counter.offerFullName(0..<$0.count, of: $0) }
        }
      }
      counter.endPart()
    }
  }
}
