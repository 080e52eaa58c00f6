internal import Corpora
internal import UnicodeText

/// Finds records in which a regular expression matches whole words.
///
/// RE2 has no look-around, so the pattern also matches the characters before and after the word,
/// and the word is its first group. The next search begins where the word ends, because two words
/// can share the character between them.
struct WordPatternMatcher: Matcher {
  let base: RegexMatcher

  init(_ base: RegexMatcher) { self.base = base }

  /// The pattern that finds `group` as a whole word.
  static func pattern(for group: String) -> String {
    let other = "[^\(WordCharacters.pattern)]"
    return #"(?:\A|\#(other))(\#(group))(?:\#(other)|\z)"#
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
      var at = 0
      while at <= text.count, let word = base.pattern.groups(2, in: text, prepared, from: at)?[1] {
        if word.isEmpty {
          at = max(at, word.upperBound) + 1
          while at < text.count, text[at] & 0xC0 == 0x80 { at += 1 }
        } else {
          at = word.upperBound
          // If the hit does not end with a word character, its last character can also be the
          // character before the next hit.
          if !WordCharacters.isBefore(at, in: text) {
            var last = at - 1
            while last > 0, text[last] & 0xC0 == 0x80 { last -= 1 }
            if last > 0 { at = last }
          }
          let offset = part.range.lowerBound
          hits.append(part.hit(word.lowerBound + offset..<word.upperBound + offset))
        }
      }
    }
    return hits.sorted(by: Hit.isOrdered)
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
    // RE2 counts matches that include the characters around the words, so it misses a word that
    // shares such a character with the previous match.
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
