internal import CKernels

/// Up to eight buckets, each with a set of bytes for one to three neighbouring places, to find where
/// a text may hold one of many strings.
///
/// Of each set only the nibbles of its bytes are kept, so a candidate may have bytes that were not
/// added: it has to be checked. None is missed.
package struct Fingerprints: Sendable {
  /// How many buckets there are.
  package static let bucketCount = 8

  private var prints = ck_fingerprints()

  /// The number of neighbouring places.
  package let width: Int

  /// Buckets whose sets are empty: they agree with nothing.
  ///
  /// - Precondition: `width` is 1, 2 or 3.
  package init(width: Int) {
    precondition(width >= 1 && width <= 3)
    self.width = width
    // SAFETY: the kernel only writes the struct it is lent.
    unsafe ck_fingerprints_init(&prints, UInt32(width))
  }

  /// Adds `byte` to the set of a bucket for a place.
  package mutating func add(_ byte: UInt8, at place: Int, to bucket: Int) {
    precondition(place >= 0 && place < width && bucket >= 0 && bucket < Self.bucketCount)
    // SAFETY: place and bucket lie inside the tables.
    unsafe ck_fingerprints_add(&prints, UInt32(bucket), UInt32(place), byte)
  }

  /// Calls `body` with each place of `text` from `start` on whose next `width` bytes agree with a
  /// bucket, ascending, and one bit for each such bucket, until it returns `false`.
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

  /// Fills the batch with the next candidates of `text`; false if there are none.
  ///
  /// A caller that has seen enough of a line sets `next` to its end.
  package func fill(_ batch: inout Batch, from text: Span<UInt8>) -> Bool {
    precondition(batch.next >= 0 && batch.next <= text.count)
    var next = batch.next
    var places = batch.places.mutableSpan
    var buckets = batch.buckets.mutableSpan
    // SAFETY: text and room outlive the call; the kernel stays inside the counts.
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

  /// A few candidates found at once.
  package struct Batch {
    /// Where each candidate is, ascending.
    package fileprivate(set) var places = [64 of Int](repeating: 0)

    /// The buckets that agree with each.
    package fileprivate(set) var buckets = [64 of UInt8](repeating: 0)

    /// How many candidates there are.
    package fileprivate(set) var count = 0

    /// Where the search for more goes on.
    package var next: Int

    package init(from start: Int = 0) { next = start }
  }
}
