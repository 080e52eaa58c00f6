internal import CKernels

/// A Swift interface to the C kernels that hides their pointers.
package enum Kernels {
  /// The indices of two bytes of a needle that are rare in the hay; `first` is less than `second`.
  ///
  /// Both are 0 for a needle of fewer than two bytes.
  package struct RarePair: Hashable, Sendable {
    package let first: Int
    package let second: Int

    package init(first: Int, second: Int) {
      self.first = first
      self.second = second
    }
  }

  /// The offset of the first occurrence of `needle` in `hay`, at or after `start`.
  ///
  /// - Complexity: O(*n*) in practice, where *n* is the number of bytes of `hay`.
  package static func firstRange(
    of needle: Span<UInt8>, by pair: RarePair, in hay: Span<UInt8>, from start: Int = 0
  ) -> Int? {
    precondition(start >= 0 && start <= hay.count)
    check(pair, for: needle)
    // SAFETY: both spans outlive the call, `start` and the pair lie inside, the kernel stays inside
    // the counts.
    return unsafe hay.withUnsafeBufferPointer { hay in
      unsafe needle.withUnsafeBufferPointer { needle in
        guard !needle.isEmpty else { return start }
        guard let text = hay.baseAddress else { return nil }
        let rest = hay.count - start
        let found = unsafe ck_find(
          text + start, rest, needle.baseAddress, needle.count, pair.first, pair.second)
        return found == rest ? nil : start + found
      }
    }
  }

  /// The index of the first `byte` in `text`, at or after `start`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of `text`.
  package static func firstIndex(of byte: UInt8, in text: Span<UInt8>, from start: Int = 0) -> Int?
  {
    precondition(start >= 0 && start <= text.count)
    // SAFETY: the span outlives the call; the kernel reads the bytes from `start` on only.
    return unsafe text.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return nil }
      let rest = bytes.count - start
      let found = unsafe ck_find_byte(base + start, rest, byte)
      return found == rest ? nil : start + found
    }
  }

  /// The index of the first byte of `text` at or after `start` that is one of four bytes.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of `text`.
  package static func firstIndex(
    ofAny wanted: (UInt8, UInt8, UInt8, UInt8), in text: Span<UInt8>, from start: Int
  ) -> Int? {
    precondition(start >= 0 && start <= text.count)
    let any: InlineArray<4, UInt8> = [wanted.0, wanted.1, wanted.2, wanted.3]
    // SAFETY: the span outlives the call; the kernel reads the bytes from `start` on, and four of `any`.
    return unsafe text.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return nil }
      let rest = bytes.count - start
      let found = unsafe any.span.withUnsafeBufferPointer {
        unsafe ck_find_any(base + start, rest, $0.baseAddress)
      }
      return found == rest ? nil : start + found
    }
  }

  /// How often `byte` occurs in `text`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of `text`.
  package static func count(of byte: UInt8, in text: Span<UInt8>) -> Int {
    // SAFETY: the span outlives the call and the kernel reads no more than its bytes.
    unsafe text.withUnsafeBufferPointer { unsafe ck_count_byte($0.baseAddress, $0.count, byte) }
  }

  /// The number of bytes from `start` to the first non-ASCII scalar; separators count as ASCII.
  ///
  /// - Complexity: O(*n*), where *n* is the result.
  package static func asciiPrefix(of text: Span<UInt8>, from start: Int = 0) -> Int {
    precondition(start >= 0 && start <= text.count)
    // SAFETY: the span outlives the call; the kernel reads the bytes from `start` on only.
    return unsafe text.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      return unsafe ck_non_ascii(base + start, bytes.count - start)
    }
  }

  /// Appends the longest prefix of ASCII bytes and separators in `text`, in lower case; returns its length.
  ///
  /// - Complexity: O(*n*), where *n* is the result.
  package static func appendLowercasedASCII(
    _ text: Span<UInt8>, to output: inout GrowableBuffer<UInt8>
  ) -> Int {
    var copied = 0
    // SAFETY: the buffer lent is as long as the text, and the kernel writes no more than it reads.
    unsafe text.withUnsafeBufferPointer { source in
      unsafe output.append(upTo: source.count) { room in
        copied = unsafe ck_lower_ascii(source.baseAddress, source.count, room.baseAddress)
        return copied
      }
    }
    return copied
  }

  /// Writes ASCII bytes and separators, in lower case, to the start of `room`.
  ///
  /// - Precondition: `text` holds nothing else, and `room` is at least as long.
  /// - Complexity: O(*n*), where *n* is the number of bytes of `text`.
  @unsafe package static func lowercaseASCII(
    _ text: Span<UInt8>, into room: UnsafeMutableBufferPointer<UInt8>
  ) {
    precondition(room.count >= text.count)
    // SAFETY: the buffer is as long as the text, and the kernel writes no more than it reads.
    unsafe text.withUnsafeBufferPointer { source in
      _ = unsafe ck_lower_ascii(source.baseAddress, source.count, room.baseAddress)
    }
  }

  /// The length of the longest prefix of `text`, from `start` on, that is valid UTF-8.
  ///
  /// - Complexity: O(*n*), where *n* is the result.
  package static func validPrefix(of text: Span<UInt8>, from start: Int = 0) -> Int {
    precondition(start >= 0 && start <= text.count)
    // SAFETY: the span outlives the call; the kernel reads the bytes from `start` on only.
    return unsafe text.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      return unsafe ck_valid_utf8(base + start, bytes.count - start)
    }
  }

  /// The number of bytes at `start`, where `text` is ill-formed, to replace with one replacement character.
  package static func maximalSubpart(of text: Span<UInt8>, at start: Int) -> Int {
    precondition(start >= 0 && start < text.count)
    // SAFETY: the span outlives the call; at least one byte follows `start`.
    return unsafe text.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      return unsafe ck_maximal_subpart(base + start, bytes.count - start)
    }
  }
}
