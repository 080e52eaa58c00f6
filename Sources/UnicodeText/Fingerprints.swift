internal import CKernels

/// A filter for multi-string search, with up to eight buckets of byte sets.
///
/// A scan finds all candidates: the offsets where a text may contain one of many strings. Each
/// string belongs to one of eight buckets. A bucket has one set of bytes for each of one to three
/// equally spaced positions. Because a set stores only the nibbles of its bytes, it also accepts
/// some bytes that were not added. Therefore, the caller must verify each candidate.
package struct Fingerprints: Sendable {
  /// The number of buckets.
  package static let bucketCount = 8

  private var prints = ck_fingerprints()

  /// The number of byte positions that a bucket tests.
  package let width: Int

  /// The number of bytes from the first to the last tested position, including both positions.
  package let reach: Int

  /// Creates buckets with empty sets; the tested positions are `stride` bytes apart.
  ///
  /// - Precondition: `width` is 1, 2 or 3, and `stride` is 1 to 4.
  package init(width: Int, stride: Int = 1) {
    precondition(width >= 1 && width <= 3 && stride >= 1 && stride <= 4)
    self.width = width
    reach = (width - 1) * stride + 1
    // SAFETY: the kernel only writes the struct that is passed to it.
    unsafe ck_fingerprints_init(&prints, UInt32(width), UInt32(stride))
  }

  /// Adds `byte` to the set that a bucket has for the tested position with the index `place`.
  package mutating func add(_ byte: UInt8, at place: Int, to bucket: Int) {
    precondition(place >= 0 && place < width && bucket >= 0 && bucket < Self.bucketCount)
    // SAFETY: the precondition ensures that `place` and `bucket` lie inside the tables.
    unsafe ck_fingerprints_add(&prints, UInt32(bucket), UInt32(place), byte)
  }

  /// Calls `body` for each candidate in `text` from `start` on, in ascending order, until `body`
  /// returns `false`.
  ///
  /// `place` is the offset of the candidate. `buckets` has one bit for each bucket; the bit is set
  /// if the bucket's sets accept all tested bytes at that offset.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes from `start`.
  package func scan(
    _ text: Span<UInt8>, from start: Int = 0, _ body: (_ place: Int, _ buckets: UInt8) -> Bool
  ) {
    precondition(start >= 0 && start <= text.count)
    var batch = Batch(from: start)
    while fill(&batch, from: text) {
      for index in 0..<batch.count
      where !body(batch.places[index], batch.buckets[index]) { return }
    }
  }

  /// Fills the batch with the next candidates in `text`; returns false if there are no more
  /// candidates.
  ///
  /// To skip the remaining candidates in a line, the caller sets `next` to the end of the line
  /// before the next call.
  package func fill(_ batch: inout Batch, from text: Span<UInt8>) -> Bool {
    precondition(batch.next >= 0 && batch.next <= text.count)
    var next = batch.next
    var places = batch.places.mutableSpan
    var buckets = batch.buckets.mutableSpan
    // SAFETY: the text and the buffers outlive the call, and the kernel accesses only as many
    // elements as their counts allow.
    batch.count = unsafe text.withUnsafeBufferPointer { bytes in
      unsafe places.withUnsafeMutableBufferPointer { places in
        unsafe buckets.withUnsafeMutableBufferPointer { buckets in
          unsafe places.withMemoryRebound(to: UInt.self) { places in
            unsafe withUnsafePointer(to: prints) { prints in
              unsafe ck_find_fingerprints(
                prints, bytes.baseAddress, bytes.count, &next, places.baseAddress,
                buckets.baseAddress, buckets.count)
            }
          }
        }
      }
    }
    batch.next = next
    return batch.count > 0
  }

  /// A batch of candidates.
  package struct Batch {
    /// The offset of each candidate, in ascending order.
    package fileprivate(set) var places = [64 of Int](repeating: 0)

    /// The buckets that match each candidate, as a bit mask.
    package fileprivate(set) var buckets = [64 of UInt8](repeating: 0)

    /// The number of candidates.
    package fileprivate(set) var count = 0

    /// The offset where the search for more candidates continues.
    package var next: Int

    package init(from start: Int = 0) { next = start }
  }
}
