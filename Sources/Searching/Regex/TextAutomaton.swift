internal import CRegex
internal import Corpora
internal import Synchronization
internal import UnicodeText

/// A lazy automaton that finds the texts that a pattern matches; it creates its states while it
/// reads a text.
///
/// The time is linear in the length of the text, and the memory is bounded: if the automaton needs
/// too many states, RE2 searches the remaining text.
@safe final class TextAutomaton: @unchecked Sendable {
  let handle: OpaquePointer

  /// Creates the automaton of a pattern, either for lines of a file or for the values of records.
  ///
  /// The result is nil if the pattern needs too many nodes.
  init?(_ pattern: ParsedPattern, forLines isForLines: Bool) {
    guard let made = AutomatonNodes(pattern) else { return nil }
    let nodes = made.nodes.map {
      cre_node(kind: $0.kind.rawValue, argument: $0.argument, next: $0.next)
    }
    let alphabet = made.alphabet
    let width = (alphabet.count + 63) / 64
    var sets = [UInt64](repeating: 0, count: alphabet.setCount * width)
    for (number, classes) in alphabet.members.enumerated() {
      for member in classes { sets[number * width + Int(member) / 64] |= 1 << UInt64(member % 64) }
    }
    var words = [UInt8](repeating: 0, count: alphabet.count)
    for member in made.words ?? [] { words[Int(member)] = 1 }
    // SAFETY: the call copies all lists before it returns, and returns newly allocated memory.
    let handle = unsafe nodes.withUnsafeBufferPointer { nodes in
      unsafe made.targets.withUnsafeBufferPointer { targets in
        unsafe sets.withUnsafeBufferPointer { sets in
          unsafe words.withUnsafeBufferPointer { words in
            unsafe alphabet.withList { list in
              var list = unsafe cre_nodes(
                texts: isForLines ? cre_texts_lines : cre_texts_values, nodes: nodes.baseAddress,
                node_count: nodes.count, targets: targets.baseAddress, target_count: targets.count,
                sets: sets.baseAddress, set_count: alphabet.setCount, start: made.start,
                alphabet: list, words: made.words == nil ? nil : words.baseAddress)
              return unsafe cre_automaton_make(&list)
            }
          }
        }
      }
    }
    guard let handle = unsafe handle else { return nil }
    unsafe self.handle = handle
  }

  deinit { unsafe cre_automaton_free(handle) }

  /// Adds the matching records of a range to `sink`, until the sink is full.
  ///
  /// - Returns: the first record that was not searched, or the end of `records`. The scan stops
  ///   early if the automaton needs too many states, or if the sink is full.
  func scan(_ records: Range<Int>, of segment: Segment, into sink: inout MatchSink) -> Int {
    var found = [UInt32](repeating: 0, count: min(records.count, 1 << 12))
    var first = records.lowerBound
    while first < records.upperBound, !sink.isFull {
      var next = records.upperBound
      var gaveUp: Int32 = 0
      let capacity = min(found.count, sink.remainingCapacity)
      // SAFETY: all buffers outlive the call, and the records are part of the segment.
      let count = unsafe segment.text.withUnsafeBufferPointer { text in
        unsafe segment.starts.withUnsafeBufferPointer { starts in
          unsafe found.withUnsafeMutableBufferPointer { found in
            var run = unsafe cre_run(
              text: text.baseAddress, starts: starts.baseAddress, first: first,
              end: records.upperBound, scope: nil, field_count: 0, counts_hits: 0)
            return unsafe cre_automaton_records(
              handle, &run, found.baseAddress, capacity, &next, &gaveUp)
          }
        }
      }
      for index in 0..<count { sink.add(Int(found[index])) }
      first = next
      if gaveUp != 0 { break }
    }
    return first
  }

  /// How likely it is that the pattern matches in a range of a line.
  ///
  /// `isLast` tells whether the file ends with this range, without a newline. `longest` is the
  /// maximum length of a match in bytes; `nil` if it is unknown.
  func match(
    in text: Span<UInt8>, _ range: Range<Int>, longest: Int?, isLast: Bool
  ) -> MatchLikelihood {
    // SAFETY: the range is in the text, which outlives the call.
    let answer = unsafe text.withUnsafeBufferPointer {
      unsafe cre_automaton_part(
        handle, $0.baseAddress, range.lowerBound, range.upperBound, longest ?? 0, isLast ? 1 : 0)
    }
    return Self.likelihood(answer)
  }

  /// How likely it is that a match ends in a range of a line, at or after `earliest`.
  ///
  /// The match can begin before the range.
  ///
  /// `isLast` tells whether the file ends with this range, without a newline.
  func match(
    endingIn text: Span<UInt8>, _ range: Range<Int>, notBefore earliest: Int, isLast: Bool
  ) -> MatchLikelihood {
    // SAFETY: the range is in the text, which outlives the call.
    unsafe text.withUnsafeBufferPointer {
      unsafe Self.likelihood(
        cre_automaton_across(
          handle, $0.baseAddress, range.lowerBound, range.upperBound, earliest, isLast ? 1 : 0, nil)
      )
    }
  }

  /// How likely it is that a match ends in a range of a line, at or after `place`.
  ///
  /// The automaton may stop reading before the end of the range, but not before `target`.
  ///
  /// If the result is `absent`, the call sets `target` to a later offset that no match spans. The
  /// text after this offset has not been searched. `isLast` tells whether the file ends with this
  /// range, without a newline.
  ///
  /// - Returns: the likelihood; nil if an unfinished match may continue after the range. No later
  ///   offset is then known.
  func match(
    across target: inout Int, from place: Int, in text: Span<UInt8>, _ range: Range<Int>,
    isLast: Bool
  ) -> MatchLikelihood? {
    var end = target
    // SAFETY: the range is in the text, which outlives the call.
    let answer = unsafe text.withUnsafeBufferPointer {
      unsafe cre_automaton_across(
        handle, $0.baseAddress, range.lowerBound, range.upperBound, place, isLast ? 1 : 0, &end)
    }
    target = end
    return answer == -2 ? nil : Self.likelihood(answer)
  }

  private static func likelihood(_ answer: Int32) -> MatchLikelihood {
    answer > 0 ? .certain : answer < 0 ? .possible : .absent
  }
}

/// An automaton for the values of records or for lines, created when it is first needed.
final class LazyAutomaton: Sendable {
  private let made = Mutex<TextAutomaton??>(nil)
  private let isForLines: Bool

  init(forLines isForLines: Bool) { self.isForLines = isForLines }

  /// The automaton of `pattern`, created by the first call; all calls must pass the same pattern.
  ///
  /// The result is nil if the automaton needs too many nodes.
  func value(for pattern: ParsedPattern) -> TextAutomaton? {
    made.withLock { made in
      if let made { return made }
      let new = TextAutomaton(pattern, forLines: isForLines)
      made = .some(new)
      return new
    }
  }
}

extension PatternAlphabet {
  /// Calls `body` with the alphabet as a C struct.
  func withList<Result>(_ body: (cre_alphabet) -> Result) -> Result {
    // SAFETY: the lists outlive the call.
    unsafe starts.withUnsafeBufferPointer { starts in
      unsafe classes.withUnsafeBufferPointer { classes in
        unsafe body(
          cre_alphabet(
            starts: starts.baseAddress, classes: classes.baseAddress, count: starts.count,
            class_count: count))
      }
    }
  }
}
extension Pattern {
  /// Appends the starts of up to `limit` matching lines; all lines must be valid UTF-8.
  ///
  /// `start` must be the start of a line. The call sets `start` to the offset to continue at.
  ///
  /// - Returns: false if the automaton needs too many states; RE2 must then search the text from
  ///   `start` on.
  func scanLines(
    in text: Span<UInt8>, from start: inout Int, limit: Int, by automaton: TextAutomaton,
    countingHits countsHits: Bool, into lines: inout RegexLines.Matches
  ) -> Bool {
    var left = limit
    while start < text.count, left > 0 {
      let capacity = min(left, 1 << 13)
      var hits: UInt64 = 0
      var from = start
      var gaveUp: Int32 = 0
      let before = lines.starts.count
      // SAFETY: all buffers outlive the call.
      unsafe text.withUnsafeBufferPointer { text in
        unsafe lines.starts.append(upTo: capacity) { buffer in
          unsafe cre_automaton_lines(
            automaton.handle, handle, text.baseAddress, text.count,
            &from, buffer.baseAddress, capacity, countsHits ? 1 : 0, &hits, &gaveUp)
        }
      }
      lines.hitCount += Int(hits)
      left -= lines.starts.count - before
      start = from
      if gaveUp != 0 { return false }
    }
    return true
  }
}
