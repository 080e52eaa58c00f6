internal import CKernels

extension Kernels {
  /// The offset of the first occurrence of `needle` in `hay` at or after `start`, in linear time for any input.
  ///
  /// - Precondition: if case is ignored, the needle has no upper-case ASCII letter.
  /// - Complexity: O(*n* + *m*), where *n* and *m* are the numbers of bytes of hay and needle.
  package static func firstLinear(
    _ needle: Span<UInt8>, ignoringCase: Bool = false, in hay: Span<UInt8>, from start: Int = 0
  ) -> Int? {
    precondition(start >= 0 && start <= hay.count)
    // SAFETY: both spans outlive the call, `start` lies inside, the kernel stays inside the counts.
    return unsafe hay.withUnsafeBufferPointer { hay in
      unsafe needle.withUnsafeBufferPointer { needle in
        guard !needle.isEmpty else { return start }
        guard let text = hay.baseAddress else { return nil }
        let rest = hay.count - start
        let found = unsafe ck_find_linear(
          text + start, rest, needle.baseAddress, needle.count, ignoringCase ? 1 : 0)
        return found == rest ? nil : start + found
      }
    }
  }

  /// The first offset found by the kernel of the current level, and its work; for tests.
  ///
  /// `compared` is the number of bytes compared beyond the first 32 at each offset.
  package static func firstRangeCounting(
    of needle: Span<UInt8>, by pair: RarePair, ignoringCase: Bool = false, in hay: Span<UInt8>
  ) -> (place: Int?, compared: Int) {
    check(pair, for: needle)
    var compared = 0
    // SAFETY: both spans outlive the call, the pair lies inside, the kernel stays inside the counts.
    let place = unsafe hay.withUnsafeBufferPointer { hay in
      unsafe needle.withUnsafeBufferPointer { needle in
        unsafe ck_find_counting(
          hay.baseAddress, hay.count, needle.baseAddress, needle.count, pair.first, pair.second,
          ignoringCase ? 1 : 0, &compared)
      }
    }
    let isFound = place < hay.count || needle.isEmpty
    return (isFound ? place : nil, compared)
  }

  /// How many lines `appendFirstPlaces` finds, and the work of the kernel of the current level; for tests.
  ///
  /// `compared` is the number of bytes compared beyond the first 32 at each offset.
  package static func linesCounting(
    of needle: Span<UInt8>, by pair: RarePair, ignoringCase: Bool = false, in hay: Span<UInt8>,
    endingLinesWith end: UInt8
  ) -> (lines: Int, compared: Int) {
    precondition(!needle.isEmpty)
    check(pair, for: needle)
    var compared = 0
    // SAFETY: both spans outlive the call, the pair lies inside, the kernel stays inside the counts.
    let lines = unsafe hay.withUnsafeBufferPointer { hay in
      unsafe needle.withUnsafeBufferPointer { needle in
        unsafe ck_lines_counting(
          hay.baseAddress, hay.count, needle.baseAddress, needle.count, pair.first, pair.second,
          ignoringCase ? 1 : 0, end, &compared)
      }
    }
    return (lines, compared)
  }
}
