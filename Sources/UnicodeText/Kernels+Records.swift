internal import CKernels

extension Kernels {
  /// Removes the `records` whose text does not contain `needle`.
  ///
  /// - Precondition: `needle` is not empty; `records` are ascending numbers below `starts.count -
  ///   1`; `starts` ascend and do not exceed `text.count`.
  /// - Complexity: O(*n*) in the bytes of the records; cache misses overlap.
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
            guard let base = text.baseAddress, let starts = starts.baseAddress,
              let records = unsafe records.baseAddress.map({ unsafe ($0, records.count) })
            else { return }
            // SAFETY: all bounds were checked above. The kernel writes each number at or before the
            // place it was read from.
            kept = unsafe ck_find_in_records(
              base, text.count, starts, records.0, records.1, needle.baseAddress, needle.count,
              pair.first, pair.second, records.0)
          }
        }
      }
    }
    records.truncate(to: kept)
  }

  /// Appends the numbers of the records that contain the offsets `places`, each record once.
  ///
  /// - Parameters:
  ///   - places: ascending offsets in the text of `records`.
  ///   - starts: the start of each record; record *r* ends where *r* + 1 begins.
  ///   - records: the records that contain the offsets.
  ///   - from: a record that begins at or before the first offset; set to the last record found.
  ///   - found: receives the record numbers.
  /// - Complexity: O(1) for each offset if offsets are close together, otherwise O(log *n*).
  package static func appendRecords(
    holding places: borrowing GrowableBuffer<Int>, startingAt starts: Span<UInt32>,
    in records: Range<Int>, from: inout Int, to found: inout GrowableBuffer<UInt32>
  ) {
    if places.count == 0 { return }
    precondition(records.lowerBound >= 0 && records.upperBound < starts.count)
    precondition(records.contains(from) && Int(starts[from]) <= places[0])
    precondition(places[places.count - 1] < Int(starts[records.upperBound]))
    var last = from
    places.withSpan { places in
      unsafe places.withUnsafeBytes { places in
        unsafe starts.withUnsafeBufferPointer { starts in
          let count = places.count / MemoryLayout<Int>.stride
          guard let starts = starts.baseAddress,
            let places = unsafe places.baseAddress?.assumingMemoryBound(to: Int.self)
          else { return }
          unsafe found.append(upTo: count) { room in
            // SAFETY: the bounds were checked above, and at most `count` numbers are written.
            unsafe ck_records_of(
              places, count, starts, &last, records.upperBound, room.baseAddress)
          }
        }
      }
    }
    from = last
  }
}
