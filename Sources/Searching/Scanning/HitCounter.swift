internal import Corpora
internal import UnicodeText

/// Counts the hits of several needles in the folded text of a record, if this text is enough to
/// determine the exact number.
///
/// The needles are in one array, so that threads that count many records do not contend for
/// reference counts.
struct HitCounter: Sendable {
  private struct Part {
    /// The offset of the needle in `bytes`.
    let start: Int
    let count: Int
    let pair: Kernels.RarePair
    /// The index in `scopes` of the needle's scope; `nil` if the needle is searched for in all
    /// fields.
    let scope: Int?
  }

  private var parts: [Part] = []
  private var bytes: [UInt8] = []
  private var scopes: [FieldScope] = []

  /// The minimum distance, in bytes of the folded text, at which two occurrences are always
  /// separate hits.
  private var gap = 0

  /// Whether separate occurrences in ASCII text are always separate hits.
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

  /// The number of hits in a record; `nil` if it cannot be determined from the folded text.
  ///
  /// The number is unknown if several occurrences in the folded text may be a single hit in the
  /// original text. `isASCII` tells whether the record is known to be ASCII. The function
  /// overwrites the buffer `starts`; pass the same buffer for many records.
  func count(
    in folded: Span<UInt8>, of original: Span<UInt8>, isASCII: Bool,
    _ starts: inout GrowableBuffer<Int>
  ) -> Int? {
    // For each needle, `starts` contains the start of the next occurrence; Int.max means that there
    // is none.
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

  /// Whether `forEachCount` can be used: there are one to eight needles, and each is searched for
  /// in all fields.
  var canCountMany: Bool { scopes.isEmpty && !parts.isEmpty && parts.count <= 8 }

  /// Calls `body` for each record in `records` that contains a needle, in ascending order.
  ///
  /// `body` receives the index of the record and its number of hits. The number is `nil` if it
  /// cannot be determined from the folded text. `isASCII` tells whether the original text is known
  /// to be ASCII; its value affects only whether the number of hits is `nil`.
  ///
  /// One scan for each needle lists its occurrences in all records, because this is faster than a
  /// separate search for each occurrence.
  ///
  /// - Precondition: `canCountMany`.
  func forEachCount(
    in records: Range<Int>, of segment: Segment, isASCII: Bool,
    _ body: (_ record: Int, _ count: Int?) -> Void
  ) {
    segment.text.withSpan { bytes in
      segment.starts.withSpan { starts in
        let text = bytes.extracting(0..<Int(starts[records.upperBound]))
        // The lists of the needles' offsets, one after the other; Int.max ends each list.
        var places = GrowableBuffer<Int>()
        var next: [Int] = []
        for part in parts {
          next.append(places.count)
          Kernels.appendPlaces(
            of: self.bytes.span.extracting(part.start..<part.start + part.count), by: part.pair,
            in: text, from: Int(starts[records.lowerBound]), to: &places)
          places.append(.max)
        }
        let lengths = parts.map(\.count)
        var record = records.lowerBound
        var recordEnd = Int(starts[record])
        var (count, end, areApart) = (0, 0, true)
        func finish() {
          if count > 0 { body(record, areApart || (isCertainInASCII && isASCII) ? count : nil) }
        }
        while true {
          var first = 0
          for index in 1..<max(1, next.count) where places[next[index]] < places[next[first]] {
            first = index
          }
          let start = places[next[first]]
          if start == .max { break }
          next[first] += 1
          if start >= recordEnd {
            finish()
            record = RecordFinder.record(
              at: UInt32(start), in: starts, from: record, end: records.upperBound)
            recordEnd = Int(starts[record + 1])
            (count, end, areApart) = (0, 0, true)
          }
          if count == 0 || start >= end {
            areApart = areApart && (count == 0 || start - end >= gap)
            count += 1
          }
          end = max(end, start + lengths[first])
        }
        finish()
      }
    }
  }

  /// The start of the needle's next occurrence in its scope; Int.max if there is none.
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
