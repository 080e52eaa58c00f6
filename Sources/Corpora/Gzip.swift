import CZlib
package import UnicodeText

/// Decompresses a sequence of gzip members.
///
/// Like gzip(1), the reader ignores data after the last member if that data is not gzip.
@safe final class GzipReader {
  /// The number of compressed bytes read at a time.
  private static let step = 1 << 16

  private let handle: OpaquePointer
  private var input = GrowableBuffer<UInt8>()
  private var head = 0

  /// Whether a gzip member has just ended; if the input ends anywhere else, it is truncated.
  private var isBetweenMembers = false
  private var isFinished = false

  /// The error that ended the last read early; the next read throws this error.
  private var fault: CorpusError?

  /// Whether more text may be available without reading more input.
  var hasInput: Bool { head < input.count || fault != nil }

  /// Creates a reader that starts with `bytes`, which were read to detect gzip; nil if memory runs
  /// out.
  init?(startingWith bytes: Span<UInt8>) {
    guard let handle = unsafe cz_inflater_new() else { return nil }
    unsafe self.handle = handle
    input.append(copying: bytes)
  }

  deinit { unsafe cz_inflater_free(handle) }

  /// Appends some decompressed bytes to `span` and returns their number; returns 0 at the end.
  ///
  /// - Throws: the errors of `source`; `truncatedGzip`, `damagedGzip`, `outOfMemory`.
  func read(
    into span: inout OutputSpan<UInt8>, from source: inout DescriptorReader
  ) throws(CorpusError) -> Int {
    if let fault { throw fault }
    while !isFinished {
      if isBetweenMembers {
        if input.count - head < 2, try refill(from: &source) { continue }
        if !input.withSpan({ TextStart.isGzip($0.extracting(head...)) }) { break }
        unsafe cz_inflater_reset(handle)
        isBetweenMembers = false
      }
      if head == input.count, try !refill(from: &source) { throw CorpusError(.truncatedGzip) }
      let produced = try inflate(into: &span)
      if produced > 0 { return produced }
    }
    isFinished = true
    return 0
  }

  /// Reads more compressed input; returns false if the input has ended.
  private func refill(from source: inout DescriptorReader) throws(CorpusError) -> Bool {
    var rest = GrowableBuffer<UInt8>(capacity: Self.step + 16)
    input.withSpan { rest.append(copying: $0.extracting(head..<$0.count)) }
    let before = rest.count
    try rest.append(upTo: Self.step) { span throws(CorpusError) in
      _ = try source.read(into: &span)
    }
    let isMore = rest.count > before
    swap(&rest, &input)
    head = 0
    return isMore
  }

  private func inflate(into span: inout OutputSpan<UInt8>) throws(CorpusError) -> Int {
    // SAFETY: the call accesses only the given numbers of bytes, and keeps neither pointer.
    let step = input.withSpan { input in
      unsafe input.extracting(head..<input.count).withUnsafeBufferPointer { input in
        unsafe span.withUnsafeMutableBufferPointer { (buffer, count) in
          let step = unsafe cz_inflate(
            handle, input.baseAddress, input.count, buffer.baseAddress.map { unsafe $0 + count },
            buffer.count - count)
          count += step.produced
          return step
        }
      }
    }
    head += step.consumed
    switch Int(step.status) {
    case Int(cz_progress): break
    case Int(cz_end_of_member): isBetweenMembers = true
    case Int(cz_no_memory): throw CorpusError(.outOfMemory)
    default:
      let fault = CorpusError(.damagedGzip)
      if step.produced == 0 { throw fault }
      self.fault = fault
    }
    return step.produced
  }
}

/// Decompresses small gzip files in one call, which is several times faster than incremental
/// decompression.
@safe package final class SmallGzip {
  /// The largest decompressed size, in bytes, of a file that is decompressed in one call.
  private static let maximumSize = 1 << 22

  /// The decompressor; nil if its allocation failed.
  private let handle: OpaquePointer?

  package init() { unsafe handle = cz_whole_new() }

  deinit { unsafe cz_whole_free(handle) }

  /// Replaces the contents of `text` with the decompressed text of a file.
  ///
  /// Returns `false` if the file is large or damaged and must be decompressed incrementally.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of decompressed text.
  package func inflate(_ file: Span<UInt8>, into text: inout GrowableBuffer<UInt8>) -> Bool {
    guard let handle = unsafe handle, let size = Self.size(of: file) else { return false }
    text.truncate(to: 0)
    // Reserve a few more bytes, so that the caller can add a line end to the last line.
    guard text.reserveIfPossible(size + 64) else { return false }
    var isWhole = false
    // SAFETY: the call accesses only the given numbers of bytes, and keeps no pointer.
    unsafe file.withUnsafeBufferPointer { file in
      unsafe text.append(upTo: size) { buffer in
        let count = unsafe cz_inflate_whole(
          handle, file.baseAddress, file.count, buffer.baseAddress, buffer.count)
        isWhole = count != Int(bitPattern: UInt.max)
        return isWhole ? count : 0
      }
    }
    return isWhole
  }

  /// The decompressed size, in bytes, which is stored in the last four bytes of the file (RFC
  /// 1952).
  ///
  /// Returns nil if the stored size is 0 or larger than `maximumSize`.
  private static func size(of file: Span<UInt8>) -> Int? {
    if file.count < 18 { return nil }
    var size = 0
    for place in 1...4 { size = size << 8 | Int(file[file.count - place]) }
    return size > 0 && size <= maximumSize ? size : nil
  }
}

/// The libraries that read gzip.
package enum GzipLibraries {
  /// The names and versions of the libraries that read gzip.
  package static var versions: String {
    // SAFETY: both calls return text that stays valid.
    let zlib = unsafe cz_zlib_version().map { unsafe String(cString: $0) }
    let libdeflate = unsafe cz_libdeflate_version().map { unsafe String(cString: $0) }
    return "zlib \(zlib ?? "?"), libdeflate \(libdeflate ?? "?")"
  }
}

/// Checksums of stored data.
package enum Checksum {
  /// The CRC-32, as in gzip, of some earlier bytes followed by `bytes`; `sum` is the CRC-32 of the
  /// earlier bytes.
  ///
  /// - Complexity: O(*n*), about 20 GB/s.
  package static func crc32(_ bytes: Span<UInt8>, after sum: UInt32 = 0) -> UInt32 {
    // SAFETY: the call reads the bytes of the span and keeps no pointer.
    unsafe bytes.withUnsafeBufferPointer { bytes in
      if bytes.isEmpty { return sum }
      return unsafe cz_crc32(sum, bytes.baseAddress, bytes.count)
    }
  }
}
