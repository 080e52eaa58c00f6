internal import Corpora
internal import UnicodeText

/// Finds records in which each query token is a prefix of a different text token.
struct TokenPrefixMatcher: Matcher {
  let query: TokenPrefixQuery
  let scope: FieldScope
  let text: String
  private let reader: TokenPrefixReader

  /// The query tokens that are searched for in the folded text before the text is split, longest
  /// first.
  ///
  /// The list is empty if a search for the tokens could miss a match.
  private let needles: [Needle]

  private var needle: Needle? { needles.first }

  init(_ query: TokenPrefixQuery, scope: FieldScope, text: String, histogram: ByteHistogram) {
    self.query = query
    self.scope = scope
    self.text = text
    reader = TokenPrefixReader(query: query, scope: scope)
    needles = query.isImpossible ? [] : query.required.map { Needle($0, histogram) }
  }

  var folding: Folding? { query.folding }

  var requirement: Requirement { query.requirement }

  var isRequirementSufficient: Bool {
    query.isMetByRequirement && scope.isEverything
      && (query.tokens.count == 1 || !scope.hasRepresentations)
  }

  var requiredNeedles: [RequiredNeedle] { needles.map { RequiredNeedle($0) } }

  var narrowingKey: NarrowingKey? { query.isImpossible ? nil : .tokens(query.tokens) }

  var explanation: [Explanation.Line] {
    let tokens = query.tokens.map { "\"\(String(decoding: $0, as: UTF8.self))\"" }
    let separators = query.classes.separators.description
    return [
      .init("folded", tokens.joined(separator: " ")),
      .init(
        "tokens",
        tokens.isEmpty ? "none: every record matches" : "\(tokens.count), the longest first"),
      .init("split at", separators.isEmpty ? "whitespace" : "whitespace and \(separators)"),
      .init(
        "searches",
        needle == nil ? "the original text of each record" : "for the longest token first"),
    ]
  }

  func matches(_ record: Span<UInt8>, folded: Span<UInt8>) -> Bool {
    if query.isImpossible || query.tokens.isEmpty { return !query.isImpossible }
    var counter = BagCounter(query)
    reader.read(record, folded: folded, readsAll: false, into: &counter)
    return counter.matches
  }

  func scan(_ records: Range<Int>, of text: SegmentText, into sink: inout MatchSink) {
    if query.isImpossible { return }
    var counter = BagCounter(query)
    if query.tokens.isEmpty {
      for record in records {
        if sink.isFull { return }
        sink.add(record)
      }
      return
    }
    forEachMatch(in: records, of: text, countsBags: sink.countsHits, &counter) { record, bags in
      if sink.isFull { return false }
      sink.add(record)
      if sink.countsHits { sink.addHits(hitCount(of: record, in: text, bags: bags)) }
      return !sink.isFull
    }
  }

  func scan(each records: Span<UInt32>, of text: SegmentText, into sink: inout MatchSink) {
    if query.isImpossible { return }
    if query.tokens.isEmpty { return sink.add(records) }
    var counter = BagCounter(query)
    let readsAll = sink.countsHits && scope.hasRepresentations
    for index in records.indices {
      if sink.isFull { return }
      let record = Int(records[index])
      text.withRecord(record) { original, folded in
        reader.read(original, folded: folded, readsAll: readsAll, into: &counter)
      }
      guard counter.matches else { continue }
      sink.add(record)
      if sink.countsHits {
        sink.addHits(hitCount(of: record, in: text, bags: Self.bags(counter)))
      }
    }
  }

  /// Calls `body` with each matching record and its number of matching bags, until `body` returns
  /// `false`.
  ///
  /// The number of bags is exact only if `countsBags` is `true`.
  func forEachMatch(
    in records: Range<Int>, of text: SegmentText, countsBags: Bool, _ counter: inout BagCounter,
    _ body: (_ record: Int, _ bags: Int) -> Bool
  ) {
    let readsAll = countsBags && scope.hasRepresentations
    guard let needle else {
      for record in records {
        text.withRecord(record) { original, folded in
          reader.read(original, folded: folded, readsAll: readsAll, into: &counter)
        }
        if counter.matches, !body(record, Self.bags(counter)) { return }
      }
      return
    }
    // If the folded text can be split instead of the original text, a single query token matches
    // wherever a text token or full name begins with it.
    let isDecidedByStart = query.readsFoldedText && query.tokens.count == 1
    let isName = query.classes.part(query.tokens[0])
    if isName && (query.tokens.count > 1 || !query.allowsFullName), query.readsFoldedText { return }
    text.folded.text.withSpan { bytes in
      text.folded.starts.withSpan { starts in
        let bytes = bytes.extracting(0..<Int(starts[records.upperBound]))
        var at = Int(starts[records.lowerBound])
        var record = records.lowerBound
        while let start = needle.first(in: bytes, from: at) {
          at = start + 1
          if query.readsFoldedText, !query.classes.isStart(start, in: bytes, isName: isName) {
            continue
          }
          record = RecordFinder.record(
            at: UInt32(start), in: starts, from: record, end: records.upperBound)
          let range = Int(starts[record])..<Int(starts[record + 1])
          guard scope.includes(byteAt: start, ofRecordAt: range.lowerBound, in: bytes) else {
            continue
          }
          if isDecidedByStart && !readsAll {
            if !body(record, 1) { return }
          } else {
            text.original.text.withSpan(of: text.original.bounds(of: record)) { original in
              reader.read(
                original, folded: bytes.extracting(range), readsAll: readsAll, into: &counter)
            }
            if counter.matches, !body(record, Self.bags(counter)) { return }
          }
          at = range.upperBound
        }
      }
    }
  }

  private static func bags(_ counter: BagCounter) -> Int {
    counter.matchingBags > 0 ? counter.matchingBags : counter.namedBags
  }
}
