import CSystem

/// A memory mapping of the first bytes of an open file.
///
/// If the file shrinks or its device fails, the missing pages read as zeros, and `wasZeroFilled` is set.
@safe package final class FileMapping: Sendable {
  package let count: Int

  /// The address of the bytes, as a number so that threads can share it.
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

  /// Calls `body` with a range of the bytes; another process may change them during the call.
  package func withSpan<R, E: Error>(
    of range: Range<Int>, _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    // SAFETY: the range was checked; the mapping lives as long as `self`, which the call borrows.
    let bytes = unsafe UnsafeBufferPointer(start: start(at: range.lowerBound), count: range.count)
    return unsafe try body(bytes.span)
  }

  /// Releases the pages of a range, so that they no longer count as memory of this process.
  func forget(_ range: Range<Int>) {
    // SAFETY: see above; a later read of the range loads it again.
    if let start = unsafe start(at: range.lowerBound) {
      unsafe csys_release_pages(start, range.count)
    }
  }

  private func start(at offset: Int) -> UnsafePointer<UInt8>? {
    unsafe UnsafePointer(bitPattern: address + UInt(offset))
  }
}
