internal import CKernels

/// The names of fields that lines of JSON had so far, and what tells lines that bring no other.
///
/// A line that is looked at for nothing but its form costs a small part of what reading it costs.
@safe package struct JSONNames: ~Copyable {
  private let handle: OpaquePointer

  package init() {
    // SAFETY: the memory has the size that the kernel asks for, and it is set before it is used.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: ck_json_names_size(), alignment: 16)
    unsafe handle = OpaquePointer(memory)
    unsafe ck_json_names_init(handle)
  }

  deinit { unsafe UnsafeMutableRawPointer(handle).deallocate() }

  /// What was passed of a text.
  package struct Passed {
    /// Where the first line begins that was not passed; the end of the text if there is none.
    package let end: Int
    package let lines: Int

    /// How many of the lines are not blank.
    package let records: Int
  }

  /// Passes lines that are well-formed beyond doubt, whose fields all have known names, and in which no character is
  /// written as its number.
  ///
  /// - Parameters:
  ///   - text: lines of valid UTF-8, the last perhaps without an end.
  ///   - range: the part of it that is looked at; it begins with a line, and ends with one.
  /// - Returns: how far it came.
  /// - Complexity: O(*n*) in the bytes passed.
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

  /// Learns the names of the value on a line, which is well-formed.
  package mutating func learn(_ line: Span<UInt8>) {
    unsafe line.withUnsafeBufferPointer { unsafe ck_json_learn(handle, $0.baseAddress, $0.count) }
  }
}

extension Kernels {
  /// The place of the first quote, backslash or control character at or after `start`, or the end.
  ///
  /// - Complexity: O(*n*) in the bytes before it.
  package static func jsonTextEnd(in text: Span<UInt8>, from start: Int) -> Int {
    precondition(start >= 0 && start <= text.count)
    // SAFETY: the kernel reads the bytes from `start` on only.
    return unsafe text.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      return unsafe start + ck_json_text_end(base + start, bytes.count - start)
    }
  }
}
