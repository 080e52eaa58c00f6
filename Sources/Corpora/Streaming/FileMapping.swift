import CSystem
internal import Synchronization
package import UnicodeText

/// Whether a large file is read from a mapping or copied into a buffer; only tests use `always` and
/// `never`.
package enum MappingUse: Hashable, Sendable {
  /// Each byte range of the file is read with the method that `ReadingTrials` finds faster.
  case measured
  case always
  case never
}

/// A memory mapping of the first bytes of an open file.
///
/// If the file shrinks or its device fails, the missing pages read as zeros, and `wasZeroFilled` is
/// set.
@safe package final class FileMapping: Sendable {
  package let count: Int

  /// The number of ranges that were probed or skipped since a probe last found a large folio.
  private let rangesWithSmallFolios = Atomic(0)

  /// The address of the bytes, stored as a number so that threads can share the address.
  private let address: UInt

  /// Maps `count` bytes; nil if the system refuses.
  package init?(_ descriptor: Int32, count: Int) {
    guard let start = unsafe csys_map_file(descriptor, count) else { return nil }
    address = UInt(bitPattern: start)
    self.count = count
  }

  deinit { if let start = unsafe start(at: 0) { unsafe csys_unmap_file(start, count) } }

  /// Whether zeros replaced bytes that could not be read.
  package var wasZeroFilled: Bool { unsafe csys_was_zero_filled(start(at: 0)) != 0 }

  /// Calls `body` with a range of the bytes; another process may change these bytes during the
  /// call.
  package func withSpan<R, E: Error>(
    of range: Range<Int>, _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    // SAFETY: the range was checked; the mapping lives as long as `self`, which the call borrows.
    let bytes = unsafe UnsafeBufferPointer(start: start(at: range.lowerBound), count: range.count)
    return unsafe try body(bytes.span)
  }

  /// The bytes of a range, as a buffer that keeps the mapping alive.
  ///
  /// No other process may change the file.
  ///
  /// - Complexity: O(1); the bytes are not copied.
  package func frozen(_ range: Range<Int>) -> FrozenBuffer<UInt8>? {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    guard let start = unsafe start(at: range.lowerBound) else { return nil }
    // SAFETY: the range was checked, and the buffer keeps the mapping alive.
    return unsafe FrozenBuffer(borrowing: start, count: range.count, from: self)
  }

  /// Whether the page cache stores a range of the file in large folios, so that a few page faults
  /// map the whole range.
  ///
  /// The page cache stores a file in folios of 4 KB to 2 MB, depending on how the file was written
  /// and read. If the system read the file ahead, the folios at the start of the file are small,
  /// and later folios are larger. Therefore, each range is probed. After many ranges with small
  /// folios, only every eighth range is probed.
  func hasLargeFolio(in range: Range<Int>) -> Bool {
    guard range.count >= Self.minimumProbedBytes, range.lowerBound >= 0, range.upperBound <= count,
      let start = unsafe start(at: range.lowerBound)
    else { return false }
    let small = rangesWithSmallFolios.load(ordering: .relaxed)
    rangesWithSmallFolios.add(1, ordering: .relaxed)
    if small >= Self.alwaysProbedRanges, small % 8 != 0 { return false }
    // SAFETY: the range is in the mapping, which lives as long as `self`. Reading a page that the
    // file no longer has gives zeros instead of a fault.
    let isLarge = unsafe csys_is_large_folio(start) != 0
    if isLarge { rangesWithSmallFolios.store(0, ordering: .relaxed) }
    return isLarge
  }

  /// The number of consecutive ranges with small folios after which some ranges are not probed.
  private static let alwaysProbedRanges = 32

  /// The length, in bytes, of the shortest range that is probed.
  private static let minimumProbedBytes = 1 << 20

  /// Releases the pages of a range, so that this process no longer uses memory for them.
  package func forget(_ range: Range<Int>) {
    // SAFETY: the range was checked, and the mapping lives as long as `self`; a later read of the
    // range loads its pages again.
    if let start = unsafe start(at: range.lowerBound) {
      unsafe csys_release_pages(start, range.count)
    }
  }

  private func start(at offset: Int) -> UnsafePointer<UInt8>? {
    unsafe UnsafePointer(bitPattern: address + UInt(offset))
  }
}
