internal import Corpora
internal import UnicodeText

/// Finds records whose original text matches a regular expression of RE2's dialect.
struct RegexMatcher: Matcher {
  let pattern: Pattern
  let text: String
  let ignoresCase: Bool
  let classes: CharacterClasses
  let scope: FieldScope

  /// Whether the text of many records can be searched as one text; otherwise, each field or value
  /// must be searched separately.
  let isWhole: Bool

  /// The syntax tree of the pattern.
  ///
  /// The value is `nil` if the parser gave up, or if the pattern matches the empty text.
  let node: PatternNode?

  /// The parsed pattern; `nil` if the parser gave up.
  let parsed: ParsedPattern?

  /// The requirement on text that is folded to ignore case and diacritics; see
  /// `PatternRequirement`.
  let requirement: Requirement

  private let prefilter: RegexPrefilter
  private let automaton = LazyAutomaton(forLines: false)
  private let matchesEmptyText: Bool

  /// Compiles `text`.
  ///
  /// The text of many records can be searched as one text if no match depends on where a field
  /// ends. The separators of cells are not UTF-8, so even `[^a]`, `\W` and `(?s).` do not match
  /// them, and no match spans two cells. Separators are not word bytes, so `\b` and `\B` treat a
  /// separator like the end of a text. Fields must be searched separately if the pattern has
  /// anchors. They must also be searched separately if the pattern matches an empty field, because
  /// missing fields at the end of a record are treated as empty.
  ///
  /// - Throws: the error in the pattern.
  init(
    _ text: String, _ syntax: PatternSyntax, ignoresCase: Bool, _ classes: CharacterClasses,
    scope: FieldScope, _ choice: RegexPrefilter.Choice = .automatic
  ) throws(QueryError) {
    self.text = text
    self.ignoresCase = ignoresCase
    self.classes = classes
    self.scope = scope
    pattern = try Pattern(text, ignoresCase: ignoresCase)
    parsed = PatternParser.parse(text, ignoresCase: ignoresCase, classes)
    try pattern.addClasses(of: parsed)
    // Do not ask RE2 whether the empty text matches: to answer, RE2 would build a program that most
    // searches do not need.
    if let node = parsed?.node {
      matchesEmptyText = node.matchesEmptyText
    } else {
      matchesEmptyText = pattern.matches([UInt8]().span)
    }
    isWhole = !syntax.hasAnchor && !matchesEmptyText
    node = matchesEmptyText ? nil : parsed?.node
    requirement = node.map(PatternRequirement.of) ?? .nothing
    prefilter = RegexPrefilter(
      node, classes, .records(hasValues: scope.isAlias.contains(true)), choice, .english)
  }

  var folding: Folding? { nil }

  var explanation: [Explanation.Line] {
    [
      .init("pattern", text),
      .init("case", ignoresCase ? "ignored" : "sensitive"),
      .init("searches", isWhole ? "all text at once" : "each field separately"),
      .init("prefilter", prefilter.explanation),
    ]
  }

  func matches(_ record: Span<UInt8>, folded: Span<UInt8>) -> Bool {
    for part in RecordPart.parts(of: record, in: scope)
    where pattern.matches(record.extracting(part.range)) {
      return true
    }
    guard matchesEmptyText else { return false }
    let cells = Kernels.count(of: Separator.field, in: record)
    return scope.isIncluded.dropFirst(cells).contains(true)
  }

  func hits(in record: Span<UInt8>) -> [Hit] {
    var hits: [Hit] = []
    for part in RecordPart.parts(of: record, in: scope) {
      let text = record.extracting(part.range)
      let prepared = pattern.prepared(text)
      var at = 0
      while at <= text.count, let match = pattern.first(in: text, prepared, from: at) {
        at = match.upperBound
        if match.isEmpty {
          repeat { at += 1 } while at < text.count && text[at] & 0xC0 == 0x80
        } else {
          let offset = part.range.lowerBound
          hits.append(part.hit(match.lowerBound + offset..<match.upperBound + offset))
        }
      }
    }
    return hits.sorted(by: Hit.isOrdered)
  }

  func appendHits(
    in record: Span<UInt8>, isFirstEnough: Bool, to hits: inout [Hit]
  ) -> Bool {
    let end = record.count - 1
    guard scope.isOneText, end >= 0, record[end] == Separator.field else {
      let found = self.hits(in: record)
      hits.append(contentsOf: isFirstEnough ? found.prefix(1) : found[...])
      return false
    }
    let text = record.extracting(0..<end)
    let prepared = pattern.prepared(text)
    var at = 0
    while at <= text.count, let match = pattern.first(in: text, prepared, from: at) {
      at = match.upperBound
      if match.isEmpty {
        repeat { at += 1 } while at < text.count && text[at] & 0xC0 == 0x80
      } else {
        hits.append(Hit(field: 0, range: match))
        if isFirstEnough { break }
      }
    }
    return false
  }

  func scanSlowly(
    _ records: Range<Int>, of text: SegmentText, into sink: inout MatchSink,
    isCancelled: () -> Bool
  ) -> Bool {
    for record in records where !sink.isFull {
      guard scanLong(record, of: text, into: &sink, isCancelled: isCancelled) else { return false }
    }
    return true
  }

  private func scanLong(
    _ record: Int, of text: SegmentText, into sink: inout MatchSink, isCancelled: () -> Bool
  ) -> Bool {
    let segment = text.original
    let place = segment.text.withSpan(of: segment.bounds(of: record)) {
      prefilter.firstPlace(in: $0, isCancelled: isCancelled)
    }
    switch place {
    case nil: return false
    case .absent: return true
    case .certain where !sink.countsHits && scope.isEverything:
      sink.add(record)
      return true
    case .certain, .possible: break
    }
    let task = PatternTask(
      pattern, record, of: text.original, in: scope, isWhole: isWhole, countsHits: sink.countsHits)
    guard let task else {
      scan(record..<record + 1, of: text, into: &sink)
      return true
    }
    while true {
      if let hits = task.hits(within: 10) {
        if hits.matches { sink.add(record) }
        sink.addHits(hits.count)
        return true
      }
      if isCancelled() { return false }
    }
  }

  func scan(_ records: Range<Int>, of text: SegmentText, into sink: inout MatchSink) {
    let segment = text.original
    let first = Int(segment.starts[records.lowerBound])
    let bytes = Int(segment.starts[records.upperBound]) - first
    var rest = records
    if let finder = prefilter.finder(forBytes: bytes) {
      let (cost, end) = pattern.scan(
        records, of: segment, in: scope, isWhole: isWhole, by: finder, into: &sink
      ) { prefilter.stops(afterSearching: $0, cost: $1) }
      let searched = Int(segment.starts[end]) - first
      prefilter.note(searched: searched, cost: cost, rest: bytes - searched)
      rest = end..<records.upperBound
    }
    // The automaton cannot tell which field a value belongs to, so use it only if all fields are
    // in scope.
    if !rest.isEmpty, !sink.isFull, !sink.countsHits, !matchesEmptyText, scope.isEverything,
      let parsed, let automaton = automaton.value(for: parsed)
    {
      rest = automaton.scan(rest, of: segment, into: &sink)..<records.upperBound
    }
    pattern.scan(rest, of: segment, in: scope, isWhole: isWhole, into: &sink)
  }
}
