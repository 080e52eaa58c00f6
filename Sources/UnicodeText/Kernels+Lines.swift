internal import CKernels

extension Kernels {
  /// The offset of the first occurrence of `needle` in `hay` at or after `start`, ignoring ASCII case.
  ///
  /// - Precondition: the needle has no upper-case ASCII letter.
  /// - Complexity: O(*n*), where *n* is the number of bytes of `hay`.
  package static func firstCaselessRange(
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
        let found = unsafe ck_find_caseless(
          text + start, rest, needle.baseAddress, needle.count, pair.first, pair.second)
        return found == rest ? nil : start + found
      }
    }
  }

  /// Appends the offset of the first occurrence of `needle` in each line of `hay` from `start` on.
  ///
  /// A line ends with the byte `end` or at the end of the hay. After an occurrence, the search
  /// continues after the next `end`. If case is ignored, ASCII letters match in both cases, and the
  /// needle must have no upper-case ASCII letters. At most `limit` offsets are appended.
  ///
  /// - Returns: the start of the line where the search continues; `hay.count` if all was searched.
  /// - Precondition: the needle is not empty.
  /// - Complexity: O(*n*), where *n* is the number of bytes of `hay`.
  package static func appendFirstPlaces(
    of needle: Span<UInt8>, by pair: RarePair, ignoringCase ignoresCase: Bool = false,
    in hay: Span<UInt8>, from start: Int = 0, endingLinesWith end: UInt8, limit: Int = 512,
    to places: inout GrowableBuffer<Int>
  ) -> Int {
    precondition(start >= 0 && start <= hay.count && limit >= 0 && !needle.isEmpty)
    check(pair, for: needle)
    var from = start
    // SAFETY: both spans outlive the call, `start` and the pair lie inside, the kernel stays inside
    // the counts and writes at most `limit` places.
    unsafe hay.withUnsafeBufferPointer { hay in
      unsafe needle.withUnsafeBufferPointer { needle in
        guard let text = hay.baseAddress else { return }
        unsafe places.append(upTo: limit) { room in
          unsafe room.withMemoryRebound(to: UInt.self) { room in
            unsafe ck_find_lines(
              text, hay.count, needle.baseAddress, needle.count, pair.first, pair.second,
              ignoresCase ? 1 : 0, end, &from, room.baseAddress, limit)
          }
        }
      }
    }
    return from
  }

  /// Checks that the pair lies inside the needle, because the kernels do not check it.
  static func check(_ pair: RarePair, for needle: Span<UInt8>) {
    precondition(needle.count < 2 || pair.first >= 0 && pair.first < pair.second)
    precondition(needle.count < 2 || pair.second < needle.count)
    precondition(needle.count > 1 || pair.first == 0 && pair.second == 0)
  }
}
