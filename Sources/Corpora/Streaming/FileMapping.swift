import CSystem

/// The first bytes of an open file, read where the system keeps them.
///
/// Where the file becomes shorter meanwhile, or its medium fails, zeros are read, and `isMended` says so.
@safe final class FileMapping: Sendable {
  let count: Int

  /// Where the bytes are; a number, so that threads may share it.
  private let address: UInt

  /// Maps `count` bytes; nil if the system refuses.
  init?(_ descriptor: Int32, count: Int) {
    guard let start = unsafe csys_map_file(descriptor, count) else { return nil }
    address = UInt(bitPattern: start)
    self.count = count
  }

  deinit { if let start = unsafe start(at: 0) { unsafe csys_unmap_file(start, count) } }

  /// Whether zeros were read in place of bytes that the file did not have at that moment.
  var isMended: Bool { unsafe csys_is_mended(start(at: 0)) != 0 }

  /// Lends some of the bytes; another program may change them while they are read.
  func withSpan<R, E: Error>(
    of range: Range<Int>, _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    // SAFETY: the range was checked; the mapping lives as long as `self`, which the call borrows.
    let bytes = unsafe UnsafeBufferPointer(start: start(at: range.lowerBound), count: range.count)
    return unsafe try body(bytes.span)
  }

  /// Says that bytes will not be read again; they no longer count as memory of this process.
  func forget(_ range: Range<Int>) {
    // SAFETY: see above; what is read again all the same is fetched again.
    if let start = unsafe start(at: range.lowerBound) { unsafe csys_forget(start, range.count) }
  }

  private func start(at offset: Int) -> UnsafePointer<UInt8>? {
    unsafe UnsafePointer(bitPattern: address + UInt(offset))
  }
}
