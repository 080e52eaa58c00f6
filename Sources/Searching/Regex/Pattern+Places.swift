internal import CRegex
internal import Corpora
internal import UnicodeText

extension Pattern {
  /// Adds the matching records of a range to `sink`, until the sink is full.
  ///
  /// RE2 searches only the records in which `finder` finds a string. After each batch of found
  /// strings, `stops` receives the number of bytes searched so far and the cost. If `stops` returns
  /// true, the scan ends early.
  ///
  /// - Returns: the cost, and the record to continue at. The cost is the number of bytes that RE2
  ///   searched, plus `RegexPrefilter.bytesOfCheck` for each check of the finder.
  func scan(
    _ records: Range<Int>, of segment: Segment, in scope: FieldScope, isWhole: Bool,
    by finder: PatternStringFinder, into sink: inout MatchSink,
    _ stops: (_ searched: Int, _ cost: Int) -> Bool
  ) -> (cost: Int, end: Int) {
    let flags = scope.isIncluded.map { $0 ? UInt8(1) : 0 }
    var places = FoundPlaces()
    var found = [128 of UInt32](repeating: 0)
    var next = records.lowerBound
    var scanned: UInt64 = 0
    var cost: Int { Int(scanned) + RegexPrefilter.bytesOfCheck * places.checks }
    while next < records.upperBound, !sink.isFull {
      let bytes = Int(segment.starts[next])..<Int(segment.starts[records.upperBound])
      var start = 0
      segment.text.withSpan(of: bytes) { finder.find(in: $0, from: &start, into: &places) }
      var hits: UInt64 = 0
      let first = next
      let capacity = min(found.count, sink.remainingCapacity)
      var span = found.mutableSpan
      // SAFETY: all buffers outlive the call. The elements of `places` are offsets in the records,
      // which are in the segment.
      let matching = unsafe places.withList(isWhole: isWhole) { list in
        unsafe segment.text.withUnsafeBufferPointer { text in
          unsafe segment.starts.withUnsafeBufferPointer { starts in
            unsafe flags.withUnsafeBufferPointer { flags in
              unsafe span.withUnsafeMutableBufferPointer { found in
                var run = unsafe cre_run(
                  text: text.baseAddress, starts: starts.baseAddress, first: first,
                  end: records.upperBound, scope: scope.isEverything ? nil : flags.baseAddress,
                  field_count: flags.count, counts_hits: sink.countsHits ? 1 : 0)
                return unsafe cre_check_records(
                  handle, &run, list, found.baseAddress, capacity, &hits, &scanned, &next)
              }
            }
          }
        }
      }
      for index in 0..<matching { sink.add(Int(found[index])) }
      sink.addHits(Int(hits))
      if start >= bytes.count { next = records.upperBound }
      if stops(Int(segment.starts[next] - segment.starts[records.lowerBound]), cost) { break }
    }
    return (cost, next)
  }

  /// Appends the starts of up to `limit` matching lines, and of lines that must be converted to
  /// records and then tested.
  ///
  /// Only lines in which `finder` finds a string are searched. The search uses `automaton`, or RE2
  /// if `automaton` is `nil`. `start` must be the start of a line. The call sets `start` to the
  /// offset at which the next call must continue; this is the end of the text after all lines have
  /// been searched. After each batch of found strings, `stops` receives the number of bytes
  /// searched so far and the cost. If `stops` returns true, the scan ends early.
  ///
  /// - Returns: the cost. It is the number of bytes that the automaton or RE2 searched, plus
  ///   `RegexPrefilter.bytesOfCheck` for each check of the finder.
  func scanLines(
    in text: Span<UInt8>, from start: inout Int, limit: Int, by finder: PatternStringFinder,
    _ automaton: TextAutomaton?, countingHits countsHits: Bool,
    into lines: inout RegexLines.Matches, _ stops: (_ searched: Int, _ cost: Int) -> Bool
  ) -> Int {
    var places = FoundPlaces()
    var unsure = [128 of Int](repeating: 0)
    var scanned = 0
    var cost: Int { scanned + RegexPrefilter.bytesOfCheck * places.checks }
    let first = start
    let enough = limit.addingReportingOverflow(lines.starts.count).partialValue
    while start < text.count, limit == .max || lines.starts.count < enough {
      var next = start
      finder.find(in: text, from: &next, into: &places)
      let capacity = min(
        places.count, limit == .max ? .max : enough - lines.starts.count)
      var from = start
      var (unsureCount, hits) = (0, 0)
      var unsureSpan = unsure.mutableSpan
      // SAFETY: all buffers outlive the call. The elements of `places` are offsets in the text, and
      // both output buffers have space for `capacity` lines.
      unsafe places.withList(isWhole: false) { list in
        unsafe text.withUnsafeBufferPointer { text in
          unsafe unsureSpan.withUnsafeMutableBufferPointer { unsure in
            unsafe lines.starts.append(upTo: capacity) { buffer in
              var found = unsafe cre_lines(
                starts: buffer.baseAddress, count: 0, unsure: unsure.baseAddress, unsure_count: 0,
                capacity: capacity, longest: RegexLines.longestLine,
                counts_hits: countsHits ? 1 : 0, hits: 0, scanned: 0)
              unsafe cre_check_lines(
                handle, automaton?.handle,
                text.baseAddress, text.count, list, &from, &found)
              unsafe (unsureCount, hits) = (found.unsure_count, Int(found.hits))
              scanned += unsafe Int(found.scanned)
              return unsafe found.count
            }
          }
        }
      }
      for index in 0..<unsureCount { lines.unsure.append(unsure[index]) }
      lines.hitCount += hits
      let isFull = limit != .max && lines.starts.count >= enough
      // If `places` was full, more lines that contain strings may follow the last searched line.
      start = next >= text.count && !isFull ? text.count : from
      if stops(start - first, cost) { break }
    }
    return cost
  }

  /// Appends the starts of matching lines without using a finder.
  ///
  /// All lines must be valid UTF-8, and none may be too long for RE2.
  func scanLines(
    in text: Span<UInt8>, from start: inout Int, limit: Int, isWhole: Bool,
    countingHits countsHits: Bool, into lines: inout RegexLines.Matches
  ) {
    var left = limit
    while start < text.count, left > 0 {
      let capacity = min(left, 512)
      var hits: UInt64 = 0
      var from = start
      let before = lines.starts.count
      // SAFETY: all buffers outlive the call.
      unsafe text.withUnsafeBufferPointer { text in
        unsafe lines.starts.append(upTo: capacity) { buffer in
          unsafe cre_scan_lines(
            handle, text.baseAddress, text.count, &from, isWhole ? 1 : 0, buffer.baseAddress,
            capacity, countsHits ? 1 : 0, &hits)
        }
      }
      lines.hitCount += Int(hits)
      left -= lines.starts.count - before
      start = from
    }
  }
}
