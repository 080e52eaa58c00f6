internal import CKernels
internal import UnicodeText

/// The set of field names that have occurred in a JSON Lines text so far.
///
/// The loader can skip a line that has no new names, which is much faster than parsing the line.
@safe package struct JSONNames: ~Copyable {
  private let handle: OpaquePointer

  package init() {
    // SAFETY: the memory has the size that the kernel reports, and it is initialized before it is
    // used.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: ck_json_names_size(), alignment: 16)
    unsafe handle = OpaquePointer(memory)
    unsafe ck_json_names_init(handle)
  }

  deinit { unsafe UnsafeMutableRawPointer(handle).deallocate() }

  /// The result of skipping lines.
  package struct Passed {
    /// The offset of the first line that was not skipped; the end of the range if all lines were
    /// skipped.
    package let end: Int
    package let lines: Int

    /// The number of skipped lines that are not blank.
    package let records: Int
  }

  /// Skips lines up to the first line that may be malformed, has a new field name, or contains a
  /// `\u` escape.
  ///
  /// - Parameters:
  ///   - text: lines of valid UTF-8; the last line may lack a line terminator.
  ///   - range: the part of `text` to check; it must start and end at line boundaries.
  /// - Returns: where skipping stopped, and the number of lines and records skipped.
  /// - Complexity: O(*n*), where *n* is the number of bytes skipped.
  package func pass(_ text: Span<UInt8>, in range: Range<Int>) -> Passed {
    precondition(range.lowerBound >= 0 && range.upperBound <= text.count)
    var from = range.lowerBound
    var lines = 0
    var records = 0
    // SAFETY: the kernel reads no more than the bytes up to the end of the range.
    unsafe text.withUnsafeBufferPointer { text in
      guard let base = text.baseAddress else { return }
      records = unsafe ck_json_pass(handle, base, range.upperBound, &from, &lines)
    }
    return Passed(end: from, lines: lines, records: records)
  }

  /// Adds the field names on a well-formed line to the set.
  package mutating func learn(_ line: Span<UInt8>) {
    unsafe line.withUnsafeBufferPointer { unsafe ck_json_learn(handle, $0.baseAddress, $0.count) }
  }
}

extension Kernels {
  /// The offset of the first quote, backslash or control character at or after `start`, or the end
  /// of `text`.
  ///
  /// - Complexity: O(*n*), where *n* is the distance to that offset.
  static func jsonTextEnd(in text: Span<UInt8>, from start: Int) -> Int {
    precondition(start >= 0 && start <= text.count)
    // SAFETY: the kernel reads only the bytes from `start` to the end of the text.
    return unsafe text.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      return unsafe start + ck_json_text_end(base + start, bytes.count - start)
    }
  }
}
