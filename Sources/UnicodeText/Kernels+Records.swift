internal import CKernels

extension Kernels {
  /// Keeps those of `records` whose text holds `needle`.
  ///
  /// - Precondition: `needle` is not empty; `records` are ascending numbers below `starts.count - 1`; `starts` ascend and
  ///   end at most at `text.count`.
  /// - Complexity: O(*n*) in the bytes of the records; the waits for memory overlap.
  package static func keep(
    _ records: inout GrowableBuffer<UInt32>, holding needle: Span<UInt8>, by pair: RarePair,
    in text: Span<UInt8>, startingAt starts: Span<UInt32>
  ) {
    precondition(needle.count > 0 && pair.first <= pair.second && pair.second < needle.count)
    if records.count == 0 { return }
    precondition(Int(records[records.count - 1]) < starts.count - 1)
    precondition(Int(starts[starts.count - 1]) <= text.count)
    var kept = 0
    unsafe records.withUnsafeMutableBufferPointer { records in
      unsafe text.withUnsafeBufferPointer { text in
        unsafe starts.withUnsafeBufferPointer { starts in
          unsafe needle.withUnsafeBufferPointer { needle in
            guard let text = text.baseAddress, let starts = starts.baseAddress,
              let records = unsafe records.baseAddress.map({ unsafe ($0, records.count) })
            else { return }
            // SAFETY: all bounds were checked above; the kernel writes no more numbers than it reads, and each behind
            // its reading.
            kept = unsafe ck_find_in_records(
              text, starts, records.0, records.1, needle.baseAddress, needle.count, pair.first,
              pair.second, records.0)
          }
        }
      }
    }
    records.truncate(to: kept)
  }
}
