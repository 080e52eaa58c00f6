import CKernels
package import UnicodeText

extension Corpus {
  /// The corpus under `folding`, nil if it was cancelled.
  ///
  /// Segments that folding leaves as they are, are shared; so are the boundaries of ASCII segments.
  ///
  /// - Complexity: O(*n*) in bytes of text; about one pass over memory where the text is ASCII.
  package func folded(_ folding: Folding, isCancelled: () -> Bool) -> FoldedCorpus? {
    var folded: [Segment] = []
    folded.reserveCapacity(segments.count)
    for segment in segments {
      if isCancelled() { return nil }
      guard let next = segment.folded(folding, isCancelled: isCancelled) else { return nil }
      folded.append(next)
    }
    return FoldedCorpus(folding: folding, segments: folded)
  }
}

extension Segment {
  /// The bytes that are folded between two looks at `isCancelled`.
  private static let foldingStep = 1 << 20

  fileprivate func folded(_ folding: Folding, isCancelled: () -> Bool) -> Segment? {
    if isASCII && !folding.ignoresCase { return self }
    var output = FoldedOutput(capacity: text.count)
    if !isASCII { output.keepStarts(count: count) }
    var record = 0
    while record < count {
      if isCancelled() { return nil }
      let end = Int(starts[record]) + Self.foldingStep
      // At least one record, and all that begin in this step.
      let next = max(record + 1, partitionPoint(count) { Int(starts[$0]) >= end })
      if isASCII {
        lower(Int(starts[record])..<Int(starts[next]), into: &output)
      } else {
        fold(record..<next, by: folding, into: &output)
      }
      record = next
    }
    return finished(&output)
  }

  private func lower(_ range: Range<Int>, into output: inout FoldedOutput) {
    text.withSpan(of: range) { _ = output.appendASCII(from: $0, lowering: true) }
  }

  /// Folds the records one run of ASCII at a time, and one by one where they hold more than that.
  private func fold(
    _ records: Range<Int>, by folding: Folding, into output: inout FoldedOutput
  ) {
    text.withSpan { text in
      starts.withSpan { starts in
        let end = Int(starts[records.upperBound])
        var record = records.lowerBound
        while record < records.upperBound {
          let start = Int(starts[record])
          let shift = output.text.count - start
          let copied = output.appendASCII(
            from: text.extracting(start..<end), lowering: folding.ignoresCase)
          while record < records.upperBound && Int(starts[record + 1]) <= start + copied {
            record += 1
            output.starts.append(UInt32(Int(starts[record]) + shift))
          }
          if record == records.upperBound { return }
          // The run stops inside this record: it is folded as a whole, as a mark may join an
          // ASCII letter before it.
          let bounds = Int(starts[record])..<Int(starts[record + 1])
          output.text.truncate(to: bounds.lowerBound + shift)
          folding.fold(text.extracting(bounds), into: &output.text)
          output.starts.append(UInt32(output.text.count))
          record += 1
        }
      }
    }
  }

  private func finished(_ output: inout FoldedOutput) -> Segment {
    let isUnchanged = text.withSpan { text in
      output.text.withSpan { Platform.areEqual(text, $0) }
    }
    if isUnchanged { return self }
    let isStillASCII = isASCII || output.text.withSpan { UTF8Text.isASCII($0) }
    let starts = isASCII ? starts : output.takeStarts()
    return Segment(
      text: output.takeText(), starts: starts, firstRecord: firstRecord, isASCII: isStillASCII)
  }
}

/// A folded segment in the making.
private struct FoldedOutput: ~Copyable {
  var text: GrowableBuffer<UInt8>
  var starts = GrowableBuffer<UInt32>()

  init(capacity: Int) { text = GrowableBuffer(capacity: capacity) }

  mutating func keepStarts(count: Int) {
    starts.reserve(count + 1)
    starts.append(0)
  }

  /// Copies `source` up to its first byte that is neither ASCII nor a separator.
  ///
  /// - Returns: how many bytes were copied.
  mutating func appendASCII(from source: Span<UInt8>, lowering: Bool) -> Int {
    let before = text.count
    unsafe source.withUnsafeBufferPointer { source in
      guard let start = source.baseAddress else { return }
      if !lowering {
        // SAFETY: the kernel reads `count` bytes and answers at most `count`.
        let run = unsafe ck_non_ascii(start, source.count)
        unsafe text.append(copying: source.extracting(0..<run).span)
        return
      }
      unsafe text.append(upTo: source.count) { room in
        // SAFETY: the room holds as many bytes as the source.
        unsafe room.baseAddress.map { unsafe ck_lower_ascii(start, source.count, $0) } ?? 0
      }
    }
    return text.count - before
  }

  mutating func takeText() -> FrozenBuffer<UInt8> {
    var taken = GrowableBuffer<UInt8>()
    swap(&taken, &text)
    return taken.freeze()
  }

  mutating func takeStarts() -> FrozenBuffer<UInt32> {
    var taken = GrowableBuffer<UInt32>()
    swap(&taken, &starts)
    return taken.freeze()
  }
}
