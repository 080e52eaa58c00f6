internal import Corpora
internal import UnicodeText

/// Scanning records that are not side by side.
extension Scan {
  /// So many candidates are taken at a time.
  private static let batch = 4096

  /// Where at least one in so many records is a candidate, all text between them is scanned.
  private static let density = 4

  /// Records that go into one text scan lie in at most so many bytes.
  private static let longestSpan = 1 << 19

  /// Scans those records of a piece that are in `set`, batch by batch.
  func scan(
    _ set: ResultSet, _ records: Range<Int>, of text: SegmentText, _ state: inout State,
    _ isCancelled: () -> Bool
  ) {
    var batch = GrowableBuffer<UInt32>(capacity: Self.batch)
    set.forEachRun(in: records) { run in
      for record in run {
        batch.append(UInt32(record - text.original.firstRecord))
        if batch.count == Self.batch, !scan(&batch, of: text, &state, isCancelled) { return false }
      }
      return true
    }
    _ = scan(&batch, of: text, &state, isCancelled)
  }

  /// Scans the records of a batch and empties it; `false` if that ends the scan.
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
    } else if span.count <= batch.count * Self.density, bytes <= Self.longestSpan {
      scanBetween(batch, span, of: text, &state, isCancelled)
    } else {
      scanOneByOne(&batch, of: text, &state, isCancelled)
    }
    batch.truncate(to: 0)
    return state.completion == .complete
  }

  /// Scans all records of a span, and counts those of the batch only.
  private func scanBetween(
    _ batch: borrowing GrowableBuffer<UInt32>, _ span: Range<Int>, of text: SegmentText,
    _ state: inout State, _ isCancelled: () -> Bool
  ) {
    guard goesOn(&state, isCancelled) else { return }
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

  /// Adds a record that matches.
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
    state.unasked += bytes + 64 * records
  }

  private func scanOneByOne(
    _ batch: inout GrowableBuffer<UInt32>, of text: SegmentText, _ state: inout State,
    _ isCancelled: () -> Bool
  ) {
    guard goesOn(&state, isCancelled) else { return }
    if let needle = matcher.requiredNeedle {
      let all = batch.count
      text.folded.text.withSpan { bytes in
        text.folded.starts.withSpan { starts in
          Kernels.keep(
            &batch, holding: needle.bytes.span, by: needle.pair, in: bytes, startingAt: starts)
        }
      }
      count(all - batch.count, bytes: (all - batch.count) * 64, &state)
    }
    for index in 0..<batch.count {
      let record = Int(batch[index])
      scanRun(record..<record + 1, of: text, &state, isCancelled)
      if state.completion != .complete { return }
    }
  }
}
