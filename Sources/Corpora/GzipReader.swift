import CZlib
import UnicodeText

/// Decompresses a sequence of gzip members.
///
/// Data after the last member that is not gzip is ignored, as gzip(1) does.
@safe final class GzipReader {
  /// The number of compressed bytes read at a time.
  private static let step = 1 << 16

  private let handle: OpaquePointer
  private var input = GrowableBuffer<UInt8>()
  private var head = 0

  /// Whether a member has just ended, so that the input may end here.
  private var isBetweenMembers = false
  private var isFinished = false

  /// The error found after the last text that was returned; the next call throws it.
  private var fault: CorpusError?

  /// Whether more text may be available without a read.
  var hasInput: Bool { head < input.count || fault != nil }

  /// Starts with bytes that were already read to detect gzip; nil if memory runs out.
  init?(startingWith bytes: Span<UInt8>) {
    guard let handle = unsafe cz_inflater_new() else { return nil }
    unsafe self.handle = handle
    input.append(copying: bytes)
  }

  deinit { unsafe cz_inflater_free(handle) }

  /// Appends some decompressed bytes to `span` and returns their number; 0 at the end.
  ///
  /// - Throws: what `source` throws; `truncatedGzip`, `damagedGzip`, `outOfMemory`.
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

  /// Reads more compressed input; returns false at its end.
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
    // SAFETY: the call stays inside both counts and keeps neither pointer.
    let step = input.withSpan { input in
      unsafe input.extracting(head..<input.count).withUnsafeBufferPointer { input in
        unsafe span.withUnsafeMutableBufferPointer { (room, count) in
          let step = unsafe cz_inflate(
            handle, input.baseAddress, input.count, room.baseAddress.map { unsafe $0 + count },
            room.count - count)
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
