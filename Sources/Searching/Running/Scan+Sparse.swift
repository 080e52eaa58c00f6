internal import Corpora
internal import UnicodeText

/// Scans records that are not adjacent.
extension Scan {
  /// The maximum number of candidates in a batch.
  private static let batch = 4096

  /// The maximum ratio of records to candidates in a span that is scanned as a whole.
  ///
  /// A span consists of all records from the first to the last candidate of a batch.
  private static let density = 4

  /// The approximate number of bytes to scan between two checks for cancellation.
  private static let maximumAtOnce = 1 << 18

  /// The maximum length, in bytes, of a span that is scanned as a whole.
  private static let longestSpan = 1 << 19

  /// Scans those records of a range that are in `set`, batch by batch.
  func scan(
    _ set: ResultSet, _ records: Range<Int>, of text: SegmentText, _ state: inout State,
    _ isCancelled: () -> Bool
  ) {
    var batch = GrowableBuffer<UInt32>(capacity: Self.batch)
    var next = records.lowerBound
    while next < records.upperBound {
      next = set.append(
        next..<records.upperBound, countedFrom: text.original.firstRecord, limit: Self.batch,
        to: &batch)
      if !scan(&batch, of: text, &state, isCancelled) { return }
    }
  }

  /// Scans the records of a batch and empties the batch; returns `false` if the scan should end.
  private func scan(
    _ batch: inout GrowableBuffer<UInt32>, of text: SegmentText, _ state: inout State,
    _ isCancelled: () -> Bool
  ) -> Bool {
    guard batch.count > 0, state.completion == .complete else {
      return state.completion == .complete
    }
    let span = Int(batch[0])..<Int(batch[batch.count - 1]) + 1
    let bytes =
      Int(text.folded.starts[span.upperBound]) - Int(text.folded.starts[span.lowerBound])
    if span.count == batch.count {
      scanRun(span, of: text, &state, isCancelled)
    } else if span.count <= batch.count * Self.density, bytes <= Self.longestSpan, !matcher.isSlow {
      scanBetween(batch, span, of: text, &state, isCancelled)
    } else {
      scanOneByOne(&batch, of: text, &state, isCancelled)
    }
    batch.truncate(to: 0)
    return state.completion == .complete
  }

  /// Scans all records of a span, but adds only those matches that are in the batch.
  private func scanBetween(
    _ batch: borrowing GrowableBuffer<UInt32>, _ span: Range<Int>, of text: SegmentText,
    _ state: inout State, _ isCancelled: () -> Bool
  ) {
    guard shouldContinue(&state, isCancelled) else { return }
    var sink = MatchSink(records: span.count, limit: nil, countsHits: false)
    sink.firstRecord = -span.lowerBound
    matcher.scan(span, of: text, into: &sink)
    var next = 0
    for match in sink.finish() {
      let record = span.lowerBound + Int(match.rawValue)
      while next < batch.count, Int(batch[next]) < record { next += 1 }
      if next == batch.count { break }
      guard Int(batch[next]) == record else { continue }
      take(record, of: text, &state)
      if state.sink.isFull { break }
    }
    count(
      batch.count,
      bytes: Int(text.folded.starts[span.upperBound])
        - Int(text.folded.starts[span.lowerBound]), &state)
  }

  /// Adds a matching record to the results, and counts its hits if the scan counts hits.
  private func take(_ record: Int, of text: SegmentText, _ state: inout State) {
    if countsHits {
      matcher.scan(record..<record + 1, of: text, into: &state.sink)
    } else {
      state.sink.add(record)
    }
  }

  private func count(_ records: Int, bytes: Int, _ state: inout State) {
    state.examined += records
    state.bytes += bytes
    state.bytesSinceCheck += bytes + 64 * records
  }

  private func scanOneByOne(
    _ batch: inout GrowableBuffer<UInt32>, of text: SegmentText, _ state: inout State,
    _ isCancelled: () -> Bool
  ) {
    guard shouldContinue(&state, isCancelled) else { return }
    let all = batch.count
    for needle in matcher.requiredNeedles where batch.count > 0 {
      text.folded.text.withSpan { bytes in
        text.folded.starts.withSpan { starts in
          Kernels.keep(
            &batch, holding: needle.bytes.span, by: needle.pair, in: bytes, startingAt: starts)
        }
      }
    }
    count(all - batch.count, bytes: (all - batch.count) * 64, &state)
    let maximumBytes = limit == nil ? Self.maximumAtOnce : 1
    var start = 0
    while start < batch.count {
      guard shouldContinue(&state, isCancelled) else { return }
      var end = start
      var bytes = 0
      while end < batch.count, bytes < maximumBytes {
        let size = text.folded.bounds(of: Int(batch[end])).count
        if size > Self.maximumAtOnce || matcher.isSlow { break }
        bytes += size
        end += 1
      }
      if end == start {
        let record = Int(batch[start])
        scanRun(record..<record + 1, of: text, &state, isCancelled)
        if state.completion != .complete { return }
        end += 1
      } else {
        batch.withSpan { batch in
          matcher.scan(each: batch.extracting(start..<end), of: text, into: &state.sink)
        }
        count(end - start, bytes: bytes, &state)
      }
      start = end
    }
  }
}
