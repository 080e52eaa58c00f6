internal import CKernels

extension Kernels {
  /// Where `needle` first occurs in `hay`, at or after `start`, if ASCII letters of the hay are
  /// compared without case.
  ///
  /// - Precondition: no letter of the needle is an ASCII one in upper case.
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

  /// Appends the place of the first occurrence of `needle` in each line of `hay` from `start` on.
  ///
  /// A line ends with the byte `end`, or with the hay. After an occurrence the search goes on behind
  /// the next `end`. Ignoring case, ASCII letters are compared without it, and the needle has none in
  /// upper case. At most `limit` places are appended.
  ///
  /// - Returns: where to go on, the start of a line; `hay.count` if all was seen.
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
    // the counts and writes no more places than it is lent room for.
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

  /// The pair must lie inside the needle, for the kernels do not check it.
  static func check(_ pair: RarePair, for needle: Span<UInt8>) {
    precondition(needle.count < 2 || pair.first >= 0 && pair.first < pair.second)
    precondition(needle.count < 2 || pair.second < needle.count)
    precondition(needle.count > 1 || pair.first == 0 && pair.second == 0)
  }
}
