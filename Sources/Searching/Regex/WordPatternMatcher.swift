internal import Corpora
internal import UnicodeText

/// Finds records in which a regular expression matches whole words.
///
/// RE2 has no look-around, so the pattern also matches the characters before and after the word.
/// The word is the first group of the pattern. Two words can have a single character between them,
/// so the next search begins one character before the earliest start of the next word.
struct WordPatternMatcher: Matcher {
  let base: RegexMatcher

  /// The variant of the pattern that finds only words directly after another character.
  let inside: Pattern

  init(_ base: RegexMatcher, inside: Pattern) {
    self.base = base
    self.inside = inside
  }

  private static let other = "[^\(WordCharacters.pattern)]"

  /// The pattern that finds `group` as a whole word.
  static func pattern(for group: String) -> String {
    #"(?:\A|\#(other))(\#(group))(?:\#(other)|\z)"#
  }

  /// The pattern that finds `group` as a whole word directly after another character.
  static func patternInside(for group: String) -> String {
    #"\#(other)(\#(group))(?:\#(other)|\z)"#
  }

  var folding: Folding? { nil }
  var requirement: Requirement { base.requirement }
  var explanation: [Explanation.Line] { base.explanation }

  func lineScanner(sample: consuming GrowableBuffer<UInt8>) -> (any LineScanner)? {
    base.lineScanner(sample: sample)
  }

  func matches(_ record: Span<UInt8>, folded: Span<UInt8>) -> Bool {
    base.matches(record, folded: folded)
  }

  func hits(in record: Span<UInt8>) -> [Hit] {
    var hits: [Hit] = []
    for part in RecordPart.parts(of: record, in: base.scope) {
      let text = record.extracting(part.range)
      let prepared = base.pattern.prepared(text)
      // The offset at which the next word may begin.
      var next = 0
      while next <= text.count, let word = word(in: text, prepared, from: next) {
        next = word.upperBound
        if word.isEmpty {
          next += 1
          while next < text.count, text[next] & 0xC0 == 0x80 { next += 1 }
        } else {
          let offset = part.range.lowerBound
          hits.append(part.hit(word.lowerBound + offset..<word.upperBound + offset))
        }
      }
    }
    return hits.sorted(by: Hit.isOrdered)
  }

  /// The first word that begins at `start` or later.
  private func word(
    in text: Span<UInt8>, _ prepared: borrowing Pattern.Text, from start: Int
  ) -> Range<Int>? {
    if start == 0 { return base.pattern.groups(2, in: text, prepared, from: 0)?[1] }
    var before = start - 1
    while before > 0, text[before] & 0xC0 == 0x80 { before -= 1 }
    if before == 0 { return inside.groups(2, in: text, inside.prepared(text), from: 0)?[1] }
    return base.pattern.groups(2, in: text, prepared, from: before)?[1]
  }

  func scanSlowly(
    _ records: Range<Int>, of text: SegmentText, into sink: inout MatchSink,
    isCancelled: () -> Bool
  ) -> Bool {
    if sink.countsHits {
      scan(records, of: text, into: &sink)
      return true
    }
    return base.scanSlowly(records, of: text, into: &sink, isCancelled: isCancelled)
  }

  func scan(_ records: Range<Int>, of text: SegmentText, into sink: inout MatchSink) {
    // Do not count the matches of RE2: they include the characters around a word, so RE2 misses a
    // word whose preceding character belongs to the previous match.
    guard sink.countsHits else { return base.scan(records, of: text, into: &sink) }
    for record in records where !sink.isFull {
      text.withRecord(record) { original, folded in
        guard matches(original, folded: folded) else { return }
        sink.add(record)
        sink.addHits(hits(in: original).count)
      }
    }
  }
}
