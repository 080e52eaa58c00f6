import Threading
package import UnicodeText

extension Corpus {
  /// The text of the corpus folded with `folding`; nil if the call was canceled.
  ///
  /// The result shares the segments that folding does not change. The result also shares the record
  /// boundaries of ASCII segments.
  ///
  /// Folding uses at most `threads` threads, or one per processor if `threads` is nil. If
  /// `known[i]` is not nil, it must be the folded segment *i* that an earlier call returned; only
  /// its `firstRecord` may differ.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes in segments without a `known` result.
  ///   For ASCII text, the call takes about as long as one pass over memory.
  package func folded(
    _ folding: Folding, threads: Int? = nil, known: [Segment?] = [], isCancelled: () -> Bool
  ) -> FoldedCorpus? {
    folded(
      folding, threads: threads ?? Workers.processorCount, step: Segment.foldingStep,
      known: known, isCancelled: isCancelled)
  }

  /// Folds ranges of about `step` bytes in parallel; tests choose `step`.
  package func folded(
    _ folding: Folding, threads: Int, step: Int, known: [Segment?] = [], isCancelled: () -> Bool
  ) -> FoldedCorpus? {
    var folded: [Segment] = []
    folded.reserveCapacity(segments.count)
    for (index, segment) in segments.enumerated() {
      if isCancelled() { return nil }
      if index < known.count, let known = known[index] {
        let isUnchanged = known.text === segment.text
        folded.append(isUnchanged ? segment : known.moved(to: segment.firstRecord))
        continue
      }
      let next = segment.folded(
        folding, threads: threads, step: step, isCancelled: isCancelled)
      guard let next else { return nil }
      folded.append(next)
    }
    return FoldedCorpus(folding: folding, segments: folded)
  }

  /// For each segment, the index of the segment in `other` that has the same storage; nil if there
  /// is no such segment.
  ///
  /// - Complexity: O(*s*), where *s* is the number of segments.
  package func segmentIndices(in other: Corpus) -> [Int?] {
    var places: [ObjectIdentifier: Int] = [:]
    for (place, segment) in other.segments.enumerated() {
      places[ObjectIdentifier(segment.text)] = place
    }
    return segments.map { segment in
      places[ObjectIdentifier(segment.text)].flatMap {
        other.segments[$0].starts === segment.starts ? $0 : nil
      }
    }
  }
}

extension Segment {
  /// The number of bytes that a thread folds at a time.
  ///
  /// A range of this size and its folded text fit together in the second-level cache.
  static let foldingStep = 1 << 18

  fileprivate func folded(
    _ folding: Folding, threads: Int, step: Int, isCancelled: () -> Bool
  ) -> Segment? {
    if isASCII { return folding.ignoresCase ? lowered(threads, step, isCancelled) : self }
    let parts = parts(of: step)
    if threads == 1 || parts.count == 1 { return foldedSequentially(folding, parts, isCancelled) }
    let work = ParallelFold(self, folding, parts)
    return work.run(threads: threads, isCancelled: isCancelled)
  }

  /// Splits the records into ranges of about `step` bytes; each range contains at least one record.
  private func parts(of step: Int) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var record = 0
    while record < count {
      let end = Int(starts[record]) + step
      var low = record + 1
      var high = count
      while low < high {
        let middle = low + (high - low) / 2
        if Int(starts[middle]) < end { low = middle + 1 } else { high = middle }
      }
      parts.append(record..<low)
      record = low
    }
    return parts
  }

  /// Converts this ASCII segment to lower case; nil if the call was canceled.
  ///
  /// The record boundaries do not change.
  private func lowered(_ threads: Int, _ step: Int, _ isCancelled: () -> Bool) -> Segment? {
    let length = text.count
    let parts = (length + step - 1) / step
    let differs = Flag()
    var output = GrowableBuffer<UInt8>(capacity: length)
    var isDone = false
    let text = text
    unsafe output.append(upTo: length) { buffer in
      let shared = unsafe SharedBuffer(buffer)
      isDone = Workers.run(parts, threads: threads, isCancelled: isCancelled) { part, _ in
        let range = part * step..<min(part * step + step, length)
        shared.makeResident(range)
        let space = unsafe shared.part(range)
        text.withSpan(of: range) { source in
          unsafe Kernels.lowercaseASCII(source, into: space)
          if !differs.isRaised, unsafe !Kernels.areEqual(source, space.span) { differs.raise() }
        }
      }
      return length
    }
    if !isDone { return nil }
    if !differs.isRaised { return self }
    return Segment(
      text: output.freeze(), starts: starts, firstRecord: firstRecord, isASCII: true)
  }

  /// Folds the record ranges `parts` one after the other, directly into the output.
  func foldedSequentially(
    _ folding: Folding, _ parts: [Range<Int>], _ isCancelled: () -> Bool
  ) -> Segment? {
    var output = GrowableBuffer<UInt8>(capacity: text.count + 64)
    var boundaries = GrowableBuffer<UInt32>(capacity: count + 1)
    boundaries.append(0)
    var differs = false
    for part in parts {
      let before = output.count
      output.makeResident(bytes(of: part).count)
      boundaries.makeResident(part.count)
      var isDone = false
      unsafe boundaries.append(upTo: part.count) { buffer in
        isDone = unsafe fold(part, by: folding, into: &output, endingAt: buffer, isCancelled)
        return part.count
      }
      if !isDone { return nil }
      differs = differs || isChanged(part, output, from: before)
    }
    if !differs { return self }
    let isStillASCII = output.withSpan { UTF8Text.isASCII($0) }
    return Segment(
      text: output.freeze(), starts: boundaries.freeze(), firstRecord: firstRecord,
      isASCII: isStillASCII)
  }

  /// The byte range of `records` in `text`.
  func bytes(of records: Range<Int>) -> Range<Int> {
    Int(starts[records.lowerBound])..<Int(starts[records.upperBound])
  }

  /// Folds `records` and appends the result to `output`.
  ///
  /// For each folded record, writes its end offset in `output` to `buffer`. Returns false if the
  /// call was canceled.
  @unsafe func fold(
    _ records: Range<Int>, by folding: Folding, into output: inout GrowableBuffer<UInt8>,
    endingAt buffer: UnsafeMutableBufferPointer<UInt32>, _ isCancelled: () -> Bool
  ) -> Bool {
    let range = bytes(of: records)
    return text.withSpan { text in
      starts.withSpan(of: records.lowerBound + 1..<records.upperBound + 1) { ends in
        unsafe folding.foldRecords(
          text, in: range, endingAt: ends, into: &output, endingAt: buffer, isCancelled: isCancelled
        )
      }
    }
  }

  /// Whether the text of `records` differs from the bytes of `output` from offset `place` on.
  func isChanged(
    _ records: Range<Int>, _ output: borrowing GrowableBuffer<UInt8>, from place: Int
  ) -> Bool {
    let range = bytes(of: records)
    return text.withSpan(of: range) { text in
      output.withSpan { !Kernels.areEqual(text, $0.extracting(place..<$0.count)) }
    }
  }
}
