internal import Corpora
internal import UnicodeText

/// Finds records that contain at least one of several strings.
///
/// If there are many strings, one regular expression with all strings as alternatives searches the
/// folded text. A string occurs in a record if and only if the folded string occurs in the folded
/// text of the record.
struct AnySubstringMatcher: Matcher {
  /// The matchers of the individual strings.
  let all: AnyMatcher

  /// Finds all strings in folded text.
  private let finder: RegexMatcher

  /// Whether `finder` also finds all strings in unfolded ASCII text.
  private let areASCII: Bool

  /// Whether every record that contains one of the strings matches.
  ///
  /// If false, the matchers of the strings test the records that `finder` finds.
  private let areSufficient: Bool
  private let needles: [[UInt8]]
  private let foldsBy: Folding
  private let scope: FieldScope
  private let starts: NeedleStarts

  /// The maximum number of strings for which a search of files can use pivots.
  ///
  /// A pivot is one character of a string; it is searched for without folding the lines. Pivots are
  /// used only if the strings are rare.
  ///
  /// Up to this number of strings, the hits of each string are computed separately.
  private static let maximumPivotNeedles = 4

  /// The maximum number of strings for which a separate search for each string is faster than one
  /// regular expression.
  private static let maximumSeparateScans = 40

  private var scansEach: Bool { all.matchers.count <= Self.maximumSeparateScans }

  /// Creates a matcher.
  ///
  /// The result is `nil` if a matcher searches only some fields, or if the matchers fold
  /// differently. The result is also `nil` if a string has a line break, or if there are too many
  /// strings for one regular expression.
  init?(_ all: AnyMatcher) {
    var needles: [[UInt8]] = []
    var first: SubstringMatcher?
    for matcher in all.matchers {
      guard let matcher = matcher as? SubstringMatcher, case .needle(let needle) = matcher.need,
        matcher.scope.isEverything, needle.isCertainInASCII,
        first == nil || matcher.foldsBy == first?.foldsBy
      else { return nil }
      first = first ?? matcher
      needles.append(needle.bytes)
    }
    guard let first, let foldsBy = first.foldsBy else { return nil }
    self.all = all
    self.foldsBy = foldsBy
    self.needles = needles
    scope = first.scope
    areSufficient = all.isRequirementSufficient
    areASCII = needles.allSatisfy { $0.allSatisfy { $0 < 0x80 } }
    starts = NeedleStarts(needles)
    let pattern = Self.pattern(for: needles, orAnyOf: [])
    // Text that is folded to ignore case has no upper-case letters. In such text, a pattern of
    // ASCII strings therefore finds the same matches whether or not the pattern ignores case.
    guard
      let finder = try? RegexMatcher(
        pattern, PatternSyntax(pattern), ignoresCase: areASCII && foldsBy.ignoresCase, .ascii,
        scope: scope),
      finder.isWhole
    else { return nil }
    self.finder = finder
  }

  /// A regular expression that matches any needle, and any of `scalars` without ignoring its case.
  private static func pattern(for needles: [[UInt8]], orAnyOf scalars: [UInt32]) -> String {
    let hex = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for needle in needles {
      if !text.isEmpty { text.append(UInt8(ascii: "|")) }
      for byte in needle {
        let isPlain =
          byte >= 0x80 || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
        if isPlain {
          text.append(byte)
        } else {
          text += Array(#"\x"#.utf8) + [hex[Int(byte >> 4)], hex[Int(byte & 15)]]
        }
      }
    }
    for scalar in scalars { text += Array("|(?-i:\\x{\(String(scalar, radix: 16))})".utf8) }
    return String(decoding: text, as: UTF8.self)
  }

  var folding: Folding? { foldsBy }
  var requirement: Requirement { all.requirement }
  var isRequirementSufficient: Bool { all.isRequirementSufficient }
  var condition: TextCondition? { all.condition }
  var explanation: [Explanation.Line] { all.explanation }

  func matches(_ record: Span<UInt8>, folded: Span<UInt8>) -> Bool {
    if scansEach { return all.matches(record, folded: folded) }
    guard finder.matches(folded, folded: folded) else { return false }
    return areSufficient || present(in: folded).matches(record, folded: folded)
  }

  /// The matchers of the strings that occur in a folded record.
  private func present(in folded: Span<UInt8>) -> AnyMatcher {
    AnyMatcher(starts.needles(in: folded).map { all.matchers[$0] })
  }

  /// The hits of all strings; overlapping hits are merged.
  func hits(in record: Span<UInt8>) -> [Hit] {
    if all.matchers.count <= Self.maximumPivotNeedles { return all.hits(in: record) }
    var folded = GrowableBuffer<UInt8>(capacity: record.count + 64)
    foldsBy.fold(record, into: &folded)
    return folded.withSpan { present(in: $0) }.hits(in: record)
  }

  func scan(_ records: Range<Int>, of text: SegmentText, into sink: inout MatchSink) {
    if scansEach { return all.scan(records, of: text, into: &sink) }
    _ = scan(within: records, of: text, into: &sink) { folded, found in
      finder.scan(records, of: folded, into: &found)
      return true
    }
  }

  func scanSlowly(
    _ records: Range<Int>, of text: SegmentText, into sink: inout MatchSink,
    isCancelled: () -> Bool
  ) -> Bool {
    if scansEach {
      return all.scanSlowly(records, of: text, into: &sink, isCancelled: isCancelled)
    }
    return scan(within: records, of: text, into: &sink) { folded, found in
      finder.scanSlowly(records, of: folded, into: &found, isCancelled: isCancelled)
    }
  }

  func scan(each records: Span<UInt32>, of text: SegmentText, into sink: inout MatchSink) {
    if scansEach { return all.scan(each: records, of: text, into: &sink) }
    if records.isEmpty { return }
    let range = Int(records[0])..<Int(records[records.count - 1]) + 1
    _ = scan(within: range, of: text, into: &sink) { folded, found in
      finder.scan(each: records, of: folded, into: &found)
      return true
    }
  }

  /// Adds the records in `range` that `find` finds in the folded text, and counts their hits.
  ///
  /// Returns `false` if `find` returns `false`.
  private func scan(
    within range: Range<Int>, of text: SegmentText, into sink: inout MatchSink,
    _ find: (_ folded: SegmentText, inout MatchSink) -> Bool
  ) -> Bool {
    let folded = SegmentText(original: text.folded, folded: text.folded)
    if areSufficient, !sink.countsHits { return find(folded, &sink) }
    let limit = areSufficient ? sink.remainingCapacity : nil
    var found = MatchSink(records: range.count, limit: limit, countsHits: false)
    found.firstRecord = -range.lowerBound
    guard find(folded, &found) else { return false }
    for record in found.finish() where !sink.isFull {
      let record = range.lowerBound + Int(record.rawValue)
      let isMatch =
        areSufficient || text.withRecord(record) { present(in: $1).matches($0, folded: $1) }
      guard isMatch else { continue }
      sink.add(record)
      if sink.countsHits {
        sink.addHits(text.withRecord(record) { original, _ in hits(in: original).count })
      }
    }
    return true
  }

  func lineScanner(sample: consuming GrowableBuffer<UInt8>) -> (any LineScanner)? {
    guard areASCII, scope.isOneText else { return all.lineScanner(sample: sample) }
    guard !foldsBy.ignoresDiacritics || sample.withSpan({ ASCIILineScanner.isMostlyASCII($0) })
    else { return all.lineScanner(sample: sample) }
    if all.matchers.count <= Self.maximumPivotNeedles {
      var copy = GrowableBuffer<UInt8>()
      sample.withSpan { copy.append(copying: $0) }
      let filter = LineFilter(
        requirement, foldsBy, isSufficient: isRequirementSufficient, sample: copy)
      if let filter, filter.isRare(inSampleOf: sample.count) { return filter }
    }
    // If folding ignores diacritics, too many characters of raw text may fold to part of a string.
    let rawFinder = foldsBy.ignoresDiacritics ? nil : rawFinder
    return (rawFinder ?? finder).lineScanner(sample: sample).map {
      ASCIILineScanner(
        $0, areMatches: areSufficient, findsAllLines: rawFinder != nil, starts.longest)
    }
  }

  /// A matcher that finds each raw line that may contain one of the strings after folding; `nil` if
  /// its regular expression would be too large.
  ///
  /// Use this property only if the folding keeps diacritics.
  private var rawFinder: RegexMatcher? {
    let variants = RawNeedle.variants(ofASCII: needles, foldsBy)
    let pattern = Self.pattern(for: needles, orAnyOf: variants.sorted())
    let finder = try? RegexMatcher(
      pattern, PatternSyntax(pattern), ignoresCase: foldsBy.ignoresCase, .ascii, scope: scope)
    return finder.flatMap { $0.isWhole ? $0 : nil }
  }
}

/// Finds which of many needles occur in a text, with a table of the needles' first bytes.
private struct NeedleStarts: Sendable {
  private let needles: [[UInt8]]

  /// The number of bytes in a key: at most four, and at most the length of the shortest needle.
  private let width: Int

  /// For each key, the indices of the needles that start with the bytes of the key.
  private let indices: [UInt32: [Int]]

  /// The length of the longest needle.
  let longest: Int

  /// Indexes the needles by their first bytes.
  ///
  /// - Precondition: no needle is empty.
  init(_ needles: [[UInt8]]) {
    self.needles = needles
    let width = min(4, needles.reduce(4) { min($0, $1.count) })
    self.width = width
    longest = needles.reduce(0) { max($0, $1.count) }
    var indices: [UInt32: [Int]] = [:]
    for (index, needle) in needles.enumerated() {
      indices[Self.key(needle.span, 0, width), default: []].append(index)
    }
    self.indices = indices
  }

  private static func key(_ bytes: Span<UInt8>, _ start: Int, _ width: Int) -> UInt32 {
    var key: UInt32 = 0
    for index in start..<start + width { key = key << 8 | UInt32(bytes[index]) }
    return key
  }

  /// The indices of the needles that occur in a text, in ascending order.
  ///
  /// - Complexity: O(*n* · *m*), where *n* is the length of the text, and *m* is the number of
  ///   needles with the same first bytes.
  func needles(in text: Span<UInt8>) -> [Int] {
    var found: Set<Int> = []
    for start in 0..<max(0, text.count - width + 1) {
      guard let candidates = indices[Self.key(text, start, width)] else { continue }
      for index in candidates where !found.contains(index) {
        if occurs(needles[index], in: text, at: start) { found.insert(index) }
      }
    }
    return found.sorted()
  }

  private func occurs(_ needle: [UInt8], in text: Span<UInt8>, at start: Int) -> Bool {
    if needle.count > text.count - start { return false }
    for index in needle.indices where text[start + index] != needle[index] { return false }
    return true
  }
}
