/// Finds the record that contains a given byte of a segment.
enum RecordFinder {
  /// The last of the records `from..<end` that begins at or before `offset`.
  ///
  /// The function uses a galloping search from `from`, which needs few steps if the record is near.
  ///
  /// - Precondition: record `from` begins at or before `offset`.
  /// - Complexity: O(log *n*), where *n* is the distance from `from`.
  @inline(__always) static func record(
    at offset: UInt32, in starts: Span<UInt32>, from: Int, end: Int
  ) -> Int {
    var record = from
    var step = 1
    while record + step < end, starts[record + step] <= offset {
      record += step
      step *= 2
    }
    while step > 0 {
      if record + step < end, starts[record + step] <= offset { record += step }
      step /= 2
    }
    return record
  }
}
