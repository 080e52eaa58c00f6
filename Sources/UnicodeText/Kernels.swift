internal import CKernels

/// A Swift interface, without pointers, to the search and text kernels in C.
package enum Kernels {
  /// The indices of two needle bytes that are rare in the haystack; `first` is less than `second`.
  ///
  /// For a needle of fewer than two bytes, both indices are 0.
  package struct RarePair: Hashable, Sendable {
    package let first: Int
    package let second: Int

    package init(first: Int, second: Int) {
      self.first = first
      self.second = second
    }
  }

  /// The offset of the first occurrence of `needle` in `hay` from `start` on; nil if there is none.
  ///
  /// - Complexity: O(*n*) in practice, where *n* is the number of bytes of `hay`.
  package static func firstRange(
    of needle: Span<UInt8>, by pair: RarePair, in hay: Span<UInt8>, from start: Int = 0
  ) -> Int? {
    unsafe find(needle, pair, in: hay, from: start) {
      unsafe ck_find($0.baseAddress, $0.count, $1.baseAddress, $1.count, pair.first, pair.second)
    }
  }

  /// The offset of the first occurrence of `needle` in `hay` from `start` on, ignoring ASCII case;
  /// nil if there is none.
  ///
  /// - Precondition: the needle contains no upper-case ASCII letters.
  /// - Complexity: O(*n*), where *n* is the number of bytes of `hay`.
  package static func firstCaselessRange(
    of needle: Span<UInt8>, by pair: RarePair, in hay: Span<UInt8>, from start: Int = 0
  ) -> Int? {
    unsafe find(needle, pair, in: hay, from: start) {
      unsafe ck_find_caseless(
        $0.baseAddress, $0.count, $1.baseAddress, $1.count, pair.first, pair.second)
    }
  }

  /// The offset at which `kernel` finds the needle in `hay`, from `start` on; nil if it finds
  /// nothing.
  ///
  /// If the kernel finds nothing, it returns the length of `rest`.
  @inline(__always)
  private static func find(
    _ needle: Span<UInt8>, _ pair: RarePair, in hay: Span<UInt8>, from start: Int,
    _ kernel: (_ rest: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>) -> Int
  ) -> Int? {
    precondition(start >= 0 && start <= hay.count)
    check(pair, for: needle)
    if needle.isEmpty { return start }
    // SAFETY: both spans outlive the call, the pair was checked, and the kernel reads only within
    // the byte counts.
    return unsafe hay.extracting(start..<hay.count).withUnsafeBufferPointer { rest in
      if rest.isEmpty { return nil }
      let found = unsafe needle.withUnsafeBufferPointer { unsafe kernel(rest, $0) }
      return found == rest.count ? nil : start + found
    }
  }

  /// The index of the first occurrence of `byte` in `text` from `start` on; nil if there is none.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of `text`.
  package static func firstIndex(of byte: UInt8, in text: Span<UInt8>, from start: Int = 0) -> Int?
  {
    precondition(start >= 0 && start <= text.count)
    // SAFETY: the span outlives the call; the kernel reads only the bytes from `start` on.
    return unsafe text.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return nil }
      let rest = bytes.count - start
      let found = unsafe ck_find_byte(base + start, rest, byte)
      return found == rest ? nil : start + found
    }
  }

  /// The index after the last occurrence of `byte` in a range of `text`; the start of the range if
  /// the byte does not occur.
  ///
  /// - Complexity: O(*n*), where *n* is the distance from that occurrence to the end of the range.
  package static func indexAfterLast(
    _ byte: UInt8, in text: Span<UInt8>, _ range: Range<Int>
  ) -> Int {
    // SAFETY: the span outlives the call; the kernel reads only the bytes of the extracted range.
    unsafe text.extracting(range).withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return range.lowerBound }
      return unsafe range.lowerBound + ck_find_last_byte(base, bytes.count, byte)
    }
  }

  /// The index of the first byte of `text`, from `start` on, that equals one of the four `wanted`
  /// bytes; nil if there is none.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of `text`.
  package static func firstIndex(
    ofAny wanted: (UInt8, UInt8, UInt8, UInt8), in text: Span<UInt8>, from start: Int
  ) -> Int? {
    precondition(start >= 0 && start <= text.count)
    let any: InlineArray<4, UInt8> = [wanted.0, wanted.1, wanted.2, wanted.3]
    // SAFETY: the span outlives the call; the kernel reads the bytes from `start` on and the four
    // bytes of `any`.
    return unsafe text.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return nil }
      let rest = bytes.count - start
      let found = unsafe any.span.withUnsafeBufferPointer {
        unsafe ck_find_any(base + start, rest, $0.baseAddress)
      }
      return found == rest ? nil : start + found
    }
  }

  /// The number of times that `byte` occurs in `text`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of `text`.
  package static func count(of byte: UInt8, in text: Span<UInt8>) -> Int {
    // SAFETY: the span outlives the call, and the kernel reads only the bytes of the span.
    unsafe text.withUnsafeBufferPointer { unsafe ck_count_byte($0.baseAddress, $0.count, byte) }
  }

  /// The number of bytes from `start` to the first byte that is neither ASCII nor a separator.
  ///
  /// - Complexity: O(*n*), where *n* is the returned number of bytes.
  package static func asciiPrefix(of text: Span<UInt8>, from start: Int = 0) -> Int {
    precondition(start >= 0 && start <= text.count)
    // SAFETY: the span outlives the call; the kernel reads only the bytes from `start` on.
    return unsafe text.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      return unsafe ck_non_ascii(base + start, bytes.count - start)
    }
  }

  /// Appends the longest prefix of ASCII bytes and separators in `text`, in lower case, and returns
  /// the length of the prefix.
  ///
  /// - Complexity: O(*n*), where *n* is the returned number of bytes.
  package static func appendLowercasedASCII(
    _ text: Span<UInt8>, to output: inout GrowableBuffer<UInt8>
  ) -> Int {
    var copied = 0
    // SAFETY: the output buffer has capacity for the text, and the kernel writes at most as many
    // bytes as it reads.
    unsafe text.withUnsafeBufferPointer { source in
      unsafe output.append(upTo: source.count) { buffer in
        copied = unsafe ck_lower_ascii(source.baseAddress, source.count, buffer.baseAddress)
        return copied
      }
    }
    return copied
  }

  /// Writes ASCII bytes and separators, in lower case, to the start of `buffer`.
  ///
  /// - Precondition: `text` contains only ASCII bytes and separators, and `buffer` is at least as
  ///   long as `text`.
  /// - Complexity: O(*n*), where *n* is the number of bytes of `text`.
  @unsafe package static func lowercaseASCII(
    _ text: Span<UInt8>, into buffer: UnsafeMutableBufferPointer<UInt8>
  ) {
    precondition(buffer.count >= text.count)
    // SAFETY: the buffer has capacity for the text, and the kernel writes at most as many bytes as
    // it reads.
    unsafe text.withUnsafeBufferPointer { source in
      _ = unsafe ck_lower_ascii(source.baseAddress, source.count, buffer.baseAddress)
    }
  }

  /// The length of the longest prefix of `text`, from `start` on, that is valid UTF-8.
  ///
  /// - Complexity: O(*n*), where *n* is the returned number of bytes.
  package static func validPrefix(of text: Span<UInt8>, from start: Int = 0) -> Int {
    precondition(start >= 0 && start <= text.count)
    // SAFETY: the span outlives the call; the kernel reads only the bytes from `start` on.
    return unsafe text.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      return unsafe ck_valid_utf8(base + start, bytes.count - start)
    }
  }

  /// The number of ill-formed bytes at `start` that are replaced by one U+FFFD.
  package static func maximalSubpart(of text: Span<UInt8>, at start: Int) -> Int {
    precondition(start >= 0 && start < text.count)
    // SAFETY: the span outlives the call; at least one byte follows `start`.
    return unsafe text.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      return unsafe ck_maximal_subpart(base + start, bytes.count - start)
    }
  }

  /// Starts to load elements into the cache, without waiting for them.
  package static func fetch<Element>(_ range: Range<Int>, of elements: Span<Element>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= elements.count)
    unsafe elements.withUnsafeBufferPointer { elements in
      guard let base = elements.baseAddress else { return }
      // SAFETY: the bytes are inside the span.
      unsafe ck_prefetch(base + range.lowerBound, range.count * MemoryLayout<Element>.stride)
    }
  }

  /// Updates the state of a SHA-256 digest with whole 64-byte blocks; `constants` are the round
  /// constants of FIPS 180-4.
  ///
  /// Returns false and does nothing if the processor has no SHA instructions.
  package static func compressSHA256(
    _ blocks: Span<UInt8>, into state: inout SIMD8<UInt32>, _ constants: InlineArray<64, UInt32>
  ) -> Bool {
    precondition(blocks.count % 64 == 0, "only whole blocks can be hashed")
    return unsafe withUnsafeMutableBytes(of: &state) { state in
      unsafe constants.span.withUnsafeBufferPointer { constants in
        unsafe blocks.withUnsafeBufferPointer { blocks in
          guard let words = unsafe state.baseAddress?.assumingMemoryBound(to: UInt32.self),
            let bytes = blocks.baseAddress, let table = constants.baseAddress
          else { return true }
          // SAFETY: the state has eight words, the table has 64 words, and the block count is
          // computed from the span.
          return unsafe ck_sha256(words, bytes, blocks.count / 64, table)
        }
      }
    }
  }
}

extension Kernels {
  /// An instruction set for which there are specialized kernels.
  ///
  /// The cases have the same order as their numbers in C, from narrow to wide vectors. The raw
  /// values are the possible values of the environment variable `SEARCHBENCH_KERNELS`.
  package enum Level: String, CaseIterable, Sendable {
    case scalar, sse2, ssse3, neon, avx2, avx512, avx512vbmi

    fileprivate init(number: Int32) { self = Self.allCases[Int(number)] }

    fileprivate var number: Int32 { Int32(Self.allCases.firstIndex(of: self) ?? 0) }

    /// Whether the processor and the system support the instruction set.
    package var isSupported: Bool { ck_supports(number) }
  }

  /// The instruction set that the kernels use.
  ///
  /// The environment variable `SEARCHBENCH_KERNELS` can name an instruction set. If the variable is
  /// not set, or if the processor does not support that instruction set, the kernels use the widest
  /// supported instruction set. Tests can choose another instruction set.
  package static var level: Level { Level(number: ck_level()) }

  /// The instruction set that the kernels use if `SEARCHBENCH_KERNELS` has the value `name`.
  ///
  /// If the processor does not support the named instruction set, the result is the widest
  /// supported instruction set.
  static func level(named name: String?) -> Level {
    // SAFETY: the callee reads the string only during the call; a null pointer is allowed.
    guard let name else { return Level(number: ck_level_named(nil)) }
    return unsafe name.withCString { unsafe Level(number: ck_level_named($0)) }
  }

  /// For tests: makes the kernels use `level`.
  ///
  /// Returns false and changes nothing if the processor does not support `level`.
  package static func use(_ level: Level) -> Bool { ck_use_level(level.number) != 0 }
}
