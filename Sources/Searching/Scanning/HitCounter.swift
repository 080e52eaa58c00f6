internal import Corpora
internal import UnicodeText

/// Counts the hits of several needles in a record by its folded text, if that is exact.
///
/// The needles are in one array, so that threads that count many records do not contend for reference counts.
struct HitCounter: Sendable {
  private struct Part {
    /// The place of the needle in `bytes`.
    let start: Int
    let count: Int
    let pair: Kernels.RarePair
    /// The index of its scope; `nil` for all fields.
    let scope: Int?
  }

  private var parts: [Part] = []
  private var bytes: [UInt8] = []
  private var scopes: [FieldScope] = []

  /// The minimum number of bytes between hits that guarantees that they are separate in the original.
  private var gap = 0

  /// Whether separate places in ASCII text are separate hits.
  private var isCertainInASCII = true

  /// Creates a counter; `nil` if a target is not a needle.
  init?(_ targets: [Highlighter.Target]) {
    for target in targets {
      guard case .needle(let needle) = target.kind else { return nil }
      let scope = target.scope.isEverything ? nil : scopes.count
      if scope != nil { scopes.append(target.scope) }
      parts.append(
        Part(start: bytes.count, count: needle.bytes.count, pair: needle.pair, scope: scope))
      bytes += needle.bytes
      gap = max(gap, needle.certainGap)
      isCertainInASCII = isCertainInASCII && needle.isCertainInASCII
    }
  }

  /// The number of hits in a record; `nil` if the folded text is not enough to count them.
  ///
  /// It is not enough if separate places in the folded text may be one hit in the original. `isASCII` tells whether the
  /// record is known to be ASCII. `starts` is a buffer to reuse.
  func count(
    in folded: Span<UInt8>, of original: Span<UInt8>, isASCII: Bool,
    _ starts: inout GrowableBuffer<Int>
  ) -> Int? {
    // The next occurrence of each needle, or Int.max.
    starts.truncate(to: 0)
    for index in parts.indices { starts.append(next(of: index, in: folded, from: 0)) }
    var count = 0
    var end = 0
    var areApart = true
    while true {
      var first = 0
      for index in 1..<max(1, starts.count) where starts[index] < starts[first] { first = index }
      let start = starts.count == 0 ? .max : starts[first]
      if start == .max { break }
      let length = parts[first].count
      if count == 0 || start >= end {
        areApart = areApart && (count == 0 || start - end >= gap)
        count += 1
      }
      end = max(end, start + length)
      starts[first] = next(of: first, in: folded, from: start + length)
    }
    if areApart { return count }
    return isCertainInASCII && (isASCII || UTF8Text.isASCII(original)) ? count : nil
  }

  /// The start of the next occurrence of a needle in its scope; Int.max if there is none.
  private func next(of index: Int, in folded: Span<UInt8>, from start: Int) -> Int {
    let part = parts.span[index]
    let needle = bytes.span.extracting(part.start..<part.start + part.count)
    var at = start
    while let found = Kernels.firstRange(of: needle, by: part.pair, in: folded, from: at) {
      if part.scope.map({ scopes[$0].includes(byteAt: found, ofRecordAt: 0, in: folded) }) ?? true {
        return found
      }
      at = found + part.count
    }
    return .max
  }
}
