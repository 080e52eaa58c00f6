import UnicodeText

extension Segment {
  /// A segment with the records of `runs`.
  ///
  /// If `runs` is a single whole segment, the text of that segment is shared; otherwise, the
  /// records are copied.
  ///
  /// - Throws: `outOfMemory`.
  static func made(of runs: [SegmentPlan.Run], firstRecord: Int) throws(CorpusError) -> Segment {
    if runs.count == 1 && runs[0].isWhole { return runs[0].segment.moved(to: firstRecord) }
    var text = GrowableBuffer<UInt8>()
    var starts = GrowableBuffer<UInt32>()
    guard text.reserveIfPossible(runs.reduce(0) { $0 + $1.bytes }),
      starts.reserveIfPossible(runs.reduce(1) { $0 + $1.records.count })
    else { throw CorpusError(.outOfMemory) }
    starts.append(0)
    for run in runs {
      let (segment, records) = (run.segment, run.records)
      let shift = UInt32(text.count) &- segment.starts[records.lowerBound]
      segment.text.withSpan(of: segment.bytes(of: records)) { text.append(copying: $0) }
      segment.starts.withSpan(of: records.lowerBound + 1..<records.upperBound + 1) { ends in
        for index in ends.indices { starts.append(ends[index] &+ shift) }
      }
    }
    let isASCII = runs.allSatisfy(\.segment.isASCII) || text.withSpan { UTF8Text.isASCII($0) }
    let made = Segment(
      text: text.freeze(), starts: starts.freeze(), firstRecord: firstRecord, isASCII: isASCII)
    if runs.allSatisfy({ $0.segment.isKnownNotToJoin }) { made.markAsNotJoining() }
    return made
  }
}
