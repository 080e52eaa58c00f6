internal import CRegex
internal import UnicodeText

/// Finds the lines that a pattern matches with an automaton whose states are made while the text is read.
///
/// Its time is linear in the text and its memory bounded: if it needs too many states, RE2 searches the rest.
@safe final class LineAutomaton: @unchecked Sendable {
  let handle: OpaquePointer

  /// Whether it finds exactly the lines that match; otherwise RE2 checks those it finds.
  let isExact: Bool

  /// Creates the automaton of a pattern; nil if it needs too many nodes.
  init?(_ pattern: PatternNode) {
    guard let made = LineNodes(pattern) else { return nil }
    isExact = made.isExact
    let nodes = made.nodes.map {
      cre_node(kind: $0.kind.rawValue, argument: $0.argument, next: $0.next)
    }
    let words = made.sets.flatMap { set in (0..<4).map { set.words[$0] } }
    // SAFETY: all lists are copied before the call returns, which returns a block of its own.
    let handle = unsafe nodes.withUnsafeBufferPointer { nodes in
      unsafe made.targets.withUnsafeBufferPointer { targets in
        unsafe words.withUnsafeBufferPointer { words in
          var list = unsafe cre_nodes(
            nodes: nodes.baseAddress, node_count: nodes.count, targets: targets.baseAddress,
            target_count: targets.count, sets: words.baseAddress, set_count: made.sets.count,
            start: made.start)
          return unsafe cre_automaton_make(&list)
        }
      }
    }
    guard let handle = unsafe handle else { return nil }
    unsafe self.handle = handle
  }

  deinit { unsafe cre_automaton_free(handle) }
}

extension Pattern {
  /// Appends the starts of matching lines, at most `limit`; all lines must be valid UTF-8.
  ///
  /// `start` must be the start of a line. It becomes the offset to continue at.
  ///
  /// - Returns: whether the automaton could search the lines up to `start`; otherwise the rest is for RE2.
  func scanLines(
    in text: Span<UInt8>, from start: inout Int, limit: Int, by automaton: LineAutomaton,
    countingHits countsHits: Bool, into lines: inout RegexLines.Matches
  ) -> Bool {
    var left = limit
    while start < text.count, left > 0 {
      let capacity = min(left, 512)
      var hits: UInt64 = 0
      var from = start
      var gaveUp: Int32 = 0
      let before = lines.starts.count
      // SAFETY: all buffers live through the call.
      unsafe text.withUnsafeBufferPointer { text in
        unsafe lines.starts.append(upTo: capacity) { room in
          unsafe cre_automaton_lines(
            automaton.handle, handle, automaton.isExact ? 1 : 0, text.baseAddress, text.count,
            &from, room.baseAddress, capacity, countsHits ? 1 : 0, &hits, &gaveUp)
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
